//! The path from above: where the root went, which way the body faced, where the feet stood.

use crate::{
    axis::step,
    body::Body,
    figure::draw_hull,
    number::{count, index, number},
    palette::Colour,
    subject::Subject,
    svg::{Paint, Rect, Svg, Type},
};
use glam::{Vec2, Vec3};
use sidestep_motion::Side;

/// The ground as seen from above, the character's first heading upwards.
struct Map {
    centre: Vec2,
    up: Vec2,
    pixel_of_centre: Vec2,
    pixels_per_metre: f32,
}

impl Map {
    fn pixel(&self, place: Vec3) -> Vec2 {
        let local = self.turn(Vec2::new(place.x, place.z) - self.centre);
        self.pixel_of_centre + local * self.pixels_per_metre
    }

    /// From above, with the character's first heading up, its left (+X) is on the left.
    fn turn(&self, ground: Vec2) -> Vec2 {
        Vec2::new(self.up.x * ground.y - self.up.y * ground.x, -ground.dot(self.up))
    }
}

/// Draws the path into `rect`; `instants` are those at which bodies are drawn.
pub(crate) fn draw_path(
    svg: &mut Svg,
    subject: &Subject,
    body: &Body,
    instants: &[usize],
    rect: Rect,
) {
    svg.rect(rect, 0.0, &Paint::fill(Colour::PANEL));
    let map = fit(subject, body, rect);
    let metres = draw_grid(svg, &map, rect);
    for (centre, radius) in &subject.discs {
        let size = Vec2::splat(radius * map.pixels_per_metre);
        svg.ellipse(map.pixel(*centre), size, &Paint::fill(Colour::GREY).opacity(0.5));
    }
    for side in Side::BOTH {
        draw_footprints(svg, subject, body, &map, side);
    }
    let stride = (subject.len() / 600).max(1);
    let last = subject.len().saturating_sub(1);
    let points: Vec<Vec2> = (0..last)
        .step_by(stride)
        .chain(std::iter::once(last))
        .filter_map(|frame| Some(map.pixel(subject.grounds.get(frame)?.position())))
        .collect();
    svg.polyline(&points, &Paint::stroke(Colour::INK, 1.4).opacity(0.75));
    for frame in instants {
        draw_heading(svg, subject, &map, *frame);
    }
    if let Some(start) = points.first() {
        svg.ellipse(
            *start,
            Vec2::splat(3.6),
            &Paint::fill(Colour::PANEL).outlined(Colour::INK, 1.6),
        );
    }
    svg.rect(rect, 0.0, &Paint::stroke(Colour::GRID.mix(Colour::GREY, 0.3), 1.0));
    let caption = format!("path from above, first heading up, grid {} m", number(metres, 3));
    let at = Vec2::new(rect.x, rect.bottom() + 16.0);
    svg.text(at, &caption, &Type::new(11.0, Colour::GREY));
}

fn fit(subject: &Subject, body: &Body, rect: Rect) -> Map {
    let forward = subject.grounds.first().map_or(Vec3::Z, |ground| ground.forward());
    let up = Vec2::new(forward.x, forward.z);
    let mut map =
        Map { centre: Vec2::ZERO, up, pixel_of_centre: Vec2::ZERO, pixels_per_metre: 1.0 };
    let discs = subject.discs.iter().map(|(centre, _)| *centre);
    let places = subject.grounds.iter().map(|ground| ground.position()).chain(discs);
    let (low, high) = places.fold(
        (Vec2::splat(f32::INFINITY), Vec2::splat(f32::NEG_INFINITY)),
        |(low, high), place| {
            let pixel = map.turn(Vec2::new(place.x, place.z));
            (low.min(pixel), high.max(pixel))
        },
    );
    if !(low.is_finite() && high.is_finite()) {
        return Map { pixel_of_centre: Vec2::new(rect.x, rect.y), ..map };
    }
    let room = 0.45 * body.size;
    let span = high - low + Vec2::splat(2.0 * room);
    map.pixels_per_metre = (rect.width / span.x).min(rect.height / span.y);
    let middle = 0.5 * (low + high) * map.pixels_per_metre;
    map.pixel_of_centre = Vec2::new(rect.x + 0.5 * rect.width, rect.y + 0.5 * rect.height) - middle;
    map
}

/// Metre lines parallel to the first heading; returns their distance.
fn draw_grid(svg: &mut Svg, map: &Map, rect: Rect) -> f32 {
    let metres = step(rect.width.max(rect.height) / map.pixels_per_metre, 10);
    let pitch = metres * map.pixels_per_metre;
    let origin = map.pixel_of_centre;
    let paint = Paint::stroke(Colour::GRID, 1.0);
    let lines = |from: f32, to: f32, origin: f32| {
        let first = ((from - origin) / pitch).ceil();
        let count_of_lines = index((to - from) / pitch + 1.0).min(200);
        (0..=count_of_lines)
            .map(move |line| origin + (first + count(line)) * pitch)
            .filter(move |place| *place <= to)
    };
    for x in lines(rect.x, rect.right(), origin.x) {
        svg.line(Vec2::new(x, rect.y), Vec2::new(x, rect.bottom()), &paint);
    }
    for y in lines(rect.y, rect.bottom(), origin.y) {
        svg.line(Vec2::new(rect.x, y), Vec2::new(rect.right(), y), &paint);
    }
    metres
}

fn draw_footprints(svg: &mut Svg, subject: &Subject, body: &Body, map: &Map, side: Side) {
    let paint = Paint::fill(Colour::of_side(Some(side))).opacity(0.55);
    for (first, last) in subject.stances(side) {
        let Some((ankle, ball)) = body.foot(side, subject.points((first + last) / 2)) else {
            return;
        };
        let along = (ball - ankle).with_y(0.0).normalize_or_zero() * body.size;
        let (heel, toe) = (ankle - along * 0.03, ball + along * 0.03);
        let radius = body.size * map.pixels_per_metre;
        let heel = (map.pixel(heel), (0.034 * radius).max(1.0));
        let toe = (map.pixel(toe), (0.045 * radius).max(1.2));
        draw_hull(svg, &[heel, toe], &paint);
    }
}

fn draw_heading(svg: &mut Svg, subject: &Subject, map: &Map, frame: usize) {
    let ground = subject.grounds[frame];
    let at = map.pixel(ground.position());
    let forward = ground.forward();
    let ahead = map.turn(Vec2::new(forward.x, forward.z)).normalize_or_zero();
    let (tip, left) = (at + ahead * 13.0, ahead.perp());
    svg.line(at, at + ahead * 9.0, &Paint::stroke(Colour::INK, 1.3));
    let head = [tip, tip - ahead * 5.5 + left * 2.8, tip - ahead * 5.5 - left * 2.8];
    svg.polygon(&head, &Paint::fill(Colour::INK));
    svg.ellipse(at, Vec2::splat(1.8), &Paint::fill(Colour::INK));
}
