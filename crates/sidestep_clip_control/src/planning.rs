//! Planning against greed (Figure 5): what changes of direction cost by eq. 7 under both policies.

use crate::{
    candidate::Rooms,
    controller::ClipController,
    gaits::STANDING,
    situation::Situation,
    task::{Aim, State, Task, move_cost, state_cost},
};
use sidestep_motion::chance::Chance;
use std::f64::consts::PI;

/// Steps that are counted.
pub(crate) const STEPS: usize = 10;

/// Turns are at least this large: 120 degrees.
const LEAST_TURN: f64 = 2.0 * PI / 3.0;

/// Costs that differ by less are equal.
const EQUAL: f64 = 1e-9;

/// What planning gains.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Planning {
    /// Changes of direction.
    pub n: usize,
    /// Share of them in which the planned steps cost no more than the greedy ones.
    pub planned_not_worse_fraction: f64,
    /// Mean cost of the planned steps over that of the greedy ones.
    pub planned_cost_ratio: f64,
    /// Mean cost of each step, planned and greedy: the curves of Figure 5.
    pub curves: Vec<[f64; 2]>,
}

/// Turns round `n` times, by both policies, in the gait of a speed.
pub fn planning(controller: &ClipController, n: usize, seed: u64) -> Option<Planning> {
    let gait = controller.gaits.at_speed(controller.usual_speed)?;
    controller.tables_of(Task::Direction, gait).first()?;
    let greedy = controller.clone().with_config(|config| config.greedy = true);
    let planned = controller.clone().with_config(|config| config.greedy = false);
    let mut result = Planning { n, curves: vec![[0.0; 2]; STEPS], ..Planning::default() };
    let (mut not_worse, mut sums) = (0_usize, [0.0; 2]);
    for index in 0..n {
        let start = turn(controller, gait, seed, index as u64)?;
        let costs = [&planned, &greedy].map(|policy| run(policy, start));
        for (step, curve) in result.curves.iter_mut().enumerate() {
            for policy in 0..2 {
                #[expect(clippy::cast_precision_loss, reason = "a mean")]
                let share = costs[policy][step] / n as f64;
                curve[policy] += share;
            }
        }
        let totals = costs.map(|costs| discounted(&costs, controller.config.fit.discount));
        not_worse += usize::from(totals[0] <= totals[1] + EQUAL);
        sums[0] += totals[0];
        sums[1] += totals[1];
    }
    #[expect(clippy::cast_precision_loss, reason = "a share")]
    let share = not_worse as f64 / n.max(1) as f64;
    result.planned_not_worse_fraction = share;
    result.planned_cost_ratio = sums[0] / sums[1].max(1e-9);
    Some(result)
}

/// A situation in which one is to turn round.
fn turn(controller: &ClipController, gait: usize, seed: u64, index: u64) -> Option<Situation> {
    let members = &controller.tables_of(Task::Direction, gait).first()?.members;
    let mut chance = Chance::new(seed, index);
    let cycle = members[chance.below(members.len())];
    let turn = LEAST_TURN + f64::from(chance.unit()) * (PI - LEAST_TURN);
    let theta = if chance.unit() < 0.5 { turn } else { -turn };
    let aim = Aim { speed: f64::from(controller.usual_speed), ..Aim::default() };
    let state = State { theta, ..State::default() };
    Some(Situation {
        cycle,
        mixed: None,
        state,
        aim,
        task: Task::Direction,
        gait,
        leaving: None,
        stone: None,
    })
}

/// How many clips a decision looks at in the usual gait, after `n` decisions about turning round; it is
/// for the caller to look at the clock.
pub fn decisions(controller: &ClipController, n: usize, seed: u64) -> Option<(usize, u64)> {
    let gait = controller.gaits.at_speed(controller.usual_speed)?;
    let clips = controller.tables_of(Task::Direction, gait).first()?.members.len();
    let mut room = Rooms::of(controller);
    let mut sum = 0;
    for index in 0..n {
        let at = turn(controller, gait, seed, index as u64)?;
        sum += u64::from(controller.choose(&at, &mut room)?.cycle);
    }
    Some((clips, sum))
}

/// What `n` turns cost by a policy.
#[cfg(feature = "fit")]
pub(crate) fn turns_cost(controller: &ClipController, (n, seed): (usize, u64)) -> f64 {
    let Some(gait) = controller.gaits.at_speed(controller.usual_speed) else { return 0.0 };
    let turns = (0..n as u64).filter_map(|index| turn(controller, gait, seed, index));
    turns.map(|start| pays(controller, start)).sum()
}

/// What a policy pays from a situation (eq. 7).
#[cfg(feature = "fit")]
pub(crate) fn pays(controller: &ClipController, start: Situation) -> f64 {
    discounted(&run(controller, start), controller.config.fit.discount)
}

/// The costs of the steps that a policy takes from a situation.
fn run(controller: &ClipController, mut at: Situation) -> [f64; STEPS] {
    let mut room = Rooms::of(controller);
    let costs = &controller.config.costs;
    std::array::from_fn(|_| {
        let Some(next) = controller.choose(&at, &mut room) else { return 0.0 };
        let step = &controller.moves.leading(at.played(), next);
        let flips = controller.moves.flips(at.cycle);
        let of_move = move_cost(at.task, at.gait == STANDING, &at.state, step, &at.aim, costs);
        let of_state = state_cost(at.task, &at.state, &at.aim, costs);
        let state = at.state.after(step, flips, &at.aim);
        let aim = if flips { at.aim.mirrored() } else { at.aim };
        at = Situation { cycle: next.cycle, mixed: next.mixed, state, aim, ..at };
        of_move.sum() + of_state.sum()
    })
}

/// Eq. 7 over the steps taken.
fn discounted(costs: &[f64], discount: f64) -> f64 {
    costs.iter().rev().fold(0.0, |sum, cost| cost + discount * sum)
}

#[cfg(all(test, feature = "fit"))]
mod tests {
    use super::*;
    use crate::{ClipControl, ClipControlConfig};
    use sidestep_control::Method;
    use sidestep_lanes::InstructionSet;
    use sidestep_motion::{MotionLibrary, contact_detection::ContactConfig};
    use sidestep_performer::{PerformerConfig, perform};
    use std::sync::Arc;

    /// A controller that goes in directions and along lines, with two directions of the torso.
    fn performer() -> ClipController {
        let clips = perform(&PerformerConfig::default());
        let library = MotionLibrary::from_clips(&clips, &ContactConfig::default());
        let library = Arc::new(library.expect("a library"));
        let mut config = ClipControlConfig::default();
        config.fit.torsos = vec![0.0, 1.0];
        config.fit.navigate_cycles = 24;
        config.fit.rounds = 1;
        config.run.mixed = 2;
        ClipControl::build(&library, &config, &mut |_| {}).expect("a controller")
    }

    #[test]
    fn lanes_decide_like_the_plain_loop_on_every_instruction_set() {
        let mut controller = performer();
        let mut room = Rooms::of(&controller);
        let mut served = 0;
        for set in InstructionSet::available() {
            controller.instructions = set;
            for index in 0..400 {
                let mut chance = Chance::new(5, index);
                let task = [Task::Direction, Task::Navigate][chance.below(2)];
                let gait = controller.gaits.at_speed(controller.usual_speed).expect("a gait");
                let count = controller.repertoire.cycles.len();
                let mut number = |most: f64| most * (2.0 * f64::from(chance.unit()) - 1.0);
                let state = State { x: number(3.0), theta: number(PI), ..State::default() };
                // Torsos between tables are blended, which lanes leave to the plain loop.
                let torso = [0.0, 1.0, -1.0, 0.4][index as usize % 4];
                let aim = Aim { torso, speed: 1.0 + number(0.5), ..Aim::default() };
                let cycle = u32::try_from(chance.below(count)).expect("few");
                let leaving = (index % 3 == 0).then_some((cycle, 0.5));
                let other = controller.moves.neighbours(cycle).next();
                let mixed = other.filter(|_| index % 5 == 0).map(|other| (other, 0.3));
                let at = Situation { cycle, mixed, state, aim, task, gait, leaving, stone: None };
                let plain = controller.choose_plainly(&at, &mut room);
                assert!(plain.is_some());
                assert_eq!(controller.choose(&at, &mut room), plain, "{} {at:?}", set.name());
                served += 1;
            }
        }
        assert!(served >= 400);
    }
}
