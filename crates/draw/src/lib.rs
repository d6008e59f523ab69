//! The form of results of any kind: pictures, charts, words for numbers.
//!
//! - [`svg`]: pictures as SVG, with the colours that all of them share.
//! - [`chart`]: points in a plane as SVG.
//! - [`braille`]: dots and lines in Braille characters.
//! - [`words`]: numbers in sentences, and sentences in lines.
//! - [`table`]: tables as text, as wide as the terminal at most.
//! - [`object!`]: a document with its keys.
#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

pub mod braille;
pub mod chart;
pub mod svg;
pub mod table;
pub mod words;

/// A document for JSON: keys and values in their order. The values may be documents
/// themselves. serde's attributes come before a key: `flatten` inserts the keys of another
/// document, or of no document. The package that uses it depends on serde.
///
/// ```
/// let number = Some(1).map(|number| draw::object! { number: number });
/// let document = draw::object! { star: "8a", #[serde(flatten)] number: number, none: None::<u8> };
/// let text = serde_json::to_string(&document)?;
/// assert_eq!(text, r#"{"star":"8a","number":1,"none":null}"#);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[macro_export]
macro_rules! object {
    ($($(#[$attribute:meta])* $key:ident: $value:expr),* $(,)?) => {{
        // A type for each value, with the name of its key.
        #[allow(non_camel_case_types)]
        let document = {
            #[derive(::serde::Serialize)]
            struct Object<$($key),*> {
                $($(#[$attribute])* $key: $key),*
            }
            Object { $($key: $value),* }
        };
        document
    }};
}
