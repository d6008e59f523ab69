//! Results as JSON, one document per line.

use serde_json::{Value, json};

use crate::rules::{Piece, Solution};
use crate::search::Found;

/// Pieces, each as `[q, r, mask]`.
pub(crate) fn pieces(pieces: &[Piece]) -> Value {
    let triple = |piece: &Piece| (piece.cell.q, piece.cell.r, piece.doors);
    json!(pieces.iter().map(triple).collect::<Vec<_>>())
}

pub(crate) fn solution(solution: &Solution) -> Value {
    let groups = solution.groups().iter();
    json!({
        "groups": groups.map(|group| pieces(group)).collect::<Vec<_>>(),
        "holes": solution.holes(),
    })
}

pub(crate) fn found(found: &Found) -> Value {
    let mut document = solution(&found.solution);
    document["solution"] = json!(found.solution.to_string());
    document["restarts"] = json!(found.restarts);
    document["steps"] = json!(found.steps);
    document
}
