//! Amounts over a direction and a measure, such as seconds of travel against facing and speed.

use crate::{
    chart::{TITLE, begin, draw_scale, largest, share, short},
    heat_map::Bins,
    number::{count, number},
    palette::Colour,
    svg::{Paint, Rect, Svg, Type, fitted, text_width},
};
use glam::Vec2;
use sidestep_motion::math::sin_cos;
use std::f32::consts::TAU;

/// A map of amounts around a body that faces upwards.
#[derive(Clone, Debug, PartialEq)]
pub struct PolarMap {
    /// Title of the picture.
    pub title: String,
    /// How many directions there are; the first is centred straight ahead, the next lie to the left.
    pub directions: usize,
    /// Bins from the middle outwards.
    pub radius: Bins,
    /// Amounts, the innermost ring first, each ring from straight ahead over the left.
    pub values: Vec<f32>,
    /// What the amounts are, such as `seconds`.
    pub value_title: String,
    /// Width and height in pixels.
    pub size: Vec2,
}

impl PolarMap {
    /// The direction an angle falls into; 0 is straight ahead, angles grow to the left.
    pub fn find_direction(&self, radians: f32) -> usize {
        let directions = self.directions.max(1);
        let place = radians / TAU * count(directions) + 0.5;
        let place = place.rem_euclid(count(directions));
        crate::number::index(place).min(directions - 1)
    }
}

/// The map with a number in every cell that has room; ahead is up, left is left.
pub fn polar_map(map: &PolarMap) -> Svg {
    let mut svg = begin(map.size, &map.title);
    let (width, height) = (svg.width() - 92.0, svg.height() - TITLE - 40.0);
    let radius = 0.5 * (width - 84.0).min(height - 44.0).max(20.0);
    let centre = Vec2::new(0.5 * width + 6.0, TITLE + 22.0 + radius);
    let most = largest(&map.values);
    let rings = map.radius.len();
    // A hole in the middle gives the innermost cells room.
    let ring_radius = |ring: usize| radius * (0.16 + 0.84 * count(ring) / count(rings.max(1)));
    for ring in 0..rings {
        for direction in 0..map.directions {
            let value = map.values.get(ring * map.directions + direction).copied().unwrap_or(0.0);
            let cell = Cell {
                centre,
                radii: (ring_radius(ring), ring_radius(ring + 1)),
                middle: TAU * count(direction) / count(map.directions),
                half: 0.5 * TAU / count(map.directions),
            };
            cell.draw(&mut svg, value, most);
        }
    }
    draw_words(&mut svg, map, centre, &ring_radius);
    let scale = Rect::new(svg.width() - 78.0, TITLE + 28.0, 14.0, (height - 40.0).min(240.0));
    draw_scale(&mut svg, scale, most, &fitted(&map.value_title, 11.0, 70.0));
    svg
}

/// One sector of one ring.
struct Cell {
    centre: Vec2,
    radii: (f32, f32),
    /// Angle of its middle from straight ahead to the left, and half its width.
    middle: f32,
    half: f32,
}

impl Cell {
    /// A point of the cell: ahead is up, left is left.
    fn point(&self, radius: f32, angle: f32) -> Vec2 {
        let (sine, cosine) = sin_cos(angle);
        self.centre + Vec2::new(-sine, -cosine) * radius
    }

    fn draw(&self, svg: &mut Svg, value: f32, most: f32) {
        const STEPS: usize = 8;
        let angle =
            |step: usize| self.middle + self.half * (2.0 * count(step) / count(STEPS) - 1.0);
        let outer = (0..=STEPS).map(|step| self.point(self.radii.1, angle(step)));
        let inner = (0..=STEPS).rev().map(|step| self.point(self.radii.0, angle(step)));
        let outline: Vec<Vec2> = outer.chain(inner).collect();
        let empty = !(value.is_finite() && value > 0.0);
        let colour = if empty { Colour::PANEL } else { Colour::ramp(share(value, most)) };
        svg.polygon(&outline, &Paint::fill(colour).outlined(Colour::GRID, 0.8));
        let middle_radius = 0.5 * (self.radii.0 + self.radii.1);
        let text = short(value);
        let room = (2.0 * self.half * middle_radius).min(if self.half > 0.7 { 60.0 } else { 1e6 });
        if !empty && text_width(&text, 10.5) < room - 2.0 && self.radii.1 - self.radii.0 > 12.0 {
            let at = self.point(middle_radius, self.middle) + Vec2::Y * 3.8;
            svg.text(at, &text, &Type::new(10.5, colour.text_on()).centred());
        }
    }
}

/// The four directions and the borders of the rings, along the lower right diagonal.
fn draw_words(svg: &mut Svg, map: &PolarMap, centre: Vec2, ring_radius: &dyn Fn(usize) -> f32) {
    let outside = ring_radius(map.radius.len());
    let text = Type::new(12.0, Colour::INK);
    svg.text(centre - Vec2::Y * (outside + 8.0), "ahead", &text.centred());
    svg.text(centre + Vec2::Y * (outside + 17.0), "back", &text.centred());
    svg.text(centre + Vec2::new(-outside - 7.0, 4.0), "left", &text.ending());
    svg.text(centre + Vec2::new(outside + 7.0, 4.0), "right", &text);
    let facing =
        [Vec2::new(0.0, -9.0), Vec2::new(5.0, 6.0), Vec2::new(0.0, 3.0), Vec2::new(-5.0, 6.0)];
    let arrow: Vec<Vec2> = facing.iter().map(|point| centre + *point).collect();
    svg.polygon(&arrow, &Paint::fill(Colour::GREY));
    let edges: Vec<String> = map.radius.edges.iter().map(|edge| number(*edge, 2)).collect();
    let rings = format!("rings: {} at {}", map.radius.title, edges.join(", "));
    let at = Vec2::new(18.0, svg.height() - 14.0);
    let rings = fitted(&rings, 11.0, svg.width() - 36.0);
    svg.text(at, &rings, &Type::new(11.0, Colour::GREY));
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f32::consts::{FRAC_PI_2, PI};

    #[test]
    fn directions_are_centred_on_ahead() {
        let map = PolarMap {
            title: String::new(),
            directions: 8,
            radius: Bins::new("", &[0.0, 1.0]),
            values: Vec::new(),
            value_title: String::new(),
            size: Vec2::splat(300.0),
        };
        for (angle, direction) in
            [(0.0, 0), (0.39, 0), (-0.39, 0), (FRAC_PI_2, 2), (PI, 4), (-PI, 4), (-FRAC_PI_2, 6)]
        {
            assert_eq!(map.find_direction(angle), direction, "{angle}");
        }
    }

    #[test]
    fn left_is_left() {
        let cell = Cell { centre: Vec2::ZERO, radii: (1.0, 2.0), middle: 0.0, half: 0.1 };
        assert!(cell.point(1.0, 0.0).abs_diff_eq(-Vec2::Y, 1e-6));
        assert!(cell.point(1.0, FRAC_PI_2).abs_diff_eq(-Vec2::X, 1e-6));
    }
}
