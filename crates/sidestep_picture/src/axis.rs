//! Axes: from values to pixels, with round numbers at the ticks.

use crate::{
    number::{count, index, number},
    palette::Colour,
    svg::{Paint, Rect, Svg, Type},
};
use glam::Vec2;
use sidestep_motion::math::{exp, ln};
use std::f32::consts::LN_10;

/// Size of the numbers at the ticks.
pub(crate) const TICK_SIZE: f32 = 11.0;

/// An axis of a plot.
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    /// What is measured, with its unit, such as `speed (m/s)`.
    pub title: String,
    /// First value shown.
    pub min: f32,
    /// Last value shown.
    pub max: f32,
}

impl Axis {
    /// An axis over a range; a range that is empty or not finite becomes a small one around it.
    pub fn new(title: &str, min: f32, max: f32) -> Self {
        let min = if min.is_finite() { min.clamp(-1e12, 1e12) } else { 0.0 };
        let max = if max.is_finite() { max.clamp(-1e12, 1e12) } else { min };
        let least = 1e-6_f32.max(1e-5 * min.abs());
        let max = if max - min > least { max } else { min + (1e-3 * min.abs()).max(1.0) };
        Self { title: title.to_owned(), min, max }
    }

    /// An axis that holds all values, widened to round numbers.
    pub fn around(title: &str, values: impl Iterator<Item = f32>) -> Self {
        let finite = values.filter(|value| value.is_finite());
        let (min, max) = finite.fold((f32::INFINITY, f32::NEG_INFINITY), |(min, max), value| {
            (min.min(value), max.max(value))
        });
        let axis = Self::new(title, min, max);
        let step = step(axis.max - axis.min, 5);
        let (min, max) = ((axis.min / step).floor() * step, (axis.max / step).ceil() * step);
        Self::new(title, min, max)
    }

    /// The share of the axis at which a value lies, kept within it.
    pub(crate) fn share(&self, value: f32) -> f32 {
        let share = (value - self.min) / (self.max - self.min);
        if share.is_finite() { share.clamp(0.0, 1.0) } else { 0.0 }
    }

    /// Round values on the axis, at most about `most` of them, with their text.
    pub(crate) fn ticks(&self, most: usize) -> Vec<(f32, String)> {
        let step = step(self.max - self.min, most);
        let first = (self.min / step - 1e-3).ceil();
        let decimals = index((-(ln(step) / LN_10) + 1e-3).ceil().clamp(0.0, 6.0));
        let count_of_ticks = index((self.max - self.min) / step + 1.0 + 1e-3).min(200);
        (0..=count_of_ticks)
            .map(|tick| (first + count(tick)) * step)
            .filter(|value| *value <= self.max + 1e-3 * step)
            .map(|value| (value, number(value, decimals)))
            .collect()
    }
}

/// The smallest of 1, 2, 5 times a power of ten that cuts `span` into at most `most` pieces.
pub(crate) fn step(span: f32, most: usize) -> f32 {
    let rough = (span / count(most.max(1))).clamp(1e-9, 1e15);
    let power = (ln(rough) / LN_10 + 1e-4).floor();
    let base = exp(power * LN_10);
    // A power of ten by exp is a little off; the nearest short number is meant.
    let base: f32 = format!("{base:.3e}").parse().unwrap_or(base);
    let factor = [1.0, 2.0, 5.0].into_iter().find(|factor| factor * base >= rough * 0.999);
    factor.unwrap_or(10.0) * base
}

/// A rectangle with two axes.
#[derive(Clone, Debug)]
pub(crate) struct PlotArea {
    pub(crate) rect: Rect,
    pub(crate) x: Axis,
    pub(crate) y: Axis,
}

impl PlotArea {
    /// The pixel of a pair of values, kept within the rectangle.
    pub(crate) fn pixel(&self, x: f32, y: f32) -> Vec2 {
        Vec2::new(self.x_pixel(x), self.y_pixel(y))
    }

    pub(crate) fn x_pixel(&self, x: f32) -> f32 {
        self.rect.x + self.x.share(x) * self.rect.width
    }

    pub(crate) fn y_pixel(&self, y: f32) -> f32 {
        self.rect.bottom() - self.y.share(y) * self.rect.height
    }

    /// The panel, its vertical grid lines and, where asked, the numbers below.
    pub(crate) fn draw_x(&self, svg: &mut Svg, numbers: bool) {
        svg.rect(self.rect, 0.0, &Paint::fill(Colour::PANEL));
        let text = Type::new(TICK_SIZE, Colour::GREY).centred();
        for (value, label) in self.x.ticks(index(self.rect.width / 55.0).clamp(2, 20)) {
            let x = self.x_pixel(value);
            let (top, bottom) = (Vec2::new(x, self.rect.y), Vec2::new(x, self.rect.bottom()));
            svg.line(top, bottom, &Paint::stroke(Colour::GRID, 1.0));
            if numbers {
                svg.text(Vec2::new(x, self.rect.bottom() + 15.0), &label, &text);
            }
        }
    }

    /// The horizontal grid lines and their numbers.
    pub(crate) fn draw_y(&self, svg: &mut Svg) {
        let text = Type::new(TICK_SIZE, Colour::GREY).ending();
        for (value, label) in self.y.ticks(index(self.rect.height / 22.0).clamp(2, 10)) {
            let y = self.y_pixel(value);
            let colour = if value == 0.0 { Colour::GREY } else { Colour::GRID };
            let (left, right) = (Vec2::new(self.rect.x, y), Vec2::new(self.rect.right(), y));
            svg.line(left, right, &Paint::stroke(colour, if value == 0.0 { 0.8 } else { 1.0 }));
            svg.text(Vec2::new(self.rect.x - 6.0, y + 4.0), &label, &text);
        }
    }

    /// A thin line around the panel.
    pub(crate) fn draw_frame(&self, svg: &mut Svg) {
        svg.rect(self.rect, 0.0, &Paint::stroke(Colour::GRID.mix(Colour::GREY, 0.3), 1.0));
    }

    /// The title of the x axis, below its numbers.
    pub(crate) fn draw_x_title(&self, svg: &mut Svg) {
        let at = Vec2::new(self.rect.x + 0.5 * self.rect.width, self.rect.bottom() + 34.0);
        svg.text(at, &self.x.title, &Type::new(12.0, Colour::INK).centred());
    }

    /// The title of the y axis, `offset` pixels left of the panel.
    pub(crate) fn draw_y_title(&self, svg: &mut Svg, offset: f32) {
        let at = Vec2::new(self.rect.x - offset, self.rect.y + 0.5 * self.rect.height);
        svg.text(at, &self.y.title, &Type::new(12.0, Colour::INK).centred().upwards());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round() {
        let labels = |min, max, most| -> Vec<String> {
            Axis::new("", min, max).ticks(most).into_iter().map(|tick| tick.1).collect()
        };
        assert_eq!(labels(0.0, 2.0, 5), ["0", "0.5", "1", "1.5", "2"]);
        assert_eq!(labels(-180.0, 180.0, 4), ["-100", "0", "100"]);
        assert_eq!(labels(0.0, 0.01, 5), ["0", "0.002", "0.004", "0.006", "0.008", "0.01"]);
        assert_eq!(labels(0.0, 60.0, 6), ["0", "10", "20", "30", "40", "50", "60"]);
    }

    #[test]
    fn an_axis_is_never_empty() {
        for (min, max) in [(0.0, 0.0), (f32::NAN, f32::INFINITY), (5.0, -5.0), (1e9, 1e9)] {
            let axis = Axis::new("", min, max);
            assert!(axis.max > axis.min, "{axis:?}");
            assert!((0.0..=1.0).contains(&axis.share(min)));
        }
    }
}
