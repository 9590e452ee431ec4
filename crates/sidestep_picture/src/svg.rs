//! A picture as SVG text: the few shapes the pictures of this crate are made of.
//!
//! Every number is written with a fixed precision, so that the same input gives the same bytes.

use crate::{
    number::{number, pixel},
    page_data::base64,
    palette::Colour,
};
use glam::Vec2;
use std::fmt::Write;

/// A picture that is being drawn, in pixels, with y down.
#[derive(Clone, Debug, PartialEq)]
pub struct Svg {
    width: f32,
    height: f32,
    description: String,
    body: String,
    photos: Vec<Photo>,
}

/// Pixels on the picture: red, green, blue and how much they cover.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Photo {
    /// Where they are.
    pub(crate) rect: Rect,
    /// Columns and rows.
    pub(crate) size: [usize; 2],
    /// Row by row.
    pub(crate) pixels: Vec<[u8; 4]>,
}

/// A rectangle of a picture, in pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rect {
    /// Left edge.
    pub x: f32,
    /// Upper edge.
    pub y: f32,
    /// Width.
    pub width: f32,
    /// Height.
    pub height: f32,
}

impl Rect {
    /// A rectangle by its upper left corner and its size.
    pub const fn new(x: f32, y: f32, width: f32, height: f32) -> Self {
        Self { x, y, width, height }
    }

    /// Right edge.
    pub fn right(self) -> f32 {
        self.x + self.width
    }

    /// Lower edge.
    pub fn bottom(self) -> f32 {
        self.y + self.height
    }
}

/// How a shape is painted.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Paint {
    fill: Option<Colour>,
    stroke: Option<(Colour, f32)>,
    opacity: Option<f32>,
    dash: Option<f32>,
}

impl Paint {
    /// Filled, without an outline.
    pub fn fill(colour: Colour) -> Self {
        Self { fill: Some(colour), ..Self::default() }
    }

    /// A line of that width in pixels.
    pub fn stroke(colour: Colour, width: f32) -> Self {
        Self { stroke: Some((colour, width)), ..Self::default() }
    }

    /// The same with an outline.
    pub fn outlined(self, colour: Colour, width: f32) -> Self {
        Self { stroke: Some((colour, width)), ..self }
    }

    /// The same, less opaque.
    pub fn opacity(self, opacity: f32) -> Self {
        Self { opacity: Some(opacity), ..self }
    }

    /// The same with dashes of that length in pixels.
    pub fn dashed(self, length: f32) -> Self {
        Self { dash: Some(length), ..self }
    }

    fn attributes(&self) -> String {
        let mut text = match self.fill {
            Some(colour) => format!(r#" fill="{colour}""#),
            None => r#" fill="none""#.to_owned(),
        };
        if let Some((colour, width)) = self.stroke {
            let width = number(width, 2);
            let _ = write!(text, r#" stroke="{colour}" stroke-width="{width}""#);
        }
        if let Some(dash) = self.dash {
            let _ = write!(text, r#" stroke-dasharray="{}""#, number(dash, 1));
        }
        if let Some(opacity) = self.opacity {
            let _ = write!(text, r#" opacity="{}""#, number(opacity, 2));
        }
        text
    }
}

/// Where a text stands against its point.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Anchor {
    /// The text begins there.
    #[default]
    Start,
    /// The text is centred there.
    Middle,
    /// The text ends there.
    End,
}

/// How a text is set.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Type {
    /// Size in pixels.
    pub size: f32,
    /// Colour.
    pub colour: Colour,
    /// Whether it is bold.
    pub bold: bool,
    /// Where it stands against its point.
    pub anchor: Anchor,
    /// Whether it runs upwards.
    pub upwards: bool,
}

impl Type {
    /// Plain text of that size and colour.
    pub const fn new(size: f32, colour: Colour) -> Self {
        Self { size, colour, bold: false, anchor: Anchor::Start, upwards: false }
    }

    /// The same in bold.
    pub const fn bold(self) -> Self {
        Self { bold: true, ..self }
    }

    /// The same, centred at its point.
    pub const fn centred(self) -> Self {
        Self { anchor: Anchor::Middle, ..self }
    }

    /// The same, ending at its point.
    pub const fn ending(self) -> Self {
        Self { anchor: Anchor::End, ..self }
    }

    /// The same, running upwards.
    pub const fn upwards(self) -> Self {
        Self { upwards: true, ..self }
    }
}

impl Svg {
    /// An empty picture; `description` says in one sentence what it shows, for those who cannot see it.
    pub fn new(width: f32, height: f32, description: &str) -> Self {
        let description = description.to_owned();
        Self { width, height, description, body: String::new(), photos: Vec::new() }
    }

    /// Width in pixels.
    pub fn width(&self) -> f32 {
        self.width
    }

    /// Height in pixels.
    pub fn height(&self) -> f32 {
        self.height
    }

    /// Makes the picture high enough to hold `height` pixels.
    pub fn grow(&mut self, height: f32) {
        self.height = self.height.max(height);
    }

    /// A rectangle with corners rounded by `radius` pixels.
    pub fn rect(&mut self, rect: Rect, radius: f32, paint: &Paint) {
        let round =
            if radius > 0.0 { format!(r#" rx="{}""#, pixel(radius)) } else { String::new() };
        let _ = writeln!(
            self.body,
            r#"<rect x="{}" y="{}" width="{}" height="{}"{round}{}/>"#,
            pixel(rect.x),
            pixel(rect.y),
            pixel(rect.width.max(0.0)),
            pixel(rect.height.max(0.0)),
            paint.attributes()
        );
    }

    /// A straight line.
    pub fn line(&mut self, from: Vec2, to: Vec2, paint: &Paint) {
        let _ = writeln!(
            self.body,
            r#"<line x1="{}" y1="{}" x2="{}" y2="{}"{}/>"#,
            pixel(from.x),
            pixel(from.y),
            pixel(to.x),
            pixel(to.y),
            paint.attributes()
        );
    }

    /// An ellipse with axes along those of the picture.
    pub fn ellipse(&mut self, centre: Vec2, radii: Vec2, paint: &Paint) {
        let _ = writeln!(
            self.body,
            r#"<ellipse cx="{}" cy="{}" rx="{}" ry="{}"{}/>"#,
            pixel(centre.x),
            pixel(centre.y),
            pixel(radii.x.max(0.0)),
            pixel(radii.y.max(0.0)),
            paint.attributes()
        );
    }

    /// A line through points, with round joins. Fewer than two points draw nothing.
    pub fn polyline(&mut self, points: &[Vec2], paint: &Paint) {
        if points.len() < 2 {
            return;
        }
        let _ = writeln!(
            self.body,
            r#"<polyline points="{}"{} stroke-linejoin="round" stroke-linecap="round"/>"#,
            coordinates(points),
            paint.attributes()
        );
    }

    /// A closed area. Fewer than three points draw nothing.
    pub fn polygon(&mut self, points: &[Vec2], paint: &Paint) {
        if points.len() < 3 {
            return;
        }
        let _ = writeln!(
            self.body,
            r#"<polygon points="{}"{} stroke-linejoin="round"/>"#,
            coordinates(points),
            paint.attributes()
        );
    }

    /// An area or line given as SVG path data, which the caller wrote with finite numbers.
    pub(crate) fn path(&mut self, data: &str, paint: &Paint) {
        let _ = writeln!(self.body, r#"<path d="{data}"{}/>"#, paint.attributes());
    }

    /// A line of text with its baseline at `at`.
    pub fn text(&mut self, at: Vec2, text: &str, style: &Type) {
        let anchor = match style.anchor {
            Anchor::Start => "",
            Anchor::Middle => r#" text-anchor="middle""#,
            Anchor::End => r#" text-anchor="end""#,
        };
        let bold = if style.bold { r#" font-weight="bold""# } else { "" };
        let (x, y) = (pixel(at.x), pixel(at.y));
        let turn = if style.upwards {
            format!(r#" transform="rotate(-90 {x} {y})""#)
        } else {
            String::new()
        };
        let _ = writeln!(
            self.body,
            r#"<text x="{x}" y="{y}" font-size="{}" fill="{}"{anchor}{bold}{turn}>{}</text>"#,
            number(style.size, 1),
            style.colour,
            escape(text)
        );
    }

    /// Everything drawn by `draw` as one group of that class.
    pub fn group(&mut self, class: &str, draw: impl FnOnce(&mut Self)) {
        let _ = writeln!(self.body, r#"<g class="{}">"#, escape(class));
        draw(self);
        self.body.push_str("</g>\n");
    }

    /// Another picture, drawn with its upper left corner at `at`.
    pub fn place(&mut self, at: Vec2, picture: &Self) {
        let _ = writeln!(
            self.body,
            "<g transform=\"translate({} {})\">\n{}</g>",
            pixel(at.x),
            pixel(at.y),
            picture.body
        );
        let moved = |photo: &Photo| {
            let rect = Rect { x: photo.rect.x + at.x, y: photo.rect.y + at.y, ..photo.rect };
            Photo { rect, ..photo.clone() }
        };
        self.photos.extend(picture.photos.iter().map(moved));
    }

    /// Pixels, row by row, over everything that is no image.
    pub(crate) fn image(&mut self, rect: Rect, size: [usize; 2], pixels: &[[u8; 4]]) {
        let photo = Photo { rect, size, pixels: pixels.to_vec() };
        let Some(png) = photo.to_png() else { return };
        let _ = writeln!(
            self.body,
            r#"<image x="{}" y="{}" width="{}" height="{}" href="data:image/png;base64,{}"/>"#,
            pixel(rect.x),
            pixel(rect.y),
            pixel(rect.width),
            pixel(rect.height),
            base64(&png)
        );
        self.photos.push(photo);
    }

    /// The images, in the order in which they cover each other.
    pub(crate) fn photos(&self) -> &[Photo] {
        &self.photos
    }
}

impl std::fmt::Display for Svg {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (width, height) = (pixel(self.width.max(1.0)), pixel(self.height.max(1.0)));
        writeln!(
            f,
            r#"<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" font-family="DejaVu Sans, Verdana, sans-serif" role="img">"#
        )?;
        writeln!(f, "<title>{}</title>", escape(&self.description))?;
        writeln!(
            f,
            r#"<rect width="{width}" height="{height}" rx="6" fill="{}"/>"#,
            Colour::PAPER
        )?;
        write!(f, "{}", self.body)?;
        writeln!(f, "</svg>")
    }
}

/// Pictures side by side, their upper edges in line.
pub fn beside(pictures: &[Svg], gap: f32) -> Svg {
    let width: f32 = pictures.iter().map(|picture| picture.width + gap).sum();
    let mut all = Svg::new((width - gap).max(1.0), 1.0, &descriptions(pictures));
    let mut x = 0.0;
    for picture in pictures {
        all.grow(picture.height);
        all.place(Vec2::new(x, 0.0), picture);
        x += picture.width + gap;
    }
    all
}

/// Pictures one above the other, their left edges in line.
pub fn stacked(pictures: &[Svg], gap: f32) -> Svg {
    let width = pictures.iter().map(|picture| picture.width).fold(1.0, f32::max);
    let mut all = Svg::new(width, 1.0, &descriptions(pictures));
    let mut y = 0.0;
    for picture in pictures {
        all.place(Vec2::new(0.0, y), picture);
        y += picture.height + gap;
    }
    all.grow(y - gap);
    all
}

/// The width of a text in pixels, a little too wide rather than too narrow.
///
/// Classes of letters instead of the font's table: layout must not depend on a font being read.
pub(crate) fn text_width(text: &str, size: f32) -> f32 {
    let em = |letter: char| match letter {
        'i' | 'j' | 'l' | '\'' | '|' => 0.3,
        ' ' | '.' | ',' | ':' | ';' | '!' | 'I' | '(' | ')' | '[' | ']' | 'f' | 't' | 'r' => 0.42,
        'm' | 'w' | 'M' | 'W' | '@' | '%' | '…' => 1.0,
        '\u{2e80}'.. => 1.05,
        'A'..='Z' => 0.74,
        _ => 0.64,
    };
    text.chars().map(em).sum::<f32>() * size
}

/// `text`, cut with an ellipsis where it is wider than `width` pixels.
pub(crate) fn fitted(text: &str, size: f32, width: f32) -> String {
    if text_width(text, size) <= width {
        return text.to_owned();
    }
    let mut short: String = text.to_owned();
    while short.pop().is_some() {
        let candidate = format!("{}…", short.trim_end());
        if text_width(&candidate, size) <= width {
            return if short.is_empty() { String::new() } else { candidate };
        }
    }
    String::new()
}

fn coordinates(points: &[Vec2]) -> String {
    let mut text = String::with_capacity(points.len() * 12);
    for point in points {
        if !text.is_empty() {
            text.push(' ');
        }
        let _ = write!(text, "{},{}", pixel(point.x), pixel(point.y));
    }
    text
}

fn descriptions(pictures: &[Svg]) -> String {
    let all: Vec<&str> = pictures.iter().map(|picture| picture.description.as_str()).collect();
    all.join("; ")
}

/// Text made harmless for XML: no markup, no characters XML forbids.
pub(crate) fn escape(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            '\n' | '\t' | '\r' => safe.push(' '),
            letter if letter.is_control() || matches!(letter, '\u{fffe}' | '\u{ffff}') => {}
            letter => safe.push(letter),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_harmless() {
        assert_eq!(escape("a<b & \"c\"\u{0}"), "a&lt;b &amp; &quot;c&quot;");
    }

    #[test]
    fn long_text_is_cut_to_its_room() {
        let cut = fitted("a rather long label", 10.0, 60.0);
        assert!(cut.ends_with('…') && text_width(&cut, 10.0) <= 60.0, "{cut}");
        assert_eq!(fitted("ok", 10.0, 60.0), "ok");
        assert_eq!(fitted("anything", 10.0, 1.0), "");
    }

    #[test]
    fn pictures_are_joined_without_overlap() {
        let (a, b) = (Svg::new(100.0, 50.0, "a"), Svg::new(30.0, 80.0, "b"));
        let row = beside(&[a.clone(), b.clone()], 10.0);
        assert_eq!((row.width(), row.height()), (140.0, 80.0));
        let column = stacked(&[a, b], 10.0);
        assert_eq!((column.width(), column.height()), (100.0, 140.0));
    }
}
