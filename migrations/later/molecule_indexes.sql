-- Every key by which molecules are found. They are built when a configuration is complete.
create unique index if not exists Molecules_number on Molecules (config, number);
create index if not exists Molecules_spectrum on Molecules (config, spectrum);
