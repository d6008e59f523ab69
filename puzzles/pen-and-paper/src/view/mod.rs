//! How tours, counts and comparisons look.

pub(crate) mod colour;
pub(crate) mod comparison;
pub(crate) mod counts;
pub(crate) mod findings;
pub(crate) mod json;
pub(crate) mod png;
pub(crate) mod svg;
#[cfg(test)]
mod tests;
pub(crate) mod text;

use ::view::svg::Picture;

/// Does a file that this program has written begin like that?
pub(crate) fn is_ours(begin: &[u8]) -> bool {
    // The border of a grid; documents; tables of comparisons; pictures.
    let beginnings = [
        " ---",
        "{\"rows\":",
        "circular tours of ",
        "tours of ",
        "method,runs,found,",
        Picture::BEGINNING,
    ];
    beginnings
        .iter()
        .any(|own| begin.starts_with(own.as_bytes()))
        || png::is_ours(begin)
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
