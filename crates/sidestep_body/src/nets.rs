//! Skins fields with triangles: naive surface nets, then every vertex is moved onto the field's zero.
//!
//! S. F. Gibson, "Constrained elastic surface nets", 1998, without the elastic part: the move onto
//! the field does its work.

use glam::Vec3;

/// More cells than this make the cells larger.
const MOST_CELLS: f32 = 120_000.0;
/// Steps that bring a vertex onto the field's zero.
const STEPS: usize = 2;

/// Corners and triangles.
#[derive(Clone, Debug, Default)]
pub(crate) struct Net {
    pub(crate) positions: Vec<Vec3>,
    pub(crate) normals: Vec<Vec3>,
    pub(crate) triangles: Vec<[u32; 3]>,
    /// Corners that must move as others do: each, and the one it goes along with.
    pub(crate) followers: Vec<[u32; 2]>,
}

/// The skin of what lies inside `field` (where it is negative) within `bounds`.
pub(crate) fn skin(field: &dyn Fn(Vec3) -> f32, bounds: [Vec3; 2], cell: f32) -> Net {
    let Some(grid) = Grid::new(bounds, cell) else { return Net::default() };
    let values = grid.sample(field);
    let mut net = Net::default();
    let numbers = grid.corners(&values, &mut net);
    grid.faces(&values, &numbers, &mut net);
    for position in &mut net.positions {
        let (settled, normal) = settle(field, *position, grid.cell);
        *position = settled;
        net.normals.push(normal);
    }
    net
}

/// A place of the grid.
type Place = [usize; 3];

struct Grid {
    origin: Vec3,
    cell: f32,
    /// Places along x, y and z.
    size: Place,
}

const CORNERS: [Place; 8] =
    [[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 0], [0, 0, 1], [1, 0, 1], [0, 1, 1], [1, 1, 1]];

/// The edges of a cell as pairs of its corners.
const EDGES: [[usize; 2]; 12] = [
    [0, 1],
    [2, 3],
    [4, 5],
    [6, 7],
    [0, 2],
    [1, 3],
    [4, 6],
    [5, 7],
    [0, 4],
    [1, 5],
    [2, 6],
    [3, 7],
];

const NOBODY: u32 = u32::MAX;

impl Grid {
    fn new([low, high]: [Vec3; 2], cell: f32) -> Option<Self> {
        let room = (high - low).max(Vec3::ZERO);
        if !(low.is_finite() && room.is_finite() && cell > 0.0 && cell.is_finite()) {
            return None;
        }
        let mut cell = cell;
        let cells = |cell: f32| {
            let counts = (room / cell).ceil() + 3.0;
            counts.x * counts.y * counts.z
        };
        while cells(cell) > MOST_CELLS {
            cell *= 1.25;
        }
        let size = ((room / cell).ceil() + 3.0).to_array().map(|count| count as usize);
        Some(Self { origin: low - Vec3::splat(cell), cell, size })
    }

    fn sample(&self, field: &dyn Fn(Vec3) -> f32) -> Vec<f32> {
        self.places([0; 3], 0).map(|at| field(self.origin + vector(at) * self.cell)).collect()
    }

    /// All places from `first` on, but for the last `short` in each direction; x runs fastest.
    fn places(&self, first: Place, short: usize) -> impl Iterator<Item = Place> + use<> {
        let [width, height, depth] = self.size.map(|count| count - short);
        (first[2]..depth).flat_map(move |z| {
            (first[1]..height).flat_map(move |y| (first[0]..width).map(move |x| [x, y, z]))
        })
    }

    fn index(&self, [x, y, z]: Place) -> usize {
        (z * self.size[1] + y) * self.size[0] + x
    }

    /// A vertex in every cell that the skin passes; answers its number by cell.
    fn corners(&self, values: &[f32], net: &mut Net) -> Vec<u32> {
        let mut numbers = vec![NOBODY; values.len()];
        for at in self.places([0; 3], 1) {
            if let Some(place) = self.crossing(values, at) {
                numbers[self.index(at)] = count(net.positions.len());
                net.positions.push(self.origin + (vector(at) + place) * self.cell);
            }
        }
        numbers
    }

    /// The middle of where the edges of a cell cross the skin, in cells from its corner.
    fn crossing(&self, values: &[f32], at: Place) -> Option<Vec3> {
        let corner = CORNERS.map(|corner| values[self.index(moved(at, corner))]);
        let inside = corner.iter().filter(|value| **value < 0.0).count();
        if inside == 0 || inside == 8 {
            return None;
        }
        let (mut sum, mut crossings) = (Vec3::ZERO, 0.0);
        for [a, b] in EDGES {
            let (from, to) = (corner[a], corner[b]);
            if (from < 0.0) != (to < 0.0) {
                let share = from / (from - to);
                sum += vector(CORNERS[a]).lerp(vector(CORNERS[b]), share);
                crossings += 1.0;
            }
        }
        Some(sum / crossings)
    }

    /// Two triangles around every edge of the grid that the skin crosses.
    fn faces(&self, values: &[f32], numbers: &[u32], net: &mut Net) {
        for at in self.places([1; 3], 1) {
            let here = values[self.index(at)] < 0.0;
            for axis in 0..3 {
                let step = |n: usize| [0, 1, 2].map(|i| usize::from(i == (axis + n) % 3));
                let (way, u, v) = (step(0), step(1), step(2));
                if here != (values[self.index(moved(at, way))] < 0.0) {
                    let cells = [moved(u, v), v, [0; 3], u];
                    let quad = cells.map(|back| numbers[self.index(before(at, back))]);
                    push_quad(net, quad, here);
                }
            }
        }
    }
}

fn moved(at: Place, by: Place) -> Place {
    [at[0] + by[0], at[1] + by[1], at[2] + by[2]]
}

fn before(at: Place, by: Place) -> Place {
    [at[0] - by[0], at[1] - by[1], at[2] - by[2]]
}

fn vector(at: Place) -> Vec3 {
    Vec3::from_array(at.map(|n| n as f32))
}

/// Splits a face along its shorter diagonal; `outward` tells which way it looks.
fn push_quad(net: &mut Net, quad: [u32; 4], outward: bool) {
    if quad.contains(&NOBODY) {
        return;
    }
    let [a, b, c, d] = if outward { quad } else { [quad[3], quad[2], quad[1], quad[0]] };
    let place = |number: u32| net.positions[number as usize];
    let halves = if place(a).distance_squared(place(c)) <= place(b).distance_squared(place(d)) {
        [[a, b, c], [a, c, d]]
    } else {
        [[a, b, d], [b, c, d]]
    };
    net.triangles.extend(halves);
}

/// The place on the field's zero near a vertex, and the way out of the body there.
fn settle(field: &dyn Fn(Vec3) -> f32, start: Vec3, cell: f32) -> (Vec3, Vec3) {
    let mut at = start;
    let mut normal = Vec3::Y;
    for _ in 0..STEPS {
        let (value, slope) = gradient(field, at, 0.08 * cell);
        let steepness = slope.length_squared();
        if !(steepness > 1e-6 && value.is_finite()) {
            break;
        }
        normal = slope.try_normalize().unwrap_or(normal);
        let step = (slope * (-value / steepness)).clamp_length_max(0.5 * cell);
        at += step;
    }
    // A vertex that ran away belongs to a fold: it stays in its cell.
    if at.distance(start) > 1.2 * cell { (start, normal) } else { (at, normal) }
}

/// Value and slope of a field, from the corners of a tetrahedron.
fn gradient(field: &dyn Fn(Vec3) -> f32, at: Vec3, reach: f32) -> (f32, Vec3) {
    let ways = [
        Vec3::new(1.0, -1.0, -1.0),
        Vec3::new(-1.0, -1.0, 1.0),
        Vec3::new(-1.0, 1.0, -1.0),
        Vec3::new(1.0, 1.0, 1.0),
    ];
    let (mut value, mut slope) = (0.0, Vec3::ZERO);
    for way in ways {
        let here = field(at + way * reach);
        value += 0.25 * here;
        slope += way * here;
    }
    (value, slope / (4.0 * reach))
}

fn count(n: usize) -> u32 {
    n as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_skin_of_a_ball_is_round_closed_and_looks_outward() {
        let net = skin(&|p| p.length() - 0.5, [Vec3::splat(-0.5), Vec3::splat(0.5)], 0.1);
        for (position, normal) in net.positions.iter().zip(&net.normals) {
            assert!((position.length() - 0.5).abs() < 1e-3, "{position}");
            assert!(normal.dot(position.normalize_or_zero()) > 0.999);
        }
        // Euler: corners - edges + faces = 2, and a triangle has half of three edges.
        let (corners, faces) = (net.positions.len() as i64, net.triangles.len() as i64);
        assert_eq!(corners - faces * 3 / 2 + faces, 2);
        for [a, b, c] in net.triangles {
            let [a, b, c] = [a, b, c].map(|i| net.positions[i as usize]);
            assert!((b - a).cross(c - a).dot(a + b + c) > 0.0, "a triangle looks inward");
        }
    }

    #[test]
    fn absurd_bounds_give_nothing_or_larger_cells() {
        let ball = |p: Vec3| p.length() - 1.0;
        assert!(skin(&ball, [Vec3::splat(f32::NAN), Vec3::ONE], 0.1).positions.is_empty());
        let net = skin(&ball, [Vec3::splat(-1.0), Vec3::splat(1.0)], 1e-5);
        assert!(net.positions.len() < 100_000);
    }
}
