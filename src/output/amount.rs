//! Counts and chances that may be estimated.

use draw::words::{fixed, thousands};

use crate::puzzle::solutions::Chance;

/// A chance in whole percent, or `O` and `-` for certain results.
pub fn chance(chance: &Chance) -> String {
    let percent = 100.0 * chance.share;
    match chance.sure {
        Some(true) => "O".to_owned(),
        Some(false) => "-".to_owned(),
        None if percent <= 0.5 => "<1".to_owned(),
        None if percent >= 99.5 => ">99".to_owned(),
        None => fixed(percent, 0),
    }
}

/// A number that may be estimated: `1,820`, `about 3,700 (± 2 %)`, `about 3.2 × 10¹² (± 2 %)`.
pub fn amount(count: u128, error: Option<f64>) -> String {
    match error {
        None => thousands(count),
        Some(error) => {
            let percent = 100.0 * error;
            let digits = usize::from(percent < 10.0);
            format!("{} (± {} %)", about(count, error), fixed(percent, digits))
        }
    }
}

/// An estimated number, rounded to the digits that its error allows.
pub(crate) fn about(count: u128, error: f64) -> String {
    let digits = if error < 0.01 { 3 } else { 2 };
    let length = count.to_string().len();
    let step = 10u128.pow(length.saturating_sub(digits) as u32);
    let rounded = (count + step / 2) / step * step;
    if length <= 6 {
        return format!("about {}", thousands(rounded));
    }
    // Rounding may have added a digit.
    let written = rounded.to_string();
    let (number, power) = (&written[..digits], (written.len() - 1).to_string());
    let raised = |digit: char| match digit.to_digit(10) {
        Some(digit) => ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'][digit as usize],
        None => digit,
    };
    let power: String = power.chars().map(raised).collect();
    format!("about {}.{} × 10{power}", &number[..1], &number[1..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn estimates_have_no_more_digits_than_their_error_leaves() {
        for (count, error, text) in [
            (68, None, "68"),
            (7_624_512, None, "7,624,512"),
            (37_214, Some(0.02), "about 37,000 (± 2.0 %)"),
            (37_254, Some(0.004), "about 37,300 (± 0.4 %)"),
            (999_600, Some(0.02), "about 1,000,000 (± 2.0 %)"),
            (7, Some(0.5), "about 7 (± 50 %)"),
            (3_249_000_000_000, Some(0.02), "about 3.2 × 10¹² (± 2.0 %)"),
            (9_999_000_000, Some(0.001), "about 1.00 × 10¹⁰ (± 0.1 %)"),
        ] {
            assert_eq!(amount(count, error), text);
        }
    }

    #[test]
    fn only_certain_cells_are_marked_certain() {
        let text = |share, sure| chance(&Chance { share, sure });
        assert_eq!(text(1.0, Some(true)), "O");
        assert_eq!(text(0.0, Some(false)), "-");
        assert_eq!(text(1.0, None), ">99");
        assert_eq!(text(0.0, None), "<1");
        assert_eq!(text(0.004, None), "<1");
        assert_eq!(text(0.5, None), "50");
    }
}
