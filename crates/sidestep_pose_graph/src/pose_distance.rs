//! How unlike two poses are (eqs. 3.7, 3.8 and 3.11 of the thesis).
//!
//! The distance is E = ω_θ D + ω_θ̇ Ḋ + ω_v V, so that the cost of a transition (eq. 3.13) is the mean
//! of two distances: τ(i, j) = (E(i+1, j) + E(i, j-1)) / 2.

use crate::{
    config::{GraphConfig, JointWeights},
    error::GraphError,
    normal_form::NormalForm,
};
use glam::{Quat, Vec3};
use sidestep_motion::{FrameId, MotionLibrary, Role, Side, Skeleton, math::rotation_vector};

pub(crate) const QUATERNION: usize = 4;
pub(crate) const VECTOR: usize = 3;

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

impl PoseTable {
    /// Of every frame of a library.
    pub fn new(library: &MotionLibrary, config: &GraphConfig) -> Result<Self, GraphError> {
        let joints = weighted_joints(library.skeleton(), &config.joint_weights);
        if joints.is_empty() {
            return Err(GraphError::NoJoint);
        }
        let mut table = Self {
            rows: raw_rows(library, &joints),
            angle_weights: joints.iter().map(|(_, weight)| *weight).collect(),
            term_weights: [1.0; 3],
        };
        let shares = [config.angle_share, config.velocity_share, config.root_share];
        let steps = table.median_steps(library).ok_or(GraphError::TooShort)?;
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

    /// The joints' weights ω_θ w_k, in the order of the rows.
    pub(crate) fn angle_weights(&self) -> &[f32] {
        &self.angle_weights
    }

    /// The numbers of one frame: quaternions, then weighted velocities, the root's last.
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

/// Eqs. 3.9, 3.10, 3.12 and 3.13 together: the mean of the two distances at a jump.
pub(crate) fn transition_cost(after: f32, before: f32) -> f32 {
    0.5 * (after + before)
}

#[inline]
pub(crate) fn square(x: f32) -> f32 {
    x * x
}

/// ‖log(q⁻¹ p)‖ of two unit quaternions from their squared chord: half the angle between the rotations.
///
/// acos|⟨q, p⟩| = 2 asin(c / 2) with the chord c of the nearer of p and -p. The polynomial is asin
/// interpolated at the zeros of a Chebyshev polynomial over the whole range; it is right to 2e-7.
#[inline]
fn half_angle(chord_squared: f32) -> f32 {
    const P: [f32; 8] = [
        1.0,
        0.041_667_387,
        0.004_680_071_5,
        0.000_726_263_3,
        6.535_699e-5,
        7.376_929e-5,
        -2.199_370_5e-5,
        6.693_968_8e-6,
    ];
    let s = nearer_chord_squared(chord_squared);
    let high = P[4] + s * (P[5] + s * (P[6] + s * P[7]));
    s.sqrt() * (P[0] + s * (P[1] + s * (P[2] + s * (P[3] + s * high))))
}

/// The squared chord to p or to -p, which are the same rotation, whichever is nearer.
#[inline]
pub(crate) fn nearer_chord_squared(chord_squared: f32) -> f32 {
    if chord_squared > 2.0 { (4.0 - chord_squared).max(0.0) } else { chord_squared }
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
    for side in Side::BOTH {
        let by_role = [
            (Role::Thigh(side), weights.hips),
            (Role::Shank(side), weights.knees),
            (Role::UpperArm(side), weights.shoulders),
            (Role::Forearm(side), weights.elbows),
        ];
        for (role, weight) in by_role {
            if let Some(joint) = skeleton.roles().get(role) {
                of_joint[joint.index()] = weight;
            }
        }
    }
    of_joint.into_iter().enumerate().filter(|(_, weight)| *weight > 0.0).collect()
}
