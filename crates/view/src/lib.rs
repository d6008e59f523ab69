//! The form of results of any kind: pictures, charts, words for numbers.
//!
//! - [`svg`]: pictures as SVG, with the colours that all of them share.
//! - [`chart`]: bars and points as SVG, and in Braille characters as text.
//! - [`braille`]: dots and lines in Braille characters.
//! - [`words`]: numbers in sentences, and sentences in lines.
//! - [`table`]: tables as text, as wide as the terminal at most.
#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

pub mod braille;
pub mod chart;
pub mod svg;
pub mod table;
mod text_chart;
pub mod words;
