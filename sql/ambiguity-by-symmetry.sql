-- Are symmetric molecules more often ambiguous? For each symmetry, the number
-- of molecules, and the number of those that share their spectrum. Both are
-- counted up to rotation and reflection, and all together. An axis is any line
-- of reflection, a diagonal or not.
--
-- :config  the configuration; A4_B8 if it is not set
with Enantiomers as (
    -- The transforms in a group tell the symmetry of its molecules, because
    -- each molecule has the first transform that makes it.
    select count(*)                                             as enantiomers,
           max(Molecules.transform = 'symm-h')                  as has_symm_h,
           max(coalesce(Spectrums.nb_mol, 1)) > 1               as ambiguous
      from Molecules
      left join Spectrums on Molecules.transform = 'id'
                         and Spectrums.config = Molecules.config
                         and Spectrums.spectrum = Molecules.spectrum
     where Molecules.config = coalesce(nullif(:config, ''), 'A4_B8')
     group by Molecules.canonical_number
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
  from Enantiomers
 group by symmetry
 order by molecules desc, symmetry;
