//! Reads the opening book of the standard game: the first levels of the best strategy, from `data/reference`.

use app::Result;
use serde_json::Value;

use crate::command::{faulty, source};

const CONFIG: &str = "A4_B8";

pub(crate) fn read() -> Result<String> {
    let file = source().join("../../data/reference/strategies/openings.json");
    let read = || -> std::result::Result<String, String> {
        let text = std::fs::read_to_string(&file).map_err(|error| error.to_string())?;
        let books: Vec<Value> = serde_json::from_str(&text).map_err(|error| error.to_string())?;
        let book = books.into_iter().find(|book| book["config"] == CONFIG);
        Ok(book.ok_or("it has no opening of A4_B8")?.to_string())
    };
    read().map_err(|problem| faulty(&file, problem))
}
