//! The serialised forms of a board and its parts, with the feature `serde`. Each value includes the size of its
//! box, so that deserialising can check it.

use serde::{Deserialize, Serialize};

use super::{Board, BoardError, Cell, Config, ConfigError, Position, Size, SizeError};
use super::{Spectrum, SpectrumError};

/// The rows and columns of a box.
#[derive(Serialize, Deserialize)]
pub(super) struct RowsAndColumns(usize, usize);

/// The number of a cell or a position, and its box.
#[derive(Serialize, Deserialize)]
pub(super) struct Numbered(usize, Size);

/// The name of a configuration.
#[derive(Serialize, Deserialize)]
pub(super) struct Name(String);

/// A board or a spectrum: its configuration or the size of its box, and its text.
#[derive(Serialize, Deserialize)]
pub(super) struct Text<T>(T, String);

/// Converts a type to its serialised form, and back.
macro_rules! stored {
    ($type:ident as $form:ty, $to:expr, $error:ty, $from:expr) => {
        impl From<$type> for $form {
            fn from(value: $type) -> $form {
                $to(value)
            }
        }

        impl TryFrom<$form> for $type {
            type Error = $error;

            fn try_from(form: $form) -> Result<$type, $error> {
                $from(form)
            }
        }
    };
}

stored!(
    Size as RowsAndColumns,
    |size: Size| RowsAndColumns(size.rows(), size.columns()),
    SizeError,
    |RowsAndColumns(rows, columns)| Size::new(rows, columns)
);
stored!(
    Cell as Numbered,
    |cell: Cell| Numbered(cell.index(), cell.size()),
    String,
    |Numbered(index, size)| size
        .cell_numbered(index)
        .ok_or_else(|| format!("a box of {size} has no cell {index}"))
);
stored!(
    Position as Numbered,
    |position: Position| Numbered(position.index(), position.size()),
    String,
    |Numbered(index, size)| size
        .position(index)
        .ok_or_else(|| format!("a box of {size} has no position {index}"))
);
stored!(
    Config as Name,
    |config: Config| Name(config.to_string()),
    ConfigError,
    |Name(name)| name.parse()
);
stored!(
    Board as Text<Config>,
    |board: Board| Text(board.config(), board.text()),
    BoardError,
    |Text(config, text)| Board::parse(&text, config)
);
stored!(
    Spectrum as Text<Size>,
    |spectrum: Spectrum| Text(spectrum.size(), spectrum.to_string()),
    SpectrumError,
    |Text(size, text)| Spectrum::parse(&text, Config::of_size(0, size))
);

#[cfg(test)]
mod tests {
    use std::fmt::Debug;

    use serde::de::DeserializeOwned;

    use super::*;
    use crate::puzzle::evidence::Evidence;
    use crate::puzzle::words::{Mark, Move};
    use crate::ray::{Outcome, Ray};

    fn stored<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: T, json: &str) {
        assert_eq!(serde_json::to_string(&value).unwrap(), json);
        assert_eq!(serde_json::from_str::<T>(json).unwrap(), value);
    }

    #[test]
    fn stored_values_round_trip() {
        let size = Size::new(2, 3).unwrap();
        let config = Config::in_box(1, size).unwrap();
        let board = Board::first(config);
        let shot = |index| {
            (
                Position::of(index, size),
                board.rays().nth(index).unwrap().1,
            )
        };
        let [hit, out] = [shot(0), shot(1)].map(|(position, ray)| (position, ray.outcome));
        stored(config, r#""A1_B2x3""#);
        stored(board, r#"["A1_B2x3","O-----"]"#);
        stored(board.spectrum(), r#"[[2,3],"@&@aba@b&@"]"#);
        stored(Cell::of(5, size), "[5,[2,3]]");
        stored(
            vec![hit, out],
            r#"[[[0,[2,3]],"absorbed"],[[1,[2,3]],"reflected"]]"#,
        );
        stored(Outcome::Out(Position::of(9, size)), r#"{"out":[9,[2,3]]}"#);
        let mut seen = Evidence::new(size);
        seen.note(hit.0, hit.1).unwrap();
        seen.mark(Cell::of(5, size), true).unwrap();
        stored(
            seen,
            r#"{"size":[2,3],"shots":[[[0,[2,3]],"absorbed"]],"cells":[[[5,[2,3]],true]]}"#,
        );
        let marked = Move::Mark(Cell::of(5, size), Mark::Ball);
        stored(marked, r#"{"mark":[[5,[2,3]],"ball"]}"#);
        stored(Move::GiveUp, r#""giveup""#);
        stored(shot(0).1, r#"{"outcome":"absorbed","length":0,"turns":0}"#);
    }

    #[test]
    fn values_outside_their_box_are_rejected() {
        assert!(serde_json::from_str::<Size>("[0,3]").is_err());
        assert!(serde_json::from_str::<Cell>("[6,[2,3]]").is_err());
        assert!(serde_json::from_str::<Position>("[10,[2,3]]").is_err());
        assert!(serde_json::from_str::<Config>(r#""A7_B2x3""#).is_err());
        assert!(serde_json::from_str::<Board>(r#"["A1_B2","OO--"]"#).is_err());
        assert!(serde_json::from_str::<Spectrum>(r#"[[2,3],"@"]"#).is_err());
        let out_at_its_own = r#"{"size":[1,1],"shots":[[[0,[1,1]],{"out":[0,[1,1]]}]],"cells":[]}"#;
        assert!(serde_json::from_str::<Evidence>(out_at_its_own).is_err());
        assert!(
            serde_json::from_str::<Ray>(r#"{"outcome":{"out":[9,[1,1]]},"length":0,"turns":0}"#)
                .is_err()
        );
    }
}
