//! The one solid that bodies are made of: a tube of changing oval section along a bent line.
//!
//! It is given as a field of distances, so that tubes flow into each other where they meet.

use glam::{Vec2, Vec3};

/// Pieces of a line that are shorter are no pieces, in metres.
const SHORTEST: f32 = 1e-4;

/// A section: place on the line (whole numbers are its corners), half width, half depth, shift to
/// the front.
pub(crate) type Station = [f32; 4];

/// A tube along a line of one or more pieces.
#[derive(Clone, Debug)]
pub(crate) struct Tube {
    pieces: Vec<Piece>,
    stations: Vec<Station>,
    slopes: Vec<[f32; 3]>,
    /// Where the tube begins and ends on its line.
    range: [f32; 2],
    /// Length of its rounded ends as a share of the smaller half axis there.
    roundness: f32,
    /// 0 for ovals, 1 for rounded boxes.
    squareness: f32,
    inflation: f32,
    bounds: [Vec3; 2],
}

#[derive(Clone, Copy, Debug)]
struct Piece {
    start: Vec3,
    along: Vec3,
    side: Vec3,
    front: Vec3,
    length: f32,
    /// Length of the line before it.
    arc: f32,
}

/// What a tube says of a point.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reading {
    /// About how far it is outside, in metres.
    pub(crate) distance: f32,
    /// How far along the line its foot is, in metres.
    pub(crate) arc: f32,
}

impl Tube {
    /// The tube along `points`, its sections looking to the `front`.
    pub(crate) fn new(points: &[Vec3], front: Vec3, stations: &[Station]) -> Self {
        let mut pieces = Vec::new();
        let mut arc = 0.0;
        for pair in points.windows(2) {
            let way = pair[1] - pair[0];
            let length = way.length().max(SHORTEST);
            let along = way.try_normalize().unwrap_or(Vec3::Y);
            let front = across(front, along);
            pieces.push(Piece {
                start: pair[0],
                along,
                side: front.cross(along),
                front,
                length,
                arc,
            });
            arc += length;
        }
        let range = [stations[0][0], stations[stations.len() - 1][0]];
        let mut tube = Self {
            pieces,
            stations: stations.to_vec(),
            slopes: slopes(stations),
            range,
            roundness: 1.0,
            squareness: 0.0,
            inflation: 0.0,
            bounds: [Vec3::ZERO; 2],
        };
        tube.bounds = tube.find_bounds();
        tube
    }

    /// The stretch of the tube between two places on its line.
    pub(crate) fn between(mut self, from: f32, to: f32) -> Self {
        self.range = [from, to];
        self.bounds = self.find_bounds();
        self
    }

    /// The tube with ends of that roundness: 0 is flat, 1 is round.
    pub(crate) fn ended(mut self, roundness: f32) -> Self {
        self.roundness = roundness.max(0.02);
        self
    }

    /// The tube with sections nearer to boxes.
    pub(crate) fn squared(mut self, squareness: f32) -> Self {
        self.squareness = squareness;
        self
    }

    /// The tube, thicker on all sides.
    pub(crate) fn inflated(mut self, metres: f32) -> Self {
        self.inflation += metres;
        self.bounds = self.find_bounds();
        self
    }

    /// A box around the tube.
    pub(crate) fn bounds(&self) -> [Vec3; 2] {
        self.bounds
    }

    /// How far a point is outside the tube's box.
    pub(crate) fn clearance(&self, point: Vec3) -> f32 {
        let [low, high] = self.bounds;
        (low - point).max(point - high).max(Vec3::ZERO).length()
    }

    /// What the tube says of a point.
    pub(crate) fn read(&self, point: Vec3) -> Reading {
        let (index, u) = self.foot(point);
        let piece = &self.pieces[index];
        let place = small(index) + u / piece.length;
        let [low, high] = self.range;
        let within = place.clamp(low, high);
        let beyond = (place - within).abs() * piece.length;
        let [width, depth, shift] = self.section(within);
        let from_line = point - piece.start;
        let q = Vec2::new(from_line.dot(piece.side), from_line.dot(piece.front) - shift);
        let end = self.roundness * width.min(depth);
        let k = self.share(q / Vec2::new(width, depth), beyond / end);
        let radius = Vec3::new(q.x, q.y, beyond).length();
        let distance = if k > 1e-4 { radius - radius / k } else { -width.min(depth) };
        Reading { distance, arc: piece.arc + u }
    }

    /// How far along the line a point of it is, in metres.
    pub(crate) fn arc_of(&self, point: Vec3) -> f32 {
        let (index, u) = self.foot(point);
        self.pieces[index].arc + u
    }

    /// How far along the line a place is, in metres; whole places are its corners.
    pub(crate) fn arc_at(&self, place: f32) -> f32 {
        let last = self.pieces.len() - 1;
        let index = (0..last).take_while(|index| small(index + 1) <= place).count();
        self.pieces[index].arc + (place - small(index)) * self.pieces[index].length
    }

    /// 1 on the skin, less inside.
    fn share(&self, q: Vec2, beyond: f32) -> f32 {
        let square = q * q;
        let oval = square.x + square.y;
        let boxy = square.length();
        (oval + (boxy - oval) * self.squareness + beyond * beyond).sqrt()
    }

    /// The piece nearest to a point, and how far along it the point's foot is; the first and the
    /// last go on beyond their ends.
    fn foot(&self, point: Vec3) -> (usize, f32) {
        let last = self.pieces.len() - 1;
        let mut best = (0, 0.0, f32::INFINITY);
        for (index, piece) in self.pieces.iter().enumerate() {
            let from = point - piece.start;
            let free = from.dot(piece.along);
            let low = if index == 0 { f32::NEG_INFINITY } else { 0.0 };
            let high = if index == last { f32::INFINITY } else { piece.length };
            let u = free.max(low).min(high);
            let distance = (from - piece.along * u).length_squared();
            if distance < best.2 {
                best = (index, u, distance);
            }
        }
        (best.0, best.1)
    }

    /// Half width, half depth and shift, curving smoothly through the stations.
    fn section(&self, place: f32) -> [f32; 3] {
        let later = self.stations[1..self.stations.len() - 1].iter();
        let i = later.take_while(|station| station[0] <= place).count();
        let (a, b) = (&self.stations[i], &self.stations[i + 1]);
        let span = (b[0] - a[0]).max(1e-6);
        let t = ((place - a[0]) / span).clamp(0.0, 1.0);
        let value = |n: usize| {
            let (from, to) = (a[n + 1], b[n + 1]);
            let (out, into) = (self.slopes[i][n] * span, self.slopes[i + 1][n] * span);
            let (t2, t3) = (t * t, t * t * t);
            from * (2.0 * t3 - 3.0 * t2 + 1.0)
                + out * (t3 - 2.0 * t2 + t)
                + to * (3.0 * t2 - 2.0 * t3)
                + into * (t3 - t2)
        };
        let girth = |n: usize| (value(n) + self.inflation).max(1e-4);
        [girth(0), girth(1), value(2)]
    }

    fn find_bounds(&self) -> [Vec3; 2] {
        let mut reach: f32 = 0.0;
        for station in &self.stations {
            reach = reach.max(station[1].max(station[2]) + station[3].abs() + self.inflation);
        }
        let mut bounds = [Vec3::splat(f32::INFINITY), Vec3::splat(f32::NEG_INFINITY)];
        let last = self.pieces.len() - 1;
        for (index, piece) in self.pieces.iter().enumerate() {
            let first = small(index);
            let low = if index == 0 { self.range[0] } else { self.range[0].max(first) };
            let high = if index == last { self.range[1] } else { self.range[1].min(first + 1.0) };
            if high < low {
                continue;
            }
            for place in [low, high] {
                let point = piece.start + piece.along * ((place - first) * piece.length);
                bounds = [bounds[0].min(point), bounds[1].max(point)];
            }
        }
        // Sections swell a little between their stations.
        let room = Vec3::splat(1.08 * reach);
        [bounds[0] - room, bounds[1] + room]
    }
}

/// Slopes at stations that keep what lies between from swinging beyond them.
fn slopes(stations: &[Station]) -> Vec<[f32; 3]> {
    let rise = |i: usize, n: usize| {
        let (a, b) = (&stations[i], &stations[i + 1]);
        (b[n + 1] - a[n + 1]) / (b[0] - a[0]).max(1e-6)
    };
    let last = stations.len() - 1;
    let slope = |i: usize, n: usize| match i {
        0 => rise(0, n),
        i if i == last => rise(last - 1, n),
        i => {
            let (before, after) = (rise(i - 1, n), rise(i, n));
            if before * after <= 0.0 { 0.0 } else { 2.0 * before * after / (before + after) }
        }
    };
    (0..=last).map(|i| [slope(i, 0), slope(i, 1), slope(i, 2)]).collect()
}

/// The part of `wish` that stands upright on `direction`, or another upright where there is none.
pub(crate) fn across(wish: Vec3, direction: Vec3) -> Vec3 {
    let upright = |v: Vec3| (v - direction * v.dot(direction)).try_normalize();
    let clear = |v: &Vec3| v.cross(direction).length() > 0.1;
    let candidates = [wish, Vec3::Y, Vec3::Z, Vec3::X];
    candidates.into_iter().filter(clear).find_map(upright).unwrap_or(Vec3::Z)
}

fn small(index: usize) -> f32 {
    index as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cylinder() -> Tube {
        let stations = [[0.0, 0.1, 0.1, 0.0], [1.0, 0.1, 0.1, 0.0]];
        Tube::new(&[Vec3::ZERO, Vec3::Y], Vec3::Z, &stations)
    }

    #[test]
    fn distances_to_a_round_tube_are_exact() {
        let tube = cylinder();
        let distance = |x: f32, y: f32, z: f32| tube.read(Vec3::new(x, y, z)).distance;
        assert!((distance(0.3, 0.5, 0.0) - 0.2).abs() < 1e-6);
        assert!((distance(0.0, 0.5, 0.06) + 0.04).abs() < 1e-6);
        // Its end is half a ball of radius 0.1.
        assert!((distance(0.0, 1.4, 0.0) - 0.3).abs() < 1e-6);
        assert!((distance(0.3, 1.4, 0.0) - 0.4).abs() < 1e-6);
    }

    #[test]
    fn a_stretch_ends_where_it_was_cut() {
        let tube = cylinder().between(0.2, 0.4).ended(0.02);
        let distance = |y: f32| tube.read(Vec3::Y * y).distance;
        assert!(distance(0.3) < 0.0 && distance(0.41) > 0.0 && distance(0.19) > 0.0);
        assert!((tube.read(Vec3::Y * 0.7).arc - 0.7).abs() < 1e-6);
    }

    #[test]
    fn boxes_hold_their_tubes() {
        let [low, high] = cylinder().inflated(0.05).bounds();
        assert!(low.max_element() <= -0.1 && high.y >= 1.1 && high.x >= 0.15);
    }
}
