//! A scene from above, with the trails of its characters.

use glam::Vec2;
use sidestep_crowd::{Crowd, Scene};
use sidestep_picture::{Colour, Paint, Rect, Svg, Type};

/// Frames between two points of a trail.
const EVERY: u64 = 10;

/// Size of the picture in pixels, without its caption.
const SIZE: f32 = 900.0;
const MARGIN: f32 = 24.0;

/// Where everybody has been.
pub(crate) struct Trails {
    trails: Vec<Vec<Vec2>>,
}

impl Trails {
    /// Everybody at their beginning.
    pub(crate) fn new(scene: &Scene) -> Self {
        let begin = |spot: &sidestep_crowd::Spot| vec![Vec2::new(spot.start.x, spot.start.z)];
        Self { trails: scene.spots.iter().map(begin).collect() }
    }

    /// Notes where everybody is.
    pub(crate) fn observe(&mut self, crowd: &Crowd) {
        if !crowd.frames().is_multiple_of(EVERY) {
            return;
        }
        for (trail, placement) in self.trails.iter_mut().zip(crowd.placements()) {
            trail.push(Vec2::new(placement.x, placement.z));
        }
    }

    /// Draws the trails in the colour of the direction in which they set out, a dot where each
    /// character is now, and everything that stood in the way.
    pub(crate) fn draw(&self, crowd: &Crowd) -> Svg {
        let obstacles = crowd.scene().obstacles();
        let ends = obstacles.iter().flat_map(|obstacle| [obstacle.from, obstacle.to]);
        let all = || self.trails.iter().flatten().copied().chain(ends.clone());
        let low = all().fold(Vec2::splat(f32::INFINITY), Vec2::min);
        let high = all().fold(Vec2::splat(f32::NEG_INFINITY), Vec2::max);
        let scale = (SIZE - 2.0 * MARGIN) / (high - low).max_element().max(1.0);
        // From above with +z up, +x is on the left.
        let pixel = |p: Vec2| Vec2::new(high.x - p.x, high.y - p.y) * scale + MARGIN;
        let (width, height) = ((high - low) * scale + 2.0 * MARGIN).into();
        let mut svg = Svg::new(width, height + 24.0, "A crowd from above");
        svg.rect(Rect::new(0.0, 0.0, width, height), 0.0, &Paint::fill(Colour::PANEL));
        for obstacle in obstacles {
            let thick = (2.0 * obstacle.radius * scale).max(1.5);
            let (from, to) = (pixel(obstacle.from), pixel(obstacle.to));
            svg.line(from, to, &Paint::stroke(Colour::GREY, thick));
            svg.ellipse(from, Vec2::splat(0.5 * thick), &Paint::fill(Colour::GREY));
        }
        for (index, trail) in self.trails.iter().enumerate() {
            let spot = &crowd.scene().spots[index];
            let part = (spot.start.heading / std::f32::consts::TAU).rem_euclid(1.0);
            let colour = Colour::ramp((2.0 * part - 1.0).abs());
            let points: Vec<Vec2> = trail.iter().map(|p| pixel(*p)).collect();
            svg.polyline(&points, &Paint::stroke(colour, 1.0).opacity(0.5));
            if let Some(now) = points.last() {
                svg.ellipse(*now, Vec2::splat(0.25 * scale), &Paint::fill(colour));
            }
        }
        let metres = high - low;
        let caption = format!("{} characters, {:.0} x {:.0} m", crowd.len(), metres.x, metres.y);
        svg.text(Vec2::new(MARGIN, height + 16.0), &caption, &Type::new(11.0, Colour::GREY));
        svg
    }
}
