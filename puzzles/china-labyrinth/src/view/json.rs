//! Results as JSON, one document per line.

use serde_json::{Value, json};

use crate::rules::Piece;
use crate::search::Found;
use crate::store::StoredSolution;

/// Pieces, each as `[q, r, mask]`.
pub(crate) fn pieces(pieces: &[Piece]) -> Value {
    let triple = |piece: &Piece| (piece.cell.q, piece.cell.r, piece.doors);
    json!(pieces.iter().map(triple).collect::<Vec<_>>())
}

pub(crate) fn found(found: &Found) -> Value {
    let groups = found.solution.groups().iter();
    json!({
        "groups": groups.map(|group| pieces(group)).collect::<Vec<_>>(),
        "holes": found.solution.holes(),
        "restarts": found.restarts,
        "steps": found.steps,
    })
}

pub(crate) fn stored(stored: &StoredSolution) -> Value {
    let mut document = found(&stored.found);
    document["number"] = json!(stored.number);
    document["seed"] = json!(stored.seed);
    document["solution"] = json!(stored.found.solution.to_string());
    document
}
