//! How far a body is from the data, in a space that belongs to no method.
//!
//! Features are joint positions and velocities as seen from the character (place and smoothed
//! heading), each kind in units of its spread over the library. Distances are given as a ratio to
//! the library's own median nearest distance, half a second of the same clip around each frame
//! left out.

use crate::{
    run::FRAMES_PER_SEC,
    statistics::{percentile, ratio},
};
use sidestep_motion::{JointMotion, facing::ground_transforms};

/// The most frames whose distance is measured in one stretch; they are spread evenly over it.
const MOST_QUERIES: usize = 400;

/// The library's frames as points, and the length of one unit.
#[derive(Clone, Debug)]
pub struct NearestSpace {
    dims: usize,
    rows: Vec<f32>,
    /// Clip of each row.
    clips: Vec<u32>,
    position_scale: f32,
    velocity_scale: f32,
    /// Median distance of a frame of the library to the nearest of the others.
    own_median: f32,
}

impl NearestSpace {
    /// The space of these clips.
    pub fn new<'a>(clips: impl Iterator<Item = &'a JointMotion>) -> Self {
        let mut space = Self {
            dims: 0,
            rows: Vec::new(),
            clips: Vec::new(),
            position_scale: 1.0,
            velocity_scale: 1.0,
            own_median: 1.0,
        };
        for (number, motion) in clips.enumerate() {
            space.dims = 6 * motion.skeleton.len();
            space.rows.extend(space.features(motion));
            let number = u32::try_from(number).unwrap_or(u32::MAX);
            space.clips.resize(space.rows.len() / space.dims.max(1), number);
        }
        space.set_scales();
        space.own_median = space.median_among_own();
        space
    }

    /// Distances of the frames of a run to the data, at most 400 of them, evenly spread.
    pub fn distances(&self, motion: &JointMotion) -> Vec<f32> {
        if self.dims == 0 || motion.len() < 2 {
            return Vec::new();
        }
        let rows = self.features(motion);
        let every = motion.len().div_ceil(MOST_QUERIES);
        let rows = rows.chunks_exact(self.dims).skip(1).step_by(every);
        rows.map(|row| ratio(self.nearest(row, |_| true), self.own_median)).collect()
    }

    /// Distance of the last frame of a run.
    pub fn last_distance(&self, motion: &JointMotion) -> f32 {
        let rows = self.features(motion);
        match rows.chunks_exact(self.dims.max(1)).last() {
            Some(row) => ratio(self.nearest(row, |_| true), self.own_median),
            None => 0.0,
        }
    }

    /// The features of every frame of a stretch of motion.
    pub fn features(&self, motion: &JointMotion) -> Vec<f32> {
        let grounds = ground_transforms(motion);
        let last = motion.len().saturating_sub(1);
        let mut rows = Vec::with_capacity(motion.len() * self.dims);
        for (frame, ground) in grounds.iter().enumerate() {
            let from_world = ground.inverse();
            let (before, after) = (frame.saturating_sub(1), (frame + 1).min(last));
            let per_sec = motion.rate_hz / (after - before).max(1) as f32;
            let triples = motion.frame(frame).iter().enumerate().flat_map(|(joint, position)| {
                let way = motion.frame(after)[joint] - motion.frame(before)[joint];
                let velocity = from_world.transform_vector(way) * per_sec;
                let position = from_world.transform_point(*position);
                [position * self.position_scale, velocity * self.velocity_scale]
            });
            rows.extend(triples.flat_map(|vector| vector.to_array()));
        }
        rows
    }

    /// Spread of positions and velocities over the library, brought to one each.
    fn set_scales(&mut self) {
        let frames = self.clips.len().max(1) as f64;
        let mut means = vec![0.0_f64; self.dims];
        for row in self.rows.chunks_exact(self.dims.max(1)) {
            means.iter_mut().zip(row).for_each(|(mean, value)| *mean += f64::from(*value) / frames);
        }
        let mut squares = [0.0_f64; 2];
        for row in self.rows.chunks_exact(self.dims.max(1)) {
            for (dim, (value, mean)) in row.iter().zip(&means).enumerate() {
                let off = f64::from(*value) - mean;
                squares[dim / 3 % 2] += off * off / (frames * self.dims as f64 / 6.0);
            }
        }
        let scale = |square: f64| (1.0 / square.sqrt().max(1e-6)) as f32;
        (self.position_scale, self.velocity_scale) = (scale(squares[0]), scale(squares[1]));
        let (position, velocity) = (self.position_scale, self.velocity_scale);
        for (dim, value) in self.rows.iter_mut().enumerate() {
            *value *= if dim / 3 % 2 == 0 { position } else { velocity };
        }
    }

    fn median_among_own(&self) -> f32 {
        let frames = self.clips.len();
        let every = frames.div_ceil(MOST_QUERIES).max(1);
        let distance = |frame: usize| {
            let elsewhere = |other: usize| {
                other.abs_diff(frame) > FRAMES_PER_SEC / 2 || self.clips[other] != self.clips[frame]
            };
            let row = &self.rows[frame * self.dims..(frame + 1) * self.dims];
            self.nearest(row, elsewhere)
        };
        let distances = (0..frames).step_by(every).map(distance).filter(|d| d.is_finite());
        let median = percentile(distances.collect(), 0.5);
        if median > 0.0 { median } else { 1.0 }
    }

    /// Distance to the nearest row that `counts`; rows are left as soon as they are too far.
    fn nearest(&self, query: &[f32], counts: impl Fn(usize) -> bool) -> f32 {
        if !query.iter().all(|value| value.is_finite()) {
            return f32::MAX;
        }
        let mut best = f32::INFINITY;
        for (index, row) in self.rows.chunks_exact(self.dims).enumerate() {
            if !counts(index) {
                continue;
            }
            let mut sum = 0.0;
            for (a, b) in query.chunks(24).zip(row.chunks(24)) {
                sum += a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum::<f32>();
                if sum >= best {
                    break;
                }
            }
            best = best.min(sum);
        }
        best.sqrt()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{Quat, Vec3};
    use sidestep_motion::{Joint, Skeleton};
    use std::sync::Arc;

    /// One joint that bobs, three seconds long.
    fn bobbing(skeleton: &Arc<Skeleton>, lift: f32) -> JointMotion {
        let height = |frame: u8| 0.1 * sidestep_motion::math::sin(f32::from(frame) * 0.3) + lift;
        let positions = (0..90_u8).map(|frame| Vec3::Y * height(frame)).collect();
        JointMotion { skeleton: Arc::clone(skeleton), rate_hz: 30.0, positions }
    }

    #[test]
    fn the_data_itself_is_at_no_distance_and_strangers_are_far() {
        let name = "Hips".to_owned();
        let joint =
            Joint { name, parent: None, offset: Vec3::ZERO, rest: Quat::IDENTITY, tip: None };
        let skeleton = Arc::new(Skeleton::new(vec![joint]).unwrap());
        let data = bobbing(&skeleton, 1.0);
        let space = NearestSpace::new([&data].into_iter());
        assert!(space.distances(&data).iter().all(|distance| *distance < 1e-3));
        let (near, far) = (bobbing(&skeleton, 1.05), bobbing(&skeleton, 2.0));
        let most = |motion| space.distances(motion).into_iter().fold(0.0, f32::max);
        assert!(most(&near) > 0.0 && most(&far) > 2.0 * most(&near));
        let mut broken = data.clone();
        broken.positions[45] = Vec3::splat(f32::NAN);
        assert!(space.distances(&broken).into_iter().fold(0.0, f32::max) > 1e6);
    }
}
