//! Steps that end on a point, beyond the paper: with mixes between neighbouring cycles there is one that
//! sets the foot there, or nearly.

use crate::{
    candidate::Chosen,
    controller::ClipController,
    memory::Memory,
    played::{Passage, Played},
};
use glam::Vec3;
use sidestep_control::{Controller, Goal, GroundPoint, Output, Start};
use sidestep_motion::{GroundTransform, Side, chance::Chance};

/// How near steps end to where they should, in metres, nearest first.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StepSurvey {
    /// Distances of the ball of the foot, at the constraint frame, from its point.
    pub distances: Vec<f32>,
    /// Steps that were mixes of two cycles.
    pub mixes: usize,
}

impl ClipController {
    /// Asks for steps to end on a point, until another one is asked for: the next step that is not chosen
    /// yet, so the one after that under way.
    pub fn step_on(&self, memory: &mut Memory, point: Option<GroundPoint>) {
        memory.stone = point;
    }

    /// Where the step that is chosen next begins: the next place of a foot on the ground.
    pub fn footfall(&self, memory: &Memory) -> GroundTransform {
        let Passage { to, .. } = memory.passage;
        self.repertoire.anchor_at(to, self.repertoire.end(&memory.passage))
    }

    /// The point that the step after a played cycle should end on, seen from its standing foot as if that
    /// were the left one.
    pub(crate) fn stone_from(
        &self,
        memory: &Memory,
        played: Played,
        ground: GroundTransform,
    ) -> Option<[f32; 2]> {
        let stone = memory.stone?;
        let anchor = self.repertoire.anchor_at(played, ground);
        let there = anchor.inverse().transform_point(Vec3::new(stone.x, 0.0, stone.z));
        let on_right = self.repertoire.side(played, 1) == Side::Right;
        Some([if on_right { -there.x } else { there.x }, there.z])
    }

    /// Lets `n` steps end on points between where two steps of the usual gait end that are drawn by chance,
    /// while it goes straight on.
    pub fn survey_steps(&self, n: usize, seed: u64) -> StepSurvey {
        let mut survey = StepSurvey::default();
        let Some(gait) = self.gaits.at_speed(self.usual_speed) else { return survey };
        let members = &self.gaits.members[gait];
        for index in 0..n as u64 {
            let mut chance = Chance::new(seed, index);
            let mut stride = || self.moves.stride(members[chance.below(members.len())]);
            let (one, other) = (stride(), stride());
            let share = chance.unit();
            let stone = [0, 1].map(|axis| one[axis] + (other[axis] - one[axis]) * share);
            let (distance, is_mix) = self.step_once(stone, chance.below(40));
            survey.distances.push(distance);
            survey.mixes += usize::from(is_mix);
        }
        survey.distances.sort_by(f32::total_cmp);
        survey
    }

    /// Walks for a while, then steps on a point seen from the standing foot as if that were the left one;
    /// answers how far off, and whether the step was a mix.
    fn step_once(&self, [left, ahead]: [f32; 2], frames: usize) -> (f32, bool) {
        let mut out = Output::new(self.skeleton().len());
        let mut memory = self.begin(Start::Rest(GroundTransform::IDENTITY), &mut out);
        let goal = Goal::walk(0.0, self.usual_speed);
        for _ in 0..60 + frames {
            self.step(&mut memory, &goal, &mut out);
        }
        let (from, is_right) = (self.footfall(&memory), self.next_stands_right(&memory));
        let aside = if is_right { -left } else { left };
        let stone = from.transform_point(Vec3::new(aside, 0.0, ahead));
        self.step_on(&mut memory, Some(GroundPoint::new(stone.x, stone.z)));
        // Until the step begins, and until its foot stands.
        let begun = memory.passage.to;
        while memory.passage.to == begun {
            self.step(&mut memory, &goal, &mut out);
        }
        let chosen = memory.passage.to;
        while memory.passage.to == chosen || memory.at < 0 {
            self.step(&mut memory, &goal, &mut out);
        }
        let foot = self.repertoire.side(memory.passage.from, 1);
        let ball = self.repertoire.ends(foot, out.pose.as_ref()).toe;
        let off = (ball - stone).with_y(0.0).length();
        (off, Chosen::from(chosen).mixed.is_some())
    }

    fn next_stands_right(&self, memory: &Memory) -> bool {
        self.repertoire.side(memory.passage.to, 1) == Side::Right
    }
}

#[cfg(all(test, feature = "fit"))]
mod tests {
    use super::*;
    use crate::{
        ClipControl, ClipControlConfig, Task,
        candidate::Rooms,
        situation::Situation,
        task::{Aim, State},
    };
    use sidestep_control::Method;
    use sidestep_motion::{MotionLibrary, contact_detection::ContactConfig};
    use sidestep_performer::{PerformerConfig, perform};
    use std::sync::Arc;

    fn walker() -> ClipController {
        let clips = perform(&PerformerConfig::default());
        let library = MotionLibrary::from_clips(&clips[..6], &ContactConfig::default());
        let config =
            ClipControlConfig { tasks: vec![Task::Direction], ..ClipControlConfig::default() };
        let library = Arc::new(library.expect("a library"));
        ClipControl::build(&library, &config, &mut |_| {}).expect("a controller")
    }

    #[test]
    fn a_step_ends_on_a_point_between_two_cycles() {
        let controller = walker();
        let alone = controller.clone().with_config(|config| config.run.mixed_steps = 0);
        let gait = controller.gaits.at_speed(controller.usual_speed).expect("a gait");
        let members = &controller.tables_of(Task::Direction, gait)[0].members;
        let mut room = Rooms::of(&controller);
        let (mut offs, mut pairs) = ([0.0_f32; 2], 0.0);
        for &cycle in members {
            let others = controller.moves.neighbours(cycle);
            for other in others.filter(|other| members.contains(other)) {
                let half = Chosen { cycle, mixed: Some((other, 0.5)) };
                let stone = controller.moves.stride_of(half);
                let at = Situation {
                    cycle: members[0],
                    mixed: None,
                    state: State::default(),
                    aim: Aim { speed: f64::from(controller.usual_speed), ..Aim::default() },
                    task: Task::Direction,
                    gait,
                    leaving: None,
                    stone: Some(stone),
                };
                for (off, policy) in offs.iter_mut().zip([&controller, &alone]) {
                    let chosen = policy.choose(&at, &mut room).expect("a choice");
                    let [left, ahead] = controller.moves.stride_of(chosen);
                    *off += (left - stone[0]).hypot(ahead - stone[1]);
                }
                pairs += 1.0;
            }
        }
        let [mixed, single] = offs.map(|off| off / pairs);
        assert!(pairs > 20.0, "{pairs} pairs of neighbours");
        assert!(mixed < 0.7 * single, "off by {mixed} m with mixes, by {single} m without");
    }

    #[test]
    fn feet_are_set_where_steps_should_end() {
        let controller = walker();
        let alone = controller.clone().with_config(|config| config.run.mixed_steps = 0);
        let middle = |controller: &ClipController| {
            let survey = controller.survey_steps(60, 3);
            (survey.distances[30], survey.mixes)
        };
        let ((mixed, mixes), (single, none)) = (middle(&controller), middle(&alone));
        assert!(mixes > 20 && none == 0, "{mixes} and {none} mixes");
        assert!(mixed < single, "off by {mixed} m with mixes, by {single} m without");
    }
}
