//! Running: one tick at a time, and a search when it is due.

use crate::{
    construction::MotionMatcher,
    features::{HORIZONS_SECS, Way, ahead, displacement_at, frames, leads_to, way_from},
    memory::{Memory, Room, footprint, load},
    trajectory::{Trajectory, Wanted},
};
use glam::Vec3;
use sidestep_control::{
    Abilities, Ability, AddedMotion, BodyState, Controller, Explanation, FootLock, Footprint, Gait,
    Gaits, Goal, LAUNCH_SECS, Output, Reader, Saved, SnapshotError, Start, Steering, Writer, steer,
    usual_turn::LITTLE_TURN,
};
use sidestep_features::MotionState;
use sidestep_motion::{FrameId, GroundTransform, Skeleton, math::wrap_angle};
use std::sync::Arc;

/// A goal that turns by more than this is looked up at once, in radians.
const MUCH_TURNED: f32 = 0.35;

/// A goal whose velocity changes by more than this is looked up at once, in metres a second.
const MUCH_FASTER: f32 = 0.3;

/// So many of the nearest frames are weighed by what the feet bear.
const LOOKED_AT: usize = 48;

/// Where a gait is wanted, or a turn that the library lacks, joins are at least this far apart, in seconds.
const LEAST_BETWEEN_SECS: f32 = 0.7;

/// Time over which the velocity of a clip is taken.
const VELOCITY_SECS: f32 = 0.1;

impl Controller for MotionMatcher {
    type Memory = Memory;

    fn skeleton(&self) -> &Arc<Skeleton> {
        self.library.skeleton()
    }

    fn rate_hz(&self) -> f32 {
        self.library.rate_hz()
    }

    fn abilities(&self) -> Abilities {
        use Ability::{Facing, Gait, Line, Move, Path, Reach, Speed, Stand, TurnInPlace};
        Abilities::of(&[Stand, TurnInPlace, Move, Line, Reach, Path, Speed, Facing])
            .with(Gait, !self.gaits.held().is_empty())
    }

    fn gaits(&self) -> Gaits {
        let told = self.features.gaits();
        if told.is_empty() { self.gaits.held() } else { told }
    }

    fn feet(&self) -> Option<&FootLock> {
        Some(&self.feet)
    }

    fn begin(&self, start: Start<'_>, out: &mut Output) -> Memory {
        let mut memory = Memory::at_rest(self);
        match start {
            Start::Rest(ground) => {
                out.ground = ground;
                memory.play.rest(&self.played, out);
            }
            Start::State(state) => self.take_up(&mut memory, state, out),
        }
        memory.trajectory = self.own_trajectory(&memory, out.ground);
        // The first search is the largest: it makes room for all that follow.
        self.nearest(&mut memory, None, out);
        memory
    }

    fn step(&self, memory: &mut Memory, goal: &Goal, out: &mut Output) {
        let wanted = self.wanted(goal, out.ground);
        memory.since_search_ticks = memory.since_search_ticks.saturating_add(1);
        memory.held_ticks = memory.held_ticks.saturating_sub(1);
        if self.is_search_due(memory, wanted) {
            self.search(memory, wanted, out);
        }
        self.go_on(memory, wanted, out);
        match wanted {
            Some(wanted) => {
                let secs = self.library.frame_secs();
                memory.trajectory.advance(wanted, self.half_lives(), secs);
            }
            None => memory.trajectory = self.own_trajectory(memory, out.ground),
        }
    }

    fn carry(&self, memory: &mut Memory, moved: GroundTransform) {
        memory.trajectory.carry(moved);
        memory.searched_for = memory.searched_for.map(|wanted| wanted.carried(moved));
    }

    fn save(&self, memory: &Memory, to: &mut Writer<'_>) {
        memory.save(to);
    }

    fn load(&self, memory: &mut Memory, from: &mut Reader<'_>) -> Result<(), SnapshotError> {
        load(self, memory, from)
    }

    fn disturb(&self, memory: &mut Memory, body: &BodyState, out: &mut Output) -> bool {
        self.show(memory, body, out);
        // The same frame plays on; the join leads back to it, and the next search looks from here.
        self.enter(memory, memory.play.frame, out);
        true
    }

    fn resume(&self, memory: &mut Memory, body: &BodyState, at: FrameId, out: &mut Output) -> bool {
        self.show(memory, body, out);
        self.enter(memory, at.0.min(self.last_of(at.0)), out);
        memory.held_ticks = frames(&self.library, LAUNCH_SECS);
        true
    }

    fn added_motion(&self, memory: &Memory) -> AddedMotion {
        memory.room.added
    }

    fn explain(&self, memory: &Memory, goal: &Goal, out: &Output, explanation: &mut Explanation) {
        self.explain_search(memory.clone(), self.wanted(goal, out.ground), out, explanation);
    }

    fn footprint(&self) -> Footprint {
        footprint(self)
    }
}

impl MotionMatcher {
    /// What a goal asks for, or `None` where it leaves all open.
    fn wanted(&self, goal: &Goal, ground: GroundTransform) -> Option<Wanted> {
        match steer(&goal.travel, ground, self.usual_speed) {
            Steering::Free => None,
            Steering::Stand { facing } => {
                let facing = facing.unwrap_or(ground.heading);
                Some(Wanted { velocity: Vec3::ZERO, facing, gait: None })
            }
            Steering::Move { heading, pace, facing } => {
                let usual = self.gaits.speed_for(pace.gait, self.usual_speed);
                let speed = pace.speed.unwrap_or(usual);
                let velocity = GroundTransform::new(0.0, 0.0, heading).forward() * speed;
                let gait = pace.gait.filter(|gait| self.gaits.held().has(*gait));
                Some(Wanted { velocity, facing: facing.unwrap_or(heading), gait })
            }
        }
    }

    /// The way the clip takes by itself.
    fn own_trajectory(&self, memory: &Memory, ground: GroundTransform) -> Trajectory {
        let step = ahead(&self.library, memory.play.frame, VELOCITY_SECS).position();
        Trajectory::new(ground.transform_vector(step / VELOCITY_SECS), ground.heading)
    }

    pub(crate) fn is_search_due(&self, memory: &Memory, wanted: Option<Wanted>) -> bool {
        let is_new = match (wanted, memory.searched_for) {
            (Some(a), Some(b)) => {
                wrap_angle(a.facing - b.facing).abs() > MUCH_TURNED
                    || a.velocity.distance(b.velocity) > MUCH_FASTER
                    || a.gait != b.gait
            }
            (Some(_), None) => true,
            (None, _) => return self.is_over(memory),
        };
        let every = frames(&self.library, self.config.search_every_secs);
        let is_time = is_new || memory.since_search_ticks >= every;
        (is_time && memory.held_ticks == 0) || self.is_over(memory)
    }

    /// Whether the clip that plays has no next frame.
    pub(crate) fn is_over(&self, memory: &Memory) -> bool {
        memory.play.frame >= self.last_of(memory.play.frame)
    }

    fn search(&self, memory: &mut Memory, wanted: Option<Wanted>, out: &Output) {
        memory.since_search_ticks = 0;
        memory.searched_for = wanted;
        let Some((frame, cost)) = self.nearest(memory, wanted, out) else { return };
        let present = self.cost_of_playing_on(memory, out);
        let is_better = cost + self.config.stay_bonus < present;
        if self.must_leave(memory, wanted) || (is_better && self.may_leave(memory, wanted, frame)) {
            self.enter(memory, frame, out);
        }
    }

    /// Whether the clip that plays cannot go on: it is over, or goes in another gait than the wanted.
    pub(crate) fn must_leave(&self, memory: &Memory, wanted: Option<Wanted>) -> bool {
        let gait =
            wanted.and_then(|wanted| wanted.gait).filter(|gait| self.features.gaits().has(*gait));
        let frame = memory.play.frame;
        let is_wrong = |gait: Gait| {
            self.gaits.at(FrameId(frame)).is_some_and(|own| own != gait)
                && !leads_to(&self.library, &self.gaits, frame, gait)
        };
        self.is_over(memory) || gait.is_some_and(is_wrong)
    }

    /// Whether a better frame may be entered: not the same moment again, and not soon after a join where
    /// a gait is wanted, or where the library lacks turns. The best moment of a gait, or the one that turns
    /// most, would else be played over and over, and the character would glide in one pose.
    pub(crate) fn may_leave(&self, memory: &Memory, wanted: Option<Wanted>, frame: u32) -> bool {
        let has_gait = wanted.is_some_and(|wanted| wanted.gait.is_some());
        let is_joined = memory.play.since_join_secs >= LEAST_BETWEEN_SECS;
        let lacks_turns = self.fastest_turn < LITTLE_TURN;
        (is_joined || !(has_gait || lacks_turns)) && !self.is_around(frame, memory.play.frame)
    }

    /// Whether two frames are nearly the same moment of one clip.
    pub(crate) fn is_around(&self, a: u32, b: u32) -> bool {
        let clip = |frame: u32| self.library.clip_of(FrameId(frame));
        a.abs_diff(b) < frames(&self.library, self.config.surrounding_secs) && clip(a) == clip(b)
    }

    /// What it costs to stay where the last search looked from.
    pub(crate) fn cost_of_playing_on(&self, memory: &Memory, out: &Output) -> f32 {
        let Room { query, asked, .. } = &*memory.room;
        let frame = memory.play.frame;
        self.features.unlikeness(frame, &query[..*asked]) + self.price_of_overturn(frame, out)
    }

    /// What it costs that the feet do not bear the turns to come.
    pub(crate) fn price_of_overturn(&self, frame: u32, out: &Output) -> f32 {
        match self.config.overturn_cost {
            0.0 => 0.0,
            price => price * self.feet.overturn(&out.footing, FrameId(frame)),
        }
    }

    /// How many frames a search looks at.
    pub(crate) fn looked_at(&self) -> usize {
        if self.config.overturn_cost > 0.0 { LOOKED_AT } else { 1 }
    }

    /// The cheapest frame: most like the present one on the wanted way, or on the clip's own where
    /// none is wanted, and borne by the feet. And what it costs.
    pub(crate) fn nearest(
        &self,
        memory: &mut Memory,
        wanted: Option<Wanted>,
        out: &Output,
    ) -> Option<(u32, f32)> {
        let ground = out.ground;
        let trajectory = memory.trajectory;
        let way: Way = match wanted {
            None => way_from(&self.library, memory.play.frame),
            Some(wanted) => HORIZONS_SECS.map(|secs| {
                let there = trajectory.ahead(wanted, self.half_lives(), secs);
                GroundTransform::new(0.0, 0.0, ground.heading).delta_to(there)
            }),
        };
        let frame = FrameId(memory.play.frame);
        let Room { query, asked, displacement, scratch, found, .. } = &mut *memory.room;
        displacement_at(&self.library, memory.play.frame, displacement);
        let heading = self.library.ground(frame).heading;
        let state = MotionState::new(self.library.pose(frame), displacement, heading);
        let dims = self.features.space.dims();
        self.features.space.write(&MotionState { future: &way, ..state }, &mut query[..dims]);
        *asked = self.features.ask_manner(wanted, query);
        let entries = self.features.entries(wanted.and_then(|wanted| wanted.gait));
        entries.index.search(&query[..*asked], self.looked_at(), scratch, found);
        let costs = found.iter().map(|near| {
            let frame = entries.frames[near.row as usize];
            (frame, near.distance_squared + self.price_of_overturn(frame, out))
        });
        costs.min_by(|a, b| a.1.total_cmp(&b.1))
    }
}
