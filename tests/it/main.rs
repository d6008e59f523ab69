//! The tests of the programs of Black Box, in one binary, which is linked once and runs them in parallel. They need
//! Unix, for its terminals and signals.

mod common {
    pub(crate) mod invariants;
    pub(crate) mod mutations;
    pub(crate) mod program;
    pub(crate) mod repository;
    pub(crate) mod terminal;
    pub(crate) mod traced;
}

mod bad_input;
mod bad_storage;
mod boards;
mod browse;
mod census_parts;
mod census_program;
mod census_tables;
mod concurrency;
mod decode;
mod dictionary;
mod display;
mod export;
mod first_rays;
mod foreign_files;
mod fuzz;
mod input_files;
mod interruption;
mod laws;
mod own_sql;
mod pipeline;
mod plan;
mod play;
mod public_cases;
mod queries;
mod rays;
mod readme;
mod report;
mod strategy;
mod supply_chain;
mod system_calls;
mod verify;
