//! Writes results, with a file per kind. The modules that the site also needs are built with the feature `json`
//! alone.

#[cfg(feature = "pipeline")]
pub(crate) mod ambiguity;
pub mod amount;
#[cfg(feature = "pipeline")]
pub(crate) mod beside;
pub mod decoded;
#[cfg(feature = "pipeline")]
pub(crate) mod drawing;
pub mod family;
#[cfg(feature = "pipeline")]
pub(crate) mod game;
#[cfg(feature = "pipeline")]
pub(crate) mod molecule;
#[cfg(feature = "pipeline")]
pub(crate) mod page_link;
#[cfg(feature = "pipeline")]
pub(crate) mod result_table;
pub mod review;
#[cfg(feature = "pipeline")]
pub(crate) mod show;
#[cfg(feature = "pipeline")]
pub(crate) mod spot;
