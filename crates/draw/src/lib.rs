//! The presentation of results: pictures, charts, tables, numbers in words.
//!
//! - [`svg`]: pictures as SVG, with the colours that all of them share.
//! - [`chart`]: points in a plane as SVG.
//! - [`braille`]: dots and lines in Braille characters.
//! - [`words`]: numbers in sentences, and wrapped sentences.
//! - [`table`]: tables as text, which fit the terminal.
//! - [`object!`]: a document with its keys.
#![cfg_attr(not(test), warn(clippy::disallowed_methods))]
#![allow(missing_docs, reason = "the crate is not published")]

pub mod braille;
pub mod chart;
pub mod svg;
pub mod table;
pub mod words;

/// A document for JSON, with keys and values in their order. Values may be documents themselves. Attributes of
/// serde may precede a key: `flatten` inserts the keys of another document, or of an optional one. The package that
/// uses the macro must depend on serde.
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
        // Each value has a type parameter with the name of its key.
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
