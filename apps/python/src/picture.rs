//! Draws a molecule for a notebook: the box, its atoms, and the answers around it.

use std::fmt::Write;

use blackbox::board::Board;
use blackbox::ray::{Outcome, Path};

/// The width of a cell in pixels.
const CELL: usize = 24;

/// The box as SVG, with the path of a ray if one is given. Everything has the colour of the surrounding text, so
/// that the picture also fits a dark page.
pub(crate) fn svg(board: Board, path: Option<&Path>) -> String {
    let size = board.size();
    let (rows, columns) = (size.rows(), size.columns());
    let (width, height) = ((columns + 2) * CELL, (rows + 2) * CELL);
    let centre = |(row, column)| (column * CELL + CELL / 2, row * CELL + CELL / 2);
    let mut svg = format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{width}" height="{height}" fill="none" stroke="currentColor"><title>{} {}</title>"#,
        board.config(),
        board.text()
    );
    let mut line = |x, y, to: String| _ = write!(svg, r#"<path opacity=".4" d="M{x} {y}{to}"/>"#);
    for row in 0..=rows {
        line(CELL, (row + 1) * CELL, format!("h{}", columns * CELL));
    }
    for column in 0..=columns {
        line((column + 1) * CELL, CELL, format!("v{}", rows * CELL));
    }
    for atom in board.atoms() {
        let (x, y) = centre((atom.row() + 1, atom.column() + 1));
        _ = write!(
            svg,
            r#"<circle cx="{x}" cy="{y}" r="8" fill="currentColor"/>"#
        );
    }
    // Results are written as players do: H for a hit, R for a reflected ray.
    let symbols = board.spectrum().to_string();
    let positions = size.all_positions();
    svg.push_str(r#"<g fill="currentColor" stroke="none" text-anchor="middle" font-size="14">"#);
    for (position, symbol) in positions.zip(symbols.chars()) {
        let (x, y) = centre(position.place());
        let symbol = match symbol {
            '@' => 'H',
            '&' => 'R',
            label => label,
        };
        _ = write!(svg, r#"<text x="{x}" y="{}">{symbol}</text>"#, y + 5);
    }
    svg.push_str("</g>");
    if let Some(path) = path {
        let end = match path.ray.outcome {
            Outcome::Out(exit) => Some(exit.place()),
            _ => path.atom.map(|atom| (atom.row() + 1, atom.column() + 1)),
        };
        let cells = (path.cells.iter()).map(|cell| (cell.row() + 1, cell.column() + 1));
        svg.push_str(r##"<polyline stroke="#d55e00" stroke-width="3" points=""##);
        for place in [path.position.place()].into_iter().chain(cells).chain(end) {
            let (x, y) = centre(place);
            _ = write!(svg, "{x},{y} ");
        }
        svg.push_str(r#""/>"#);
    }
    svg + "</svg>"
}
