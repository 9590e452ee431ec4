//! The skinned body at one instant, as pixels.

use crate::{
    camera::Camera,
    figure::Screen,
    palette::Colour,
    raster::{Canvas, Corner},
    svg::{Rect, Svg},
};
use glam::{Vec2, Vec3};
use sidestep_body::{Body, Cloth, Skinned, Vertex};
use sidestep_motion::kinematics::JointTransforms;

/// Pixels of a body for each pixel of the sheet, so that it stays sharp when enlarged.
const FINENESS: f32 = 2.0;
/// Larger bodies are drawn more coarsely, in pixels.
const LARGEST: f32 = 900.0;
/// Rings and corners of a ball.
const BALL: (usize, usize) = (12, 24);

/// Draws a body given its joints, and balls given their centres and radii, all from `start`.
pub(crate) fn draw_mesh(
    svg: &mut Svg,
    (body, joints, start): (&Body, &JointTransforms, Vec3),
    things: &[(Vec3, f32)],
    camera: &Camera,
    screen: &Screen,
) {
    let mut skinned = Skinned::default();
    skinned.pose(body, joints);
    let mut triangles: Vec<[Corner; 3]> = Vec::new();
    let eye = Eye { camera, screen };
    let corner = |number: u32| {
        let (vertex, number) = (&body.vertices[number as usize], number as usize);
        eye.corner(skinned.positions[number] - start, skinned.normals[number], colour(vertex))
    };
    triangles.extend(body.triangles.iter().map(|corners| corners.map(corner)));
    for (centre, radius) in things {
        triangles.extend(ball(&eye, *centre, *radius));
    }
    draw_triangles(svg, &triangles);
}

fn draw_triangles(svg: &mut Svg, triangles: &[[Corner; 3]]) {
    let places = || triangles.iter().flatten().map(|corner| corner.at);
    let low = places().fold(Vec2::splat(f32::INFINITY), Vec2::min).floor() - 1.0;
    let high = places().fold(Vec2::splat(f32::NEG_INFINITY), Vec2::max).ceil() + 1.0;
    let size = high - low;
    if !(size.min_element() > 0.0 && size.is_finite()) {
        return;
    }
    let fineness = FINENESS.min(LARGEST / size.max_element());
    let [width, height] =
        (size * fineness).to_array().map(|side| crate::number::index(side.ceil()).max(1));
    let mut canvas = Canvas::new(width, height);
    for triangle in triangles {
        canvas
            .triangle(triangle.map(|corner| Corner { at: (corner.at - low) * fineness, ..corner }));
    }
    let rect = Rect::new(
        low.x,
        low.y,
        crate::number::count(width) / fineness,
        crate::number::count(height) / fineness,
    );
    svg.image(rect, [width, height], &canvas.pixels());
}

struct Eye<'a> {
    camera: &'a Camera,
    screen: &'a Screen,
}

impl Eye<'_> {
    fn corner(&self, place: Vec3, normal: Vec3, colour: Vec3) -> Corner {
        Corner {
            at: self.screen.pixel(self.camera.project(place)),
            nearness: self.camera.nearness(place),
            normal: self.camera.turned(normal),
            colour,
        }
    }
}

/// Limbs have the colour of their side, so that left and right are told apart.
fn colour(vertex: &Vertex) -> Vec3 {
    let skin = Colour(0xd9, 0xb2, 0x99);
    let side = if vertex.side > 0.0 { Colour::LEFT } else { Colour::RIGHT };
    let (plain, share) = match vertex.cloth {
        Cloth::Skin => (skin, 0.0),
        Cloth::Hair => (Colour(0x4a, 0x3d, 0x38), 0.0),
        Cloth::Shirt => (Colour(0x9a, 0xa4, 0xae), 0.85),
        Cloth::Trousers => (Colour(0x6d, 0x77, 0x83), 0.85),
        Cloth::Shoes => (Colour(0x50, 0x57, 0x60), 0.7),
        Cloth::Soles => (Colour(0xe2, 0xe4, 0xe6), 0.0),
        Cloth::Dark => (Colour::INK, 0.0),
    };
    light(plain).lerp(light(side), share * vertex.side.abs())
}

/// A colour of the screen as light.
fn light(colour: Colour) -> Vec3 {
    let Colour(red, green, blue) = colour;
    Vec3::from_array([red, green, blue].map(|byte| {
        let share = f32::from(byte) / 255.0;
        share * share
    }))
}

fn ball(eye: &Eye<'_>, centre: Vec3, radius: f32) -> Vec<[Corner; 3]> {
    let (rings, corners) = BALL;
    let colour = light(Colour::OBJECT);
    let at = |ring: usize, corner: usize| {
        let share = |n: usize, of: usize| crate::number::count(n) / crate::number::count(of);
        let (s, c) = sidestep_motion::math::sin_cos(std::f32::consts::PI * share(ring, rings));
        let (x, z) = sidestep_motion::math::sin_cos(std::f32::consts::TAU * share(corner, corners));
        let normal = Vec3::new(s * x, c, s * z);
        eye.corner(centre + normal * radius, normal, colour)
    };
    let quads = (0..rings).flat_map(|ring| (0..corners).map(move |corner| (ring, corner)));
    quads
        .flat_map(|(r, c)| {
            let [a, b, d, e] = [at(r, c), at(r + 1, c), at(r + 1, c + 1), at(r, c + 1)];
            [[a, b, d], [a, d, e]]
        })
        .collect()
}
