//! How results look, one file per form. The parts that a page also needs build with
//! only the feature `json`.

#[cfg(feature = "pipeline")]
pub(crate) mod ambiguity;
pub mod amount;
#[cfg(feature = "pipeline")]
pub(crate) mod answer;
#[cfg(feature = "pipeline")]
pub(crate) mod census;
pub mod decode;
#[cfg(feature = "pipeline")]
pub(crate) mod drawing;
#[cfg(feature = "pipeline")]
pub(crate) mod export;
pub mod family;
#[cfg(feature = "pipeline")]
pub(crate) mod law;
#[cfg(feature = "pipeline")]
pub(crate) mod molecule;
#[cfg(feature = "pipeline")]
pub(crate) mod opening;
#[cfg(feature = "pipeline")]
pub(crate) mod page_link;
#[cfg(feature = "pipeline")]
pub(crate) mod play;
#[cfg(feature = "pipeline")]
pub(crate) mod report;
pub mod review;
#[cfg(feature = "pipeline")]
pub(crate) mod spot;
#[cfg(feature = "pipeline")]
pub(crate) mod strategy;
