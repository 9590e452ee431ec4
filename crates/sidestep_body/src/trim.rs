//! Cuts cloth along a line and gives the edge a lip, so that sleeves end as sharply as if sewn.

use crate::nets::Net;
use glam::Vec3;
use std::collections::BTreeMap;

/// Keeps what has a negative value; `thick` is how far the lip reaches inward, in metres.
pub(crate) fn trim(net: &Net, values: &[f32], thick: f32) -> Net {
    let mut cutter = Cutter { net, values, out: Net::default(), kept: BTreeMap::new(), thick };
    let mut edges = Vec::new();
    for triangle in &net.triangles {
        edges.extend(cutter.cut(*triangle));
    }
    cutter.lip(&edges);
    cutter.out
}

struct Cutter<'a> {
    net: &'a Net,
    values: &'a [f32],
    out: Net,
    /// New numbers of old corners (both alike) and of the places where edges were cut.
    kept: BTreeMap<(u32, u32), u32>,
    thick: f32,
}

impl Cutter<'_> {
    fn is_kept(&self, corner: u32) -> bool {
        self.values[corner as usize] < 0.0
    }

    /// Adds what is left of a triangle; the cut through it, if there is one.
    fn cut(&mut self, [a, b, c]: [u32; 3]) -> Option<[u32; 2]> {
        let kept = [a, b, c].map(|corner| self.is_kept(corner));
        // Turned so that the lone corner comes first.
        let [a, b, c] = match kept {
            [true, true, true] => {
                let whole = [a, b, c].map(|corner| self.place(corner, corner));
                self.out.triangles.push(whole);
                return None;
            }
            [false, false, false] => return None,
            [true, false, false] | [false, true, true] => [a, b, c],
            [false, true, false] | [true, false, true] => [b, c, a],
            [false, false, true] | [true, true, false] => [c, a, b],
        };
        let (ab, ac) = (self.place(a, b), self.place(a, c));
        if self.is_kept(a) {
            let corner = self.place(a, a);
            self.out.triangles.push([corner, ab, ac]);
            Some([ab, ac])
        } else {
            let (b, c) = (self.place(b, b), self.place(c, c));
            self.out.triangles.extend([[ab, b, c], [ab, c, ac]]);
            Some([ac, ab])
        }
    }

    /// The new number of a corner, or of the place where the edge between two is cut.
    fn place(&mut self, a: u32, b: u32) -> u32 {
        let key = (a.min(b), a.max(b));
        if let Some(known) = self.kept.get(&key) {
            return *known;
        }
        let at =
            |corner: u32| (self.net.positions[corner as usize], self.net.normals[corner as usize]);
        let ((pa, na), (pb, nb)) = (at(key.0), at(key.1));
        let (va, vb) = (self.values[key.0 as usize], self.values[key.1 as usize]);
        let share = if key.0 == key.1 { 0.0 } else { (va / (va - vb)).clamp(0.0, 1.0) };
        let number = self.add(pa.lerp(pb, share), na.lerp(nb, share).normalize_or(na));
        self.kept.insert(key, number);
        number
    }

    fn add(&mut self, position: Vec3, normal: Vec3) -> u32 {
        let number = u32::try_from(self.out.positions.len()).unwrap_or(u32::MAX);
        self.out.positions.push(position);
        self.out.normals.push(normal);
        number
    }

    /// A strip from each edge inward, with corners of its own because it looks another way.
    fn lip(&mut self, edges: &[[u32; 2]]) {
        let mut turned: BTreeMap<u32, [u32; 2]> = BTreeMap::new();
        for [from, to] in edges {
            let place = |number: u32, out: &Net| {
                (out.positions[number as usize], out.normals[number as usize])
            };
            let ((a, na), (b, _)) = (place(*from, &self.out), place(*to, &self.out));
            let outward = (b - a).cross(na).normalize_or(na);
            let [from, to] = [*from, *to].map(|number| {
                let (at, normal) = place(number, &self.out);
                let inward = at - normal * self.thick;
                *turned.entry(number).or_insert_with(|| {
                    let first = u32::try_from(self.out.positions.len()).unwrap_or(u32::MAX);
                    self.out.positions.extend([at, inward]);
                    self.out.normals.extend([outward; 2]);
                    let strip = [first, first.saturating_add(1)];
                    self.out.followers.extend(strip.map(|corner| [corner, number]));
                    strip
                })
            });
            self.out.triangles.extend([[to[0], from[0], from[1]], [to[0], from[1], to[1]]]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nets::skin;

    #[test]
    fn half_a_ball_ends_in_a_plane() {
        let ball = skin(&|p| p.length() - 0.5, [Vec3::splat(-0.5), Vec3::splat(0.5)], 0.07);
        let heights: Vec<f32> = ball.positions.iter().map(|p| p.y - 0.123).collect();
        let half = trim(&ball, &heights, 0.02);
        let highest = half.positions.iter().map(|p| p.y).fold(f32::MIN, f32::max);
        assert!((highest - 0.123).abs() < 1e-5, "{highest}");
        let at_edge = half.positions.iter().filter(|p| (p.y - 0.123).abs() < 1e-5).count();
        assert!(at_edge > 20, "{at_edge}");
        assert_eq!(half.positions.len(), half.normals.len());
        // The lip looks upward, out of the half that is left.
        let lip = half.triangles.iter().filter(|corners| {
            let [a, b, c] = corners.map(|i| half.positions[i as usize]);
            (b - a).cross(c - a).normalize_or_zero().y > 0.6
        });
        assert!(lip.count() > 10);
    }

    #[test]
    fn nothing_is_cut_where_all_is_kept() {
        let ball = skin(&|p| p.length() - 0.5, [Vec3::splat(-0.5), Vec3::splat(0.5)], 0.2);
        let same = trim(&ball, &vec![-1.0; ball.positions.len()], 0.02);
        assert_eq!(same.triangles.len(), ball.triangles.len());
        let none = trim(&ball, &vec![1.0; ball.positions.len()], 0.02);
        assert!(none.positions.is_empty() && none.triangles.is_empty());
    }
}
