//! Colours along the way of a tour.

use crate::tour::Tour;

/// Red, green and blue.
pub(crate) type Colour = [u8; 3];

/// The number of different colours.
const COLOURS: u64 = 1024;

/// The colour of a number of a tour: from blue through green to red. For a circular tour, the
/// colours go all round the hues and back to the first.
pub(crate) fn colour(tour: &Tour, number: u32) -> Colour {
    let index = (u64::from(number) - 1) * COLOURS / tour.board().cells() as u64;
    let (first, turn) = if tour.is_circular() {
        (20.0, 360.0 * (COLOURS - 1) as f64 / COLOURS as f64)
    } else {
        (265.0, -240.0)
    };
    hue(first + turn * index as f64 / (COLOURS - 1) as f64)
}

/// A colour of this hue (in degrees). All have the same lightness 0.68 and chroma 0.13 in Oklch
/// (Björn Ottosson, 2020), and stand out from white and from black paper.
fn hue(degrees: f64) -> Colour {
    const LIGHTNESS: f64 = 0.68;
    const CHROMA: f64 = 0.13;
    let (sin, cos) = degrees.to_radians().sin_cos();
    let (a, b) = (CHROMA * cos, CHROMA * sin);
    let long = (LIGHTNESS + 0.396_337_777_4 * a + 0.215_803_757_3 * b).powi(3);
    let medium = (LIGHTNESS - 0.105_561_345_8 * a - 0.063_854_172_8 * b).powi(3);
    let short = (LIGHTNESS - 0.089_484_177_5 * a - 1.291_485_548_0 * b).powi(3);
    [
        4.076_741_662_1 * long - 3.307_711_591_3 * medium + 0.230_969_929_2 * short,
        -1.268_438_004_6 * long + 2.609_757_401_1 * medium - 0.341_319_396_5 * short,
        -0.004_196_086_3 * long - 0.703_418_614_7 * medium + 1.707_614_701_0 * short,
    ]
    .map(|linear: f64| {
        let linear = linear.clamp(0.0, 1.0);
        let value = if linear <= 0.003_130_8 {
            12.92 * linear
        } else {
            1.055 * linear.powf(1.0 / 2.4) - 0.055
        };
        (255.0 * value).round() as u8
    })
}
