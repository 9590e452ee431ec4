//! Choosing among the ways that leave a state: every one is walked in thought and judged.

use crate::{
    construction::MobilityMap,
    cost::{Intent, is_content},
    judging::{Aim, Verdict},
    map::NO_RUN,
    memory::{Plan, Room},
    progress::Progress,
    spot::Spot,
    steering::Judge,
};
use sidestep_pose_graph::StateId;

/// A way is judged at every so many frames, and at the end of each run.
const STRIDE: u32 = 4;

/// An action is played on for so many frames at most.
const MOST_FRAMES: u32 = 45;

/// Another plan must be better than the present one by this much.
pub(crate) const BETTER_BY: f32 = 0.05;

/// A way up to some place on it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Candidate {
    pub(crate) score: f32,
    pub(crate) way: Way,
    /// Frames of its last run until the place.
    pub(crate) frames: u32,
    aim: Aim,
}

impl Candidate {
    /// The whole way to the end of a run, for the sake of that end alone.
    pub(crate) fn to_end(run: u16, frames: u32, score: f32) -> Self {
        Self { score, way: Way::Run(run), frames, aim: Aim::default() }
    }
}

/// A way to begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    /// Stop at once.
    Stop,
    /// Along the map, to this run of the state.
    Run(u16),
    /// One step into this frame, and on from there.
    Step(u32),
}

impl MobilityMap {
    /// Makes the best plan from `state` at `spot`. The plan there is stays unless it is beaten, or
    /// `afresh`. Returns whether the plan is a new one.
    pub(crate) fn decide(
        &self,
        (state, spot): (StateId, Spot),
        intent: Intent,
        afresh: bool,
        plan: &mut Plan,
        room: &mut Room,
    ) -> bool {
        let start = Progress::at(spot);
        let mut best: Option<Candidate> = None;
        let mut consider = |candidate: Candidate| {
            if best.is_none_or(|best| candidate.score < best.score) {
                best = Some(candidate);
            }
        };
        if self.config.steering.judge == Judge::Ends {
            self.best_end(state, spot, intent).into_iter().for_each(&mut consider);
            self.consider_stop((state, start), intent, &mut consider);
        } else {
            self.consider_all((state, start), intent, room, &mut consider);
        }
        let Some(best) = best else { return false };
        if !afresh && let Some(present) = self.kept((state, start), intent, best.score, plan) {
            plan.miss = present.aim.miss;
            plan.metres = present.aim.metres;
            plan.turn = present.aim.turn;
            return false;
        }
        self.write_plan(state, best, plan);
        true
    }

    /// Hands every place worth judging to `consider`, those of one way after the other.
    pub(crate) fn consider_all(
        &self,
        (state, start): (StateId, Progress),
        intent: Intent,
        room: &mut Room,
        consider: &mut dyn FnMut(Candidate),
    ) {
        if self.config.steering.judge == Judge::Ends {
            self.consider_ends(state, start.spot, intent, consider);
        } else {
            self.walk_tree(state, start, intent, room, consider);
            self.walk_steps(state, start, intent, consider);
        }
        self.consider_stop((state, start), intent, consider);
    }

    /// Hands over the stop that could be begun at once.
    fn consider_stop(
        &self,
        (state, start): (StateId, Progress),
        intent: Intent,
        consider: &mut dyn FnMut(Candidate),
    ) {
        let stop =
            self.stop_now(state, &start, intent).filter(|_| self.may_stop(state, &start, intent));
        if let Some(Verdict { score, aim }) = stop {
            consider(Candidate { score, way: Way::Stop, frames: 0, aim });
        }
    }

    /// Whether a stop may be weighed against ways. Ends alone do not say what it takes to go on from
    /// them: where all lead away at first, standing still would seem the best for ever.
    fn may_stop(&self, state: StateId, start: &Progress, intent: Intent) -> bool {
        match (self.config.steering.judge, intent) {
            (Judge::Ends, Intent::Arrive { .. }) => {
                let there = start.spot.then(self.stand.stops[state.index()].spot);
                is_content(intent, there, 1.0)
            }
            _ => true,
        }
    }

    /// How good the present plan is, where nothing beats it by enough to leave it.
    pub(crate) fn kept(
        &self,
        (state, start): (StateId, Progress),
        intent: Intent,
        best_score: f32,
        plan: &Plan,
    ) -> Option<Verdict> {
        let present = self.judge_plan(state, start, intent, plan)?;
        (present.score < best_score + BETTER_BY).then_some(present)
    }

    /// Walks all runs of a state and hands every place worth judging to `consider`.
    pub(crate) fn walk_tree(
        &self,
        state: StateId,
        start: Progress,
        intent: Intent,
        room: &mut Room,
        consider: &mut dyn FnMut(Candidate),
    ) {
        room.ends.clear();
        let runs = self.table.runs_of(state);
        for (index, run) in (0_u16..).zip(runs) {
            let mut at = match run.parent {
                NO_RUN => start,
                parent => room.ends[usize::from(parent)],
            };
            at.transitions += run.cost();
            let frames = u32::from(run.frames);
            self.walk_run(&mut at, (run.first, frames), intent, &mut |at, played| {
                if let Some(verdict) = self.verdict(at, run.first + played - 1, intent) {
                    let Verdict { score, aim } = verdict;
                    consider(Candidate { score, way: Way::Run(index), frames: played, aim });
                }
            });
            room.ends.push(at);
        }
    }

    /// Walks the actions of a state, each played on for a while. The map knows better ways, but not
    /// of every state.
    fn walk_steps(
        &self,
        state: StateId,
        start: Progress,
        intent: Intent,
        consider: &mut dyn FnMut(Candidate),
    ) {
        let leaps = intent.gait().map_or(&[][..], |gait| self.leaps.from(state, gait));
        let leaps = leaps.iter().map(|(_, leap)| leap);
        for action in self.graph.actions_of(state).iter().chain(leaps) {
            let mut at = start;
            at.transitions += action.cost;
            let last = self.frames.plays_to(action.first);
            let frames = (last - action.first + 1).min(MOST_FRAMES);
            self.walk_run(&mut at, (action.first, frames), intent, &mut |at, played| {
                if let Some(verdict) = self.verdict(at, action.first + played - 1, intent) {
                    let Verdict { score, aim } = verdict;
                    consider(Candidate {
                        score,
                        way: Way::Step(action.first),
                        frames: played,
                        aim,
                    });
                }
            });
        }
    }

    /// Walks a run and tells where it is after every few frames and at its end.
    pub(crate) fn walk_run(
        &self,
        at: &mut Progress,
        (first, frames): (u32, u32),
        intent: Intent,
        tell: &mut dyn FnMut(&Progress, u32),
    ) {
        let begin = *at;
        let mut played = 0;
        while played < frames {
            let next = (played + STRIDE).min(frames);
            let step = self.frames.step(first, first + next - 1);
            let spot = begin.spot.then(step);
            let secs = (next - played) as f32 * self.library.frame_secs();
            let (dx, dz) = (spot.x - at.spot.x, spot.z - at.spot.z);
            at.metres += (dx * dx + dz * dz).sqrt();
            at.secs += secs;
            // Between two places a few frames apart, the sine is the angle nearly.
            at.turn_rate = (spot.sin * at.spot.cos - spot.cos * at.spot.sin) / secs;
            at.spot = spot;
            at.velocity = [dx / secs, dz / secs];
            at.spent += secs * self.discontent(spot, at.velocity, first + next - 1, intent);
            played = next;
            tell(at, played);
        }
    }

    /// How good it is to stop at once, while there is something to stop.
    fn stop_now(&self, state: StateId, at: &Progress, intent: Intent) -> Option<Verdict> {
        let moves = self.stand.stops[state.index()].frames > 0.0;
        match intent {
            Intent::Stand { facing } if moves => {
                Some(self.verdict_of_stop(at, state, None, facing))
            }
            Intent::Arrive { target, facing, .. } if moves => {
                Some(self.verdict_of_stop(at, state, Some(target), facing))
            }
            _ => None,
        }
    }

    /// How good the present plan is, seen from here; `None` where there is none.
    fn judge_plan(
        &self,
        state: StateId,
        start: Progress,
        intent: Intent,
        plan: &Plan,
    ) -> Option<Verdict> {
        if plan.runs.is_empty() {
            return if plan.stops { self.stop_now(state, &start, intent) } else { None };
        }
        let (mut at, mut last) = (start, 0);
        for (first, frames) in plan.runs.iter().rev() {
            self.walk_run(&mut at, (*first, *frames), intent, &mut |_, _| {});
            last = first + frames - 1;
        }
        if self.config.steering.judge == Judge::Ends {
            let score = self.paper_parts(at.spot, intent).iter().sum();
            return Some(Verdict { score, aim: Aim::default() });
        }
        self.verdict(&at, last, intent)
    }

    pub(crate) fn write_plan(&self, state: StateId, best: Candidate, plan: &mut Plan) {
        plan.clear();
        let Aim { stops, miss, metres, turn } = best.aim;
        (plan.stops, plan.miss, plan.metres, plan.turn) = (stops, miss, metres, turn);
        let runs = self.table.runs_of(state);
        let mut run = match best.way {
            Way::Stop => NO_RUN,
            Way::Run(run) => run,
            Way::Step(first) => {
                plan.runs.push((first, best.frames));
                NO_RUN
            }
        };
        let mut frames = Some(best.frames);
        while run != NO_RUN {
            let this = runs[usize::from(run)];
            plan.runs.push((this.first, frames.take().unwrap_or(u32::from(this.frames))));
            run = this.parent;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{MapConfig, MobilityConfig, SteeringConfig, build};
    use sidestep_control::{Controller, Goal, GroundPoint, Output, Start, steer::ARRIVED_METRES};
    use sidestep_motion::{
        Clip, GroundTransform, MotionLibrary, contact_detection::ContactConfig, resample::resample,
    };
    use sidestep_performer::{PerformerConfig, perform};
    use std::sync::{Arc, LazyLock};

    const CLIPS: [&str; 3] = ["idle", "walk_starts", "walk_speeds"];

    /// A map of few states, run as in the thesis.
    static FEW: LazyLock<MobilityMap> = LazyLock::new(|| {
        let clips = perform(&PerformerConfig { play: 0.05, ..PerformerConfig::default() });
        let taken = clips.iter().filter(|clip| CLIPS.contains(&clip.name.as_str()));
        let clips: Vec<Clip> = taken.map(|clip| resample(clip, 30.0)).collect();
        let library = MotionLibrary::from_clips(&clips, &ContactConfig::default()).unwrap();
        let config = MobilityConfig {
            map: MapConfig { most_states: 12, least_options: 2, steps: 6, ..MapConfig::default() },
            steering: SteeringConfig::paper(),
            ..MobilityConfig::default()
        };
        build(&Arc::new(library), &config).unwrap()
    });

    fn states() -> impl Iterator<Item = StateId> {
        (0_u32..).take(FEW.graph.states()).map(StateId)
    }

    #[test]
    fn whoever_is_outside_of_the_map_comes_into_it() {
        assert!(states().filter(|state| FEW.table.has(*state)).count() <= 12);
        let mut out = Output::new(FEW.library.skeleton().len());
        let mut memory = FEW.begin(Start::Rest(GroundTransform::IDENTITY), &mut out);
        let is_in_map = |frame| FEW.frames.state(frame).is_some_and(|state| FEW.table.has(state));
        assert!(!is_in_map(memory.play.frame), "it stands in the map to begin with");
        let comes = (0..300).any(|_| {
            FEW.step(&mut memory, &Goal::walk(0.0, 1.2), &mut out);
            is_in_map(memory.play.frame)
        });
        assert!(comes, "ten seconds later it is still outside");
    }

    #[test]
    fn where_ends_are_judged_nobody_stops_short_of_a_target() {
        let start = Progress::at(Spot::ORIGIN);
        let arrive = |x, z| {
            let target = GroundPoint::new(x, z);
            Intent::Arrive { target, facing: None, speed: 1.2, gait: None }
        };
        let mut stops = 0;
        for state in states().filter(|state| FEW.stand.stops[state.index()].frames > 0.0) {
            let there = FEW.stand.stops[state.index()].spot;
            let can_stop = |intent| {
                let mut found = false;
                FEW.consider_stop((state, start), intent, &mut |_| found = true);
                found
            };
            assert!(can_stop(arrive(there.x, there.z)), "{state:?} stops on its target");
            assert!(!can_stop(arrive(there.x, there.z + 2.0 * ARRIVED_METRES)), "{state:?}");
            assert!(
                can_stop(Intent::Stand { facing: Some(1.0) }),
                "{state:?} stops where asked to"
            );
            stops += 1;
        }
        assert!(stops > 10, "{stops} states can stop");
    }
}
