//! The ground under a body: fixed to the world, so that a sliding foot is seen to slide.

use crate::{
    axis::step,
    body::Body,
    camera::Camera,
    figure::Screen,
    number::{count, index, number},
    palette::Colour,
    subject::Subject,
    svg::{Paint, Rect, Svg, Type},
};
use glam::{Vec2, Vec3};
use sidestep_motion::Side;

/// Radius of the mark around a planted foot, for a person of 1.75 m.
const MARK_RADIUS: f32 = 0.15;

/// A disc of ground around `foot`, with the world's grid on it; bodies are drawn from `foot`.
pub(crate) fn draw_disc(svg: &mut Svg, camera: &Camera, screen: &Screen, foot: Vec3, radius: f32) {
    let wide = radius * screen.pixels_per_metre;
    let radii = Vec2::new(wide, wide * camera.foreshortening.y);
    svg.ellipse(screen.origin, radii, &Paint::fill(Colour::GRID).opacity(0.6));
    let metres = step(4.0 * radius, 4);
    let paint = Paint::stroke(Colour::GREY, 0.7).opacity(0.45);
    for axis in [Vec3::X, Vec3::Z] {
        let across = Vec3::X + Vec3::Z - axis;
        let middle = foot.dot(axis);
        let first = ((middle - radius) / metres).ceil();
        for line in 0..8 {
            let offset = (first + count(line)) * metres - middle;
            let half = radius * radius - offset * offset;
            if offset > radius || half <= 0.0 {
                break;
            }
            let end = |sign: f32| {
                screen.pixel(camera.project(axis * offset + across * (half.sqrt() * sign)))
            };
            svg.line(end(-1.0), end(1.0), &paint);
        }
    }
}

/// The ground seen from its own height: a line with ticks that stand still in the world.
pub(crate) fn draw_side_ground(
    svg: &mut Svg,
    camera: &Camera,
    screen: &Screen,
    foot: Vec3,
    cell: Rect,
) {
    let y = screen.origin.y;
    let paint = Paint::stroke(Colour::GREY, 1.2);
    svg.line(Vec2::new(cell.x, y), Vec2::new(cell.right(), y), &paint);
    let metres = step(2.0 * cell.width / screen.pixels_per_metre, 4);
    let middle = foot.dot(camera.right);
    let reach = 0.5 * cell.width / screen.pixels_per_metre;
    let first = ((middle - reach) / metres).ceil();
    let ticks = index((2.0 * reach / metres).max(0.0)).min(40);
    for tick in 0..=ticks {
        let place = (first + count(tick)) * metres;
        let x = screen.origin.x + (place - middle) * screen.pixels_per_metre;
        if x >= cell.right() {
            break;
        }
        svg.line(Vec2::new(x, y), Vec2::new(x, y + 5.0), &paint);
        if x > cell.x + 12.0 && x < cell.right() - 12.0 {
            let text = format!("{} m", number(place, 2));
            let style = Type::new(8.5, Colour::GREY).centred();
            svg.text(Vec2::new(x, y + 14.0), &text, &style);
        }
    }
}

/// A ring on the floor around each planted foot; `foot` is the place under the root.
pub(crate) fn draw_contact_marks(
    svg: &mut Svg,
    frame: (&Subject, usize),
    body: &Body,
    camera: &Camera,
    screen: &Screen,
    foot: Vec3,
) {
    let (subject, frame) = frame;
    for side in Side::BOTH {
        let planted = subject.contacts.get(frame).is_some_and(|contacts| contacts.get(side));
        let Some((ankle, ball)) = body.foot(side, subject.points(frame)).filter(|_| planted) else {
            continue;
        };
        let middle = (0.35 * ankle + 0.65 * ball).with_y(subject.floor) - foot;
        let radius = MARK_RADIUS * body.size * screen.pixels_per_metre;
        let at = screen.pixel(camera.project(middle));
        let colour = Colour::of_side(Some(side));
        if camera.foreshortening.y < 0.01 {
            let bar = Rect::new(at.x - radius, at.y, 2.0 * radius, 3.5);
            svg.rect(bar, 1.7, &Paint::fill(colour));
        } else {
            let radii = Vec2::new(radius, radius * camera.foreshortening.y);
            let fill = Paint::fill(colour.mix(Colour::PANEL, 0.6));
            svg.ellipse(at, radii, &fill.outlined(colour, 1.6));
        }
    }
}
