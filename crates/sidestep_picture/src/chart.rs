//! What all charts share: their frame on the sheet and the scale of colours beside a map.

use crate::{
    axis::{Axis, TICK_SIZE},
    number::{count, number},
    palette::Colour,
    svg::{Paint, Rect, Svg, Type, fitted},
};
use glam::Vec2;

/// Room above a chart, for its title.
pub(crate) const TITLE: f32 = 46.0;

/// An empty chart with its title.
pub(crate) fn begin(size: Vec2, title: &str) -> Svg {
    let side = |side: f32| if side.is_finite() { side.clamp(160.0, 8000.0) } else { 480.0 };
    let mut svg = Svg::new(side(size.x), side(size.y), title);
    let text = fitted(title, 16.0, svg.width() - 36.0);
    svg.text(Vec2::new(18.0, 28.0), &text, &Type::new(15.0, Colour::INK).bold());
    svg
}

/// The share of the darkest colour a value gets: a square root, so that small amounts are seen too.
pub(crate) fn share(value: f32, largest: f32) -> f32 {
    if value > 0.0 && largest > 0.0 && value.is_finite() {
        (value / largest).min(1.0).sqrt()
    } else {
        0.0
    }
}

/// The largest finite value, or 0.
pub(crate) fn largest(values: &[f32]) -> f32 {
    values.iter().copied().filter(|value| value.is_finite()).fold(0.0, f32::max)
}

/// A value with two digits that count, enough for a cell of a map.
pub(crate) fn short(value: f32) -> String {
    match value.abs() {
        large if large >= 9.95 => number(value, 0),
        middle if middle >= 0.095 => number(value, 1),
        _ => number(value, 2),
    }
}

/// The colours of a map and their values, in a column at `rect`.
pub(crate) fn draw_scale(svg: &mut Svg, rect: Rect, largest: f32, title: &str) {
    const STEPS: usize = 32;
    let height = rect.height / count(STEPS);
    for step in 0..STEPS {
        let part = (count(step) + 0.5) / count(STEPS);
        let y = rect.bottom() - count(step + 1) * height;
        let cell = Rect::new(rect.x, y, rect.width, height + 0.3);
        svg.rect(cell, 0.0, &Paint::fill(Colour::ramp(part)));
    }
    svg.rect(rect, 0.0, &Paint::stroke(Colour::GRID.mix(Colour::GREY, 0.3), 1.0));
    let text = Type::new(TICK_SIZE, Colour::GREY);
    for (value, label) in Axis::new("", 0.0, largest).ticks(4) {
        let y = rect.bottom() - share(value, largest) * rect.height;
        svg.text(Vec2::new(rect.right() + 5.0, y + 4.0), &label, &text);
    }
    svg.text(Vec2::new(rect.x, rect.y - 8.0), title, &text);
}
