//! Numbers and places in sentences.

use crate::game::Config;

/// Where a ray is shot or comes out: the side of the box, and the line or
/// column there, counted from 1 at the upper left.
pub fn entry(position: usize, config: Config) -> String {
    let p = config.width();
    let on_side = position % p;
    match position / p {
        0 => format!("west {}", on_side + 1),
        1 => format!("south {}", on_side + 1),
        2 => format!("east {}", p - on_side),
        _ => format!("north {}", p - on_side),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_named_by_side_and_line() {
        let config: Config = "A2_B4".parse().unwrap();
        let named = [0, 3, 4, 7, 8, 11, 12, 15].map(|position| entry(position, config));
        let expected = [
            "west 1", "west 4", "south 1", "south 4", "east 4", "east 1", "north 4", "north 1",
        ];
        assert_eq!(named, expected.map(String::from));
    }
}
