//! The surface of the body: rounded tubes of rings, each vertex bound to one or two joints.

use glam::Vec3;
use sidestep_motion::{JointId, math};
use std::f32::consts::TAU;

/// Corners of one ring.
const CORNERS: u32 = 20;
/// Rings that round off each end of a tube.
const CAP_RINGS: u32 = 3;

/// The plain colours of the body, by which left, right and front can be told apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Paint {
    Body,
    Left,
    Right,
    Dark,
}

impl Paint {
    pub(super) const ALL: [Self; 4] = [Self::Body, Self::Left, Self::Right, Self::Dark];
}

/// Which joints move a vertex, and how much the second one does.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Binding {
    pub(super) joints: [JointId; 2],
    pub(super) second: f32,
}

impl Binding {
    pub(super) fn rigid(joint: JointId) -> Self {
        Self { joints: [joint, joint], second: 0.0 }
    }
}

/// One cross-section: an ellipse about `center` with half axes `side` and `front`.
///
/// Along the tube, `side` points to `direction × front`; so all triangles face outward.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ring {
    pub(super) center: Vec3,
    pub(super) side: Vec3,
    pub(super) front: Vec3,
    pub(super) binding: Binding,
}

/// How a row of rings becomes a tube.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tube {
    pub(super) paint: Paint,
    /// 2 is an ellipse; larger numbers are boxes with ever sharper edges.
    pub(super) squareness: f32,
    /// Length of the rounded ends over the mean radius there: 1 is a half sphere.
    pub(super) roundness: f32,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Vertex {
    pub(super) position: Vec3,
    pub(super) normal: Vec3,
    pub(super) binding: Binding,
}

/// Vertices, and the triangles of each paint.
#[derive(Clone, Debug, Default)]
pub(super) struct Surface {
    pub(super) vertices: Vec<Vertex>,
    triangles: Vec<(Paint, [u32; 3])>,
}

impl Surface {
    /// The corners of all triangles of one paint.
    pub(super) fn indices(&self, paint: Paint) -> Vec<u32> {
        self.triangles.iter().filter(|(p, _)| *p == paint).flat_map(|(_, t)| *t).collect()
    }

    /// Adds a closed tube through `rings`; fewer than two rings enclose nothing and add nothing.
    pub(super) fn add(&mut self, tube: Tube, rings: &[Ring]) {
        let [first, second, ..] = rings else { return };
        let [.., before_last, last] = rings else { return };
        let start = self.cap(tube, first, first.center - second.center, true);
        let middle = rings.iter().map(|ring| self.ring(tube, ring));
        let middle: Vec<u32> = middle.collect();
        let end = self.cap(tube, last, last.center - before_last.center, false);
        let rows: Vec<u32> = [start.rows, middle, end.rows].concat();
        for pair in rows.windows(2) {
            self.band(tube.paint, pair[0], pair[1]);
        }
        if let (Some(first_row), Some(last_row)) = (rows.first(), rows.last()) {
            self.fan(tube.paint, *first_row, start.pole, false);
            self.fan(tube.paint, *last_row, end.pole, true);
        }
    }

    /// Vertices of one ring; returns the number of the first.
    fn ring(&mut self, tube: Tube, ring: &Ring) -> u32 {
        let first = self.next();
        for corner in 0..CORNERS {
            let (s, c) = math::sin_cos(TAU * small(corner) / small(CORNERS));
            let (x, z) = (bulge(c, tube.squareness), bulge(s, tube.squareness));
            self.vertex(ring.center + ring.side * x + ring.front * z, ring.binding);
        }
        first
    }

    /// The rounded end beyond `ring`, rows in the order of the tube, and its pole.
    fn cap(&mut self, tube: Tube, ring: &Ring, outward: Vec3, is_start: bool) -> Cap {
        let depth = 0.5 * tube.roundness * (ring.side.length() + ring.front.length());
        let axis = outward.try_normalize().unwrap_or(Vec3::Y) * depth;
        let mut rows = Vec::new();
        for step in 1..=CAP_RINGS {
            let quarter = TAU / 4.0 * small(step) / small(CAP_RINGS + 1);
            let (s, c) = math::sin_cos(quarter);
            let center = ring.center + axis * s;
            rows.push(
                self.ring(
                    tube,
                    &Ring { center, side: ring.side * c, front: ring.front * c, ..*ring },
                ),
            );
        }
        if is_start {
            rows.reverse();
        }
        let pole = self.next();
        self.vertex(ring.center + axis, ring.binding);
        Cap { rows, pole }
    }

    fn vertex(&mut self, position: Vec3, binding: Binding) {
        self.vertices.push(Vertex { position, normal: Vec3::ZERO, binding });
    }

    fn band(&mut self, paint: Paint, lower: u32, upper: u32) {
        for corner in 0..CORNERS {
            let next = (corner + 1) % CORNERS;
            self.triangle(paint, [lower + corner, upper + corner, upper + next]);
            self.triangle(paint, [lower + corner, upper + next, lower + next]);
        }
    }

    fn fan(&mut self, paint: Paint, row: u32, pole: u32, is_end: bool) {
        for corner in 0..CORNERS {
            let next = (corner + 1) % CORNERS;
            let [a, b] = if is_end { [corner, next] } else { [next, corner] };
            self.triangle(paint, [row + a, pole, row + b]);
        }
    }

    fn triangle(&mut self, paint: Paint, corners: [u32; 3]) {
        self.triangles.push((paint, corners));
    }

    /// Smooths the normals: each vertex takes the mean of its triangles, weighted by area.
    pub(super) fn finish(&mut self) {
        for (_, [a, b, c]) in &self.triangles {
            let [pa, pb, pc] = [a, b, c].map(|i| self.vertices[*i as usize].position);
            let weighted = (pb - pa).cross(pc - pa);
            for i in [a, b, c] {
                self.vertices[*i as usize].normal += weighted;
            }
        }
        for vertex in &mut self.vertices {
            vertex.normal = vertex.normal.try_normalize().unwrap_or(Vec3::Y);
        }
    }

    #[expect(clippy::cast_possible_truncation, reason = "a body has a few thousand vertices")]
    fn next(&self) -> u32 {
        self.vertices.len() as u32
    }
}

struct Cap {
    rows: Vec<u32>,
    pole: u32,
}

/// A coordinate of the superellipse |x|^n + |z|^n = 1 from that of the circle.
fn bulge(x: f32, squareness: f32) -> f32 {
    libm::powf(x.abs(), 2.0 / squareness).copysign(x)
}

#[expect(clippy::cast_precision_loss, reason = "small whole numbers")]
fn small(n: u32) -> f32 {
    n as f32
}
