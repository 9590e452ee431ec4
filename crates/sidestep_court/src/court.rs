//! A ball at large: gravity, the floor, a hoop with its backboard, a net.

use glam::{Quat, Vec2, Vec3};
use sidestep_motion::{ball::BallConfig, math::from_rotation_vector};

/// Steps are divided so that none is longer, in seconds: at 20 m/s that is 8 cm, less than a ball's radius.
const LONGEST_STEP: f32 = 1.0 / 240.0;

/// Slower than this after a bounce, a ball stays down and rolls, in m/s.
const ROLLS: f32 = 0.5;

/// What a rolling ball loses, in m/s².
const ROLLING_LOSS: f32 = 0.4;

/// A ball that flies by itself.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FreeBall {
    /// Its middle, in the world.
    pub position: Vec3,
    /// In m/s.
    pub velocity: Vec3,
}

/// A hoop with its backboard.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hoop {
    /// The middle of the ring.
    pub centre: Vec3,
    /// Where the backboard looks: the heading from it to the middle of the court.
    pub heading: f32,
    /// From the middle to the middle of the iron.
    pub radius: f32,
    /// Radius of the iron.
    pub iron: f32,
    /// From the middle of the ring to the face of the board.
    pub board_behind: f32,
    /// Half of the width and of the height of the board.
    pub board_half: Vec2,
    /// How far the middle of the board lies above the ring.
    pub board_above: f32,
}

impl Hoop {
    /// A hoop by the rules of FIBA whose ring hangs over that place: 3.05 m high, 45 cm wide, its board 1.80 by
    /// 1.05 m and 15 cm behind the ring.
    pub fn over(x: f32, z: f32, heading: f32) -> Self {
        Self {
            centre: Vec3::new(x, 3.05, z),
            heading,
            radius: 0.234,
            iron: 0.009,
            board_behind: 0.375,
            board_half: Vec2::new(0.9, 0.525),
            board_above: 0.375,
        }
    }

    fn world_from_hoop(&self) -> Quat {
        from_rotation_vector(Vec3::Y * self.heading)
    }
}

/// A net that stands across the court.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Net {
    /// Its middle on the ground (x, z).
    pub middle: Vec2,
    /// The heading of a ball that crosses it at right angles.
    pub heading: f32,
    /// Half of its width.
    pub half_width: f32,
    /// Its height.
    pub height: f32,
}

/// What a ball may meet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Court {
    /// Size, gravity and restitution of the ball on the floor.
    pub ball: BallConfig,
    /// A hoop.
    pub hoop: Option<Hoop>,
    /// A net.
    pub net: Option<Net>,
    /// Speed after the iron or the board over the speed before it.
    pub hoop_restitution: f32,
    /// Speed along the floor that a bounce leaves.
    pub grip: f32,
}

/// What happened in a step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Happened {
    /// It met the floor.
    pub bounced: bool,
    /// It met iron or board.
    pub hit_hoop: bool,
    /// It met the net.
    pub hit_net: bool,
    /// It fell through the ring.
    pub scored: bool,
}

impl Default for Court {
    /// A floor without end.
    fn default() -> Self {
        Self {
            ball: BallConfig::default(),
            hoop: None,
            net: None,
            hoop_restitution: 0.65,
            grip: 0.95,
        }
    }
}

impl Court {
    /// Moves a ball on by so many seconds.
    pub fn step(&self, ball: &mut FreeBall, secs: f32) -> Happened {
        let mut happened = Happened::default();
        if !(secs > 0.0 && ball.position.is_finite() && ball.velocity.is_finite()) {
            return happened;
        }
        let count = (secs / LONGEST_STEP).ceil().clamp(1.0, 1e4);
        let part = secs / count;
        for _ in 0..count as u32 {
            let before = ball.position;
            self.fly(ball, part, &mut happened);
            if let Some(hoop) = &self.hoop {
                self.meet_hoop(hoop, before, ball, &mut happened);
            }
            if let Some(net) = &self.net {
                self.meet_net(net, ball, &mut happened);
            }
        }
        happened
    }

    /// One small step by the law of falling, with the bounce where it is.
    fn fly(&self, ball: &mut FreeBall, secs: f32, happened: &mut Happened) {
        let (low, gravity) = (self.ball.radius, self.ball.gravity);
        if ball.position.y <= low + 1e-4 && ball.velocity.y.abs() < ROLLS {
            let speed = ball.velocity.with_y(0.0).length();
            let kept = (speed - ROLLING_LOSS * secs).max(0.0) / speed.max(1e-6);
            ball.velocity = ball.velocity.with_y(0.0) * kept;
            ball.position = (ball.position + ball.velocity * secs).with_y(low);
            return;
        }
        let at = |ball: &FreeBall, secs: f32| {
            let fall = 0.5 * gravity * secs * secs;
            ball.position + ball.velocity * secs - Vec3::Y * fall
        };
        let end = at(ball, secs);
        if end.y >= low {
            ball.position = end;
            ball.velocity.y -= gravity * secs;
            return;
        }
        // y0 + v t - g t² / 2 = low, the later root.
        let above = (ball.position.y - low).max(0.0);
        let rise = ball.velocity.y;
        let until =
            ((rise + (rise * rise + 2.0 * gravity * above).sqrt()) / gravity).clamp(0.0, secs);
        let impact = gravity * until - rise;
        ball.position = at(ball, until).with_y(low);
        ball.velocity = (ball.velocity * self.grip).with_y(self.ball.restitution * impact);
        happened.bounced = true;
        let left = secs - until;
        if ball.velocity.y < ROLLS {
            ball.velocity.y = 0.0;
        } else {
            ball.position = at(ball, left);
            ball.position.y = ball.position.y.max(low);
            ball.velocity.y -= gravity * left;
        }
    }

    fn meet_hoop(&self, hoop: &Hoop, before: Vec3, ball: &mut FreeBall, happened: &mut Happened) {
        let radius = self.ball.radius;
        let rotation = hoop.world_from_hoop();
        let seen = rotation.conjugate() * (ball.position - hoop.centre);
        // Farther than board and ring reach nothing can happen.
        if seen.length_squared() > 9.0 {
            return;
        }
        let flat = Vec2::new(seen.x, seen.z);
        let was = rotation.conjugate() * (before - hoop.centre);
        if was.y > 0.0 && seen.y <= 0.0 && flat.length() < hoop.radius {
            happened.scored = true;
        }
        let on_ring = flat.normalize_or(Vec2::Y) * hoop.radius;
        let half = hoop.board_half;
        let thick = 0.02;
        let middle = Vec3::new(0.0, hoop.board_above, -hoop.board_behind - thick);
        let extent = Vec3::new(half.x, half.y, thick);
        let on_board = middle + (seen - middle).clamp(-extent, extent);
        let things =
            [(Vec3::new(on_ring.x, 0.0, on_ring.y), radius + hoop.iron), (on_board, radius)];
        for (nearest, reach) in things {
            let way = seen - nearest;
            let distance = way.length();
            if distance >= reach || distance < 1e-6 {
                continue;
            }
            let normal = rotation * (way / distance);
            let into = -ball.velocity.dot(normal);
            ball.position += normal * (reach - distance);
            if into > 0.0 {
                ball.velocity += normal * into * (1.0 + self.hoop_restitution);
                happened.hit_hoop = true;
            }
        }
    }

    fn meet_net(&self, net: &Net, ball: &mut FreeBall, happened: &mut Happened) {
        let rotation = from_rotation_vector(Vec3::Y * net.heading);
        let middle = Vec3::new(net.middle.x, 0.0, net.middle.y);
        let seen = rotation.conjugate() * (ball.position - middle);
        let nearest = Vec3::new(
            seen.x.clamp(-net.half_width, net.half_width),
            seen.y.clamp(0.0, net.height),
            0.0,
        );
        let way = seen - nearest;
        let distance = way.length();
        if distance >= self.ball.radius || distance < 1e-6 {
            return;
        }
        let normal = rotation * (way / distance);
        let into = -ball.velocity.dot(normal);
        ball.position += normal * (self.ball.radius - distance);
        if into > 0.0 {
            // A net takes nearly all of it.
            ball.velocity += normal * into * 1.1;
            happened.hit_net = true;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn court() -> Court {
        let ball =
            BallConfig { radius: 0.1, restitution: 0.5, gravity: 10.0, ..BallConfig::default() };
        Court { ball, grip: 1.0, ..Court::default() }
    }

    /// From 1.35 m with g = 10 a ball of 0.1 m is down after 0.5 s at 5 m/s; at half of that it is 0.2 m up 0.1 s
    /// later: 0.25 - 0.05, rising at 1.5 m/s.
    #[test]
    fn a_dropped_ball_bounces_as_it_must() {
        let mut ball = FreeBall { position: Vec3::new(0.0, 1.35, 0.0), velocity: Vec3::X };
        assert!(!court().step(&mut ball, 0.49).bounced);
        assert!(court().step(&mut ball, 0.11).bounced);
        assert!(ball.position.abs_diff_eq(Vec3::new(0.6, 0.3, 0.0), 1e-3), "{ball:?}");
        assert!(ball.velocity.abs_diff_eq(Vec3::new(1.0, 1.5, 0.0), 1e-2), "{ball:?}");
    }

    #[test]
    fn a_ball_comes_to_rest() {
        let mut ball = FreeBall { position: Vec3::Y, velocity: Vec3::new(0.5, 0.0, 0.0) };
        for _ in 0..20 {
            court().step(&mut ball, 0.5);
        }
        assert_eq!(ball.velocity, Vec3::ZERO);
        assert!((ball.position.y - 0.1).abs() < 1e-5);
    }

    /// The board stands 0.375 m behind the ring, so a ball of 0.1 m meets it with its middle at -0.275 m and comes
    /// back with 0.65 of 4 m/s.
    #[test]
    fn the_board_throws_back() {
        let court = Court { hoop: Some(Hoop::over(0.0, 0.0, 0.0)), ..court() };
        let mut ball =
            FreeBall { position: Vec3::new(0.0, 3.6, 0.1), velocity: Vec3::new(0.0, 0.0, -4.0) };
        let happened = court.step(&mut ball, 0.11);
        assert!(happened.hit_hoop && !happened.scored, "{happened:?} {ball:?}");
        assert!((ball.velocity.z - 2.6).abs() < 0.05, "{ball:?}");
    }

    #[test]
    fn who_falls_through_the_ring_scores() {
        let court = Court { hoop: Some(Hoop::over(1.0, 2.0, 0.7)), ..court() };
        let mut ball = FreeBall { position: Vec3::new(1.0, 3.3, 2.0), velocity: Vec3::ZERO };
        assert!(court.step(&mut ball, 0.4).scored);
        // Right onto the iron it goes back up.
        let mut ball = FreeBall { position: Vec3::new(1.234, 3.3, 2.0), velocity: Vec3::ZERO };
        let happened = court.step(&mut ball, 0.25);
        assert!(happened.hit_hoop && !happened.scored && ball.velocity.y > 0.0, "{ball:?}");
    }

    #[test]
    fn a_net_stops_a_low_ball_and_lets_a_high_one_pass() {
        let net = Net { middle: Vec2::ZERO, heading: 0.0, half_width: 5.0, height: 0.9 };
        let court = Court { net: Some(net), ..court() };
        for (height, passes) in [(0.6, false), (1.6, true)] {
            let mut ball = FreeBall {
                position: Vec3::new(0.0, height, -1.0),
                velocity: Vec3::new(0.0, 0.5, 12.0),
            };
            let happened = court.step(&mut ball, 0.2);
            assert_eq!((happened.hit_net, ball.position.z > 0.0), (!passes, passes), "{ball:?}");
        }
    }

    #[test]
    fn garbage_stays_where_it_is() {
        let mut ball = FreeBall { position: Vec3::NAN, velocity: Vec3::ZERO };
        assert_eq!(court().step(&mut ball, 1.0), Happened::default());
    }
}
