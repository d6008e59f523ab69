//! Results to stdout, and documents as JSON.

use std::io::{self, BufWriter, StdoutLock, Write};

use serde::Serialize;

/// Writes results to stdout in one go.
///
/// # Errors
///
/// The error of `write`, or an error if stdout takes no more.
pub fn print<E: From<io::Error>>(
    write: impl FnOnce(&mut BufWriter<StdoutLock<'static>>) -> Result<(), E>,
) -> Result<(), E> {
    let mut out = BufWriter::new(io::stdout().lock());
    write(&mut out)?;
    Ok(out.flush()?)
}

/// A document for [`write_json`]: keys and values in their order. The values may be documents
/// themselves. serde's attributes come before a key: `flatten` inserts the keys of another
/// document, or of no document. The package that uses it depends on serde.
///
/// ```
/// let number = Some(1).map(|number| kit::object! { number: number });
/// let document = kit::object! { star: "8a", #[serde(flatten)] number: number, none: None::<u8> };
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

/// Writes a document on a line of its own.
///
/// # Errors
///
/// If `out` takes no more.
pub fn write_json(out: &mut (impl Write + ?Sized), document: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *out, document)?;
    writeln!(out)
}
