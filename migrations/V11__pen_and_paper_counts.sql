-- A count of pen-and-paper takes seconds, so it is made where it is wanted, and not kept.

drop table PenAndPaperCounts;
drop table PenAndPaperUnits;

pragma user_version = 11;
