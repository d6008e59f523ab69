//! How tours, counts and comparisons look.

pub mod colour;
pub mod comparison;
pub mod counts;
pub mod findings;
pub mod json;
pub mod png;
pub mod svg;
pub mod text;

/// A number with a comma after every three digits.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() * 4 / 3);
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// So many of something.
pub fn counted(number: u64, one: &str) -> String {
    format!(
        "{} {one}{}",
        grouped(number),
        if number == 1 { "" } else { "s" }
    )
}

/// Lines with their fields one below the other, the first on the left and the
/// others on the right of their columns.
fn aligned<const N: usize>(lines: &[[String; N]]) -> Vec<String> {
    let length = |field: &String| field.chars().count();
    let widths: [usize; N] =
        std::array::from_fn(|i| lines.iter().map(|line| length(&line[i])).max().unwrap_or(0));
    let line = |fields: &[String; N]| {
        let mut text = format!("{:<width$}", fields[0], width = widths[0]);
        for (field, &width) in fields.iter().zip(&widths).skip(1) {
            text += &format!("  {field:>width$}");
        }
        text
    };
    lines.iter().map(line).collect()
}

/// Digits of a number, without the detour of a format. A big grid has a
/// hundred million of them.
fn push_number(line: &mut Vec<u8>, mut number: u32) {
    let mut digits = [0; 10];
    let mut first = digits.len();
    loop {
        first -= 1;
        digits[first] = b'0' + (number % 10) as u8;
        number /= 10;
        if number == 0 {
            break;
        }
    }
    line.extend_from_slice(&digits[first..]);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped_by_thousands() {
        let shown = [0, 999, 1000, 12_400, 1_234_567].map(grouped);
        assert_eq!(shown, ["0", "999", "1,000", "12,400", "1,234,567"]);
        assert_eq!(counted(1, "step"), "1 step");
        assert_eq!(counted(0, "step"), "0 steps");
    }

    #[test]
    fn digits_are_those_of_the_number() {
        for number in [0, 1, 9, 10, 4_294_967_295] {
            let mut line = Vec::new();
            push_number(&mut line, number);
            assert_eq!(line, number.to_string().into_bytes());
        }
    }
}
