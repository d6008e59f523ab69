//! Draws the picture of shared links and the icon of an installed page: the box, computed point by point and
//! written as PNG.

type Colour = [f32; 3];

const PAGE: Colour = [17.0, 20.0, 27.0];
const BEZEL: Colour = [28.0, 34.0, 49.0];
const RIM: Colour = [59.0, 69.0, 96.0];
const BOX: Colour = [8.0, 10.0, 16.0];
const HAIR: Colour = [34.0, 42.0, 60.0];
const KEY: Colour = [43.0, 52.0, 73.0];
const BEAM: Colour = [142.0, 196.0, 252.0];
const BALL: Colour = [245.0, 182.0, 58.0];
const SHINE: Colour = [255.0, 240.0, 201.0];

/// The number of cells of a side of the box, its balls by column and row, and the path of a ray, which the first
/// ball turns.
const CELLS: f32 = 8.0;
const BALLS: [(f32, f32); 4] = [(6.5, 2.5), (2.5, 1.5), (1.5, 6.5), (3.5, 5.5)];
const RAY: [(f32, f32); 3] = [(0.0, 3.5), (5.5, 3.5), (5.5, 8.0)];

/// The picture of a shared link: 1,200 × 630 pixels, the box in its middle.
pub(crate) fn picture() -> Vec<u8> {
    png(1200, 630, |x, y| {
        let cell = 56.0;
        let (x, y) = (
            (x - 600.0) / cell + CELLS / 2.0,
            (y - 315.0) / cell + CELLS / 2.0,
        );
        scene(x, y)
    })
}

/// An icon of 180 × 180 pixels, whose corners a telephone rounds.
pub(crate) fn icon() -> Vec<u8> {
    png(180, 180, |x, y| {
        let far = (x - 90.0).hypot(y - 90.0);
        if far < 40.0 {
            ball((x - 90.0) / 40.0, (y - 90.0) / 40.0)
        } else {
            BOX
        }
    })
}

/// The colour at a point, in units of cells of the box.
fn scene(x: f32, y: f32) -> Colour {
    let half = CELLS / 2.0;
    let beyond = |side: f32, round: f32| {
        let far = |at: f32| ((at - half).abs() - side + round).max(0.0);
        far(x).hypot(far(y)) - round
    };
    if beyond(half + 1.1, 0.5) > 0.0 {
        return PAGE;
    }
    if beyond(half, 0.15) > 0.0 {
        let along = |at: f32| (0.0..CELLS).contains(&at) && (at.fract() - 0.5).abs() < 0.33;
        let deep = |at: f32| (at.min(CELLS - at) + 0.55).abs() < 0.33;
        let is_key = along(x) && deep(y) || along(y) && deep(x);
        let is_rim = beyond(half, 0.15) < 0.05;
        return if is_rim {
            RIM
        } else if is_key {
            KEY
        } else {
            BEZEL
        };
    }
    if let Some(&(column, row)) = BALLS
        .iter()
        .find(|ball| (x - ball.0).hypot(y - ball.1) < 0.34)
    {
        return ball((x - column) / 0.34, (y - row) / 0.34);
    }
    let is_line = |at: f32| at.fract().min(1.0 - at.fract()) < 0.012;
    let ground = if is_line(x) || is_line(y) { HAIR } else { BOX };
    let far = RAY
        .windows(2)
        .map(|ends| distance((x, y), ends[0], ends[1]));
    let far = far.fold(f32::MAX, f32::min);
    match far {
        _ if far < 0.05 => mix(BEAM, [255.0; 3], 0.35),
        _ => mix(ground, BEAM, 0.45 * (1.0 - far / 0.4).max(0.0)),
    }
}

/// A ball lit from above and the left, in a circle of radius 1.
fn ball(x: f32, y: f32) -> Colour {
    let far = (x + 0.3).hypot(y + 0.35);
    mix(
        SHINE,
        mix(BALL, BOX, 0.35 * (far - 0.6).max(0.0)),
        (1.6 * far).min(1.0),
    )
}

fn mix(one: Colour, other: Colour, share: f32) -> Colour {
    std::array::from_fn(|part| one[part] + (other[part] - one[part]) * share)
}

/// The distance of a point from the segment between two others.
fn distance((x, y): (f32, f32), from: (f32, f32), to: (f32, f32)) -> f32 {
    let (across, down) = (to.0 - from.0, to.1 - from.1);
    let along = ((x - from.0) * across + (y - from.1) * down) / (across * across + down * down);
    let along = along.clamp(0.0, 1.0);
    (x - from.0 - along * across).hypot(y - from.1 - along * down)
}

/// The centres of the four quarters of a pixel, whose mean colour is that of the pixel.
const QUARTERS: [(f32, f32); 4] = [(0.25, 0.25), (0.75, 0.25), (0.25, 0.75), (0.75, 0.75)];

/// A PNG of this size. `colour` gives the colour of each point.
fn png(width: u32, height: u32, colour: impl Fn(f32, f32) -> Colour) -> Vec<u8> {
    let mut rows = Vec::new();
    for y in 0..height {
        // Each row begins with the type of its filter: none.
        rows.push(0);
        for x in 0..width {
            let mut sum = [0.0; 3];
            for (right, down) in QUARTERS {
                let at = colour(x as f32 + right, y as f32 + down);
                (0..3).for_each(|part| sum[part] += at[part] / 4.0);
            }
            rows.extend(sum.map(|part: f32| part.round() as u8));
        }
    }
    let packed = miniz_oxide::deflate::compress_to_vec_zlib(&rows, 9);
    let mut header = [width.to_be_bytes(), height.to_be_bytes()].concat();
    // Eight bits for each of red, green and blue; no interlacing.
    header.extend([8, 2, 0, 0, 0]);
    let mut file = b"\x89PNG\r\n\x1a\n".to_vec();
    for (name, data) in [
        (b"IHDR", header.as_slice()),
        (b"IDAT", &packed),
        (b"IEND", &[]),
    ] {
        file.extend((data.len() as u32).to_be_bytes());
        let chunk = [name.as_slice(), data].concat();
        file.extend(&chunk);
        file.extend(checksum(&chunk).to_be_bytes());
    }
    file
}

/// The CRC-32 of a chunk.
fn checksum(bytes: &[u8]) -> u32 {
    let step = |sum: u32, &byte: &u8| {
        let shift = |sum: u32| (sum >> 1) ^ (0xedb8_8320 & (sum & 1).wrapping_neg());
        (0..8).fold(sum ^ u32::from(byte), |sum, _| shift(sum))
    };
    !bytes.iter().fold(!0, step)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_has_its_size_its_colours_and_a_right_checksum() {
        assert_eq!(checksum(b"123456789"), 0xcbf4_3926);
        let file = icon();
        assert_eq!(file[12..24], *b"IHDR\0\0\0\xb4\0\0\0\xb4");
        // Before the data are the header and 8 bytes, after it 4 bytes and the last chunk.
        let packed = &file[41..file.len() - 16];
        let rows = miniz_oxide::inflate::decompress_to_vec_zlib(packed).unwrap();
        assert_eq!(rows.len(), 180 * (1 + 3 * 180));
        assert_eq!(rows[1..4], [8, 10, 16]);
    }
}
