//! Numbers and lists in sentences.

/// A number with a comma before every three digits.
pub fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() * 4 / 3 + 1);
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// How many of something.
pub fn counted(number: u64, one: &str, many: &str) -> String {
    format!(
        "{} {}",
        thousands(number),
        if number == 1 { one } else { many }
    )
}

/// A list in a sentence: "1, 2 and 3".
pub fn listed<T: ToString>(items: impl IntoIterator<Item = T>) -> String {
    let items: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
    match items.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => items.join(""),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_parted_by_thousands() {
        let shown = [0, 12, 999, 1_000, 635_376, 1_234_567].map(thousands);
        assert_eq!(
            shown,
            ["0", "12", "999", "1,000", "635,376", "1,234,567"].map(String::from)
        );
        assert_eq!(counted(1, "ray", "rays"), "1 ray");
        assert_eq!(counted(2_000, "ray", "rays"), "2,000 rays");
        assert_eq!(listed([1, 2, 3]), "1, 2 and 3");
        assert_eq!(listed([1]), "1");
        assert_eq!(listed([0; 0]), "");
    }
}
