//! How results look, whatever they are of: pictures, charts, words for numbers.
//!
//! - [`svg`]: pictures as SVG, with the colours that all of them share.
//! - [`chart`]: bars and points as SVG, and in Braille characters as text.
//! - [`words`]: numbers in sentences.

pub mod chart;
pub mod svg;
mod text_chart;
pub mod words;
