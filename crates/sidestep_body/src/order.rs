//! Puts triangles in an order in which corners are met again soon after they were met.
//!
//! Who draws moves every corner once as long as it remembers it, and it remembers the last few.
//! P. Sander, D. Nehab and J. Barczak, "Fast triangle reordering for vertex locality and reduced
//! overdraw", 2007, section 3.1.

use crate::Vertex;

/// How many corners who draws is taken to remember: few cards and no program remember fewer.
const REMEMBERED: usize = 16;

/// Orders the triangles of a body, and numbers its corners as they come.
pub(crate) fn order(vertices: &mut Vec<Vertex>, triangles: &mut Vec<[u32; 3]>) {
    let ordered = Tour::new(vertices.len(), triangles).walk();
    let mut numbers = vec![u32::MAX; vertices.len()];
    let mut sorted = Vec::with_capacity(vertices.len());
    *triangles = ordered;
    for corner in triangles.iter_mut().flatten() {
        let old = *corner as usize;
        if numbers[old] == u32::MAX {
            numbers[old] = u32::try_from(sorted.len()).unwrap_or(u32::MAX);
            sorted.push(vertices[old]);
        }
        *corner = numbers[old];
    }
    *vertices = sorted;
}

/// A way over all triangles, fan by fan.
struct Tour<'a> {
    triangles: &'a [[u32; 3]],
    around: Vec<Vec<usize>>,
    /// Triangles around each corner that are still to come.
    left: Vec<usize>,
    /// When each corner was met.
    met: Vec<usize>,
    now: usize,
    /// Corners that were met, the last on top.
    trail: Vec<u32>,
    is_done: Vec<bool>,
    cursor: usize,
}

impl<'a> Tour<'a> {
    fn new(n_vertices: usize, triangles: &'a [[u32; 3]]) -> Self {
        let mut around = vec![Vec::new(); n_vertices];
        for (number, corners) in triangles.iter().enumerate() {
            corners.iter().for_each(|corner| around[*corner as usize].push(number));
        }
        Self {
            triangles,
            left: around.iter().map(Vec::len).collect(),
            around,
            met: vec![0; n_vertices],
            now: REMEMBERED + 1,
            trail: Vec::new(),
            is_done: vec![false; triangles.len()],
            cursor: 0,
        }
    }

    fn walk(mut self) -> Vec<[u32; 3]> {
        let mut ordered = Vec::with_capacity(self.triangles.len());
        let mut fan = self.anywhere();
        while let Some(middle) = fan {
            let beside = self.fan(middle, &mut ordered);
            fan = self.next(&beside).or_else(|| self.back()).or_else(|| self.anywhere());
        }
        ordered
    }

    /// Adds what is left around a corner; answers the corners of it.
    fn fan(&mut self, middle: usize, ordered: &mut Vec<[u32; 3]>) -> Vec<u32> {
        let mut beside = Vec::new();
        for number in std::mem::take(&mut self.around[middle]) {
            if std::mem::replace(&mut self.is_done[number], true) {
                continue;
            }
            let corners = self.triangles[number];
            ordered.push(corners);
            for corner in corners {
                beside.push(corner);
                self.trail.push(corner);
                self.left[corner as usize] -= 1;
                if self.now - self.met[corner as usize] > REMEMBERED {
                    self.met[corner as usize] = self.now;
                    self.now += 1;
                }
            }
        }
        beside
    }

    /// The corner that was met longest ago among those that will still be remembered when all
    /// around it is done.
    fn next(&self, beside: &[u32]) -> Option<usize> {
        let mut best = None;
        for corner in beside.iter().map(|corner| *corner as usize) {
            if self.left[corner] == 0 {
                continue;
            }
            let age = self.now - self.met[corner];
            let worth = if age + 2 * self.left[corner] <= REMEMBERED { age } else { 0 };
            if best.is_none_or(|(most, _)| worth > most) {
                best = Some((worth, corner));
            }
        }
        best.map(|(_, corner)| corner)
    }

    /// The last corner that has something left.
    fn back(&mut self) -> Option<usize> {
        while let Some(corner) = self.trail.pop() {
            if self.left[corner as usize] > 0 {
                return Some(corner as usize);
            }
        }
        None
    }

    /// The first corner that has something left.
    fn anywhere(&mut self) -> Option<usize> {
        while self.cursor < self.left.len() {
            if self.left[self.cursor] > 0 {
                return Some(self.cursor);
            }
            self.cursor += 1;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Cloth, nets::skin};
    use glam::Vec3;
    use std::collections::VecDeque;

    /// How often a corner must be moved for each triangle by who remembers the last 16.
    fn moves(triangles: &[[u32; 3]]) -> f64 {
        let mut remembered: VecDeque<u32> = VecDeque::new();
        let mut moved = 0;
        for corner in triangles.iter().flatten() {
            if !remembered.contains(corner) {
                moved += 1;
                remembered.push_back(*corner);
                if remembered.len() > 16 {
                    remembered.pop_front();
                }
            }
        }
        f64::from(moved) / triangles.len() as f64
    }

    #[test]
    fn corners_are_met_again_soon_and_the_skin_is_the_same() {
        let net = skin(&|p| p.length() - 0.5, [Vec3::splat(-0.5), Vec3::splat(0.5)], 0.04);
        let corner = |position: &Vec3| Vertex {
            position: *position,
            normal: Vec3::Y,
            joints: [0; 4],
            weights: [1.0, 0.0, 0.0, 0.0],
            cloth: Cloth::Skin,
            side: 0.0,
        };
        let before: Vec<Vertex> = net.positions.iter().map(corner).collect();
        let (mut vertices, mut triangles) = (before.clone(), net.triangles.clone());
        order(&mut vertices, &mut triangles);
        let (was, is) = (moves(&net.triangles), moves(&triangles));
        assert!(is < 0.8 && is < 0.8 * was, "{was} -> {is}");
        let places = |vertices: &[Vertex], triangles: &[[u32; 3]]| {
            let mut all: Vec<[[u32; 3]; 3]> = triangles
                .iter()
                .map(|corners| {
                    let mut at =
                        corners.map(|c| vertices[c as usize].position.to_array().map(f32::to_bits));
                    // The same triangle, whichever corner comes first.
                    while at[0] != *at.iter().min().unwrap_or(&at[0]) {
                        at.rotate_left(1);
                    }
                    at
                })
                .collect();
            all.sort_unstable();
            all
        };
        assert_eq!(places(&vertices, &triangles), places(&before, &net.triangles));
    }
}
