//! One body at one instant.

use crate::{
    body::{Body, Shape},
    camera::Camera,
    number::{count, pixel},
    palette::Colour,
    svg::{Paint, Svg},
};
use glam::{Vec2, Vec3};
use sidestep_motion::math::sin_cos;
use std::f32::consts::TAU;

/// From metres of a camera's picture to pixels.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Screen {
    /// Pixel of the camera's origin.
    pub(crate) origin: Vec2,
    /// Pixels of a metre.
    pub(crate) pixels_per_metre: f32,
}

impl Screen {
    /// The pixel of a place on the camera's picture.
    pub(crate) fn pixel(&self, place: Vec2) -> Vec2 {
        self.origin + place * self.pixels_per_metre
    }
}

/// Draws a body given its centres, and objects given theirs with their radii, far parts first and
/// darker.
pub(crate) fn draw_body(
    svg: &mut Svg,
    body: &Body,
    (centres, things): (&[Vec3], &[(Vec3, f32)]),
    camera: &Camera,
    screen: &Screen,
) {
    let nearness: Vec<f32> = centres.iter().map(|centre| camera.nearness(*centre)).collect();
    let depth = |shape: &Shape| {
        shape.balls.iter().map(|ball| nearness[ball.centre]).sum::<f32>()
            / count(shape.balls.len().max(1))
    };
    let circle = |centre: Vec3, radius: f32| {
        (screen.pixel(camera.project(centre)), radius * screen.pixels_per_metre)
    };
    let mut order: Vec<(f32, Colour, Vec<(Vec2, f32)>)> = Vec::new();
    for shape in &body.shapes {
        let balls = shape.balls.iter().map(|ball| circle(centres[ball.centre], ball.radius));
        order.push((depth(shape), Colour::of_side(shape.side), balls.collect()));
    }
    for (centre, radius) in things {
        order.push((camera.nearness(*centre), Colour::OBJECT, vec![circle(*centre, *radius)]));
    }
    order.sort_by(|a, b| a.0.total_cmp(&b.0));
    let middle = nearness.iter().sum::<f32>() / count(nearness.len().max(1));
    let outline = (0.012 * body.size * screen.pixels_per_metre).clamp(0.4, 1.2);
    for (depth, colour, circles) in order {
        let colour = shade(colour, (depth - middle) / body.size);
        let paint = Paint::fill(colour).outlined(Colour::PANEL, outline);
        draw_hull(svg, &circles, &paint);
    }
}

/// Far parts are darker, near ones a little lighter.
fn shade(colour: Colour, nearness: f32) -> Colour {
    if nearness < 0.0 {
        colour.mix(Colour::INK, (-nearness * 2.2).min(0.45))
    } else {
        colour.mix(Colour::PANEL, (nearness * 0.8).min(0.15))
    }
}

/// The convex hull of circles: a disc, a tapered capsule or a rounded polygon.
pub(crate) fn draw_hull(svg: &mut Svg, circles: &[(Vec2, f32)], paint: &Paint) {
    match circles {
        [] => {}
        [(centre, radius)] => svg.ellipse(*centre, Vec2::splat(*radius), paint),
        [a, b] => draw_capsule(svg, *a, *b, paint),
        _ => svg.polygon(&hull(circles), paint),
    }
}

fn draw_capsule(svg: &mut Svg, a: (Vec2, f32), b: (Vec2, f32), paint: &Paint) {
    let between = b.0 - a.0;
    let distance = between.length();
    if distance <= (a.1 - b.1).abs() + 1e-3 {
        let (centre, radius) = if a.1 >= b.1 { a } else { b };
        svg.ellipse(centre, Vec2::splat(radius), paint);
        return;
    }
    // The outer tangents touch both circles where the normal makes this angle with the axis.
    let along = between / distance;
    let cosine = (a.1 - b.1) / distance;
    let sine = (1.0 - cosine * cosine).max(0.0).sqrt();
    let normal = |sign: f32| along * cosine + along.perp() * (sine * sign);
    let at = |circle: (Vec2, f32), sign: f32| {
        let point = circle.0 + normal(sign) * circle.1;
        format!("{} {}", pixel(point.x), pixel(point.y))
    };
    let arc =
        |radius: f32, large: bool| format!("A{0} {0} 0 {1} 0 ", pixel(radius), u8::from(large));
    let data = format!(
        "M{}L{}{}{}L{}{}{}Z",
        at(a, 1.0),
        at(b, 1.0),
        arc(b.1, b.1 > a.1),
        at(b, -1.0),
        at(a, -1.0),
        arc(a.1, a.1 > b.1),
        at(a, 1.0)
    );
    svg.path(&data, paint);
}

/// Convex hull of sampled circles, by Andrew's monotone chain.
fn hull(circles: &[(Vec2, f32)]) -> Vec<Vec2> {
    const SAMPLES: usize = 16;
    let mut points: Vec<Vec2> = Vec::with_capacity(circles.len() * SAMPLES);
    for (centre, radius) in circles {
        points.extend((0..SAMPLES).map(|sample| {
            let (sine, cosine) = sin_cos(TAU * count(sample) / count(SAMPLES));
            *centre + Vec2::new(cosine, sine) * *radius
        }));
    }
    points.sort_by(|a, b| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)));
    let mut outline = half_hull(points.iter().copied());
    let upper = half_hull(points.iter().rev().copied());
    outline.pop();
    outline.extend(upper);
    outline.pop();
    outline
}

fn half_hull(points: impl Iterator<Item = Vec2>) -> Vec<Vec2> {
    let mut chain: Vec<Vec2> = Vec::new();
    for point in points {
        while let [.., a, b] = chain[..] {
            if (b - a).perp_dot(point - b) > 0.0 {
                break;
            }
            chain.pop();
        }
        chain.push(point);
    }
    chain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hull_of_one_circle_is_the_circle() {
        let outline = hull(&[(Vec2::ZERO, 2.0)]);
        assert_eq!(outline.len(), 16);
        assert!(outline.iter().all(|point| (point.length() - 2.0).abs() < 1e-5));
    }

    #[test]
    fn a_circle_inside_another_does_not_change_the_hull() {
        let big = (Vec2::ZERO, 2.0);
        assert_eq!(hull(&[big, (Vec2::new(0.5, 0.0), 1.0)]), hull(&[big]));
    }

    #[test]
    fn a_capsule_touches_both_circles() {
        // Equal circles at 0 and 10 on the x axis: the tangents are y = 1 and y = -1.
        let mut svg = Svg::new(10.0, 10.0, "");
        let paint = Paint::fill(Colour::INK);
        draw_capsule(&mut svg, (Vec2::ZERO, 1.0), (Vec2::new(10.0, 0.0), 1.0), &paint);
        assert!(svg.to_string().contains("M0 1L10 1A1 1 0 0 0 10 -1L0 -1A1 1 0 0 0 0 1Z"), "{svg}");
    }
}
