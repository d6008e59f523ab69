//! Pictures as SVG: the frame, the colours and the numbers that all drawings share.
//!
//! Colours are classes, so one style sheet serves a picture in a file of its own and many pictures in one page, on
//! light and on dark backgrounds. The same data always give the same bytes.

use maud::{Markup, PreEscaped, html};

/// The style sheet, for the `style` element of a page that shows pictures inline.
///
/// `paper`, `ink`, `soft` and `hue-1` to `hue-6` fill shapes; the hues are distinguishable with colour blindness.
/// `hair`, `edge` and `way-1` to `way-6` draw lines.
pub const STYLE: &str = "\
.picture{font-family:system-ui,-apple-system,'Segoe UI',Helvetica,Arial,sans-serif;font-size:12px}\
.picture .mono{font-family:ui-monospace,Menlo,Consolas,'DejaVu Sans Mono',monospace}\
.picture .hair,.picture .edge,.picture [class^=way]{fill:none}\
.picture .paper{fill:#fff}.picture .ink{fill:#1c2330}.picture .soft{fill:#5b6575}\
.picture .hair{stroke:#cfd5de}.picture .edge{stroke:#1c2330}\
.picture .hue-1{fill:#0072b2}.picture .hue-2{fill:#d55e00}.picture .hue-3{fill:#009e73}\
.picture .hue-4{fill:#cc79a7}.picture .hue-5{fill:#e69f00}.picture .hue-6{fill:#56b4e9}\
.picture .way-1{stroke:#0072b2}.picture .way-2{stroke:#d55e00}.picture .way-3{stroke:#009e73}\
.picture .way-4{stroke:#cc79a7}.picture .way-5{stroke:#e69f00}.picture .way-6{stroke:#56b4e9}\
@media (prefers-color-scheme:dark){\
.picture .paper{fill:#14181f}.picture .ink{fill:#e7ebf2}.picture .soft{fill:#9aa5b5}\
.picture .hair{stroke:#38414f}.picture .edge{stroke:#e7ebf2}\
.picture .hue-1{fill:#4aa8e0}.picture .hue-2{fill:#f08a45}.picture .hue-3{fill:#2cc79a}\
.picture .hue-4{fill:#e09bc3}.picture .hue-5{fill:#f0b840}.picture .hue-6{fill:#8fd0f5}\
.picture .way-1{stroke:#4aa8e0}.picture .way-2{stroke:#f08a45}.picture .way-3{stroke:#2cc79a}\
.picture .way-4{stroke:#e09bc3}.picture .way-5{stroke:#f0b840}.picture .way-6{stroke:#8fd0f5}}";

#[derive(Clone, Debug)]
pub struct Picture {
    /// A description for readers who cannot see the picture.
    pub title: String,
    /// The width in user units, which are pixels at natural size.
    pub width: f64,
    /// The height in user units.
    pub height: f64,
    /// The SVG elements of the drawing, which use the classes of [`STYLE`].
    pub body: Markup,
}

impl Picture {
    /// The beginning of the document of a picture.
    pub const BEGINNING: &str = r#"<svg xmlns="http://www.w3.org/2000/svg" class="picture""#;

    /// The picture as a file of its own.
    pub fn document(&self) -> String {
        let style = html! { style { (PreEscaped(STYLE)) } };
        let mut text = self.element(&style).into_string();
        text.push('\n');
        text
    }

    /// The picture as a part of a page whose style contains [`STYLE`].
    pub fn inline(&self) -> Markup {
        self.element(&Markup::default())
    }

    fn element(&self, style: &Markup) -> Markup {
        let (width, height) = (number(self.width), number(self.height));
        html! {
            svg xmlns="http://www.w3.org/2000/svg" class="picture" role="img"
                width=(width) height=(height) viewBox={ "0 0 " (width) " " (height) }
            {
                title { (self.title) }
                (style)
                rect class="paper" width=(width) height=(height) {}
                (self.body)
            }
        }
    }
}

/// A coordinate as text: at most two decimals, without trailing zeros.
pub fn number(value: f64) -> String {
    // Most coordinates are integers, for which this is faster.
    if value.fract() == 0.0 && value.abs() < 1e9 {
        return (value as i64).to_string();
    }
    let mut text = format!("{value:.2}");
    let digits = text.trim_end_matches('0').trim_end_matches('.').len();
    text.truncate(digits);
    if text == "-0" { "0".to_owned() } else { text }
}

/// The `points` of a polyline or polygon.
pub fn points(points: impl IntoIterator<Item = (f64, f64)>) -> String {
    let text = |(x, y)| format!("{},{}", number(x), number(y));
    let points: Vec<String> = points.into_iter().map(text).collect();
    points.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        let shown = [1.0, 0.5, -0.001, 12.345, 100.0, -3.10].map(number);
        assert_eq!(shown, ["1", "0.5", "0", "12.35", "100", "-3.1"]);
    }

    #[test]
    fn text_is_escaped() {
        let picture = Picture {
            title: "<script>&\"".to_owned(),
            width: 10.0,
            height: 5.5,
            body: html! { text class="ink" { "a < b" } },
        };
        let document = picture.document();
        assert!(document.contains("<title>&lt;script&gt;&amp;"));
        assert!(document.contains("a &lt; b"));
        assert!(document.contains(r#"viewBox="0 0 10 5.5""#));
        assert!(!picture.inline().into_string().contains("<style>"));
    }
}
