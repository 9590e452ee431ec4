//! Bodies where they are in the world, on one ground.

use crate::{
    axis::step,
    body::Body,
    camera::Camera,
    figure::{Screen, draw_body},
    ground::draw_contact_marks,
    mesh::draw_mesh,
    number::{count, index, number},
    palette::Colour,
    strip::things_from,
    subject::Subject,
    svg::{Paint, Rect, Svg, Type},
};
use glam::{Vec2, Vec3};

/// Highest scene, in pixels.
const TALLEST: f32 = 430.0;
/// Fewest and most pixels of a metre for a person of 1.75 m.
const SCALES: (f32, f32) = (58.0, 125.0);
/// Room above the heads, for the times.
const TIMES: f32 = 16.0;
/// Distance of neighbours on the picture below which bodies cover each other, for 1.75 m.
const ELBOW_ROOM: f32 = 0.55;
/// The same in pixels, for the times above the bodies.
const WORD_ROOM: f32 = 46.0;

/// Bounds of a scene on the camera's picture, in metres, measured from the first place.
struct Bounds {
    low: Vec2,
    high: Vec2,
}

impl Bounds {
    fn of(subject: &Subject, body: &Body, camera: &Camera, frames: &[usize]) -> Self {
        let start = subject.foot_of_root(frames[0]);
        let mut bounds = Self { low: Vec2::ZERO, high: Vec2::ZERO };
        for frame in frames {
            let centres = body.centres(subject.points(*frame), subject.grounds[*frame].heading);
            let foot = camera.project(subject.foot_of_root(*frame) - start);
            let room = Vec2::new(0.5, 0.5 * camera.foreshortening.y + 0.03) * body.size;
            bounds.hold(foot, room);
            let balls = body.balls().map(|ball| (centres[ball.centre], ball.radius));
            for (centre, radius) in balls.chain(subject.things(*frame)) {
                bounds.hold(camera.project(centre - start), Vec2::splat(radius));
            }
        }
        bounds
    }

    fn hold(&mut self, place: Vec2, room: Vec2) {
        self.low = self.low.min(place - room);
        self.high = self.high.max(place + room);
    }

    fn scale(&self, body: &Body, width: f32) -> f32 {
        let span = (self.high - self.low).max(Vec2::splat(1e-6));
        (width / span.x).min(TALLEST / span.y).min(SCALES.1 / body.size)
    }
}

/// Whether bodies at these frames are seen well where they are.
pub(crate) fn has_room(
    subject: &Subject,
    body: &Body,
    camera: &Camera,
    frames: &[usize],
    width: f32,
) -> bool {
    let scale = Bounds::of(subject, body, camera, frames).scale(body, width);
    if frames.len() < 2 || scale < SCALES.0 / body.size {
        return false;
    }
    let start = subject.foot_of_root(frames[0]);
    let places: Vec<Vec2> =
        frames.iter().map(|frame| camera.project(subject.foot_of_root(*frame) - start)).collect();
    let room = (ELBOW_ROOM * body.size).max(WORD_ROOM / scale);
    let mut pairs = (0..places.len()).flat_map(|a| (0..a).map(move |b| (a, b)));
    pairs.all(|(a, b)| (places[a].x - places[b].x).abs() > room)
}

/// Draws bodies at `frames` on one ground; the lower edge.
pub(crate) fn draw_scene(
    svg: &mut Svg,
    subject: &Subject,
    body: &Body,
    camera: &Camera,
    frames: &[usize],
    sheet: Rect,
) -> f32 {
    let bounds = Bounds::of(subject, body, camera, frames);
    let scale = bounds.scale(body, sheet.width);
    let span = (bounds.high - bounds.low) * scale;
    let left = sheet.x + 0.5 * (sheet.width - span.x);
    let origin = Vec2::new(left, sheet.y + TIMES) - bounds.low * scale;
    let screen = Screen { origin, pixels_per_metre: scale };
    let start = subject.foot_of_root(frames[0]);
    draw_line_of_ground(svg, subject, camera, &screen, frames);
    let mut order = frames.to_vec();
    let nearness = |frame: usize| camera.nearness(subject.foot_of_root(frame));
    order.sort_by(|a, b| nearness(*a).total_cmp(&nearness(*b)));
    for frame in order {
        let centres: Vec<Vec3> = body
            .centres(subject.points(frame), subject.grounds[frame].heading)
            .into_iter()
            .map(|centre| centre - start)
            .collect();
        svg.group("figure", |svg| {
            draw_contact_marks(svg, (subject, frame), body, camera, &screen, start);
            let things = things_from(subject, frame, start);
            match &body.mesh {
                Some(mesh) => {
                    let pose = (mesh, &subject.joints(frame), start);
                    draw_mesh(svg, pose, &things, camera, &screen);
                }
                None => draw_body(svg, body, (&centres, &things), camera, &screen),
            }
            let pixel = |centre: &Vec3| screen.pixel(camera.project(*centre));
            let top = centres.iter().map(|centre| pixel(centre).y).fold(f32::INFINITY, f32::min);
            let x = pixel(&(subject.foot_of_root(frame) - start)).x;
            let at = Vec2::new(x, top - 0.1 * body.size * scale - 6.0);
            let time = format!("{} s", number(subject.secs(frame), 2));
            svg.text(at, &time, &Type::new(10.5, Colour::GREY).centred());
        });
    }
    sheet.y + TIMES + span.y + 12.0
}

/// The path on the ground with a tick at every metre travelled.
fn draw_line_of_ground(
    svg: &mut Svg,
    subject: &Subject,
    camera: &Camera,
    screen: &Screen,
    frames: &[usize],
) {
    let (Some(first), Some(last)) = (frames.first(), frames.last()) else { return };
    let start = subject.foot_of_root(*first);
    let pixel = |frame: usize| screen.pixel(camera.project(subject.foot_of_root(frame) - start));
    let stride = ((last - first) / 600).max(1);
    let line: Vec<usize> = (*first..*last).step_by(stride).chain(std::iter::once(*last)).collect();
    let points: Vec<Vec2> = line.iter().map(|frame| pixel(*frame)).collect();
    svg.polyline(&points, &Paint::stroke(Colour::GRID.mix(Colour::GREY, 0.35), 1.4));
    let mut travelled = 0.0;
    let length: f32 = points.windows(2).map(|pair| pair[0].distance(pair[1])).sum();
    let metres = step(length / screen.pixels_per_metre, 8);
    let mut due = 0;
    for (place, frame) in line.iter().enumerate() {
        if place > 0 {
            let before = subject.grounds[line[place - 1]].position();
            travelled += before.distance(subject.grounds[*frame].position());
        }
        let reached = index(travelled / metres);
        if reached < due {
            continue;
        }
        due = reached + 1;
        let at = pixel(*frame);
        let paint = Paint::stroke(Colour::GREY, 1.2);
        svg.line(at - Vec2::Y * 3.0, at + Vec2::Y * 3.0, &paint);
        let text = format!("{} m", number(count(reached) * metres, 2));
        svg.text(at + Vec2::Y * 13.0, &text, &Type::new(8.5, Colour::GREY).centred());
    }
}
