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
mod census_elsewhere;
mod census_program;
mod census_tables;
mod decode;
mod dictionary;
mod display;
mod doors;
mod export;
mod first_rays;
mod fuzz;
mod interruption;
mod laws;
mod pipeline;
mod plan;
mod play;
mod public_cases;
mod queries;
mod rays;
mod readme;
mod report;
mod strangers;
mod strategy;
mod supply_chain;
mod system_calls;
mod together;
mod verify;
mod vocabulary;
