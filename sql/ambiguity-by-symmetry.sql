-- How often molecules of each symmetry are ambiguous. For each symmetry, the
-- number of molecules and the number of ambiguous ones, each up to rotation and
-- reflection, and in all. An axis is a line of reflection: horizontal, vertical
-- or diagonal.
--
-- :config  the configuration; A4_B8 if it is not set
with Enantiomers as (
    -- The transforms in an orbit show the symmetry of its molecules, because
    -- each molecule is stored with the first transform that turns the canonical
    -- molecule into it.
    select canonical_number,
           count(*)                  as enantiomers,
           max(transform = 'symm-h') as has_symm_h
      from Molecules
     where config = coalesce(nullif(:config, ''), 'A4_B8')
     group by canonical_number
), Ambiguous as materialized (
    select distinct Molecules.canonical_number
      from Spectrums
      join Molecules on Molecules.config = Spectrums.config
                    and Molecules.spectrum = Spectrums.spectrum
     where Spectrums.config = coalesce(nullif(:config, ''), 'A4_B8')
       and Molecules.transform = 'id'
)
select case when enantiomers = 8                then 'none'
            when enantiomers = 4 and has_symm_h then 'half turn'
            when enantiomers = 4                then 'one axis'
            when enantiomers = 2 and has_symm_h then 'quarter turn'
            when enantiomers = 2                then 'two axes'
            else 'all'
       end as symmetry,
       count(*)                     as molecules_up_to_symmetry,
       sum(ambiguous)               as ambiguous_up_to_symmetry,
       sum(enantiomers)             as molecules,
       sum(enantiomers * ambiguous) as ambiguous_molecules
  from (select *, canonical_number in (select canonical_number from Ambiguous) as ambiguous
          from Enantiomers)
 group by symmetry
 order by molecules desc, symmetry;
