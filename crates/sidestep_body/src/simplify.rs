//! Leaves out corners that are hardly missed, for bodies that are seen from afar or drawn without a
//! card.
//!
//! M. Garland and P. Heckbert, "Surface simplification using quadric error metrics", 1997, with a
//! corner moved onto a neighbour and never between them: what is left keeps its normal and weights.

use crate::Vertex;
use glam::{DVec3, Vec3};
use std::{cmp::Ordering, collections::BinaryHeap};

/// A face may turn by this much: the least cosine between before and after.
const LEAST_COSINE: f32 = 0.35;
/// How much farther an edge counts as if it were off the skin when its ends are moved by other
/// joints, as a share of its length: a knee needs corners to bend.
const BEND: f64 = 0.05;

/// The triangles that are left when corners are left out while the skin stays within about `metres`
/// of where it was. Open edges stay.
pub(crate) fn simplify(vertices: &[Vertex], triangles: &[[u32; 3]], metres: f32) -> Vec<[u32; 3]> {
    let mut mesh = Mesh::new(vertices, triangles);
    let most = f64::from(metres) * f64::from(metres);
    let mut collapses: BinaryHeap<Collapse> = BinaryHeap::new();
    (0..vertices.len()).for_each(|from| mesh.offer(from, most, &mut collapses));
    while let Some(collapse) = collapses.pop() {
        let is_stale = mesh.changes[collapse.from] + mesh.changes[collapse.to] != collapse.changes;
        if is_stale || !mesh.may_move(collapse.from, collapse.to) {
            continue;
        }
        mesh.merge(collapse.from, collapse.to);
        mesh.offer(collapse.to, most, &mut collapses);
        for near in mesh.neighbours(collapse.to) {
            mesh.offer(near, most, &mut collapses);
        }
    }
    mesh.triangles.into_iter().flatten().collect()
}

/// A corner that would go to another.
struct Collapse {
    cost: f64,
    from: usize,
    to: usize,
    /// How often both had changed by then.
    changes: u32,
}

impl Ord for Collapse {
    fn cmp(&self, other: &Self) -> Ordering {
        // The cheapest first, and always in the same order.
        let cost = other.cost.total_cmp(&self.cost);
        cost.then(other.from.cmp(&self.from)).then(other.to.cmp(&self.to))
    }
}

impl PartialOrd for Collapse {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Collapse {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Collapse {}

/// The sum of squared distances from planes, by their areas.
#[derive(Clone, Copy, Default)]
struct Quadric {
    /// The matrix A of the paper, its upper half by rows.
    square: [f64; 6],
    linear: DVec3,
    constant: f64,
    area: f64,
}

impl Quadric {
    fn of(normal: DVec3, at: DVec3, area: f64) -> Self {
        let d = -normal.dot(at);
        let DVec3 { x, y, z } = normal;
        Self {
            square: [x * x, x * y, x * z, y * y, y * z, z * z].map(|part| part * area),
            linear: normal * (d * area),
            constant: d * d * area,
            area,
        }
    }

    fn add(&mut self, other: &Self) {
        self.square.iter_mut().zip(other.square).for_each(|(sum, part)| *sum += part);
        self.linear += other.linear;
        self.constant += other.constant;
        self.area += other.area;
    }

    /// The mean squared distance of a point.
    fn at(&self, p: DVec3) -> f64 {
        let [xx, xy, xz, yy, yz, zz] = self.square;
        let square = xx * p.x * p.x + yy * p.y * p.y + zz * p.z * p.z;
        let mixed = xy * p.x * p.y + xz * p.x * p.z + yz * p.y * p.z;
        let sum = square + 2.0 * mixed + 2.0 * self.linear.dot(p) + self.constant;
        sum.max(0.0) / self.area.max(1e-12)
    }
}

struct Mesh<'a> {
    vertices: &'a [Vertex],
    triangles: Vec<Option<[u32; 3]>>,
    /// The triangles around each corner; those that are gone may be among them.
    around: Vec<Vec<usize>>,
    quadrics: Vec<Quadric>,
    /// Corners of open edges stay.
    stays: Vec<bool>,
    changes: Vec<u32>,
}

impl<'a> Mesh<'a> {
    fn new(vertices: &'a [Vertex], triangles: &[[u32; 3]]) -> Self {
        let n_vertices = vertices.len();
        let mut mesh = Self {
            vertices,
            triangles: triangles.iter().map(|corners| Some(*corners)).collect(),
            around: vec![Vec::new(); n_vertices],
            quadrics: vec![Quadric::default(); n_vertices],
            stays: vec![false; n_vertices],
            changes: vec![0; n_vertices],
        };
        for (number, corners) in triangles.iter().enumerate() {
            let quadric = mesh.quadric(*corners);
            for corner in corners {
                mesh.around[*corner as usize].push(number);
                mesh.quadrics[*corner as usize].add(&quadric);
            }
        }
        for corner in 0..n_vertices {
            // Around a corner inside a skin there are as many triangles as neighbours.
            mesh.stays[corner] = mesh.neighbours(corner).len() != mesh.around[corner].len();
        }
        mesh
    }

    fn place(&self, corner: u32) -> Vec3 {
        self.vertices[corner as usize].position
    }

    fn quadric(&self, corners: [u32; 3]) -> Quadric {
        let [a, b, c] = corners.map(|corner| self.place(corner).as_dvec3());
        let across = (b - a).cross(c - a);
        across
            .try_normalize()
            .map_or_else(Quadric::default, |normal| Quadric::of(normal, a, 0.5 * across.length()))
    }

    /// The corners beside one, each once.
    fn neighbours(&self, corner: usize) -> Vec<usize> {
        let mut found: Vec<usize> = self.faces(corner).flatten().map(|c| c as usize).collect();
        found.retain(|other| *other != corner);
        found.sort_unstable();
        found.dedup();
        found
    }

    fn faces(&self, corner: usize) -> impl Iterator<Item = [u32; 3]> + '_ {
        self.around[corner].iter().filter_map(|number| self.triangles[*number])
    }

    /// Adds the best way for a corner to go, where there is one that costs little enough.
    fn offer(&self, from: usize, most: f64, collapses: &mut BinaryHeap<Collapse>) {
        if self.stays[from] {
            return;
        }
        for to in self.neighbours(from) {
            let cost = self.cost(from, to);
            if cost < most {
                let changes = self.changes[from] + self.changes[to];
                collapses.push(Collapse { cost, from, to, changes });
            }
        }
    }

    fn cost(&self, from: usize, to: usize) -> f64 {
        let mut both = self.quadrics[from];
        both.add(&self.quadrics[to]);
        let [a, b] = [from, to].map(|corner| &self.vertices[corner]);
        let edge = f64::from(a.position.distance(b.position));
        let bend = BEND * edge * f64::from(unlikeness(a, b));
        both.at(b.position.as_dvec3()) + bend * bend
    }

    /// Whether the skin stays a skin and no face turns over when a corner goes to another.
    fn may_move(&self, from: usize, to: usize) -> bool {
        let beside = self.neighbours(to);
        let common = self.neighbours(from).iter().filter(|near| beside.contains(near)).count();
        if common != 2 {
            return false;
        }
        self.faces(from).filter(|corners| !corners.contains(&number(to))).all(|corners| {
            let moved = corners.map(|c| if c == number(from) { number(to) } else { c });
            let before = self.across(corners).normalize_or_zero();
            self.across(moved).normalize_or_zero().dot(before) > LEAST_COSINE
        })
    }

    fn across(&self, corners: [u32; 3]) -> Vec3 {
        let [a, b, c] = corners.map(|corner| self.place(corner));
        (b - a).cross(c - a)
    }

    fn merge(&mut self, from: usize, to: usize) {
        for face in std::mem::take(&mut self.around[from]) {
            let Some(corners) = self.triangles[face] else { continue };
            if corners.contains(&number(to)) {
                self.triangles[face] = None;
            } else {
                let moved = corners.map(|c| if c == number(from) { number(to) } else { c });
                self.triangles[face] = Some(moved);
                self.around[to].push(face);
            }
        }
        let gone = &self.triangles;
        self.around[to].retain(|face| gone[*face].is_some());
        let quadric = self.quadrics[from];
        self.quadrics[to].add(&quadric);
        self.changes[from] += 1;
        self.changes[to] += 1;
    }
}

/// How differently two corners are moved: 0 alike, 2 not at all alike.
fn unlikeness(a: &Vertex, b: &Vertex) -> f32 {
    let of = |vertex: &Vertex, joint: u16| {
        let pairs = vertex.joints.iter().zip(vertex.weights);
        pairs.filter(|(own, _)| **own == joint).map(|(_, weight)| weight).sum::<f32>()
    };
    let own = a.joints.iter().zip(a.weights).filter(|(_, weight)| *weight > 0.0);
    let shared: f32 = own.map(|(joint, weight)| weight.min(of(b, *joint))).sum();
    2.0 * (1.0 - shared)
}

fn number(corner: usize) -> u32 {
    corner as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Cloth, nets::skin};
    use std::collections::BTreeSet;

    fn ball(cell: f32) -> (Vec<Vertex>, Vec<[u32; 3]>) {
        let net = skin(&|p| p.length() - 0.5, [Vec3::splat(-0.5), Vec3::splat(0.5)], cell);
        let corner = |(position, normal): (&Vec3, &Vec3)| Vertex {
            position: *position,
            normal: *normal,
            joints: [u16::from(position.y > 0.0), 0, 0, 0],
            weights: [1.0, 0.0, 0.0, 0.0],
            cloth: Cloth::Skin,
            side: 0.0,
        };
        (net.positions.iter().zip(&net.normals).map(corner).collect(), net.triangles)
    }

    /// The corners that triangles meet.
    fn used(triangles: &[[u32; 3]]) -> BTreeSet<u32> {
        triangles.iter().flatten().copied().collect()
    }

    #[test]
    fn a_ball_stays_a_ball() {
        let (vertices, triangles) = ball(0.04);
        let left = simplify(&vertices, &triangles, 0.01);
        let corners = used(&left).len();
        assert!((30..vertices.len() / 3).contains(&corners), "{corners} of {}", vertices.len());
        for corners in &left {
            let [a, b, c] = corners.map(|corner| vertices[corner as usize].position);
            let middle = (a + b + c) / 3.0;
            assert!((middle.length() - 0.5).abs() < 0.04, "{middle}");
            assert!((b - a).cross(c - a).dot(middle) > 0.0, "a triangle looks inward");
        }
        // Euler: it is closed.
        let (corners, faces) = (corners as i64, left.len() as i64);
        assert_eq!(corners - faces * 3 / 2 + faces, 2);
    }

    #[test]
    fn open_edges_stay() {
        let (vertices, mut triangles) = ball(0.04);
        triangles.retain(|corners| {
            corners.iter().all(|corner| vertices[*corner as usize].position.y < 0.2)
        });
        let rim = |triangles: &[[u32; 3]]| {
            let mesh = Mesh::new(&vertices, triangles);
            (0..vertices.len()).filter(|corner| mesh.stays[*corner]).collect::<Vec<_>>()
        };
        let left = simplify(&vertices, &triangles, 0.01);
        assert!(rim(&triangles).len() > 20 && used(&left).len() < used(&triangles).len() / 2);
        assert_eq!(rim(&left), rim(&triangles));
    }

    #[test]
    fn nothing_is_left_out_where_nothing_may_change() {
        let (vertices, triangles) = ball(0.1);
        assert_eq!(simplify(&vertices, &triangles, 0.0), triangles);
    }
}
