//! The footstep plan: where and when each foot stands, from the path the body would like to take.
//!
//! A foot is placed so that the pendulum over it turns the body's velocity as the path wants: the
//! law of the linear inverted pendulum, ẍ = (x − p) g / h (Kajita 2001, eq. 4), solved for p at the
//! middle of the coming stance. Stops, plants, pivots and recoveries are not special cases of it.

use crate::{
    body::{HIP_HALF_WIDTH, ROOT_HEIGHT, SOLE_MIDDLE_AHEAD, sign},
    chance::Chance,
    curve::{TICKS_PER_FRAME, forward, frame_tick, leftward, lerp, ramp, secs, ticks, wrap},
    gait::{GRAVITY, Motion},
    path::Path,
};
use glam::DVec2;
use sidestep_motion::Side;

/// One stance: a foot that touches down, stays exactly where it is, and lifts off again.
#[derive(Clone, Debug)]
pub(crate) struct Stance {
    /// Which foot.
    pub(crate) side: Side,
    /// First tick on the ground.
    pub(crate) touch: usize,
    /// Last tick on the ground.
    pub(crate) lift: usize,
    /// Place of the ankle while the foot is flat.
    pub(crate) ankle: DVec2,
    /// Heading of the foot.
    pub(crate) yaw: f64,
}

impl Stance {
    /// The point of the sole `ahead` metres in front of the ankle.
    pub(crate) fn sole(&self, ahead: f64) -> DVec2 {
        self.ankle + forward(self.yaw) * ahead
    }

    /// Seconds on the ground.
    pub(crate) fn secs(&self) -> f64 {
        secs(self.lift - self.touch)
    }
}

/// Toes point outwards by this much.
const TOE_OUT: f64 = 0.12;
/// Distance of the feet of a standing body.
const STAND_WIDTH: f64 = 0.2;
/// The pendulum's squared time constant h / g.
const PENDULUM_SQUARE: f64 = ROOT_HEIGHT / GRAVITY;
/// The farthest a foot is put from under the body to brake or turn.
const REACH_MAX: f64 = 0.5;
/// The farthest an ankle is put from under its hip at touchdown.
const STRIDE_MAX: f64 = 0.54;
/// The same for the foot that is left behind, which stands on its ball by then.
const LEAVE_MAX: f64 = 0.54;
/// The farthest two standing feet are put apart.
const APART_MAX: f64 = 0.9;
/// A swing shorter than this looks like a twitch.
const SWING_SECS_MIN: f64 = 0.23;
/// A foot stays down at least this long.
const STANCE_SECS_MIN: f64 = 0.15;

/// Plans all stances of a path, ordered by touchdown.
pub(crate) fn footsteps(path: &Path, chance: &mut Chance) -> Vec<Stance> {
    let mut planner = Planner {
        path,
        feet: Side::BOTH.map(|side| neutral(path, side, 0)),
        done: Vec::new(),
        last: None,
    };
    let mut tick = 0;
    while tick + ticks(0.3) < path.len() {
        match planner.next_side(tick, chance) {
            Some(side) => tick = planner.step(side, tick, chance),
            None => {
                planner.last = None;
                tick += TICKS_PER_FRAME;
            }
        }
    }
    planner.finish()
}

struct Planner<'a> {
    path: &'a Path,
    /// The last stance of each foot, whose end is still open.
    feet: [Stance; 2],
    done: Vec<Stance>,
    /// The foot that touched down last, while steps follow each other.
    last: Option<Side>,
}

impl Planner<'_> {
    /// The foot to move next, if one must.
    fn next_side(&self, tick: usize, chance: &mut Chance) -> Option<Side> {
        let look = tick + ticks(0.35 * Motion::at(self.path, tick + 48).step_secs());
        let errors = Side::BOTH.map(|side| self.error(side, look));
        if errors[0].max(errors[1]) < 1.0 {
            return None;
        }
        match self.last {
            // Mid-stride feet alternate, unless the next foot already stands where it should.
            Some(last) if errors[last.other().index()] > 0.35 => Some(last.other()),
            Some(last) => Some(last).filter(|side| errors[side.index()] >= 1.0),
            None => Some(self.first_side(tick, errors, chance)),
        }
    }

    /// How badly a foot stands for the body at a tick; 1 asks for a step.
    fn error(&self, side: Side, tick: usize) -> f64 {
        let (foot, ideal) = (&self.feet[side.index()], neutral(self.path, side, tick));
        let off = (foot.ankle - ideal.ankle).length() / 0.08;
        let turned = wrap(foot.yaw - ideal.yaw).abs() / 0.24;
        off.max(turned)
    }

    /// The foot to start with: as told, else the one on the side the body goes or turns to.
    fn first_side(&self, tick: usize, errors: [f64; 2], chance: &mut Chance) -> Side {
        let path = self.path;
        let later = path.clamp(tick + ticks(0.5));
        if let Some(side) = path.lead[path.clamp(tick + ticks(0.2))] {
            return side;
        }
        let way = path.place[later] - path.place[path.clamp(tick)];
        let aside = way.dot(leftward(path.facing[later]));
        let turn = path.facing[later] - path.facing[path.clamp(tick)];
        let pull = aside * 3.0 + turn;
        match pull {
            p if p > 0.15 => Side::Left,
            p if p < -0.15 => Side::Right,
            _ if (errors[0] - errors[1]).abs() > 0.5 => {
                if errors[0] > errors[1] {
                    Side::Left
                } else {
                    Side::Right
                }
            }
            _ => chance.pick(&Side::BOTH),
        }
    }

    /// Moves one foot; gives the tick at which it touches down.
    fn step(&mut self, side: Side, tick: usize, chance: &mut Chance) -> usize {
        let path = self.path;
        let mut step_secs = Motion::at(path, tick + ticks(0.2)).step_secs();
        step_secs = Motion::at(path, tick + ticks(0.5 * step_secs)).step_secs();
        step_secs *= 1.0 + 0.02 * chance.signed();
        let overlap = overlap_secs(path, tick);
        let old_touch = self.feet[side.index()].touch;
        let (lift, touch) = if self.last == Some(side.other()) {
            let lift = frame_tick((secs(tick) + overlap).max(0.0));
            (lift, frame_tick(secs(tick) + step_secs))
        } else {
            let lift = frame_tick(secs(tick) + 0.05);
            (lift, lift + frame_tick((0.78 * step_secs).max(0.28)))
        };
        let (foot, support) = (&self.feet[side.index()], &self.feet[side.other().index()]);
        let lift = lift.min(self.out_of_reach(foot, tick.max(lift) + 1));
        // Only a runner leaves the ground before the other foot has come.
        let earliest = if overlap < 0.0 { 0 } else { tick + 2 * TICKS_PER_FRAME };
        let lift = lift.max(earliest).max(old_touch + frame_tick(STANCE_SECS_MIN));
        // The next foot must come before the standing one is left too far behind.
        let next_overlap = overlap_secs(path, touch);
        let left_behind = self.out_of_reach(support, touch + ticks(next_overlap.max(0.0)));
        let latest = frame_tick(secs(left_behind) - next_overlap);
        let touch = touch.min(latest).max(lift + frame_tick(SWING_SECS_MIN));
        let place = self.foothold(side, touch, step_secs, chance);
        let old = std::mem::replace(&mut self.feet[side.index()], place);
        self.done.push(Stance { lift, ..old });
        self.last = Some(side);
        touch
    }

    /// The first frame at which the body has gone too far from a standing foot, or else `end`.
    fn out_of_reach(&self, foot: &Stance, end: usize) -> usize {
        let first = foot.touch + frame_tick(0.5 * STANCE_SECS_MIN);
        let far = |tick: &usize| {
            let there = self.within_reach(foot.ankle, foot.side, *tick, LEAVE_MAX + 0.02);
            (there - foot.ankle).length_squared() > 0.0
        };
        (first..end).step_by(TICKS_PER_FRAME).find(far).unwrap_or(end)
    }

    /// Where a foot that touches down at a tick must stand for the body to go as the path wants.
    fn foothold(&self, side: Side, touch: usize, step_secs: f64, chance: &mut Chance) -> Stance {
        let path = self.path;
        let motion = Motion::at(path, touch + ticks(0.5 * step_secs));
        let overlap = motion.overlap_secs();
        let begin = path.clamp(ticks((secs(touch) + 0.5 * overlap).max(0.0)));
        let end = path.clamp(begin + ticks(motion.step_secs()));
        let length = secs(end - begin).max(0.05);
        let middle = path.clamp((begin + end) / 2);
        let mean = |values: &[DVec2]| {
            values[begin..=end].iter().sum::<DVec2>() / (secs(end - begin) * 240.0 + 1.0)
        };
        let turn_of_velocity = (path.velocity[end] - path.velocity[begin]) / length;
        let will = turn_of_velocity - mean(&path.push);
        let reach = (will * -PENDULUM_SQUARE).clamp_length_max(REACH_MAX);
        let facing = path.facing[middle];
        let yaw = facing + sign(side) * TOE_OUT * (1.0 - 0.5 * motion.running());
        let width = motion.step_width(step_secs) + 0.012 * chance.signed();
        let sole = mean(&path.place) + reach + leftward(facing) * (0.5 * width * sign(side));
        let scatter = 0.012 * ramp(0.2, 1.0, motion.speed);
        let scatter = DVec2::new(chance.signed(), chance.signed()) * scatter;
        let foot = Stance {
            side,
            touch,
            lift: usize::MAX,
            ankle: sole + scatter - forward(yaw) * SOLE_MIDDLE_AHEAD,
            yaw,
        };
        let mut foot = self.keep_apart(foot, facing);
        let other = self.feet[side.other().index()].ankle;
        if overlap >= 0.0 {
            foot.ankle = other + (foot.ankle - other).clamp_length_max(APART_MAX);
        }
        let lift = touch + ticks(motion.step_secs() + overlap);
        let ankle = self.within_reach(foot.ankle, side, lift, LEAVE_MAX);
        Stance { ankle: self.within_reach(ankle, side, touch, STRIDE_MAX), ..foot }
    }

    /// Brings a foothold to where the leg can reach it at a tick.
    fn within_reach(&self, ankle: DVec2, side: Side, tick: usize, farthest: f64) -> DVec2 {
        let i = self.path.clamp(tick);
        let hip = leftward(self.path.facing[i]) * (HIP_HALF_WIDTH * sign(side));
        let hip = self.path.pelvis[i] + hip;
        hip + (ankle - hip).clamp_length_max(farthest)
    }

    /// Moves a foothold sideways where it would collide with the other foot.
    fn keep_apart(&self, foot: Stance, facing: f64) -> Stance {
        let other = &self.feet[foot.side.other().index()];
        let away = foot.ankle - other.ankle;
        let aside = away.dot(leftward(facing)) * sign(foot.side);
        let ahead = away.dot(forward(facing)).abs();
        // Feet may cross the middle line only when one is well ahead of the other.
        let least = lerp(0.11, -0.02, ramp(0.15, 0.5, ahead));
        let shift = (least - aside).max(0.0) * sign(foot.side);
        Stance { ankle: foot.ankle + leftward(facing) * shift, ..foot }
    }

    fn finish(mut self) -> Vec<Stance> {
        let end = self.path.len() - 1;
        self.done.extend(self.feet);
        for stance in &mut self.done {
            stance.lift = stance.lift.min(end);
        }
        self.done.retain(|stance| stance.touch < end);
        self.done.sort_by_key(|stance| (stance.touch, stance.side));
        self.done
    }
}

/// Seconds of double support around a tick, negative for flight; a body about to brake stays down.
fn overlap_secs(path: &Path, tick: usize) -> f64 {
    let soon = Motion::at(path, tick + ticks(0.12)).overlap_secs();
    Motion::at(path, tick).overlap_secs().max(soon.min(0.05))
}

/// Where a foot stands under a body at rest.
fn neutral(path: &Path, side: Side, tick: usize) -> Stance {
    let i = path.clamp(tick);
    let facing = path.facing[i];
    let yaw = facing + sign(side) * TOE_OUT;
    let width = STAND_WIDTH + 0.08 * path.crouch[i];
    let sole = path.place[i] + leftward(facing) * (0.5 * width * sign(side));
    Stance { side, touch: 0, lift: usize::MAX, ankle: sole - forward(yaw) * SOLE_MIDDLE_AHEAD, yaw }
}
