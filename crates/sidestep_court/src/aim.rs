//! Throws that get there, and balls that can be had.
//!
//! All closed forms of the parabola; where iron and board have their say, a few throws are tried out on the court
//! and the softest that scores is taken.

use crate::court::{Court, FreeBall, Hoop};
use glam::{Vec2, Vec3};
use sidestep_motion::{
    ball::Flight,
    math::{atan2, cos, sin, wrap_angle},
};
use std::f32::consts::{FRAC_PI_2, FRAC_PI_4};

/// Passes go as fast as this over the ground where they may, in m/s; those of the data take 5 to 15.
pub const PASS_SPEED: f32 = 8.0;

/// No pass takes less time than this, in seconds: nobody could catch it.
pub const SHORTEST_PASS_SECS: f32 = 0.2;

/// Angles of a shot that are tried.
const ANGLES: u32 = 24;

/// A shot is followed no longer than this, in seconds.
const LONGEST_SHOT_SECS: f32 = 3.0;

/// Steps in which a free ball is followed, in seconds.
const STEP_SECS: f32 = 1.0 / 60.0;

/// The way hands move a ball is taken over so many frames of a thirtieth of a second before they let go.
pub const PUSH_FRAMES: usize = 3;

/// A throw goes the way the body faces as much as hands say that move by this, in metres.
const AHEAD_METRES: f32 = 0.1;

/// A throw: how the ball leaves the hand and when it is there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Throw {
    /// The velocity it leaves with.
    pub velocity: Vec3,
    /// When it is there, in seconds.
    pub secs: f32,
}

/// What a player can get hold of.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reach {
    /// Where the player stands (x, z).
    pub place: Vec2,
    /// How fast he runs, in m/s.
    pub speed: f32,
    /// How far his hands reach, in metres.
    pub arms: f32,
    /// Lowest and highest that he takes a ball, in metres.
    pub heights: (f32, f32),
}

/// A ball that can be had.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Meeting {
    /// In so many seconds.
    pub secs: f32,
    /// There.
    pub place: Vec3,
}

/// The heading in which a body throws that faces `heading`, and whose hands, both, moved by `pushed` over the last
/// [`PUSH_FRAMES`] frames before they let go. Nobody throws backwards.
///
/// Both hands, though one may have let go before: a guiding hand that leaves the ball seems to move it by 10 cm. And
/// the facing, since the hands of a shot go mostly upwards. Of 37 captured passes whose taker is known, half went within
/// 6.7° of this and three quarters within 12°; half within 9.9° of the facing alone.
pub fn release_heading(pushed: Vec3, heading: f32) -> f32 {
    let ahead = pushed.x * sin(heading) + pushed.z * cos(heading);
    let aside = pushed.x * cos(heading) - pushed.z * sin(heading);
    wrap_angle(heading + atan2(aside, ahead.max(0.0) + AHEAD_METRES))
}

/// The throw with which a ball is at `to` after `secs` without touching anything.
pub fn throw(from: Vec3, to: Vec3, secs: f32, court: &Court) -> Throw {
    let secs = secs.max(1e-3);
    Throw { velocity: Flight::arc(from, to, secs, &court.ball).release(), secs }
}

/// The throw at an angle above the ground that passes through `to`; `None` where it is too flat for that.
///
/// v² = g d² / (2 cos² θ (d tan θ - h)) with d the way over the ground and h the height.
pub fn at_angle(from: Vec3, to: Vec3, angle: f32, court: &Court) -> Option<Throw> {
    let way = Vec2::new(to.x - from.x, to.z - from.z);
    let (distance, height) = (way.length(), to.y - from.y);
    let (rise, run) = (sin(angle), cos(angle));
    // d tan θ - h, times cos θ.
    let above = distance * rise - height * run;
    if distance < 1e-3 || run < 1e-3 || above <= 0.0 {
        return None;
    }
    let squared = court.ball.gravity * distance * distance / (2.0 * run * above);
    let speed = squared.max(0.0).sqrt();
    let flat = way / distance * speed * run;
    let velocity = Vec3::new(flat.x, speed * rise, flat.y);
    Some(Throw { velocity, secs: distance / (speed * run).max(1e-6) })
}

/// The softest throw from `from` that falls through the hoop; `None` where none of those tried does.
pub fn shot(from: Vec3, hoop: &Hoop, court: &Court) -> Option<Throw> {
    let court = Court { hoop: Some(*hoop), ..*court };
    let angle = |i: u32| FRAC_PI_4 + (FRAC_PI_2 - FRAC_PI_4) * (i as f32 + 0.5) / ANGLES as f32;
    let throws = (0..ANGLES).filter_map(|i| at_angle(from, hoop.centre, angle(i), &court));
    let scoring = throws.filter(|throw| scores(from, throw, &court));
    scoring.min_by(|a, b| a.velocity.length_squared().total_cmp(&b.velocity.length_squared()))
}

/// Whether a throw falls through the hoop of the court.
pub fn scores(from: Vec3, throw: &Throw, court: &Court) -> bool {
    let mut ball = FreeBall { position: from, velocity: throw.velocity };
    let mut left = LONGEST_SHOT_SECS;
    while left > 0.0 {
        let happened = court.step(&mut ball, STEP_SECS);
        if happened.scored || happened.bounced {
            return happened.scored;
        }
        left -= STEP_SECS;
    }
    false
}

/// A pass that meets somebody who goes on as he goes: he is at `to` now and moves with `velocity` (x, z).
///
/// |to + v t - from| = s t is quadratic in t; the first time that is not too short.
pub fn pass(from: Vec3, to: Vec3, velocity: Vec2, speed: f32, court: &Court) -> Throw {
    let way = Vec2::new(to.x - from.x, to.z - from.z);
    let speed = speed.max(1.0);
    let a = velocity.length_squared() - speed * speed;
    let b = 2.0 * way.dot(velocity);
    let c = way.length_squared();
    let secs = if a.abs() < 1e-6 {
        if b < 0.0 { -c / b } else { way.length() / speed }
    } else {
        let root = (b * b - 4.0 * a * c).max(0.0).sqrt();
        let times = [(-b - root) / (2.0 * a), (-b + root) / (2.0 * a)];
        let first = times.into_iter().filter(|secs| *secs > 0.0).min_by(f32::total_cmp);
        first.unwrap_or(way.length() / speed)
    };
    let secs = secs.clamp(SHORTEST_PASS_SECS, 3.0);
    let met = to + Vec3::new(velocity.x, 0.0, velocity.y) * secs;
    throw(from, met, secs, court)
}

/// The first moment at which a player can have a ball that is at large, if he sets out now; `None` where that is
/// not within `most_secs`.
pub fn meeting(ball: &FreeBall, reach: &Reach, court: &Court, most_secs: f32) -> Option<Meeting> {
    let mut ball = *ball;
    let mut secs = 0.0;
    while secs <= most_secs {
        let flat = Vec2::new(ball.position.x, ball.position.z);
        let near = flat.distance(reach.place) <= reach.arms + reach.speed * secs;
        if near && (reach.heights.0..=reach.heights.1).contains(&ball.position.y) {
            return Some(Meeting { secs, place: ball.position });
        }
        court.step(&mut ball, STEP_SECS);
        secs += STEP_SECS;
    }
    None
}

/// Whether a ball lies or rolls so that it can be picked up.
pub fn can_be_picked_up(ball: &FreeBall, court: &Court) -> bool {
    ball.position.y < court.ball.radius + 0.35 && ball.velocity.length() < 2.5
}

#[cfg(test)]
mod tests {
    use super::*;
    use sidestep_motion::ball::BallConfig;

    fn court() -> Court {
        let ball = BallConfig { gravity: 10.0, ..BallConfig::default() };
        Court { ball, ..Court::default() }
    }

    /// 45° over 5 m level ground with g = 10: v² = 50, so 5 m/s along and up, there after a second.
    #[test]
    fn a_throw_at_an_angle_is_the_parabola() {
        let to = Vec3::new(3.0, 1.0, 4.0);
        let throw = at_angle(Vec3::Y, to, FRAC_PI_4, &court()).unwrap();
        assert!((throw.secs - 1.0).abs() < 1e-5, "{throw:?}");
        assert!(throw.velocity.abs_diff_eq(Vec3::new(3.0, 5.0, 4.0), 1e-4), "{throw:?}");
        // Straight at something 2 m higher after 2 m there is no parabola.
        assert_eq!(at_angle(Vec3::ZERO, Vec3::new(2.0, 2.0, 0.0), FRAC_PI_4, &court()), None);
    }

    #[test]
    fn a_throw_is_there_in_time() {
        let (from, to) = (Vec3::new(0.0, 2.0, 0.0), Vec3::new(4.0, 1.5, -3.0));
        let throw = throw(from, to, 0.6, &court());
        let mut ball = FreeBall { position: from, velocity: throw.velocity };
        court().step(&mut ball, 0.6);
        assert!(ball.position.abs_diff_eq(to, 1e-3), "{ball:?}");
    }

    #[test]
    fn shots_score_from_all_over_the_half_court() {
        let hoop = Hoop::over(0.0, 0.0, 0.0);
        let mut tried = 0;
        for x in -6..=6 {
            for z in 0..=8 {
                let from = Vec3::new(x as f32, 2.1, 0.6 + z as f32);
                let throw = shot(from, &hoop, &court());
                assert!(throw.is_some(), "from {from}");
                tried += usize::from(throw.is_some_and(|throw| throw.velocity.length() < 14.0));
            }
        }
        assert_eq!(tried, 13 * 9);
    }

    /// Hands that move 0.2 m to the left and 0.1 m ahead throw at 45° to the left; drawn back they count for
    /// nothing but their way to the side; at rest they throw ahead.
    #[test]
    fn hands_and_facing_say_whereto() {
        let heading = 0.5;
        let rotation = glam::Quat::from_rotation_y(heading);
        let thrown = |x: f32, z: f32| {
            let off = release_heading(rotation * Vec3::new(x, 0.4, z), heading) - heading;
            wrap_angle(off).to_degrees()
        };
        assert!((thrown(0.2, 0.1) - 45.0).abs() < 1e-3, "{}", thrown(0.2, 0.1));
        assert!((thrown(-0.1, -0.5) + 45.0).abs() < 1e-3, "{}", thrown(-0.1, -0.5));
        assert!(thrown(0.0, 0.0).abs() < 1e-3);
    }

    /// At 8 m/s to somebody 6 m away who goes away at 2 m/s: 6 + 2 t = 8 t, so after a second, 8 m away.
    #[test]
    fn a_pass_leads_its_receiver() {
        let (from, to) = (Vec3::new(0.0, 1.5, 0.0), Vec3::new(0.0, 1.5, 6.0));
        let pass = pass(from, to, Vec2::new(0.0, 2.0), 8.0, &court());
        assert!((pass.secs - 1.0).abs() < 1e-4, "{pass:?}");
        assert!(pass.velocity.abs_diff_eq(Vec3::new(0.0, 5.0, 8.0), 1e-3), "{pass:?}");
    }

    /// Dropped from 3.13 m it is at 2.2 m after sqrt(2 * 0.93 / 10) = 0.43 s; who stands 2 m away and runs at 4 m/s
    /// with arms of 0.6 m is there by then.
    #[test]
    fn a_falling_ball_is_met_as_soon_as_it_is_low_enough() {
        let ball = FreeBall { position: Vec3::new(2.0, 3.13, 0.0), velocity: Vec3::ZERO };
        let reach = Reach { place: Vec2::ZERO, speed: 4.0, arms: 0.6, heights: (0.2, 2.2) };
        let met = meeting(&ball, &reach, &court(), 3.0).unwrap();
        assert!((met.secs - 0.433).abs() < 0.02, "{met:?}");
        // Who is slow gets it later, who cannot move never.
        let slow = Reach { speed: 1.0, ..reach };
        assert!(meeting(&ball, &slow, &court(), 3.0).unwrap().secs >= 1.4 - 1e-3);
        let still = Reach { speed: 0.0, ..reach };
        assert_eq!(meeting(&ball, &still, &court(), 3.0), None);
    }

    #[test]
    fn a_ball_at_rest_can_be_picked_up() {
        let mut ball = FreeBall { position: Vec3::Y, velocity: Vec3::X };
        assert!(!can_be_picked_up(&ball, &court()));
        for _ in 0..300 {
            court().step(&mut ball, 0.033);
        }
        assert!(can_be_picked_up(&ball, &court()));
    }
}
