//! A ball for clips in which hands are labelled but no ball was recorded.
//!
//! Section 5 of "Interactive Character Animation by Learning Multi-Objective Control" (2018): the
//! ball is in the hand while a hand touches it, and flies by the law of gravity in between, bouncing
//! on the floor once where it was pushed down. Where the labels do not say where it goes, after a
//! throw or before a catch, there is no ball: nothing is made up.

use crate::{
    clip::Clip,
    contact_detection::estimate_floor,
    contacts::Contacts,
    joint::JointId,
    joint_motion::JointMotion,
    kinematics::JointTransforms,
    object::{Held, Object, ObjectKind, ObjectTrack},
    roles::Role,
    side::Side,
    skeleton::Skeleton,
};
use glam::{Quat, Vec3};

/// Says in the source of a clip that its ball was not recorded.
pub const SYNTHESISED: &str = "ball synthesised from hand contacts";

/// Rounds of halving that bring the time of a bounce to the last bit of an f32.
const HALVINGS: usize = 60;

/// No dribble meets the floor faster, in m/s.
const HARDEST_IMPACT: f32 = 15.0;

/// What the ball is like.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BallConfig {
    /// Radius in metres.
    pub radius: f32,
    /// From the end of a hand to the middle of the ball, in metres.
    pub reach: f32,
    /// Direction out of the palm, in the space of the hand joint.
    pub palm: Vec3,
    /// Speed after a bounce over the speed before it.
    pub restitution: f32,
    /// In m/s².
    pub gravity: f32,
    /// Between contacts farther apart than this somebody else may have had the ball.
    pub longest_flight_secs: f32,
}

impl Default for BallConfig {
    /// A basketball as the authors of the paper have it: 13 cm, out of the palm along the hand's own
    /// y axis. Of their 617 contacts none is followed by another one after 0.5 to 0.7 s.
    fn default() -> Self {
        Self {
            radius: 0.13,
            reach: 0.13,
            palm: Vec3::Y,
            restitution: 0.8,
            gravity: 9.81,
            longest_flight_secs: 0.6,
        }
    }
}

/// The way of a ball from one place to another in a given time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Flight {
    from: Vec3,
    to: Vec3,
    secs: f32,
    gravity: f32,
    /// Vertical speed at the start.
    rise: f32,
    bounce: Option<Bounce>,
}

/// Where a flight meets the floor.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounce {
    /// Seconds after the start.
    pub secs: f32,
    /// Height of the ball's middle then.
    pub height: f32,
    /// Speed downward just before.
    pub impact: f32,
    /// Speed upward just after.
    pub rebound: f32,
}

impl Flight {
    /// The arc that leads from `from` to `to` in `secs` without a bounce.
    pub fn arc(from: Vec3, to: Vec3, secs: f32, config: &BallConfig) -> Self {
        let gravity = config.gravity;
        // y(T) = y0 + v T - g T² / 2.
        let rise = (to.y - from.y) / secs + 0.5 * gravity * secs;
        Self { from, to, secs, gravity, rise, bounce: None }
    }

    /// The flight that leads from `from` to `to` in `secs` with one bounce on a floor at that height.
    ///
    /// `None` where the ball is on the floor already at one of its ends.
    pub fn bouncing(
        from: Vec3,
        to: Vec3,
        secs: f32,
        floor: f32,
        config: &BallConfig,
    ) -> Option<Self> {
        let low = floor + config.radius;
        let (above_start, above_end) = (from.y - low, to.y - low);
        if !(above_start > 0.0 && above_end > 0.0 && secs > 0.0) {
            return None;
        }
        let gravity = config.gravity;
        // Pushed so as to fall by h in b seconds, it arrives with h / b + g b / 2.
        let impact = |bounce: f32| above_start / bounce + 0.5 * gravity * bounce;
        let height_at_end = |bounce: f32| {
            let left = secs - bounce;
            config.restitution * impact(bounce) * left - 0.5 * gravity * left * left
        };
        // A bounce at once throws it up without end, one at the very end leaves it on the floor.
        let (mut early, mut late) = (0.0, secs);
        for _ in 0..HALVINGS {
            let middle = 0.5 * (early + late);
            if middle > 0.0 && height_at_end(middle) < above_end {
                late = middle;
            } else {
                early = middle;
            }
        }
        let impact = impact(late);
        let bounce =
            Bounce { secs: late, height: low, impact, rebound: config.restitution * impact };
        let rise = gravity * late - impact;
        Some(Self { from, to, secs, gravity, rise, bounce: Some(bounce) })
    }

    /// The flight that leads from `from` to `to` in that many ticks with one bounce exactly on a tick.
    ///
    /// At 30 Hz a bounce nearly always falls between two frames, and neither shows the ball on the floor.
    /// So both arcs are solved for a bounce on each tick, and the one is taken whose loss of speed is
    /// nearest to the restitution.
    ///
    /// `None` where the ball is on the floor already at one of its ends, or no tick lies between them.
    pub fn snapped(
        (from, to): (Vec3, Vec3),
        ticks: usize,
        (rate_hz, floor): (f32, f32),
        config: &BallConfig,
    ) -> Option<Self> {
        let low = floor + config.radius;
        let (above_start, above_end) = (from.y - low, to.y - low);
        if !(above_start > 0.0 && above_end > 0.0 && rate_hz > 0.0) {
            return None;
        }
        let gravity = config.gravity;
        let secs = |ticks: usize| ticks as f32 / rate_hz;
        let speed = |height: f32, secs: f32| height / secs + 0.5 * gravity * secs;
        let bounce_at = |tick: usize| Bounce {
            secs: secs(tick),
            height: low,
            impact: speed(above_start, secs(tick)),
            rebound: speed(above_end, secs(ticks - tick)),
        };
        let miss = |bounce: &Bounce| {
            let kept = bounce.rebound / bounce.impact / config.restitution;
            kept.max(1.0 / kept)
        };
        let bounce = (1..ticks).map(bounce_at).min_by(|a, b| miss(a).total_cmp(&miss(b)))?;
        let rise = gravity * bounce.secs - bounce.impact;
        Some(Self { from, to, secs: secs(ticks), gravity, rise, bounce: Some(bounce) })
    }

    /// The place after that many seconds.
    pub fn at(&self, secs: f32) -> Vec3 {
        let place = self.from.lerp(self.to, secs / self.secs);
        let fall = |secs: f32| 0.5 * self.gravity * secs * secs;
        let height = match self.bounce {
            Some(bounce) if secs > bounce.secs => {
                let since = secs - bounce.secs;
                bounce.height + bounce.rebound * since - fall(since)
            }
            _ => self.from.y + self.rise * secs - fall(secs),
        };
        place.with_y(height)
    }

    /// Where it meets the floor.
    pub fn bounce(&self) -> Option<Bounce> {
        self.bounce
    }

    /// The velocity at the start.
    pub fn release(&self) -> Vec3 {
        ((self.to - self.from) / self.secs).with_y(self.rise)
    }
}

/// The middle of a ball that touches a hand: hand joint, plus the end of the hand, plus `reach` out
/// of the palm.
pub fn ball_in_hand(
    transforms: &JointTransforms,
    skeleton: &Skeleton,
    hand: JointId,
    config: &BallConfig,
) -> Vec3 {
    let palm = transforms.rotation(hand) * config.palm * config.reach;
    transforms.tip(skeleton, hand) + palm
}

/// Where a ball would be that both hands held, whether they do or not; `None` for a body without hands.
pub fn between_hands(
    transforms: &JointTransforms,
    skeleton: &Skeleton,
    config: &BallConfig,
) -> Option<Vec3> {
    let hand = |side| skeleton.roles().get(Role::Hand(side));
    let [left, right] = [hand(Side::Left)?, hand(Side::Right)?]
        .map(|hand| ball_in_hand(transforms, skeleton, hand, config));
    Some(0.5 * (left + right))
}

/// The tracks of a ball through a clip whose labels or contacts say when the hands hold it.
///
/// Empty for a clip that says nothing of hands or has none. Nobody saw the ball turn, so it does not. A
/// clip that was bent or warped gets its ball anew, so that it is in the hands where they are now and
/// bounces on a frame again.
pub fn synthesise(clip: &Clip, config: &BallConfig) -> Vec<ObjectTrack> {
    let mut contacts = clip.contacts.clone().unwrap_or_else(|| vec![Contacts::NONE; clip.len()]);
    clip.mark_hands(&mut contacts);
    let holds = |contacts: &Contacts| Side::BOTH.into_iter().any(|side| contacts.hand(side));
    if !contacts.iter().any(holds) {
        return Vec::new();
    }
    let floor = clip.floor.unwrap_or_else(|| estimate_floor(&JointMotion::of(clip)));
    let held = in_hands(clip, &contacts, config);
    let mut tracks: Vec<ObjectTrack> = Vec::new();
    let mut last: Option<usize> = None;
    for (frame, object) in held.iter().enumerate() {
        let Some(object) = object else { continue };
        let flight = last.and_then(|last| fly(&held, last..frame, (clip.rate_hz, floor), config));
        match (flight, tracks.last_mut()) {
            (Some(flight), Some(track)) => {
                track.frames.extend(flight);
                track.frames.push(*object);
            }
            _ => tracks.push(begin(frame, *object, config)),
        }
        last = Some(frame);
    }
    tracks
}

fn begin(frame: usize, object: Object, config: &BallConfig) -> ObjectTrack {
    ObjectTrack {
        kind: ObjectKind { name: "ball".to_owned(), radius: config.radius },
        start: u32::try_from(frame).unwrap_or(u32::MAX),
        frames: vec![object],
    }
}

/// The ball in each frame in which a hand touches it; both hands: the mean of the two.
fn in_hands(clip: &Clip, contacts: &[Contacts], config: &BallConfig) -> Vec<Option<Object>> {
    let mut transforms = JointTransforms::new(clip.skeleton.len());
    let mut place = |(frame, contact): (usize, &Contacts)| {
        let touching = |side| {
            let hand = clip.skeleton.roles().get(Role::Hand(side));
            hand.filter(|_| contact.hand(side))
        };
        let held_by = Held::by(touching(Side::Left), touching(Side::Right));
        if held_by.is_free() {
            return None;
        }
        transforms.compute(&clip.skeleton, clip.pose(frame));
        let (mut sum, mut count) = (Vec3::ZERO, 0.0);
        for hand in held_by.joints() {
            sum += ball_in_hand(&transforms, &clip.skeleton, hand, config);
            count += 1.0;
        }
        Some(Object { position: sum / count, rotation: Quat::IDENTITY, held_by })
    };
    contacts.iter().enumerate().map(&mut place).collect()
}

/// The ball between two frames in which it is held; `None` where they are too far apart.
///
/// A ball that goes down when the hand lets it go, or that comes back to the one hand that let it go,
/// bounces, unless no arm could push it so hard.
fn fly(
    held: &[Option<Object>],
    frames: std::ops::Range<usize>,
    (rate_hz, floor): (f32, f32),
    config: &BallConfig,
) -> Option<Vec<Object>> {
    let secs = |frames: usize| frames as f32 / rate_hz;
    let (from, to) = (held[frames.start]?.position, held[frames.end]?.position);
    let whole = secs(frames.len());
    if whole > config.longest_flight_secs {
        return None;
    }
    let before = frames.start.checked_sub(1).and_then(|frame| held[frame]);
    let goes_down = before.is_some_and(|before| before.position.y > from.y);
    let holders = [frames.start, frames.end].map(|frame| held[frame].map(|ball| ball.held_by));
    let comes_back = holders[0] == holders[1] && matches!(holders[0], Some(Held::By(_)));
    let bounce = Flight::snapped((from, to), frames.len(), (rate_hz, floor), config);
    let possible = |flight: &Flight| flight.bounce.is_some_and(|b| b.impact < HARDEST_IMPACT);
    let flight = bounce.filter(|flight| (goes_down || comes_back) && possible(flight));
    let flight = flight.unwrap_or_else(|| Flight::arc(from, to, whole, config));
    let free =
        |frame: usize| Object { position: flight.at(secs(frame - frames.start)), ..Object::ORIGIN };
    Some((frames.start + 1..frames.end).map(free).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    const HALF: BallConfig = BallConfig {
        radius: 0.1,
        reach: 0.1,
        palm: Vec3::Y,
        restitution: 0.5,
        gravity: 10.0,
        longest_flight_secs: 0.6,
    };

    /// Dropped from 1.35 m with g = 10 the middle of a ball of 0.1 m is at 0.1 m after 0.5 s, with
    /// 5 m/s; with half of that it is 0.2 m higher 0.1 s later: 0.25 - 0.05.
    #[test]
    fn a_ball_let_go_bounces_when_the_law_of_falling_says() {
        let (from, to) = (Vec3::new(0.0, 1.35, 0.0), Vec3::new(0.6, 0.3, -1.2));
        let flight = Flight::bouncing(from, to, 0.6, 0.0, &HALF).unwrap();
        let bounce = flight.bounce().unwrap();
        assert!((bounce.secs - 0.5).abs() < 1e-4, "{bounce:?}");
        assert!((bounce.impact - 5.0).abs() < 1e-3 && (bounce.rebound - 2.5).abs() < 1e-3);
        assert!(flight.release().abs_diff_eq(Vec3::new(1.0, 0.0, -2.0), 1e-3));
        assert!(flight.at(0.2).abs_diff_eq(Vec3::new(0.2, 1.15, -0.4), 1e-4));
        assert!(flight.at(0.5).abs_diff_eq(Vec3::new(0.5, 0.1, -1.0), 1e-3));
        assert!(flight.at(0.6).abs_diff_eq(to, 1e-4));
        assert_eq!(flight.at(0.0), from);
    }

    /// Thrown up to come back to the same height in 0.4 s it leaves with g T / 2 = 2 m/s and is
    /// highest in the middle, by g T² / 8 = 0.2 m.
    #[test]
    fn an_arc_is_highest_in_the_middle() {
        let arc = Flight::arc(Vec3::Y, Vec3::new(0.8, 1.0, 0.0), 0.4, &HALF);
        assert!(arc.release().abs_diff_eq(Vec3::new(2.0, 2.0, 0.0), 1e-5));
        assert!(arc.at(0.2).abs_diff_eq(Vec3::new(0.4, 1.2, 0.0), 1e-5));
        assert_eq!(arc.bounce(), None);
    }

    /// Seven ticks of 0.1 s: dropped from 1.35 m it is on the floor after five, at 5 m/s; two ticks later
    /// it is 0.4 m higher where it left with 0.4 / 0.2 + 1 = 3 m/s, 0.6 of it. A tick earlier it would
    /// arrive with 5.125 and leave with 2.83 m/s (0.55), a tick later with 5.08 and 4.5 (0.89). Half is
    /// nearest on the third: 1.25 / 0.3 + 1.5 = 5.67 and 0.4 / 0.4 + 2 = 3 m/s (0.53).
    #[test]
    fn a_bounce_lies_on_the_tick_that_loses_the_right_speed() {
        let (from, to) = (Vec3::new(0.0, 1.35, 0.0), Vec3::new(0.7, 0.5, 0.0));
        let with = |restitution| BallConfig { restitution, ..HALF };
        let flight = Flight::snapped((from, to), 7, (10.0, 0.0), &with(0.6)).unwrap();
        let bounce = flight.bounce().unwrap();
        assert!((bounce.secs - 0.5).abs() < 1e-6, "{bounce:?}");
        assert!((bounce.impact - 5.0).abs() < 1e-4 && (bounce.rebound - 3.0).abs() < 1e-4);
        assert!(flight.at(bounce.secs).abs_diff_eq(Vec3::new(0.5, 0.1, 0.0), 1e-5));
        assert!(flight.at(0.7).abs_diff_eq(to, 1e-5) && flight.at(0.0) == from);
        let early = Flight::snapped((from, to), 7, (10.0, 0.0), &HALF).unwrap();
        assert!((early.bounce().unwrap().secs - 0.3).abs() < 1e-6, "{early:?}");
        assert_eq!(Flight::snapped((from, to), 1, (10.0, 0.0), &HALF), None);
        assert_eq!(Flight::snapped((from, to), 7, (10.0, 0.5), &HALF), None);
    }

    #[test]
    fn a_ball_on_the_floor_cannot_bounce() {
        let on_floor = Vec3::new(0.0, 0.1, 0.0);
        assert_eq!(Flight::bouncing(on_floor, Vec3::Y, 0.3, 0.0, &HALF), None);
        assert_eq!(Flight::bouncing(Vec3::Y, on_floor, 0.3, 0.0, &HALF), None);
        assert_eq!(Flight::bouncing(Vec3::Y, Vec3::Y, 0.0, 0.0, &HALF), None);
        assert!(Flight::bouncing(Vec3::Y, Vec3::Y, 0.3, 0.5, &HALF).is_some());
    }
}
