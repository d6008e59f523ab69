//! What the data say about a whole configuration:
//!
//! - which molecules no ray tells apart ([`SpectralGroup`]), and what a guess
//!   among them costs ([`CostedGroup`])
//! - how far rays go ([`RayStudy`])
//! - what happens to a small box's ambiguity in a larger one ([`Embedding`])
//!
//! `blackbox::commands::report` brings the data here. The room is
//! pure, like the rules: no I/O, no clock, no SQL. This example has all its types:
//!
//! ```
//! use blackbox_rules::analysis::{CostedGroup, GroupCount, Kind, Measure, NotEmbedded, Origin};
//! use blackbox_rules::analysis::{RayStudy, ambiguous_groups, embed};
//! use blackbox_rules::board::{Board, Config};
//!
//! let config: Config = "A3_B4".parse()?;
//! let groups = ambiguous_groups(config, || true).unwrap();
//! assert_eq!(GroupCount::of(&groups).molecules, 8);
//! let first = CostedGroup::new(groups[0].clone(), config);
//! assert_eq!((first.group.size(), first.best.mean_penalty()), (2, 2.5));
//!
//! // Do the groups reappear in a larger box?
//! let larger: Config = "A3_B5".parse()?;
//! let in_larger = ambiguous_groups(larger, || true).unwrap();
//! let embedding = embed((config, &groups), (larger, &in_larger), || true).unwrap();
//! assert_eq!((embedding.fates[0].ways, embedding.fates[0].kept), (9, 1));
//! assert_eq!(embedding.origins, [Some(Origin::Whole), None]);
//! let stopped = embed((config, &groups), (larger, &in_larger), || false);
//! assert_eq!(stopped, Err(NotEmbedded::Stopped));
//!
//! let mut rays = RayStudy::default();
//! rays.add(Board::first(config));
//! let (kind, record) = rays.record_of_all(Measure::Length).unwrap();
//! assert_eq!((kind, record.extent.length), (Kind::Out, 4));
//! let (numbers, molecules) = rays.tally.iter().next().unwrap();
//! assert_eq!(rays.distribution(Kind::Out).rays(), molecules * u64::from(numbers.out));
//! # Ok::<(), blackbox_rules::board::ConfigError>(())
//! ```

mod embedding;
mod ray_study;
mod spectral_group;
mod survey;

pub use embedding::{Embedding, NotEmbedded, Origin, RayFate, embed};
pub use ray_study::{
    Extent, Kind, KindTally, LengthsAndTurns, Measure, RayNumbers, RayRecord, RayStudy,
};
pub use spectral_group::{CostedGroup, SpectralGroup};
pub use survey::{GroupCount, ambiguous_groups, canonical_boards};
