//! Steer to avoid, section 6.2 of the mobility-map thesis: a temporary target beside the obstacle.
//!
//! Where the look-ahead vector cuts a cylinder with centre O in A and B, the temporary target is the
//! point P with OP perpendicular to AB and |OP| = 2r. It is dropped once the body is near. Two things
//! are added here: cylinders may move, in which case all of it happens in the frame of the cylinder;
//! and where several stand together, a P behind another cylinder is not taken.

use glam::Vec2;

/// An upright cylinder, standing or moving.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cylinder {
    /// Its middle.
    pub centre: Vec2,
    /// Metres.
    pub radius: f32,
    /// Metres a second.
    pub velocity: Vec2,
}

/// How a body steers clear.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SteerConfig {
    /// How far ahead to look; five seconds in the thesis.
    pub look_ahead_secs: f32,
    /// Radius of the body, in metres; added to that of every cylinder to give r.
    pub body_radius: f32,
    /// Nearer than this to the temporary target, in metres, it is dropped.
    pub near: f32,
}

impl Default for SteerConfig {
    fn default() -> Self {
        Self { look_ahead_secs: 5.0, body_radius: 0.3, near: 0.7 }
    }
}

/// What a body remembers of its way around an obstacle.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SteerToAvoid {
    temporary: Option<Vec2>,
}

/// A cylinder that will be met.
#[derive(Clone, Copy)]
struct Hit {
    secs: f32,
    /// Seconds until the way is nearest to its centre, halfway between A and B.
    nearest_secs: f32,
    cylinder: Cylinder,
    /// Unit vector from O across the way, to the side on which the way passes.
    across: Vec2,
}

impl SteerToAvoid {
    /// The temporary target, where there is one.
    pub fn temporary(&self) -> Option<Vec2> {
        self.temporary
    }

    /// Where a body at `position`, going at `speed`, should head for so as to reach `target`.
    pub fn steer(
        &mut self,
        position: Vec2,
        speed: f32,
        target: Vec2,
        cylinders: &[Cylinder],
        config: &SteerConfig,
    ) -> Vec2 {
        let look = Look { position, speed: speed.max(0.1), cylinders, config };
        let reached = self.temporary.is_some_and(|p| p.distance(position) < config.near);
        let Some(hit) = look.first_hit(target) else {
            self.temporary = None;
            return target;
        };
        let standing = hit.cylinder.velocity == Vec2::ZERO;
        let keep = self.temporary.filter(|p| standing && !reached && look.first_hit(*p).is_none());
        let chosen = keep.unwrap_or_else(|| look.beside(&hit));
        self.temporary = Some(chosen);
        chosen
    }
}

struct Look<'a> {
    position: Vec2,
    speed: f32,
    cylinders: &'a [Cylinder],
    config: &'a SteerConfig,
}

impl Look<'_> {
    /// The first cylinder met on the straight way to `target` within the look-ahead.
    fn first_hit(&self, target: Vec2) -> Option<Hit> {
        let way = target - self.position;
        let velocity = way.try_normalize()? * self.speed;
        let secs = self.config.look_ahead_secs.min(way.length() / self.speed);
        let hits = self.cylinders.iter().filter_map(|cylinder| self.hit(cylinder, velocity, secs));
        hits.min_by(|a, b| a.secs.total_cmp(&b.secs))
    }

    fn hit(&self, cylinder: &Cylinder, velocity: Vec2, within_secs: f32) -> Option<Hit> {
        let radius = cylinder.radius + self.config.body_radius;
        let relative = velocity - cylinder.velocity;
        let apart = cylinder.centre - self.position;
        let direction = relative.try_normalize()?;
        let speed = relative.length();
        let along = apart.dot(direction);
        let beside = direction * along - apart;
        let half_chord_squared = radius * radius - beside.length_squared();
        if along <= 0.0 || half_chord_squared <= 0.0 {
            return None;
        }
        let secs = ((along - half_chord_squared.sqrt()) / speed).max(0.0);
        // Through the very centre either side will do; it is the left.
        let across = beside.try_normalize().unwrap_or(Vec2::new(direction.y, -direction.x));
        let hit = Hit { secs, nearest_secs: along / speed, cylinder: *cylinder, across };
        (secs < within_secs).then_some(hit)
    }

    /// P on the side where the way passes, else on the other side; of two bad ones the later met.
    fn beside(&self, hit: &Hit) -> Vec2 {
        let radius = hit.cylinder.radius + self.config.body_radius;
        let centre = hit.cylinder.centre + hit.cylinder.velocity * hit.nearest_secs;
        let sides = [hit.across, -hit.across].map(|across| centre + across * 2.0 * radius);
        let met = sides.map(|p| self.first_hit(p).map_or(f32::INFINITY, |hit| hit.secs));
        if met[1] > met[0] { sides[1] } else { sides[0] }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CONFIG: SteerConfig = SteerConfig { look_ahead_secs: 5.0, body_radius: 0.3, near: 0.7 };

    fn pillar(x: f32, z: f32) -> Cylinder {
        Cylinder { centre: Vec2::new(x, z), radius: 0.7, velocity: Vec2::ZERO }
    }

    #[test]
    fn the_temporary_target_is_that_of_figure_6_3() {
        // r = 0.7 + 0.3 = 1; the way along z passes O = (0.1, 5) on its side of smaller x.
        let mut steer = SteerToAvoid::default();
        let target = Vec2::new(0.0, 9.0);
        let p = steer.steer(Vec2::ZERO, 1.5, target, &[pillar(0.1, 5.0)], &CONFIG);
        assert!(p.abs_diff_eq(Vec2::new(-1.9, 5.0), 1e-5), "{p}");
        // Near P it is dropped, and the way to the target is clear again.
        let p = steer.steer(Vec2::new(-1.8, 4.9), 1.5, target, &[pillar(0.1, 5.0)], &CONFIG);
        assert_eq!((p, steer.temporary()), (target, None));
    }

    #[test]
    fn what_is_farther_than_five_seconds_is_left_for_later() {
        let mut steer = SteerToAvoid::default();
        let target = Vec2::new(0.0, 20.0);
        assert_eq!(steer.steer(Vec2::ZERO, 1.0, target, &[pillar(0.0, 7.0)], &CONFIG), target);
        assert_ne!(steer.steer(Vec2::ZERO, 1.0, target, &[pillar(0.0, 5.5)], &CONFIG), target);
    }

    /// Walks straight at whatever target is given, and says how near it came to any cylinder.
    fn walk(mut cylinders: Vec<Cylinder>, target: Vec2) -> (f32, f32) {
        let mut steer = SteerToAvoid::default();
        let mut position = Vec2::ZERO;
        let mut room = f32::INFINITY;
        for _frame in 0..900 {
            let aim = steer.steer(position, 1.4, target, &cylinders, &CONFIG);
            position += (aim - position).clamp_length_max(1.4 / 30.0);
            for cylinder in &mut cylinders {
                cylinder.centre += cylinder.velocity / 30.0;
                room = room.min(cylinder.centre.distance(position) - cylinder.radius);
            }
        }
        (room, position.distance(target))
    }

    #[test]
    fn a_row_of_pillars_and_a_passer_by_are_kept_clear_of() {
        let standing = vec![pillar(0.0, 4.0), pillar(-1.9, 4.0), pillar(0.3, 8.0)];
        let (room, left) = walk(standing, Vec2::new(0.0, 12.0));
        assert!(room > 0.25 && left < 0.1, "{room} m of room, {left} m left");
        let crossing = Cylinder { velocity: Vec2::new(1.0, 0.0), ..pillar(-3.0, 4.2) };
        let (room, left) = walk(vec![crossing], Vec2::new(0.0, 12.0));
        assert!(room > 0.25 && left < 0.1, "{room} m of room, {left} m left");
    }
}
