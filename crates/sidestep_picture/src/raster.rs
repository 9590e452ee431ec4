//! Shaded triangles as pixels: a depth buffer with several samples for each pixel.

use glam::{Vec2, Vec3};

/// Samples of a pixel in each direction.
const SAMPLES: usize = 2;

/// Where the light comes from, in the space of the picture: right, up, towards who looks.
const SUN: Vec3 = Vec3::new(-0.45, 0.68, 0.58);
const SKY: Vec3 = Vec3::new(0.15, 0.95, 0.25);

/// One corner of a triangle.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Corner {
    /// Place on the canvas, in pixels.
    pub(crate) at: Vec2,
    /// The larger, the nearer.
    pub(crate) nearness: f32,
    /// Right, up, towards who looks.
    pub(crate) normal: Vec3,
    /// Red, green and blue as linear light.
    pub(crate) colour: Vec3,
}

/// Pixels with a depth, transparent at first.
#[derive(Clone, Debug)]
pub(crate) struct Canvas {
    pub(crate) width: usize,
    pub(crate) height: usize,
    nearness: Vec<f32>,
    light: Vec<Vec3>,
}

impl Canvas {
    /// An empty canvas of so many pixels.
    pub(crate) fn new(width: usize, height: usize) -> Self {
        let samples = width * height * SAMPLES * SAMPLES;
        let (nearness, light) = (vec![f32::NEG_INFINITY; samples], vec![Vec3::ZERO; samples]);
        Self { width, height, nearness, light }
    }

    /// Draws a triangle that looks this way; others are the far side of something.
    pub(crate) fn triangle(&mut self, corners: [Corner; 3]) {
        let [a, b, c] = corners.map(|corner| corner.at * small(SAMPLES));
        // On the canvas y grows downwards, so what is counter-clockwise has a negative area.
        let area = (b - a).perp_dot(c - a);
        if !(area < -1e-6 && area.is_finite()) {
            return;
        }
        let size = Vec2::new(small(self.width * SAMPLES), small(self.height * SAMPLES));
        let low = (a.min(b).min(c) - 0.5).ceil().max(Vec2::ZERO);
        let high = (a.max(b).max(c) - 0.5).floor().min(size - 1.0);
        let mut y = low.y;
        while y <= high.y {
            let mut x = low.x;
            while x <= high.x {
                let point = Vec2::new(x + 0.5, y + 0.5);
                let shares = [
                    (c - b).perp_dot(point - b),
                    (a - c).perp_dot(point - c),
                    (b - a).perp_dot(point - a),
                ];
                let shares = shares.map(|share| share / area);
                if shares.iter().all(|share| *share >= 0.0) {
                    self.sample(index(x), index(y), &corners, shares);
                }
                x += 1.0;
            }
            y += 1.0;
        }
    }

    fn sample(&mut self, x: usize, y: usize, corners: &[Corner; 3], shares: [f32; 3]) {
        let place = y * self.width * SAMPLES + x;
        let [a, b, c] = corners;
        let nearness = a.nearness * shares[0] + b.nearness * shares[1] + c.nearness * shares[2];
        if nearness <= self.nearness[place] {
            return;
        }
        let normal = a.normal * shares[0] + b.normal * shares[1] + c.normal * shares[2];
        let colour = a.colour * shares[0] + b.colour * shares[1] + c.colour * shares[2];
        self.nearness[place] = nearness;
        self.light[place] = colour * shine(normal.normalize_or(Vec3::Z));
    }

    /// Red, green, blue and how much is covered of every pixel, row by row, for a screen.
    pub(crate) fn pixels(&self) -> Vec<[u8; 4]> {
        let mut pixels = Vec::with_capacity(self.width * self.height);
        for y in 0..self.height {
            for x in 0..self.width {
                pixels.push(self.pixel(x, y));
            }
        }
        pixels
    }

    fn pixel(&self, x: usize, y: usize) -> [u8; 4] {
        let (mut light, mut covered) = (Vec3::ZERO, 0);
        for row in y * SAMPLES..(y + 1) * SAMPLES {
            for column in x * SAMPLES..(x + 1) * SAMPLES {
                let place = row * self.width * SAMPLES + column;
                if self.nearness[place] > f32::NEG_INFINITY {
                    light += self.light[place];
                    covered += 1;
                }
            }
        }
        if covered == 0 {
            return [0; 4];
        }
        let [red, green, blue] = (light / small(covered)).to_array().map(on_screen);
        [red, green, blue, byte(small(covered) / small(SAMPLES * SAMPLES))]
    }
}

/// How much light a surface sends to who looks.
fn shine(normal: Vec3) -> f32 {
    let sun = normal.dot(SUN.normalize_or_zero()).max(0.0);
    let sky = 0.5 + 0.5 * normal.dot(SKY.normalize_or_zero());
    // Edges that turn away are a little darker, so that limbs stand out from each other.
    let edge = 0.62 + 0.38 * (normal.z.clamp(0.0, 1.0) * 1.6).min(1.0);
    (0.26 + 0.42 * sky + 0.62 * sun) * edge
}

/// Linear light as a byte of the screen (a root serves for the curve of sRGB).
fn on_screen(light: f32) -> u8 {
    byte(light.clamp(0.0, 1.0).sqrt())
}

fn byte(share: f32) -> u8 {
    (share.clamp(0.0, 1.0) * 255.0 + 0.5) as u8
}

fn small(n: usize) -> f32 {
    n as f32
}

fn index(x: f32) -> usize {
    x as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    fn corner(x: f32, y: f32, nearness: f32, colour: Vec3) -> Corner {
        Corner { at: Vec2::new(x, y), nearness, normal: Vec3::Z, colour }
    }

    /// A square of 4 pixels that looks this way.
    fn square(low: f32, nearness: f32, colour: Vec3) -> [[Corner; 3]; 2] {
        let at = |x: f32, y: f32| corner(low + x, low + y, nearness, colour);
        let [a, b, c, d] = [at(0.0, 0.0), at(0.0, 4.0), at(4.0, 4.0), at(4.0, 0.0)];
        [[a, b, c], [a, c, d]]
    }

    #[test]
    fn what_is_near_covers_what_is_far_whatever_comes_first() {
        for order in [[0, 1], [1, 0]] {
            let squares = [square(1.0, 0.0, Vec3::X), square(3.0, 1.0, Vec3::Y)];
            let mut canvas = Canvas::new(8, 8);
            order.iter().flat_map(|which| squares[*which]).for_each(|half| canvas.triangle(half));
            let pixels = canvas.pixels();
            let at = |x: usize, y: usize| pixels[y * 8 + x];
            assert_eq!(at(0, 0), [0; 4], "nothing is there");
            assert!(at(1, 1)[0] > 100 && at(1, 1)[1] == 0 && at(1, 1)[3] == 255);
            assert!(at(4, 4)[1] > 100 && at(4, 4)[0] == 0, "the near one is seen");
        }
    }

    #[test]
    fn what_looks_away_and_what_is_no_number_is_left_out() {
        let mut canvas = Canvas::new(8, 8);
        let [[a, b, c], _] = square(1.0, 0.0, Vec3::ONE);
        canvas.triangle([a, c, b]);
        canvas.triangle([a, b, Corner { at: Vec2::NAN, ..c }]);
        assert!(canvas.pixels().iter().all(|pixel| *pixel == [0; 4]));
    }

    #[test]
    fn edges_are_covered_in_part() {
        let mut canvas = Canvas::new(4, 4);
        square(0.5, 0.0, Vec3::ONE).into_iter().for_each(|half| canvas.triangle(half));
        assert_eq!(canvas.pixels()[0][3], 64, "a quarter of the corner");
    }
}
