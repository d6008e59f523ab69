//! How stars, solutions and what is known of them look.

mod drawing;
mod json;
mod pictures;
mod text;

pub(crate) use json::{
    write_analysis as write_analysis_json, write_completions as write_completions_json,
    write_diagram as write_diagram_json, write_explored as write_explored_json,
    write_solution as write_solution_json,
};
pub(crate) use pictures::{
    MOST_DRAWN, analysis as analysis_pictures, completions as completions_picture,
    diagram as diagram_picture, solutions as solutions_picture,
};
pub(crate) use text::{
    write_analysis, write_completions, write_diagram, write_explored, write_solution,
};
