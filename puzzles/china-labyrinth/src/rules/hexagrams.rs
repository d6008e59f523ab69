//! The pieces as hexagrams.
//!
//! A hexagram of the I Ching is six lines, broken or unbroken, counted from below. Door d of a piece is line d + 1,
//! and a door is an unbroken line. The received text, which tradition attributes to King Wen of Zhou, numbers the
//! hexagrams from 1 to 64.
//!
//! Sources: the order is sequence A102241 of the On-Line Encyclopedia of Integer Sequences, whose numbers have the
//! lowest line in bit 0, just as pieces have their door to the east there. The names are the titles of the chapters
//! in the received text, with their reading in pinyin. James Legge's translation of 1882 has the same numbers and
//! an older romanisation. The characters U+4DC0 to U+4DFF are the hexagrams in the same order.

use std::fmt;

use super::Doors;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hexagram {
    pub doors: Doors,
    /// Its number in the received text, from 1.
    pub number: u8,
    pub name: &'static str,
    pub reading: &'static str,
    pub character: char,
}

impl fmt::Display for Hexagram {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.character, self.name, self.reading)
    }
}

/// The hexagrams in the order of the received text.
const RECEIVED: [Doors; 64] = [
    63, 0, 17, 34, 23, 58, 2, 16, 55, 59, 7, 56, 61, 47, 4, 8, 25, 38, 3, 48, 41, 37, 32, 1, 57,
    39, 33, 30, 18, 45, 28, 14, 60, 15, 40, 5, 53, 43, 20, 10, 35, 49, 31, 62, 24, 6, 26, 22, 29,
    46, 9, 36, 52, 11, 13, 44, 54, 27, 50, 19, 51, 12, 21, 42,
];

const NAMES: &str = "\
乾 Qián, 坤 Kūn, 屯 Zhūn, 蒙 Méng, 需 Xū, 訟 Sòng, 師 Shī, 比 Bǐ, \
小畜 Xiǎo Chù, 履 Lǚ, 泰 Tài, 否 Pǐ, 同人 Tóng Rén, 大有 Dà Yǒu, 謙 Qiān, 豫 Yù, \
隨 Suí, 蠱 Gǔ, 臨 Lín, 觀 Guān, 噬嗑 Shì Kè, 賁 Bì, 剝 Bō, 復 Fù, \
無妄 Wú Wàng, 大畜 Dà Chù, 頤 Yí, 大過 Dà Guò, 坎 Kǎn, 離 Lí, 咸 Xián, 恆 Héng, \
遯 Dùn, 大壯 Dà Zhuàng, 晉 Jìn, 明夷 Míng Yí, 家人 Jiā Rén, 睽 Kuí, 蹇 Jiǎn, 解 Xiè, \
損 Sǔn, 益 Yì, 夬 Guài, 姤 Gòu, 萃 Cuì, 升 Shēng, 困 Kùn, 井 Jǐng, \
革 Gé, 鼎 Dǐng, 震 Zhèn, 艮 Gèn, 漸 Jiàn, 歸妹 Guī Mèi, 豐 Fēng, 旅 Lǚ, \
巽 Xùn, 兌 Duì, 渙 Huàn, 節 Jié, 中孚 Zhōng Fú, 小過 Xiǎo Guò, 既濟 Jì Jì, 未濟 Wèi Jì";

pub fn all() -> impl Iterator<Item = Hexagram> {
    let names = NAMES.split(", ").filter_map(|name| name.split_once(' '));
    let hexagrams = (1u8..).zip(RECEIVED).zip(names);
    hexagrams.map(|((number, doors), (name, reading))| Hexagram {
        doors,
        number,
        name,
        reading,
        character: char::from_u32(0x4dbf + u32::from(number)).unwrap_or(' '),
    })
}

pub fn number(doors: Doors) -> u8 {
    let index = RECEIVED.iter().position(|&lines| lines == doors % 64);
    index.map_or(0, |index| index as u8 + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trigrams_match_the_table() {
        // By lower (rows) and upper trigram: heaven, thunder, water, mountain, earth, wind, fire, lake.
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
