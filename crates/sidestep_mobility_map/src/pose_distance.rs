//! How unlike two poses are (eqs. 3.7, 3.8 and 3.11 of the thesis), for one pair and for a row of them.
//!
//! The distance is E = ω_θ D + ω_θ̇ Ḋ + ω_v V, so that the cost of a transition (eq. 3.13) is the mean
//! of two distances: τ(i, j) = (E(i+1, j) + E(i, j-1)) / 2. E is a metric: every term is.
//!
//! Rows are evaluated many at a time in plain loops that compilers turn into vector instructions; the
//! operations and their order are those of a single pair, so the bits are the same.

use crate::{
    config::{GraphConfig, JointWeights},
    error::BuildError,
    normal_form::NormalForm,
};
use glam::{Quat, Vec3};
use sidestep_motion::{FrameId, MotionLibrary, Role, Side, Skeleton, math::rotation_vector};

/// Poses evaluated in one go.
pub(crate) const LANES: usize = 4;

const QUATERNION: usize = 4;
const VECTOR: usize = 3;

/// What the distance sees of every frame, one row of numbers each.
#[derive(Clone, Debug)]
pub struct PoseTable {
    /// Row by row: quaternions of the joints, their velocities times ω_θ̇ w_k, root velocity times ω_v.
    rows: Vec<f32>,
    /// ω_θ w_k.
    angle_weights: Vec<f32>,
    /// ω_θ, ω_θ̇, ω_v.
    term_weights: [f32; 3],
}

/// Some consecutive rows turned into columns, [`LANES`] to each.
#[derive(Clone, Debug, Default)]
pub(crate) struct Columns {
    values: Vec<[f32; LANES]>,
    groups: usize,
}

impl PoseTable {
    /// Of every frame of a library.
    pub fn new(library: &MotionLibrary, config: &GraphConfig) -> Result<Self, BuildError> {
        let joints = weighted_joints(library.skeleton(), &config.joint_weights);
        if joints.is_empty() {
            return Err(BuildError::NoJoint);
        }
        let mut table = Self {
            rows: raw_rows(library, &joints),
            angle_weights: joints.iter().map(|(_, weight)| *weight).collect(),
            term_weights: [1.0; 3],
        };
        let shares = [config.angle_share, config.velocity_share, config.root_share];
        let steps = table.median_steps(library).ok_or(BuildError::TooShort)?;
        // A term that never changes in the source tells nothing: it is left as it is.
        let weight =
            |term: usize| if steps[term] > 0.0 { shares[term] / steps[term] } else { shares[term] };
        table.weigh([weight(0), weight(1), weight(2)]);
        Ok(table)
    }

    /// Number of frames.
    pub fn len(&self) -> usize {
        self.rows.len() / self.width()
    }

    /// Whether there is no frame.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// ω_θ, ω_θ̇ and ω_v of eq. 3.13.
    pub fn term_weights(&self) -> [f32; 3] {
        self.term_weights
    }

    /// E: how unlike frames `a` and `b` are.
    pub fn distance(&self, a: usize, b: usize) -> f32 {
        let [angles, velocities, root] = self.terms(self.row(a), self.row(b));
        angles + velocities + root
    }

    /// τ(i, j) of eq. 3.13: what it costs to play frame `to` after frame `from`.
    ///
    /// Frame `from + 1` and frame `to - 1` must be of the same clips.
    pub fn transition_cost(&self, from: usize, to: usize) -> f32 {
        transition_cost(self.distance(from + 1, to), self.distance(from, to - 1))
    }

    fn width(&self) -> usize {
        self.angle_weights.len() * (QUATERNION + VECTOR) + VECTOR
    }

    pub(crate) fn row(&self, frame: usize) -> &[f32] {
        &self.rows[frame * self.width()..(frame + 1) * self.width()]
    }

    /// The three terms of the distance of two rows, each weighted.
    fn terms(&self, a: &[f32], b: &[f32]) -> [f32; 3] {
        let joints = self.angle_weights.len();
        let mut angles = 0.0;
        for (joint, weight) in self.angle_weights.iter().enumerate() {
            let at = joint * QUATERNION;
            let square = |k: usize| square(a[at + k] - b[at + k]);
            angles += weight * half_angle(square(0) + square(1) + square(2) + square(3));
        }
        let norm = |at: usize| {
            let square = |k: usize| square(a[at + k] - b[at + k]);
            (square(0) + square(1) + square(2)).sqrt()
        };
        let mut velocities = 0.0;
        for joint in 0..joints {
            velocities += norm(joints * QUATERNION + joint * VECTOR);
        }
        [angles, velocities, norm(joints * (QUATERNION + VECTOR))]
    }

    /// Distances of one frame to all columns, in the order of their frames.
    pub(crate) fn distances(&self, frame: usize, columns: &Columns, out: &mut [[f32; LANES]]) {
        let (row, joints) = (self.row(frame), self.angle_weights.len());
        for (group, out) in out.iter_mut().enumerate().take(columns.groups) {
            let column = |dimension: usize| &columns.values[dimension * columns.groups + group];
            let mut angles = [0.0_f32; LANES];
            for (joint, weight) in self.angle_weights.iter().enumerate() {
                let at = joint * QUATERNION;
                let (x, y, z, w) = (column(at), column(at + 1), column(at + 2), column(at + 3));
                for lane in 0..LANES {
                    let squares = square(row[at] - x[lane])
                        + square(row[at + 1] - y[lane])
                        + square(row[at + 2] - z[lane])
                        + square(row[at + 3] - w[lane]);
                    angles[lane] += weight * half_angle(squares);
                }
            }
            let norms = |at: usize, sum: &mut [f32; LANES]| {
                let (x, y, z) = (column(at), column(at + 1), column(at + 2));
                for lane in 0..LANES {
                    let squares = square(row[at] - x[lane])
                        + square(row[at + 1] - y[lane])
                        + square(row[at + 2] - z[lane]);
                    sum[lane] += squares.sqrt();
                }
            };
            let (mut velocities, mut root) = ([0.0; LANES], [0.0; LANES]);
            for joint in 0..joints {
                norms(joints * QUATERNION + joint * VECTOR, &mut velocities);
            }
            norms(joints * (QUATERNION + VECTOR), &mut root);
            for lane in 0..LANES {
                out[lane] = angles[lane] + velocities[lane] + root[lane];
            }
        }
    }

    /// Medians of the three terms over all pairs of consecutive frames.
    fn median_steps(&self, library: &MotionLibrary) -> Option<[f32; 3]> {
        let mut steps: [Vec<f32>; 3] = Default::default();
        for clip in library.clips() {
            for frame in clip.frames.start as usize + 1..clip.frames.end as usize {
                let terms = self.terms(self.row(frame - 1), self.row(frame));
                steps.iter_mut().zip(terms).for_each(|(all, term)| all.push(term));
            }
        }
        let [angles, velocities, root] = steps.map(|mut all| {
            let middle = all.len() / 2;
            (!all.is_empty()).then(|| *all.select_nth_unstable_by(middle, f32::total_cmp).1)
        });
        Some([angles?, velocities?, root?])
    }

    /// Works the weights of the terms into the rows.
    fn weigh(&mut self, [angles, velocities, root]: [f32; 3]) {
        let (width, joints) = (self.width(), self.angle_weights.len());
        for row in self.rows.chunks_exact_mut(width) {
            let (moving, root_velocity) = row[joints * QUATERNION..].split_at_mut(joints * VECTOR);
            moving.iter_mut().for_each(|value| *value *= velocities);
            root_velocity.iter_mut().for_each(|value| *value *= root);
        }
        self.angle_weights.iter_mut().for_each(|weight| *weight *= angles);
        self.term_weights = [angles, velocities, root];
    }
}

impl Columns {
    /// Takes the rows of `frames`; lanes left over are zeros.
    pub(crate) fn load_each(
        &mut self,
        table: &PoseTable,
        frames: impl ExactSizeIterator<Item = usize>,
    ) {
        self.groups = frames.len().div_ceil(LANES);
        self.values.clear();
        self.values.resize(table.width() * self.groups, [0.0; LANES]);
        for (place, frame) in frames.enumerate() {
            for (dimension, value) in table.row(frame).iter().enumerate() {
                self.values[dimension * self.groups + place / LANES][place % LANES] = *value;
            }
        }
    }
}

/// Eqs. 3.9, 3.10, 3.12 and 3.13 together: the mean of the two distances at a jump.
pub(crate) fn transition_cost(after: f32, before: f32) -> f32 {
    0.5 * (after + before)
}

#[inline(always)]
fn square(x: f32) -> f32 {
    x * x
}

/// ‖log(q⁻¹ p)‖ of two unit quaternions from their squared chord: half the angle between the rotations.
///
/// acos|⟨q, p⟩| = 2 asin(c / 2) with the chord c of the nearer of p and -p. The polynomial is asin
/// interpolated at the zeros of a Chebyshev polynomial over the whole range; it is right to 2e-7.
#[inline(always)]
fn half_angle(chord_squared: f32) -> f32 {
    const P: [f32; 8] = [
        1.0,
        0.041_667_387,
        0.004_680_071_5,
        0.000_726_263_3,
        6.535_698_8e-5,
        7.376_929e-5,
        -2.199_370_5e-5,
        6.693_968_8e-6,
    ];
    let s = if chord_squared > 2.0 { (4.0 - chord_squared).max(0.0) } else { chord_squared };
    let high = P[4] + s * (P[5] + s * (P[6] + s * P[7]));
    s.sqrt() * (P[0] + s * (P[1] + s * (P[2] + s * (P[3] + s * high))))
}

/// Quaternions, velocities (eq. 3.8) and root velocity of every frame, weighted by joint alone.
fn raw_rows(library: &MotionLibrary, joints: &[(usize, f32)]) -> Vec<f32> {
    let form = NormalForm::of(library);
    let mut rows = Vec::new();
    for clip in library.clips() {
        for frame in clip.frames.clone() {
            let rotation = |frame: u32, joint: usize| -> Quat {
                match joint {
                    0 => form.root_rotations[frame as usize],
                    _ => library.pose(FrameId(frame)).rotations[joint],
                }
            };
            let later = frame.max(clip.frames.start + 1).min(clip.frames.end - 1);
            let earlier = later.saturating_sub(1).max(clip.frames.start);
            for (joint, _) in joints {
                rows.extend(rotation(frame, *joint).to_array());
            }
            for (joint, weight) in joints {
                let turned = rotation(later, *joint).conjugate() * rotation(earlier, *joint);
                // The logarithm of a unit quaternion is half the rotation vector.
                let log: Vec3 = 0.5 * rotation_vector(turned);
                rows.extend((log * (library.rate_hz() * weight)).to_array());
            }
            rows.extend(form.root_velocity(library, FrameId(frame)).to_array());
        }
    }
    rows
}

/// The joints that count, and how much.
fn weighted_joints(skeleton: &Skeleton, weights: &JointWeights) -> Vec<(usize, f32)> {
    let mut of_joint = vec![weights.others; skeleton.len()];
    of_joint[0] = weights.root;
    let by_role: [(fn(Side) -> Role, f32); 4] = [
        (Role::Thigh, weights.hips),
        (Role::Shank, weights.knees),
        (Role::UpperArm, weights.shoulders),
        (Role::Forearm, weights.elbows),
    ];
    for (role, weight) in by_role {
        for joint in Side::BOTH.into_iter().filter_map(|side| skeleton.roles().get(role(side))) {
            of_joint[joint.index()] = weight;
        }
    }
    of_joint.into_iter().enumerate().filter(|(_, weight)| *weight > 0.0).collect()
}
