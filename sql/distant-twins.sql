-- Pairs of molecules that share a spectrum but differ in two atoms or more. Of
-- pairs that are images of each other, only one is listed. The most different
-- pairs come first. If you take one molecule for the other, each atom that
-- differs costs five points.
--
-- :config  the configuration; A4_B8 if it is not set
with recursive Box (config, width) as materialized (
    select config, width
      from Configurations
     where config = coalesce(nullif(:config, ''), 'A4_B8')
), Symmetric as materialized (
    -- The spectra that a rotation or reflection leaves unchanged. In the group of
    -- such a spectrum, one pair can be the image of another.
    select canonical_number
      from Spectrums
      join Box using (config)
     group by canonical_number
    having count(*) < 8
), Pairs as materialized (
    select differing_atoms, number, other_number, molecule, other_molecule,
           Twins.canonical_number in (select canonical_number from Symmetric) as has_images
      from Twins
      join Box using (config)
     where transform = 'id' and differing_atoms >= 2
), Transforms (first, down, right) as (
    -- For each image, the cell that becomes its first one, and the steps to the next
    -- cell below and to the right.
              select 0, width, 1 from Box
    union all select width * width - 1, -width, -1 from Box
    union all select width - 1, -1, width from Box
    union all select width * (width - 1), 1, -width from Box
    union all select width - 1, width, -1 from Box
    union all select width * (width - 1), -width, 1 from Box
    union all select 0, 1, width from Box
    union all select width * width - 1, -1, -width from Box
), Cells (line, place) as materialized (
    select 0, 0
    union all
    select line + (place = width - 1), (place + 1) % width
      from Cells, Box
     where line < width - 1 or place < width - 1
), Images (number, other_number, image, other_image) as (
    select number, other_number,
           (select group_concat(substr(molecule, first + down * line + right * place + 1, 1), '')
              from Cells),
           (select group_concat(substr(other_molecule, first + down * line + right * place + 1, 1), '')
              from Cells)
      from Pairs, Transforms
     where has_images
), Orbits (number, other_number, orbit) as materialized (
    select number, other_number, max(max(image, other_image) || min(image, other_image))
      from Images
     group by number, other_number
), Firsts (number, other_number) as materialized (
    select number, other_number
      from (select *, row_number() over (partition by orbit order by number, other_number) as place
              from Orbits)
     where place = 1
)
select differing_atoms, number, other_number, molecule, other_molecule
  from Pairs
 where not has_images
    or (number, other_number) in (select number, other_number from Firsts)
 order by differing_atoms desc, number, other_number;
