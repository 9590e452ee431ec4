//! Running (section 5.3): one tick at a time, and a choice whenever a clip ends.

use crate::{
    candidate::Chosen,
    controller::ClipController,
    gaits::{GAITS, STANDING},
    memory::{Memory, Scratch, footprint, load},
    played::{Passage, Played},
    task::Task,
    wish::{SPINS, Wish},
};
use glam::Vec3;
use sidestep_control::{
    Abilities, Ability, AddedMotion, BodyState, Controller, Explanation, FootLock, Footing,
    Footprint, Gait, Gaits, Goal, GroundPoint, Output, Reader, Saved, SnapshotError, Start, Writer,
};
use sidestep_motion::{
    FrameId, GroundTransform, Skeleton, inertialize::Approach, math::wrap_angle,
};
use std::sync::Arc;

/// Errors of heading that are larger are left to the next step, in radians.
const MOST_ASSISTED: f32 = 0.8;

/// Room over a planted foot that added turns leave, in radians: who always turns to the end of what his
/// hips can do looks wrung out.
const SPARED: f32 = 0.06;

impl Controller for ClipController {
    type Memory = Memory;

    fn skeleton(&self) -> &Arc<Skeleton> {
        self.repertoire.library.skeleton()
    }

    fn rate_hz(&self) -> f32 {
        self.repertoire.library.rate_hz()
    }

    fn abilities(&self) -> Abilities {
        use Ability::{
            Facing, Gait, Line, Manner, Move, Obstacles, Path, Reach, Speed, Stand, TurnInPlace,
        };
        let moves = (STANDING + 1..GAITS).any(|gait| self.learnt(Task::Direction, gait));
        let avoids = [Task::Fixed, Task::Moving];
        let avoids = (0..GAITS).any(|gait| avoids.iter().any(|task| self.learnt(*task, gait)));
        let spins = (0..GAITS).any(|gait| self.learnt(Task::Spin, gait));
        let navigates = (0..GAITS).any(|gait| self.learnt(Task::Navigate, gait));
        Abilities::of(&[])
            .with(Stand, self.gaits.has(STANDING))
            .with(TurnInPlace, self.gaits.has(STANDING))
            .with(Move, moves)
            .with(Speed, moves || navigates)
            .with(Facing, (moves || navigates) && self.config.fit.torsos.len() > 1)
            .with(Reach, moves)
            .with(Path, moves)
            .with(Line, navigates)
            .with(Obstacles, avoids)
            .with(Manner, spins)
            .with(Gait, !self.gaits().is_empty())
    }

    fn lacks(&self, goal: &Goal) -> Abilities {
        let lacks_manner = goal.manner.iter().any(|(name, _)| !SPINS.contains(&name));
        let missing = self.abilities().missing(goal.needs());
        let lacks_manner = lacks_manner || missing.has(Ability::Manner);
        missing.with(Ability::Manner, lacks_manner)
    }

    fn gaits(&self) -> Gaits {
        let named = Gait::ALL.into_iter().filter(|gait| self.gaits.named(*gait).is_some());
        named.collect()
    }

    fn feet(&self) -> Option<&FootLock> {
        Some(&self.feet)
    }

    fn begin(&self, start: Start<'_>, out: &mut Output) -> Memory {
        let mut memory = Memory::new(self);
        match start {
            Start::Rest(ground) => {
                memory.passage.anchor = self.repertoire.anchor_at(memory.passage.from, ground);
                self.write(&mut memory, 0.0, out);
                memory.before.copy_from(out.pose.as_ref());
            }
            Start::State(body) => self.take_up(&mut memory, body, out),
        }
        memory
    }

    fn step(&self, memory: &mut Memory, goal: &Goal, out: &mut Output) {
        let wish = self.wish(goal, out.ground);
        self.decide(memory, wish, out);
        memory.before.copy_from(out.pose.as_ref());
        memory.at += 1;
        self.assist(memory, wish, out);
        self.write(memory, self.repertoire.library.frame_secs(), out);
    }

    fn carry(&self, memory: &mut Memory, moved: GroundTransform) {
        memory.passage.anchor = moved * memory.passage.anchor;
        moved.transform_pose(&mut memory.before);
        memory.join.turn(moved);
        memory.stone = memory.stone.map(|stone| carried(moved, stone));
        if let Some(wish) = &mut memory.decided_for {
            wish.heading = wrap_angle(wish.heading + moved.heading);
            wish.facing = wrap_angle(wish.facing + moved.heading);
            wish.through = carried(moved, wish.through);
            if let Some(it) = &mut wish.obstacle {
                it.centre = carried(moved, it.centre);
                let turned = GroundTransform { x: 0.0, z: 0.0, ..moved };
                it.velocity = carried(turned, it.velocity);
            }
        }
    }

    fn save(&self, memory: &Memory, to: &mut Writer<'_>) {
        memory.save(to);
    }

    fn load(&self, memory: &mut Memory, from: &mut Reader<'_>) -> Result<(), SnapshotError> {
        load(self, memory, from)
    }

    fn disturb(&self, memory: &mut Memory, body: &BodyState, out: &mut Output) -> bool {
        // The same passage goes on from where the body is now; the join leads back to it.
        let now = self.ground_now(memory);
        let moved = body.ground * now.inverse();
        memory.passage.anchor = moved * memory.passage.anchor;
        self.join_body(memory, body, out);
        true
    }

    fn added_motion(&self, memory: &Memory) -> AddedMotion {
        memory.scratch.added
    }

    fn explain(&self, memory: &Memory, goal: &Goal, out: &Output, explanation: &mut Explanation) {
        self.explain_choice(memory, self.wish(goal, out.ground), out, explanation);
    }

    fn footprint(&self) -> Footprint {
        footprint(self)
    }
}

fn carried(moved: GroundTransform, place: GroundPoint) -> GroundPoint {
    let place = moved.transform_point(Vec3::new(place.x, 0.0, place.z));
    GroundPoint::new(place.x, place.z)
}

impl ClipController {
    /// Whether the passage of a memory is over.
    pub(crate) fn is_over(&self, memory: &Memory) -> bool {
        let Passage { from, to, .. } = memory.passage;
        memory.at >= self.repertoire.span(from, to).1
    }

    /// Chooses the next cycle where the present one ends, or another one where the wish has changed
    /// and the standing foot is shared.
    fn decide(&self, memory: &mut Memory, wish: Option<Wish>, out: &Output) {
        if self.is_over(memory) {
            let passage = memory.passage;
            let chosen = self.next_cycle(memory, wish);
            let to = self.played(passage.to, chosen, &mut memory.scratch.room);
            let mut next = self.repertoire.next(&passage, to);
            if memory.rooted && memory.join.is_active() {
                next.anchor = self.as_shown(memory, &next, out) * next.anchor;
            }
            memory.passage = next;
            memory.at = self.repertoire.span(next.from, next.to).0;
            memory.decided_for = wish;
        } else if let Some(wish) = wish {
            self.leave_early(memory, wish, out);
        }
    }

    /// The cycle to play after a passage.
    pub(crate) fn next_cycle(&self, memory: &mut Memory, wish: Option<Wish>) -> Chosen {
        let Passage { to, .. } = memory.passage;
        let natural = Chosen::alone(self.successors[to.cycle as usize]);
        let Some(wish) = wish else { return natural };
        let ground = self.repertoire.end(&memory.passage);
        let mut situation = self.situation(&wish, to, ground);
        situation.stone = self.stone_from(memory, to, ground);
        self.choose(&situation, &mut memory.scratch.deciding).unwrap_or(natural)
    }

    /// The motion that leads from where the standing foot of a new passage would be to where it is
    /// shown.
    fn as_shown(&self, memory: &mut Memory, next: &Passage, out: &Output) -> GroundTransform {
        let Scratch { room, entered, .. } = &mut *memory.scratch;
        let foot = self.repertoire.side(next.from, 1);
        let begin = self.repertoire.span(next.from, next.to).0;
        self.repertoire.write(next, begin, room, &mut entered[0]);
        let at = |ends: crate::plant::FootEnds| {
            GroundTransform::new(ends.toe.x, ends.toe.z, ends.yaw().unwrap_or(0.0))
        };
        let planned = at(self.repertoire.ends(foot, entered[0].pose.as_ref()));
        let shown = at(self.repertoire.ends(foot, out.pose.as_ref()));
        shown * planned.inverse()
    }

    /// Where the passage of a memory has the body now.
    fn ground_now(&self, memory: &mut Memory) -> GroundTransform {
        let Scratch { room, entered, .. } = &mut *memory.scratch;
        self.repertoire.write(&memory.passage, memory.at, room, &mut entered[0]);
        entered[0].ground
    }

    /// Leaves a passage for another one over the same foot, where that is better under a new wish.
    fn leave_early(&self, memory: &mut Memory, wish: Wish, out: &Output) {
        let is_new = memory.decided_for.is_none_or(|decided| decided.differs(&wish));
        if !is_new || !self.may_leave(memory) {
            return;
        }
        memory.decided_for = Some(wish);
        let Some(other) = self.other_cycle(memory, wish) else { return };
        if other == memory.passage.to {
            return;
        }
        memory.passage.to = other;
        self.enter(memory, out);
        memory.rooted = true;
    }

    /// Whether it is not too late to leave a passage.
    #[expect(clippy::cast_possible_truncation, reason = "a few frames")]
    pub(crate) fn may_leave(&self, memory: &Memory) -> bool {
        let latest = self.config.run.early_exit_secs * self.rate_hz();
        memory.at <= latest.round() as i32
    }

    /// The best cycle to go on with instead of the one that a passage leads to.
    pub(crate) fn other_cycle(&self, memory: &mut Memory, wish: Wish) -> Option<Played> {
        let Passage { from, to, .. } = memory.passage;
        let shown = self.repertoire.weight(from, to, memory.at);
        let ground = self.repertoire.begin(&memory.passage);
        let begun = self.repertoire.span(from, to).0;
        #[expect(clippy::cast_precision_loss, reason = "a few frames")]
        let secs = (memory.at - begun) as f32 * self.repertoire.library.frame_secs();
        let mut situation = self.situation(&wish.earlier(secs), from, ground);
        situation.leaving = Some((to.nearer(), shown));
        situation.stone = self.stone_from(memory, from, ground);
        let chosen = self.choose(&situation, &mut memory.scratch.deciding)?;
        let other = self.played(from, chosen, &mut memory.scratch.room);
        let (begin, end) = self.repertoire.span(from, other);
        (begin..end).contains(&memory.at).then_some(other)
    }

    /// Notes the difference between what is shown and the passage of a memory at its moment.
    fn enter(&self, memory: &mut Memory, out: &Output) {
        let Memory { passage, at, join, before, scratch, .. } = memory;
        let Scratch { room, entered: [beside, now], .. } = &mut **scratch;
        let begin = self.repertoire.span(passage.from, passage.to).0;
        let is_onset = *at <= begin;
        let other = if is_onset { *at + 1 } else { *at - 1 };
        self.repertoire.write(passage, other, room, beside);
        self.repertoire.write(passage, *at, room, now);
        let shown = Approach::new(before.as_ref(), out.pose.as_ref());
        let entered = Approach::beside(beside.pose.as_ref(), now.pose.as_ref(), is_onset);
        let secs = self.repertoire.library.frame_secs();
        join.join(shown, entered, secs, self.config.run.join_secs);
    }

    /// Joins the passage that is most like a body in motion, and shows that body.
    fn take_up(&self, memory: &mut Memory, body: &BodyState, out: &mut Output) {
        let skeleton = self.skeleton();
        if let Some((cycle, frame)) = self.bodies.nearest(skeleton, body) {
            let from = Played::alone(cycle, false);
            let to = self.repertoire.after(from, self.successors[cycle as usize]);
            let constraint = i64::from(self.repertoire.cycle(cycle).moments[3]);
            let (begin, end) = self.repertoire.span(from, to);
            let at = i32::try_from(i64::from(frame) - constraint).unwrap_or(begin);
            memory.passage = Passage { from, to, anchor: GroundTransform::IDENTITY };
            memory.at = at.clamp(begin, end);
        }
        let there = self.ground_now(memory);
        memory.passage.anchor = body.ground * there.inverse() * memory.passage.anchor;
        self.join_body(memory, body, out);
        out.contacts = memory.scratch.entered[1].contacts;
    }

    /// Shows a body and lets its difference to the passage fade.
    fn join_body(&self, memory: &mut Memory, body: &BodyState, out: &mut Output) {
        body.earlier_into(self.repertoire.library.frame_secs(), &mut memory.before);
        out.pose.copy_from(body.now.as_ref());
        out.ground = body.ground;
        (out.ground.x, out.ground.z) = (out.pose.root_position.x, out.pose.root_position.z);
        self.enter(memory, out);
        memory.rooted = false;
    }

    /// Writes the present moment, with what is left of a join after `secs` more.
    fn write(&self, memory: &mut Memory, secs: f32, out: &mut Output) {
        let Memory { passage, at, join, rooted, scratch, .. } = memory;
        self.repertoire.write(passage, *at, &mut scratch.room, out);
        if !join.is_active() {
            return;
        }
        let foot = self.repertoire.side(passage.from, 1);
        let stance = self.repertoire.stance(foot, out.pose.as_ref());
        join.apply(secs, &mut out.pose);
        if *rooted {
            self.repertoire.re_root(foot, &stance, &mut out.pose);
        }
        (out.ground.x, out.ground.z) = (out.pose.root_position.x, out.pose.root_position.z);
    }

    /// Turns the passage about the standing foot so that its end meets the wished heading.
    #[expect(clippy::cast_precision_loss, reason = "a few frames")]
    fn assist(&self, memory: &mut Memory, wish: Option<Wish>, out: &Output) {
        memory.scratch.added = AddedMotion::default();
        let most = self.config.run.turn_assist_radians_per_sec;
        // Turning about one foot would carry the other one off its point.
        let is_free = most > 0.0 && memory.stone.is_none();
        let Some(wish) = wish.filter(|_| is_free) else { return };
        let Passage { from, to, .. } = memory.passage;
        let left = self.repertoire.span(from, to).1 - memory.at + 1;
        let secs = self.repertoire.library.frame_secs();
        let end = self.repertoire.end(&memory.passage);
        let Some(heading) = wish.heading_at(end) else { return };
        let error = wrap_angle(heading - end.heading);
        if error.abs() > MOST_ASSISTED {
            return;
        }
        let turn = (error / left.max(1) as f32).clamp(-most * secs, most * secs);
        let turn = self.granted(memory, &out.footing, turn);
        let anchor = &mut memory.passage.anchor;
        anchor.heading = wrap_angle(anchor.heading + turn);
        memory.scratch.added = AddedMotion::turn(turn);
    }
    /// As much of a turn in a tick as the feet leave room for, beside what the half of the passage that
    /// counts more will turn by itself.
    fn granted(&self, memory: &Memory, footing: &Footing, turn: f32) -> f32 {
        let Passage { from, to, .. } = memory.passage;
        let shown = self.repertoire.weight(from, to, memory.at);
        let (played, part) = if shown < 0.5 { (from, 1) } else { (to, 0) };
        let half = self.repertoire.half(played, part, memory.at, GroundTransform::IDENTITY);
        let nearer = half.nearer();
        let frame = FrameId(nearer.frame);
        let spared = |(right, left): (f32, f32)| (right + SPARED, left - SPARED);
        let [left, right] = footing.rooms.map(|room| room.map(spared));
        if !nearer.mirrored {
            return self.feet.allowed_at_will(
                &Footing { rooms: [left, right], pelvis: None },
                frame,
                turn,
            );
        }
        // The frames are seen in a mirror, so the feet are as well.
        let reflected = |(right, left): (f32, f32)| (-left, -right);
        let rooms = [right, left].map(|room| room.map(reflected));
        -self.feet.allowed_at_will(&Footing { rooms, pelvis: None }, frame, -turn)
    }
}
