//! From one state to the next: similarity weights, actions and the integration of eqs. 2 to 8.

use crate::states::{LocalState, States, Step, StepRef, positive};
use glam::{Quat, Vec2, Vec3};
use sidestep_control::saved_value;
use sidestep_features::Neighbor;
use sidestep_motion::{GroundTransform, math::unit};

/// A neighbour of a state with its similarity weight.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Weighted {
    pub(crate) row: u32,
    pub(crate) weight: f32,
}

saved_value!(Weighted { row, weight });

/// A way to go on: the neighbourhood as a whole, with one neighbour preferred.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Action {
    /// Share of the similarity-weighted mean of all neighbours.
    mean: f32,
    /// The preferred neighbour and its share.
    preferred: Weighted,
}

/// What all actions at one state have in common.
#[derive(Clone, Debug, Default)]
pub(crate) struct Neighborhood {
    /// Σ w_i v_i and Σ w_i y_i, rotations not yet of unit length.
    mean: Step,
    next_mean: Step,
    /// What leads from x to where the nearest state goes: (x̄ ⊕ v̄) ⊖ x.
    tug: Step,
    nearest: u32,
    /// Mean of the neighbours' contact phases one frame on.
    phases: [Vec2; 2],
}

/// Similarity weights of eq. 2, with the squared distance never below `least`.
///
/// `fade` multiplies the weight of a neighbour whose clip is about to end.
pub(crate) fn similarity_weights(
    found: &[Neighbor],
    least: f32,
    fade: impl Fn(u32) -> f32,
    out: &mut Vec<Weighted>,
) {
    out.clear();
    let weight = |n: &Neighbor| fade(n.row) / n.distance_squared.max(least);
    let total: f32 = found.iter().map(weight).sum();
    let scale = if total > 0.0 && total.is_finite() { 1.0 / total } else { 0.0 };
    out.extend(found.iter().map(|n| Weighted { row: n.row, weight: weight(n) * scale }));
}

impl Action {
    /// The similarity weights themselves: the passive action.
    pub(crate) const PASSIVE: Self =
        Self { mean: 1.0, preferred: Weighted { row: 0, weight: 0.0 } };

    /// Eq. 8: the weight of one neighbour is set to 1 and all are normalised by their sum. The other
    /// weights are first scaled by 1 - `sharpness`.
    pub(crate) fn preferring(neighbor: Weighted, sharpness: f32) -> Self {
        let others = 1.0 - sharpness;
        let total = 1.0 + others * (1.0 - neighbor.weight);
        let share = (1.0 - others * neighbor.weight) / total;
        Self { mean: others / total, preferred: Weighted { row: neighbor.row, weight: share } }
    }
}

impl Neighborhood {
    pub(crate) fn new(joints: usize) -> Self {
        Self {
            mean: Step::new(joints),
            next_mean: Step::new(joints),
            tug: Step::new(joints),
            nearest: 0,
            phases: [Vec2::ZERO; 2],
        }
    }

    /// Prepares what all actions at `state` share. `neighbors` are nearest first and not empty.
    pub(crate) fn prepare(
        &mut self,
        states: &States,
        library: &sidestep_motion::MotionLibrary,
        state: &LocalState,
        neighbors: &[Weighted],
    ) {
        sum(neighbors.iter().map(|n| (n.weight, states.step(n.row))), &mut self.mean);
        sum(neighbors.iter().map(|n| (n.weight, states.next_step(n.row))), &mut self.next_mean);
        self.nearest = neighbors.first().map_or(0, |n| n.row);
        self.phases = [Vec2::ZERO; 2];
        for neighbor in neighbors {
            let after = states.phases_after(neighbor.row);
            for (sum, phase) in self.phases.iter_mut().zip(after) {
                *sum += phase * neighbor.weight;
            }
        }
        let step = states.step(self.nearest);
        let (height, root) = states.root_after(self.nearest);
        // Ground and heading of the nearest state are aligned with the character's.
        self.tug.turn = step.turn;
        self.tug.by.root = step.root;
        self.tug.by.root.y = height - state.pose.root_position.y;
        let turned = GroundTransform::new(0.0, 0.0, step.turn).rotation();
        let after = library.pose(sidestep_motion::FrameId(states.frame(self.nearest).0 + 1));
        let pairs = after.rotations.iter().zip(&state.pose.rotations);
        for (q, (target, present)) in self.tug.by.rotations.iter_mut().zip(pairs) {
            *q = positive(*target * present.conjugate());
        }
        if let (Some(q), Some(present)) =
            (self.tug.by.rotations.first_mut(), state.pose.rotations.first())
        {
            *q = positive(turned * root * present.conjugate());
        }
    }

    /// Eqs. 4 to 6: writes the next state and returns the way of the character on the ground.
    pub(crate) fn integrate(
        &self,
        states: &States,
        from: &LocalState,
        action: Action,
        drift: f32,
        out: &mut LocalState,
    ) -> GroundTransform {
        let (mean, preferred) = (action.mean, action.preferred);
        let keep = 1.0 - drift;
        let shares = [keep * mean, keep * preferred.weight, drift];
        let v = [self.mean.as_ref(), states.step(preferred.row), self.tug.as_ref()];
        let root = blend(shares, v.map(|v| v.root));
        let turn = shares[0] * v[0].turn + shares[1] * v[1].turn + shares[2] * v[2].turn;
        out.pose.root_position = from.pose.root_position + Vec3::Y * root.y;
        out.pose.rotations.clear();
        let rotations = v[0].rotations.iter().zip(v[1].rotations).zip(v[2].rotations);
        out.pose.rotations.extend(
            rotations
                .zip(&from.pose.rotations)
                .map(|(((a, b), c), p)| unit(turn_blend(shares, [*a, *b, *c]) * *p)),
        );
        let straight = GroundTransform::new(0.0, 0.0, -turn).rotation();
        if let Some(root) = out.pose.rotations.first_mut() {
            *root = unit(straight * *root);
        }
        let y = [
            self.next_mean.as_ref(),
            states.next_step(preferred.row),
            states.next_step(self.nearest),
        ];
        blend_steps(shares, y, &mut out.step);
        let phases =
            [self.phases, states.phases_after(preferred.row), states.phases_after(self.nearest)];
        for (foot, phase) in out.phases.iter_mut().enumerate() {
            let [a, b, c] = phases.map(|of| of[foot]);
            *phase = (a * shares[0] + b * shares[1] + c * shares[2]).normalize_or_zero();
        }
        GroundTransform::new(root.x, root.z, turn)
    }
}

/// A weighted sum of steps. Rotations have positive w and are small, so they are summed as they are;
/// whoever uses the sum brings them to unit length.
fn sum<'a>(steps: impl Iterator<Item = (f32, StepRef<'a>)>, out: &mut Step) {
    out.turn = 0.0;
    out.by.root = Vec3::ZERO;
    out.by.rotations.fill(Quat::from_xyzw(0.0, 0.0, 0.0, 0.0));
    for (weight, step) in steps {
        out.turn += weight * step.turn;
        out.by.root += weight * step.root;
        for (sum, q) in out.by.rotations.iter_mut().zip(step.rotations) {
            *sum += *q * weight;
        }
    }
}

fn blend_steps(shares: [f32; 3], steps: [StepRef<'_>; 3], out: &mut Step) {
    let [a, b, c] = steps;
    out.turn = shares[0] * a.turn + shares[1] * b.turn + shares[2] * c.turn;
    out.by.root = blend(shares, [a.root, b.root, c.root]);
    out.by.rotations.clear();
    let rotations = a.rotations.iter().zip(b.rotations).zip(c.rotations);
    out.by.rotations.extend(rotations.map(|((a, b), c)| unit(turn_blend(shares, [*a, *b, *c]))));
}

fn blend(shares: [f32; 3], of: [Vec3; 3]) -> Vec3 {
    of[0] * shares[0] + of[1] * shares[1] + of[2] * shares[2]
}

fn turn_blend(shares: [f32; 3], of: [Quat; 3]) -> Quat {
    of[0] * shares[0] + of[1] * shares[1] + of[2] * shares[2]
}
