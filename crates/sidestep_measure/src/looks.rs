//! How the long steered run looks beside the source: feet, pops, limbs, turns and what was added.

use crate::{
    foot_conditions::{FootCondition, foot_conditions},
    source::{Source, turn_percentiles_deg},
    steered::Steered,
    whole_foot::FeetBesideSource,
};
use serde::Serialize;

/// Half-second turns of the output may be so much faster than the source's.
pub(crate) const TURN_GATE: f32 = 1.1;

/// What `measure response` and `measure line` say of looks.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Looks {
    /// What whole feet did, and what those of the source do.
    #[serde(flatten)]
    pub feet: FeetBesideSource,
    /// What must hold for the figures of feet to count.
    pub foot_conditions: Vec<FootCondition>,
    /// Whether all of that holds.
    pub feet_count: bool,
    /// 99.9th percentile of joint acceleration over the source's.
    pub pop_ratio: f32,
    /// Largest joint acceleration over the source's largest.
    pub pop_max_ratio: f32,
    /// 95th percentile of the jerk of the root alone over the source's.
    pub root_jerk_ratio: f32,
    /// Mean speed of joints against the root, over the source's at the same speeds of travel.
    pub liveliness: f32,
    /// What the three ratios are for the source: one, by their definition.
    pub source_pop_ratio: f32,
    /// Likewise.
    pub source_root_jerk_ratio: f32,
    /// Likewise, by the same code.
    pub source_liveliness: f32,
    /// Turning on top of the frames played, as the controller says; a recorded run says nothing.
    pub added_yaw_deg_per_s: Option<f32>,
    /// Way on top of the frames played, likewise.
    pub added_travel_m_per_s: Option<f32>,
    /// Percentiles of heading changes within half a second, over three seeds.
    pub half_second_turn_p50_p95_p99_deg: [f32; 3],
    /// Those of the source.
    pub source_half_second_turn_p50_p95_p99_deg: [f32; 3],
    /// Whether the 95th and the 99th are at most 1.1 of the source's.
    pub turn_gate_holds: bool,
}

impl Looks {
    /// Of steered runs, and of their changes of heading within half a second in radians.
    pub(crate) fn of(source: &Source, steered: &Steered, turns: Vec<f32>) -> Self {
        let feet = FeetBesideSource { shown: steered.feet.figures(), source: source.feet };
        let conditions = foot_conditions(&feet.shown, &feet.source);
        let turns = turn_percentiles_deg(turns);
        let of_source = source.half_second_turn_percentiles_deg;
        Self {
            feet,
            feet_count: conditions.iter().all(|condition| condition.holds),
            foot_conditions: conditions,
            pop_ratio: steered.pop_ratio,
            pop_max_ratio: steered.pop_max_ratio,
            root_jerk_ratio: steered.root_jerk_ratio,
            liveliness: steered.limbs.over(&source.limbs),
            source_pop_ratio: 1.0,
            source_root_jerk_ratio: 1.0,
            source_liveliness: source.limbs.over(&source.limbs),
            added_yaw_deg_per_s: steered.added.map(|added| added.yaw.to_degrees()),
            added_travel_m_per_s: steered.added.map(|added| added.travel),
            half_second_turn_p50_p95_p99_deg: turns,
            source_half_second_turn_p50_p95_p99_deg: of_source,
            turn_gate_holds: (1..3).all(|at| turns[at] <= TURN_GATE * of_source[at]),
        }
    }
}
