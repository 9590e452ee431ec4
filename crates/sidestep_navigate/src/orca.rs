//! Optimal reciprocal collision avoidance (van den Berg, Guy, Lin, Manocha: *Reciprocal n-body
//! collision avoidance*, 2011): every body gives way by its share, and nobody has to talk.

use crate::{
    linear_programme::{HalfPlane, solve},
    obstacle::Obstacle,
};
use glam::Vec2;

/// A body on the ground.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Disc {
    /// Its middle.
    pub position: Vec2,
    /// Metres a second.
    pub velocity: Vec2,
    /// Metres.
    pub radius: f32,
}

/// How far ahead bodies look.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AvoidanceConfig {
    /// No collision with others within this long (τ of the paper).
    pub horizon_secs: f32,
    /// No collision with walls within this long.
    pub wall_horizon_secs: f32,
    /// Bodies that overlap already come apart within this long.
    pub apart_secs: f32,
}

impl Default for AvoidanceConfig {
    fn default() -> Self {
        Self { horizon_secs: 2.5, wall_horizon_secs: 1.0, apart_secs: 0.3 }
    }
}

/// The velocities one body may take. Reused from body to body, it does not allocate.
#[derive(Clone, Debug, Default)]
pub struct Avoidance {
    planes: Vec<HalfPlane>,
    walls: usize,
    scratch: Vec<HalfPlane>,
}

impl Avoidance {
    /// Forgets the body before.
    pub fn clear(&mut self) {
        self.planes.clear();
        self.walls = 0;
    }

    /// Keeps `body` off something that does not move. Walls come before others, and above them.
    pub fn mind_wall(&mut self, body: &Disc, wall: &Obstacle, config: &AvoidanceConfig) {
        debug_assert_eq!(self.walls, self.planes.len(), "walls come first");
        let away = body.position - wall.nearest(body.position);
        let normal = away.try_normalize().unwrap_or(Vec2::X);
        let room = away.length() - wall.radius - body.radius;
        let secs = if room > 0.0 { config.wall_horizon_secs } else { config.apart_secs };
        self.planes.push(HalfPlane::beyond(normal * (-room / secs), normal));
        self.walls += 1;
    }

    /// Keeps `body` off `other`, giving way by `share` of what is needed: a half where the other does
    /// the same, all of it where the other does nothing.
    pub fn mind(&mut self, body: &Disc, other: &Disc, share: f32, config: &AvoidanceConfig) {
        self.mind_by_rank(body, other, share, share, config);
    }

    /// Keeps `body` off `other`: where they would collide it gives way by the share `give`, and where
    /// they would not it takes the share `take` of the room there is.
    pub fn mind_by_rank(
        &mut self,
        body: &Disc,
        other: &Disc,
        give: f32,
        take: f32,
        config: &AvoidanceConfig,
    ) {
        let way = way_out(body, other, config);
        let collides = way.plane.direction.perp_dot(way.change) > 0.0;
        let share = if collides { give } else { take };
        self.planes.push(HalfPlane { point: body.velocity + share * way.change, ..way.plane });
    }

    /// The velocity up to `most` that is nearest to `wish` and safe; where nothing is, the safest.
    pub fn velocity(&mut self, wish: Vec2, most: f32) -> Vec2 {
        solve(&self.planes, self.walls, wish, most, &mut self.scratch)
    }

    /// How much a velocity offends the worst, in metres a second; not above zero where it is safe.
    pub fn offence(&self, velocity: Vec2) -> f32 {
        self.planes.iter().map(|plane| plane.excess(velocity)).fold(f32::NEG_INFINITY, f32::max)
    }
}

struct WayOut {
    /// The least change of the relative velocity that avoids a collision: u of eq. 4.
    change: Vec2,
    /// The border of the velocity obstacle there; its point is set by who uses it.
    plane: HalfPlane,
}

/// The point of the velocity obstacle's border nearest to the relative velocity (eqs. 4 and 5).
fn way_out(body: &Disc, other: &Disc, config: &AvoidanceConfig) -> WayOut {
    let apart = other.position - body.position;
    let relative = body.velocity - other.velocity;
    let radius = body.radius + other.radius;
    let distance_squared = apart.length_squared();
    let overlaps = distance_squared <= radius * radius;
    let secs = if overlaps { config.apart_secs } else { config.horizon_secs };
    // From the centre of the disc that cuts the obstacle off at its near end.
    let from_cut_off = relative - apart / secs;
    let along = from_cut_off.dot(apart);
    let length_squared = from_cut_off.length_squared();
    let before_cut_off = along < 0.0 && along * along > radius * radius * length_squared;
    if overlaps || before_cut_off {
        let normal = from_cut_off.try_normalize().unwrap_or_else(|| -apart.normalize_or(Vec2::X));
        let change = normal * (radius / secs - length_squared.sqrt());
        return WayOut { change, plane: HalfPlane::beyond(Vec2::ZERO, normal) };
    }
    let leg = (distance_squared - radius * radius).sqrt();
    let side = if apart.perp_dot(from_cut_off) > 0.0 { 1.0 } else { -1.0 };
    let direction =
        side * Vec2::new(
            apart.x * leg - side * apart.y * radius,
            side * apart.x * radius + apart.y * leg,
        ) / distance_squared;
    let change = direction * relative.dot(direction) - relative;
    WayOut { change, plane: HalfPlane { point: Vec2::ZERO, direction } }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sidestep_motion::math::sin_cos;
    use std::f32::consts::TAU;

    const CONFIG: AvoidanceConfig =
        AvoidanceConfig { horizon_secs: 2.0, wall_horizon_secs: 1.0, apart_secs: 0.1 };

    fn disc(x: f32, z: f32, vx: f32, vz: f32) -> Disc {
        Disc { position: Vec2::new(x, z), velocity: Vec2::new(vx, vz), radius: 0.5 }
    }

    #[test]
    fn standing_in_front_of_somebody_fast_is_given_up_by_half() {
        // Head on at 1 m/s each, 4 m apart, radii 0.5: within 2 s the gap of 3 m closes at 1.5 m/s
        // at most, so each gives up a quarter of a metre a second at the cut-off disc's front.
        let (a, b) = (disc(0.0, 0.0, 0.0, 1.0), disc(0.0, 4.0, 0.0, -1.0));
        let way = way_out(&a, &b, &CONFIG);
        // Relative velocity 2 sits at the disc's very centre (4 m / 2 s), 0.5 m/s from its border.
        assert!((way.change.length() - 0.5).abs() < 1e-6);
    }

    #[test]
    fn who_ranks_higher_takes_more_of_the_room_and_gives_less_way() {
        let fastest = |a: &Disc, b: &Disc, give, take| {
            let mut avoidance = Avoidance::default();
            avoidance.mind_by_rank(a, b, give, take, &CONFIG);
            avoidance.velocity(Vec2::new(0.0, 3.0), 3.0)
        };
        // Both stand, 3 m less two radii of 0.5 m apart: 2 m of room in 2 s.
        let (a, b) = (disc(0.0, 0.0, 0.0, 0.0), disc(0.0, 3.0, 0.0, 0.0));
        for (take, speed) in [(1.0, 1.0), (0.5, 0.5), (0.0, 0.0)] {
            let v = fastest(&a, &b, 1.0 - take, take);
            assert!(v.abs_diff_eq(Vec2::new(0.0, speed), 1e-5), "{take}: {v}");
        }
        // At 1.2 m/s it is too fast by 0.2 m/s.
        let (a, b) = (disc(0.0, 0.0, 0.0, 1.2), disc(0.0, 3.0, 0.0, 0.0));
        for (give, speed) in [(0.0, 1.2), (0.5, 1.1), (1.0, 1.0)] {
            let v = fastest(&a, &b, give, 1.0 - give);
            assert!(v.abs_diff_eq(Vec2::new(0.0, speed), 1e-5), "{give}: {v}");
        }
    }

    #[test]
    fn a_wall_is_never_run_into() {
        let mut avoidance = Avoidance::default();
        let wall = Obstacle::wall(Vec2::new(-5.0, 2.0), Vec2::new(5.0, 2.0), 0.2);
        let body = disc(0.0, 0.0, 0.0, 1.0);
        avoidance.mind_wall(&body, &wall, &CONFIG);
        // 2 m less 0.1 m and 0.5 m of room, in one second.
        let v = avoidance.velocity(Vec2::new(0.0, 3.0), 3.0);
        assert!(v.abs_diff_eq(Vec2::new(0.0, 1.4), 1e-5), "{v}");
    }

    /// The circle swap of the paper: everybody to the opposite place, nobody touches anybody.
    #[test]
    fn a_circle_of_bodies_swaps_without_touching() {
        const BODIES: u8 = 24;
        let place = |i: u8| {
            let (s, c) = sin_cos(f32::from(i) / f32::from(BODIES) * TAU + 0.001 * f32::from(i % 5));
            Vec2::new(s, c) * 8.0
        };
        let mut bodies: Vec<Disc> = (0..BODIES)
            .map(|i| Disc { position: place(i), velocity: Vec2::ZERO, radius: 0.3 })
            .collect();
        let targets: Vec<Vec2> = bodies.iter().map(|body| -body.position).collect();
        let mut avoidance = Avoidance::default();
        let mut nearest = f32::INFINITY;
        for _frame in 0..1200 {
            let next: Vec<Vec2> = bodies
                .iter()
                .zip(&targets)
                .enumerate()
                .map(|(i, (body, target))| {
                    avoidance.clear();
                    for (j, other) in bodies.iter().enumerate() {
                        let near = other.position.distance(body.position) < 5.0;
                        if i != j && near {
                            avoidance.mind(body, other, 0.5, &CONFIG);
                        }
                    }
                    // Without a common habit of veering, perfect symmetry ends in a deadlock.
                    let wish = (*target - body.position).clamp_length_max(1.4);
                    avoidance.velocity(wish + 0.1 * wish.perp(), 1.6)
                })
                .collect();
            for (body, velocity) in bodies.iter_mut().zip(next) {
                body.velocity = velocity;
                body.position += velocity / 30.0;
            }
            for (i, a) in bodies.iter().enumerate() {
                for b in &bodies[i + 1..] {
                    nearest = nearest.min(a.position.distance(b.position));
                }
            }
        }
        assert!(nearest > 0.6 - 0.02, "came as near as {nearest} m");
        for (body, target) in bodies.iter().zip(&targets) {
            assert!(body.position.distance(*target) < 0.3, "{body:?} is not at {target}");
        }
    }
}
