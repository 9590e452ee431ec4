//! Named points on a plane, with how sure they are, and the line of those that no other point beats.

use crate::{
    axis::{Axis, PlotArea},
    chart::{TITLE, begin},
    palette::Colour,
    svg::{Paint, Rect, Svg, Type},
};
use glam::Vec2;

/// One point.
#[derive(Clone, Debug, PartialEq)]
pub struct ScatterPoint {
    /// Its name, written beside it.
    pub name: String,
    /// Where it is.
    pub at: Vec2,
    /// Least and most of both values; equal to `at` where nothing is known.
    pub range: (Vec2, Vec2),
}

/// Points on a plane on which less is better both ways.
#[derive(Clone, Debug, PartialEq)]
pub struct Scatter {
    /// Title of the picture.
    pub title: String,
    /// What is to the right.
    pub x_title: String,
    /// What is up.
    pub y_title: String,
    /// The points; those that are not finite are left out.
    pub points: Vec<ScatterPoint>,
    /// Width and height in pixels.
    pub size: Vec2,
}

/// The picture, with a line through the points that no other point beats both ways.
pub fn scatter(chart: &Scatter) -> Svg {
    let mut svg = begin(chart.size, &chart.title);
    let points: Vec<&ScatterPoint> =
        chart.points.iter().filter(|point| point.at.is_finite()).collect();
    let ends = || points.iter().flat_map(|point| [point.range.0, point.range.1, point.at]);
    let rect = Rect::new(70.0, TITLE, svg.width() - 70.0 - 30.0, svg.height() - TITLE - 54.0);
    let x = Axis::around(&chart.x_title, ends().map(|end| end.x).chain([0.0]));
    let y = Axis::around(&chart.y_title, ends().map(|end| end.y).chain([0.0]));
    let area = PlotArea { rect, x, y };
    area.draw_x(&mut svg, true);
    area.draw_y(&mut svg);
    let line: Vec<Vec2> =
        frontier(&points).iter().map(|point| area.pixel(point.at.x, point.at.y)).collect();
    svg.polyline(&line, &Paint::stroke(Colour::GREY, 1.2).dashed(4.0));
    for (index, point) in points.iter().enumerate() {
        draw_point(&mut svg, &area, point, Colour::SERIES[index % Colour::SERIES.len()]);
    }
    area.draw_frame(&mut svg);
    area.draw_x_title(&mut svg);
    area.draw_y_title(&mut svg, 48.0);
    svg
}

fn draw_point(svg: &mut Svg, area: &PlotArea, point: &ScatterPoint, colour: Colour) {
    let at = area.pixel(point.at.x, point.at.y);
    let (low, high) = point.range;
    let thin = Paint::stroke(colour, 1.0).opacity(0.6);
    svg.line(area.pixel(low.x, point.at.y), area.pixel(high.x, point.at.y), &thin);
    svg.line(area.pixel(point.at.x, low.y), area.pixel(point.at.x, high.y), &thin);
    svg.ellipse(at, Vec2::splat(4.0), &Paint::fill(colour));
    let is_right = at.x > area.rect.x + 0.72 * area.rect.width;
    let style = Type::new(11.5, Colour::INK);
    let (offset, style) = match is_right {
        true => (Vec2::new(-7.0, -6.0), style.ending()),
        false => (Vec2::new(7.0, -6.0), style),
    };
    svg.text(at + offset, &point.name, &style);
}

/// The points that no other point beats both ways, from left to right.
fn frontier<'a>(points: &[&'a ScatterPoint]) -> Vec<&'a ScatterPoint> {
    let is_beaten = |point: &ScatterPoint| {
        points.iter().any(|other| {
            other.at.x <= point.at.x && other.at.y <= point.at.y && other.at != point.at
        })
    };
    let mut best: Vec<&ScatterPoint> =
        points.iter().copied().filter(|point| !is_beaten(point)).collect();
    best.sort_by(|a, b| a.at.x.total_cmp(&b.at.x));
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    fn point(name: &str, x: f32, y: f32) -> ScatterPoint {
        let at = Vec2::new(x, y);
        ScatterPoint { name: name.to_owned(), at, range: (at, at) }
    }

    #[test]
    fn the_frontier_leaves_out_what_is_beaten_both_ways() {
        let points = [
            point("a", 3.0, 1.0),
            point("b", 1.0, 3.0),
            point("c", 3.0, 3.0),
            point("d", 2.0, 2.0),
        ];
        let names: Vec<&str> = frontier(&points.iter().collect::<Vec<_>>())
            .iter()
            .map(|point| point.name.as_str())
            .collect();
        assert_eq!(names, ["b", "d", "a"]);
    }

    #[test]
    fn every_name_is_drawn_and_nothing_can_break_it() {
        let points = vec![point("matching", 1.0, 2.0), point("lost", f32::NAN, 1.0)];
        let chart = Scatter {
            title: "response".to_owned(),
            x_title: "s".to_owned(),
            y_title: "cm/s".to_owned(),
            points,
            size: Vec2::new(420.0, 320.0),
        };
        let text = scatter(&chart).to_string();
        assert!(text.contains("matching") && !text.contains("lost") && !text.contains("NaN"));
    }
}
