//! The swing of one foot: it bends its knee, clears the floor and avoids the other foot.
//!
//! A swinging foot starts with the speed its rise gave it and arrives with a small speed left.

use crate::{
    body::{ANKLE_HEIGHT, BALL_HEIGHT, SHANK, THIGH, TOE_LENGTH},
    carriage::Pelvis,
    curve::{
        Knot, Quintic, TICK, at_height, forward, leftward, lerp, on_ground, ramp, secs,
        smooth_ramp, ticks,
    },
    gait::Motion,
    legs::reach,
    path::Path,
    roll::{Foot, Roll},
};
use glam::DVec3;
use sidestep_motion::Side;

/// The way of a foot from one stance to the next.
pub(crate) struct Swing {
    lift: usize,
    touch: usize,
    way: [Quintic; 3],
    yaw: Quintic,
    /// Added to the way in mid-swing: towards the hip, away from the other foot, up from the floor.
    bend: DVec3,
    detour: DVec3,
    raise: f64,
    /// Angle of the foot against the shank: to the relaxed angle, then to the landing.
    flex: [Quintic; 2],
    /// Flexion in the middle of the swing, and its ends.
    relaxed: f64,
    flex_ends: [Knot; 2],
    from: Foot,
    to: Foot,
    from_rate: f64,
    to_rate: f64,
}

/// Share of the swing at which the knee is bent most, and at which the ankle is relaxed.
const KNEE_PEAK: f64 = 0.36;
const RELAXED: f64 = 0.55;
/// Searches along a swing look at every third tick: 80 a second.
const SEARCH_STEP: usize = 3;
/// Toes bend up by 60 degrees at most.
const TOE_BEND_MAX: f64 = 1.05;
/// Ankle angle of a relaxed foot: a little drooping.
const RELAXED_FLEX: f64 = -0.06;

impl Swing {
    pub(crate) fn new(path: &Path, before: &Roll, after: &Roll) -> Self {
        let (lift, touch) = (before.stance.lift, after.stance.touch);
        let duration = secs(touch - lift);
        let running = Motion::at(path, touch).running();
        let h = 1e-4;
        let end = before.stance.secs();
        let (a, b, c) = (before.at(end - h), before.at(end), before.at(end + h));
        let speed = (c.ankle - a.ankle) / (2.0 * h);
        let mut acceleration = (c.ankle - 2.0 * b.ankle + a.ankle) / (h * h);
        let to = after.at(0.0);
        let distance = on_ground(to.ankle - b.ankle);
        // The ball leaves the floor at once: no hovering either. Long steps have the speed already.
        let take_off = lerp(28.0, 15.0, ramp(0.5, 1.2, distance.length()));
        acceleration.y = acceleration.y.max(take_off);
        // A foot lands with some speed left, braking hard: no hovering over the floor.
        let landing_speed = at_height(
            (distance * 0.25).clamp_length_max(0.3),
            -0.42 - 0.06 * distance.length().min(1.5),
        );
        let braking = at_height(distance * (-lerp(1.6, 5.0, running) / (duration * duration)), 6.0);
        let axis = |pick: fn(DVec3) -> f64| {
            let start = Knot::new(pick(b.ankle), pick(speed), pick(acceleration));
            let finish = Knot::new(pick(to.ankle), pick(landing_speed), pick(braking));
            Quintic::new(start, finish, duration)
        };
        let yaw_rate = (c.yaw - a.yaw) / (2.0 * h);
        Self {
            lift,
            touch,
            way: [axis(|p| p.x), axis(|p| p.y), axis(|p| p.z)],
            // Headings are not wrapped: a foot turns the way the body turned.
            yaw: Quintic::new(Knot::new(b.yaw, yaw_rate, 0.0), Knot::rest(to.yaw), duration),
            bend: DVec3::ZERO,
            detour: DVec3::ZERO,
            raise: 0.0,
            flex: [Quintic::new(Knot::rest(0.0), Knot::rest(0.0), duration); 2],
            relaxed: RELAXED_FLEX,
            flex_ends: [Knot::rest(0.0); 2],
            from: b,
            to,
            from_rate: (c.pitch - a.pitch) / (2.0 * h),
            to_rate: after.landing_rate(),
        }
    }

    pub(crate) fn inside(&self) -> std::ops::Range<usize> {
        self.lift + 1..self.touch
    }

    /// How much of the swing is over at a tick.
    fn share(&self, tick: usize) -> f64 {
        secs(tick - self.lift) / self.duration()
    }

    fn duration(&self) -> f64 {
        secs(self.touch - self.lift)
    }

    /// Place and heading at a tick; the pitch is a first guess.
    pub(crate) fn at(&self, tick: usize) -> Foot {
        let t = secs(tick - self.lift);
        let s = t / self.duration();
        let way = DVec3::new(self.way[0].at(t), self.way[1].at(t), self.way[2].at(t));
        let ankle = way
            + self.bend * hump(s, KNEE_PEAK)
            + self.detour * hump(s, 0.5)
            + DVec3::Y * (self.raise * hump(s, 0.55));
        let pitch = lerp(self.from.pitch, self.to.pitch, smooth_ramp(0.0, 1.0, s));
        Foot { ankle, yaw: self.yaw.at(t), pitch, toe_pitch: pitch, ..Foot::default() }
    }

    /// Goes around the other foot where the straight way would lead through it.
    pub(crate) fn pass_by(&mut self, other: &[Foot]) {
        const CLEAR: f64 = 0.1;
        let nearest = self.inside().step_by(SEARCH_STEP).map(|tick| {
            let gap = on_ground(self.at(tick).ankle - other[tick].ankle);
            (tick, gap)
        });
        let nearest = nearest.min_by(|a, b| a.1.length().total_cmp(&b.1.length()));
        let Some((tick, gap)) = nearest else { return };
        let s = secs(tick - self.lift) / self.duration();
        if gap.length() < CLEAR && s > 0.12 && s < 0.88 {
            let aside = leftward(self.at(tick).yaw);
            let outward = if gap.dot(aside) < 0.0 { -aside } else { aside };
            let need = (CLEAR - gap.length()) / hump(s, 0.5).max(0.35);
            self.detour = at_height(outward * need, 0.0);
        }
    }

    /// Pulls the foot towards the hip until the knee bends as much as the gait wants.
    pub(crate) fn bend_knee(&mut self, path: &Path, pelvis: &Pelvis, side: Side) {
        let tick = self.lift + ticks(KNEE_PEAK * self.duration());
        let motion = Motion::at(path, tick);
        let step = on_ground(self.to.ankle - self.from.ankle).length();
        let wanted = motion.swing_knee() * lerp(0.85, 1.0, ramp(0.05, 0.6, step));
        let shortest_wanted = 2.0 * SHANK * libm::cos(0.5 * wanted);
        let towards = (pelvis.hip(side, tick) - self.at(tick).ankle).normalize_or_zero();
        // The tick of the greatest bend moves with the pull, so a few rounds are needed.
        let mut pull = 0.0_f64;
        for _ in 0..6 {
            let lack = |tick: usize| {
                let reach = (pelvis.hip(side, tick) - self.at(tick).ankle).length();
                (reach - shortest_wanted) / hump(self.share(tick), KNEE_PEAK)
            };
            let inner = self
                .inside()
                .step_by(SEARCH_STEP)
                .filter(|tick| hump(self.share(*tick), KNEE_PEAK) > 0.4);
            let least = inner.map(lack).fold(f64::MAX, f64::min);
            pull = (pull + least).clamp(-0.05, 0.4);
            self.bend = towards * pull;
        }
    }

    /// Lays the ankle's flexion from the push-off over a relaxed foot to the landing.
    pub(crate) fn pitch_along_shank(&mut self, pelvis: &Pelvis, side: Side) {
        let flex_at = |foot: Foot, tick: usize| foot.pitch - shank_pitch(pelvis, side, tick, &foot);
        let first = self.at(self.lift + 1);
        let last = self.at(self.touch - 1);
        let shank_rate = |a: f64, b: f64| (b - a) / TICK;
        let from_shank = shank_pitch(pelvis, side, self.lift, &self.from);
        let to_shank = shank_pitch(pelvis, side, self.touch, &self.to);
        let from_rate = self.from_rate
            - shank_rate(from_shank, shank_pitch(pelvis, side, self.lift + 1, &first));
        let to_rate =
            self.to_rate - shank_rate(shank_pitch(pelvis, side, self.touch - 1, &last), to_shank);
        // A leg that straightens fast would fling the foot.
        let (from_rate, to_rate) = (from_rate.clamp(-7.0, 7.0), to_rate.clamp(-7.0, 7.0));
        let start = Knot::new(flex_at(self.from, self.lift), from_rate, 0.0);
        let finish = Knot::new(flex_at(self.to, self.touch), to_rate, 0.0);
        self.flex_ends = [start, finish];
        self.lay_flex();
    }

    fn lay_flex(&mut self) {
        let ([start, finish], middle) = (self.flex_ends, Knot::rest(self.relaxed));
        let duration = self.duration();
        self.flex = [
            Quintic::new(start, middle, RELAXED * duration),
            Quintic::new(middle, finish, (1.0 - RELAXED) * duration),
        ];
    }

    /// Raises the way until the toes clear the floor in mid-swing.
    pub(crate) fn clear_floor(&mut self, pelvis: &Pelvis, side: Side) {
        for _ in 0..5 {
            let mut lack = 0.0_f64;
            for tick in self.inside().step_by(SEARCH_STEP) {
                let s = self.share(tick);
                if hump(s, 0.55) < 0.2 {
                    continue;
                }
                let foot = self.foot(pelvis, side, tick);
                let tip = foot.ball() + foot.rotation() * (DVec3::Z * TOE_LENGTH);
                let clearance = 0.014 * smooth_ramp(0.1, 0.5, s) * smooth_ramp(0.0, 0.25, 1.0 - s);
                let low = if s > 0.5 { foot.ball().y.min(tip.y) } else { foot.ball().y };
                lack = lack.max((BALL_HEIGHT + clearance - low) / hump(s, 0.55));
            }
            // First the toes are drawn up, then the whole foot.
            let drawn_up = (self.relaxed + 4.0 * lack).min(0.3);
            let rest = lack - 0.1 * (drawn_up - self.relaxed);
            self.relaxed = drawn_up;
            self.lay_flex();
            self.raise = (self.raise + rest.max(0.0)).min(0.12);
        }
    }

    /// Holds the foot back where the leg would have to be straighter than legs are.
    ///
    /// The limit sets in softly, and at both ends of the swing only beyond the length the leg has
    /// there anyway.
    fn within_reach(&self, pelvis: &Pelvis, side: Side, tick: usize, ankle: DVec3) -> DVec3 {
        const SOFT: f64 = 0.955 * (THIGH + SHANK);
        const HARD: f64 = 0.9955 * (THIGH + SHANK);
        let hip = pelvis.hip(side, tick);
        let (length, s) = ((ankle - hip).length(), self.share(tick));
        let end = |tick: usize, foot: &Foot| {
            (foot.ankle - pelvis.hip(side, tick)).length().clamp(SOFT, HARD - 0.002)
        };
        let soft = if s < 0.5 {
            lerp(end(self.lift, &self.from), SOFT, smooth_ramp(0.0, 0.35, s))
        } else {
            lerp(end(self.touch, &self.to), SOFT, smooth_ramp(0.0, 0.3, 1.0 - s))
        };
        if length <= soft {
            return ankle;
        }
        let room = HARD - soft;
        let held = soft + room * (1.0 - libm::exp(-(length - soft) / room));
        hip + (ankle - hip) * (held / length)
    }

    /// A free foot hangs square to a shank that leans sideways.
    fn roll(&self, pelvis: &Pelvis, side: Side, tick: usize, foot: &Foot) -> f64 {
        let s = self.share(tick);
        let free = smooth_ramp(0.0, 0.35, s) * smooth_ramp(0.0, 0.35, 1.0 - s);
        let down = shank_down(pelvis, side, tick, foot);
        // The sine, since a shank that swings up behind has no sideways angle to speak of.
        free * libm::asin(on_ground(down).dot(leftward(foot.yaw)).clamp(-0.6, 0.6))
    }

    /// The whole foot at a tick.
    pub(crate) fn foot(&self, pelvis: &Pelvis, side: Side, tick: usize) -> Foot {
        let mut foot = self.at(tick);
        foot.ankle = self.within_reach(pelvis, side, tick, foot.ankle);
        let t = secs(tick - self.lift);
        let half = RELAXED * self.duration();
        let flex = if t < half { self.flex[0].at(t) } else { self.flex[1].at(t - half) };
        foot.pitch = shank_pitch(pelvis, side, tick, &foot) + flex;
        foot.roll = self.roll(pelvis, side, tick, &foot);
        foot.ankle.y += softly_above(BALL_HEIGHT - 0.004, foot.ball().y);
        foot.ankle.y += softly_above(ANKLE_HEIGHT - 0.004, foot.ankle.y);
        // Toes bent up by the push-off straighten as the ball of the foot rises from the floor.
        let low = 1.0 - smooth_ramp(0.0, 0.16, foot.ball().y - BALL_HEIGHT);
        foot.toe_pitch = foot.pitch + low * (-foot.pitch).clamp(0.0, TOE_BEND_MAX);
        foot
    }
}

/// How much to raise a height so that it does not fall below a floor; without a kink.
fn softly_above(floor: f64, height: f64) -> f64 {
    const WIDTH: f64 = 0.0015;
    let below = (floor - height) / WIDTH;
    if below > 30.0 { floor - height } else { WIDTH * libm::log1p(libm::exp(below)) }
}

/// A hump of height one at `peak`, flat in slope and curvature there and at both ends of [0, 1].
fn hump(s: f64, peak: f64) -> f64 {
    if s < peak { smooth_ramp(0.0, peak, s) } else { smooth_ramp(0.0, 1.0 - peak, 1.0 - s) }
}

/// Pitch a foot has when it stands square to the shank above it.
fn shank_pitch(pelvis: &Pelvis, side: Side, tick: usize, foot: &Foot) -> f64 {
    let down = shank_down(pelvis, side, tick, foot);
    libm::atan2(on_ground(down).dot(forward(foot.yaw)), -down.y)
}

/// Direction from the knee to the ankle.
fn shank_down(pelvis: &Pelvis, side: Side, tick: usize, foot: &Foot) -> DVec3 {
    let knee_forward = pelvis.knee_forward(tick, foot.yaw);
    reach(pelvis.hip(side, tick), foot.ankle, knee_forward).shank * -DVec3::Y
}
