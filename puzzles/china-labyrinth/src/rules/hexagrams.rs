//! The pieces as hexagrams.
//!
//! A hexagram of the Yijing is six lines, each broken or unbroken, counted from
//! below. Door d of a piece is line d + 1, a door an unbroken line: the
//! piece without doors is six broken lines, the piece with all doors six unbroken
//! ones. The received text, which tradition attributes to King Wen of Zhou,
//! numbers them from 1 to 64.
//!
//! Sources: the order is sequence A102241 of the On-Line Encyclopedia of Integer
//! Sequences, whose numbers have the lowest line in bit 0, as pieces have their
//! door to the east; the names are the chapters' titles in the received text,
//! with their reading in pinyin. (James Legge's translation of 1882 has the same
//! numbers and an older romanisation.) The characters U+4DC0 to U+4DFF are the
//! hexagrams in the same order.

use std::fmt;

use super::Doors;

/// A hexagram.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hexagram {
    /// The piece that it is.
    pub doors: Doors,
    /// Its number in the received text, from 1.
    pub number: u8,
    /// Its name.
    pub name: &'static str,
    /// How the name is read.
    pub reading: &'static str,
    /// Its character.
    pub character: char,
}

/// Its character, its name and how that is read.
impl fmt::Display for Hexagram {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.character, self.name, self.reading)
    }
}

/// The hexagrams by their numbers: lines, the highest one first, and name.
const RECEIVED: [(Doors, &str, &str); 64] = [
    (0b111111, "乾", "Qián"),
    (0b000000, "坤", "Kūn"),
    (0b010001, "屯", "Zhūn"),
    (0b100010, "蒙", "Méng"),
    (0b010111, "需", "Xū"),
    (0b111010, "訟", "Sòng"),
    (0b000010, "師", "Shī"),
    (0b010000, "比", "Bǐ"),
    (0b110111, "小畜", "Xiǎo Chù"),
    (0b111011, "履", "Lǚ"),
    (0b000111, "泰", "Tài"),
    (0b111000, "否", "Pǐ"),
    (0b111101, "同人", "Tóng Rén"),
    (0b101111, "大有", "Dà Yǒu"),
    (0b000100, "謙", "Qiān"),
    (0b001000, "豫", "Yù"),
    (0b011001, "隨", "Suí"),
    (0b100110, "蠱", "Gǔ"),
    (0b000011, "臨", "Lín"),
    (0b110000, "觀", "Guān"),
    (0b101001, "噬嗑", "Shì Kè"),
    (0b100101, "賁", "Bì"),
    (0b100000, "剝", "Bō"),
    (0b000001, "復", "Fù"),
    (0b111001, "無妄", "Wú Wàng"),
    (0b100111, "大畜", "Dà Chù"),
    (0b100001, "頤", "Yí"),
    (0b011110, "大過", "Dà Guò"),
    (0b010010, "坎", "Kǎn"),
    (0b101101, "離", "Lí"),
    (0b011100, "咸", "Xián"),
    (0b001110, "恆", "Héng"),
    (0b111100, "遯", "Dùn"),
    (0b001111, "大壯", "Dà Zhuàng"),
    (0b101000, "晉", "Jìn"),
    (0b000101, "明夷", "Míng Yí"),
    (0b110101, "家人", "Jiā Rén"),
    (0b101011, "睽", "Kuí"),
    (0b010100, "蹇", "Jiǎn"),
    (0b001010, "解", "Xiè"),
    (0b100011, "損", "Sǔn"),
    (0b110001, "益", "Yì"),
    (0b011111, "夬", "Guài"),
    (0b111110, "姤", "Gòu"),
    (0b011000, "萃", "Cuì"),
    (0b000110, "升", "Shēng"),
    (0b011010, "困", "Kùn"),
    (0b010110, "井", "Jǐng"),
    (0b011101, "革", "Gé"),
    (0b101110, "鼎", "Dǐng"),
    (0b001001, "震", "Zhèn"),
    (0b100100, "艮", "Gèn"),
    (0b110100, "漸", "Jiàn"),
    (0b001011, "歸妹", "Guī Mèi"),
    (0b001101, "豐", "Fēng"),
    (0b101100, "旅", "Lǚ"),
    (0b110110, "巽", "Xùn"),
    (0b011011, "兌", "Duì"),
    (0b110010, "渙", "Huàn"),
    (0b010011, "節", "Jié"),
    (0b110011, "中孚", "Zhōng Fú"),
    (0b001100, "小過", "Xiǎo Guò"),
    (0b010101, "既濟", "Jì Jì"),
    (0b101010, "未濟", "Wèi Jì"),
];

/// All hexagrams, by number.
pub fn all() -> impl Iterator<Item = Hexagram> {
    RECEIVED
        .iter()
        .zip(1u8..)
        .map(|(&(doors, name, reading), number)| Hexagram {
            doors,
            number,
            name,
            reading,
            character: char::from_u32(0x4dbf + u32::from(number)).unwrap_or(' '),
        })
}

/// The number of the hexagram that a piece is.
pub fn number(doors: Doors) -> u8 {
    let index = RECEIVED.iter().position(|&(lines, ..)| lines == doors % 64);
    index.map_or(0, |index| index as u8 + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trigrams_stand_where_the_table_has_them() {
        // The usual table of numbers, by lower (rows) and upper (columns)
        // trigram: heaven, thunder, water, mountain, earth, wind, fire, lake.
        const TRIGRAMS: [Doors; 8] = [0b111, 0b001, 0b010, 0b100, 0b000, 0b110, 0b101, 0b011];
        const TABLE: [[u8; 8]; 8] = [
            [1, 34, 5, 26, 11, 9, 14, 43],
            [25, 51, 3, 27, 24, 42, 21, 17],
            [6, 40, 29, 4, 7, 59, 64, 47],
            [33, 62, 39, 52, 15, 53, 56, 31],
            [12, 16, 8, 23, 2, 20, 35, 45],
            [44, 32, 48, 18, 46, 57, 50, 28],
            [13, 55, 63, 22, 36, 37, 30, 49],
            [10, 54, 60, 41, 19, 61, 38, 58],
        ];
        for (lower, row) in TRIGRAMS.iter().zip(TABLE) {
            for (upper, expected) in TRIGRAMS.iter().zip(row) {
                assert_eq!(number(lower | upper << 3), expected);
            }
        }
    }
}
