//! Curves over a common axis.

use crate::{
    axis::{Axis, PlotArea},
    chart::{TITLE, begin},
    number::count,
    palette::Colour,
    svg::{Paint, Rect, Svg, Type, fitted, text_width},
};
use glam::Vec2;

/// One curve.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    /// Name in the key.
    pub name: String,
    /// Points from left to right; one that is not finite leaves a gap.
    pub points: Vec<Vec2>,
}

/// Curves over a common axis.
#[derive(Clone, Debug, PartialEq)]
pub struct LineChart {
    /// Title of the picture.
    pub title: String,
    /// The horizontal axis.
    pub x: Axis,
    /// The vertical axis.
    pub y: Axis,
    /// The curves, at most six of which have a colour of their own; the others are dashed.
    pub series: Vec<Series>,
    /// Width and height in pixels.
    pub size: Vec2,
}

impl LineChart {
    /// A chart whose axes hold all points.
    pub fn new(title: &str, x_title: &str, y_title: &str, series: Vec<Series>) -> Self {
        let points = || series.iter().flat_map(|series| &series.points);
        let x = Axis::around(x_title, points().map(|point| point.x));
        let y = Axis::around(y_title, points().map(|point| point.y));
        Self { title: title.to_owned(), x, y, series, size: Vec2::new(640.0, 380.0) }
    }
}

/// The chart, with a key where it has more than one curve.
pub fn line_chart(chart: &LineChart) -> Svg {
    let mut svg = begin(chart.size, &chart.title);
    let key = if chart.series.len() > 1 { draw_key(&mut svg, chart) } else { 0.0 };
    let top = TITLE + key;
    let rect = Rect::new(78.0, top, svg.width() - 78.0 - 24.0, svg.height() - top - 56.0);
    let area = PlotArea { rect, x: chart.x.clone(), y: chart.y.clone() };
    area.draw_x(&mut svg, true);
    area.draw_y(&mut svg);
    for (index, series) in chart.series.iter().enumerate() {
        for stretch in series.points.split(|point| !point.is_finite()) {
            let points: Vec<Vec2> =
                stretch.iter().map(|point| area.pixel(point.x, point.y)).collect();
            match points[..] {
                [point] => svg.ellipse(point, Vec2::splat(2.5), &Paint::fill(colour(index))),
                _ => svg.polyline(&points, &paint(index)),
            }
        }
    }
    area.draw_frame(&mut svg);
    area.draw_x_title(&mut svg);
    area.draw_y_title(&mut svg, 54.0);
    svg
}

fn colour(index: usize) -> Colour {
    Colour::SERIES[index % Colour::SERIES.len()]
}

fn paint(index: usize) -> Paint {
    let paint = Paint::stroke(colour(index), 2.0);
    match index / Colour::SERIES.len() {
        0 => paint,
        round => paint.dashed(3.0 + 3.0 * count(round)),
    }
}

/// Names and colours in rows below the title; the height they take.
fn draw_key(svg: &mut Svg, chart: &LineChart) -> f32 {
    let (left, right) = (18.0, svg.width() - 18.0);
    let mut at = Vec2::new(left, TITLE + 2.0);
    for (index, series) in chart.series.iter().enumerate() {
        let name = fitted(&series.name, 11.5, right - left - 30.0);
        let width = text_width(&name, 11.5) + 40.0;
        if at.x + width > right && at.x > left {
            at = Vec2::new(left, at.y + 18.0);
        }
        let middle = at - Vec2::Y * 4.0;
        svg.line(middle, middle + Vec2::X * 20.0, &paint(index));
        svg.text(at + Vec2::X * 25.0, &name, &Type::new(11.5, Colour::INK));
        at.x += width;
    }
    at.y + 14.0 - TITLE
}
