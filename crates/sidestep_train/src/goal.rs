//! Roots that walk over the ground, and goals seen from them.

use crate::{
    batch::AIM_NUMBERS,
    layout::{GoalChannel, Layout},
    real::Real,
};

/// A place on the ground and a heading: x, z, radians. A heading grows when turning left (+X).
pub(crate) type Root<F> = [F; 3];

/// Local (left, forward) into the world (x, z).
pub(crate) fn turned<F: Real>([left, forward]: [F; 2], heading: F) -> [F; 2] {
    let (s, c) = (heading.sin(), heading.cos());
    [c * left + s * forward, c * forward - s * left]
}

/// The root after a step (left, forward, turn) seen from it.
pub(crate) fn advance<F: Real>(root: Root<F>, step: [F; 3]) -> Root<F> {
    let [x, z] = turned([step[0], step[1]], root[2]);
    [root[0] + x, root[1] + z, root[2] + step[2]]
}

/// The gradient by the step and by the root before, from that by the root after.
pub(crate) fn advance_back<F: Real>(
    root: Root<F>,
    step: [F; 3],
    after: Root<F>,
) -> ([F; 3], Root<F>) {
    let (s, c) = (root[2].sin(), root[2].cos());
    let [x, z, heading] = after;
    let by_step = [c * x - s * z, s * x + c * z, heading];
    let by_heading = x * (c * step[1] - s * step[0]) + z * (-s * step[1] - c * step[0]);
    (by_step, [x, z, heading + by_heading])
}

/// The root channels of a row in metres and radians.
pub(crate) fn step_of<F: Real>(layout: &Layout, row: &[F]) -> [F; 3] {
    [0, 1, 2].map(|i| metres(layout, row, layout.root + i))
}

/// A channel without its normalisation.
pub(crate) fn metres<F: Real>(layout: &Layout, row: &[F], channel: usize) -> F {
    row[channel] * F::of(layout.deviations[channel]) + F::of(layout.means[channel])
}

/// Three channels without their normalisation.
pub(crate) fn point<F: Real>(layout: &Layout, row: &[F], channel: usize) -> [F; 3] {
    [0, 1, 2].map(|i| metres(layout, row, channel + i))
}

/// The moment at which a goal is seen: which number of an aim has the seconds left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum When {
    /// Before the step.
    Before = 4,
    /// After it.
    After = 5,
}

/// What a way of so many metres is multiplied with to become a velocity that is there in time.
fn pace<F: Real>(layout: &Layout, distance: F, secs: F) -> F {
    let least = F::of(layout.pace_secs);
    let share = F::of(1.0) / if secs < least { least } else { secs };
    let bound = F::of(layout.pace_bound);
    if distance * share > bound { bound / distance } else { share }
}

/// The normalised goal channels F seen from a root; those that are given are taken from `given`.
pub(crate) fn goals_seen<F: Real>(
    layout: &Layout,
    root: Root<F>,
    (aim, when): (&[f32], When),
    given: &[f32],
    out: &mut [F],
) {
    let aim: [F; AIM_NUMBERS] = std::array::from_fn(|i| F::of(aim[i]));
    let secs = aim[when as usize];
    let place = turned([aim[0] - root[0], aim[1] - root[1]], -root[2]);
    let distance = (place[0] * place[0] + place[1] * place[1]).sqrt();
    let bound = F::of(layout.near_bound);
    let near = if distance > bound { bound / distance } else { F::of(1.0) };
    let pace = pace(layout, distance, secs);
    for (i, (kind, out)) in layout.goals.iter().zip(out).enumerate() {
        let value = match kind {
            GoalChannel::Given => {
                *out = F::of(given[i]);
                continue;
            }
            GoalChannel::PlaceLeft => place[0],
            GoalChannel::PlaceForward => place[1],
            GoalChannel::NearLeft => place[0] * near,
            GoalChannel::NearForward => place[1] * near,
            GoalChannel::FacingCos => (aim[2] - root[2]).cos(),
            GoalChannel::FacingSin => (aim[2] - root[2]).sin(),
            GoalChannel::DirectionCos => (aim[3] - root[2]).cos(),
            GoalChannel::DirectionSin => (aim[3] - root[2]).sin(),
            GoalChannel::PaceLeft => place[0] * pace,
            GoalChannel::PaceForward => place[1] * pace,
        };
        let channel = layout.frame + i;
        *out = (value - F::of(layout.means[channel])) / F::of(layout.deviations[channel]);
    }
}
