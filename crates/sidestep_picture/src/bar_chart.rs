//! Named amounts as bars, the names at the left.

use crate::{
    axis::{Axis, PlotArea, TICK_SIZE},
    chart::{TITLE, begin, short},
    number::count,
    palette::Colour,
    svg::{Paint, Rect, Svg, Type, fitted, text_width},
};
use glam::Vec2;

/// Height of a bar with the gap below it.
const PITCH: f32 = 22.0;

/// Named amounts.
#[derive(Clone, Debug, PartialEq)]
pub struct BarChart {
    /// Title of the picture.
    pub title: String,
    /// What the amounts are, with their unit, such as `seconds`.
    pub value_title: String,
    /// Names and amounts, from above downwards.
    pub bars: Vec<(String, f32)>,
    /// Width in pixels; the height follows from the bars.
    pub width: f32,
}

/// The chart with the amount at the end of each bar.
pub fn bar_chart(chart: &BarChart) -> Svg {
    let height = TITLE + count(chart.bars.len()) * PITCH + 58.0;
    let mut svg = begin(Vec2::new(chart.width, height), &chart.title);
    svg.grow(height);
    let names = chart.bars.iter().map(|(name, _)| text_width(name, 11.5));
    let left = (names.fold(40.0, f32::max) + 30.0).min(0.45 * svg.width());
    let rect =
        Rect::new(left, TITLE, svg.width() - left - 66.0, count(chart.bars.len()) * PITCH + 4.0);
    let values = chart.bars.iter().map(|(_, value)| *value);
    let x = Axis::around(&chart.value_title, values.chain(std::iter::once(0.0)));
    let area = PlotArea { rect, x, y: Axis::new("", 0.0, 1.0) };
    area.draw_x(&mut svg, true);
    for (index, (name, value)) in chart.bars.iter().enumerate() {
        let y = rect.y + 4.0 + count(index) * PITCH;
        let (zero, end) = (area.x_pixel(0.0), area.x_pixel(*value));
        let bar = Rect::new(zero.min(end), y, (end - zero).abs(), PITCH - 6.0);
        svg.rect(bar, 1.5, &Paint::fill(Colour::SERIES[0]));
        let name = fitted(name, 11.5, left - 26.0);
        let style = Type::new(11.5, Colour::INK).ending();
        svg.text(Vec2::new(left - 8.0, y + 12.0), &name, &style);
        let style = Type::new(TICK_SIZE, Colour::GREY);
        svg.text(Vec2::new(zero.max(end) + 5.0, y + 12.0), &short(*value), &style);
    }
    area.draw_frame(&mut svg);
    area.draw_x_title(&mut svg);
    svg
}
