//! How a character of a crowd minds the others and the walls.
//!
//! ORCA says which velocity would be safe and nearest to what the character wants. Mocap cannot take
//! any velocity at any time, so an option is chosen that comes nearest to it and whose way is clear of
//! the ways the neighbours are known to plan. What is then still unsafe within the next moments is
//! mended by playing faster or slower, sliding and turning, all within [`Correction`].

use crate::{
    choose::{local, turn, turn_back},
    config::{Correction, CrowdConfig},
    cursor::Crossroads,
    repertoire::{Repertoire, WAY_POINTS, WAY_SECS},
};
use glam::Vec2;
use sidestep_motion::{GroundTransform, math};
use sidestep_navigate::{Avoidance, AvoidanceConfig, Disc, Neighbours, Obstacle};

/// Others farther than this are not minded, in metres.
const REACH: f32 = 5.0;

/// Room for those within [`REACH`] where a crowd is dense: three on every square metre.
const DENSEST: usize = 256;

/// At most so many of the nearest are minded.
const MOST_OTHERS: usize = 14;

/// Walls farther than this are not minded, in metres.
const WALL_REACH: f32 = 4.0;

/// Ways that pass others nearer than this beyond touching are avoided, in metres.
const COMFORT: f32 = 0.25;

/// Ways that pass walls nearer than this beyond touching are avoided, in metres.
const WALL_COMFORT: f32 = 0.1;

/// How far ahead corrections look.
const SHORTLY_SECS: f32 = 0.8;

/// Slower than this counts as standing when playing is slowed down, in metres a second.
const STANDING: f32 = 0.25;

/// The same habit of veering to the right in everybody lets mirror images pass each other.
const VEERING: f32 = 0.06;

/// Who has lost all patience goes so much aside for each metre ahead, to get round what stands.
const DETOUR: f32 = 1.0;

/// Who has lost all patience looks ahead by this part of what others do: the rest will change.
const SHORT_SIGHT: f32 = 0.5;

/// What a way comes near to counts less by this factor every [`WAY_SECS`]: plans change; and by this
/// one for who has lost all patience, because others make room.
const TRUST: f32 = 0.85;
const IMPATIENT_TRUST: f32 = 0.6;

/// Others that stay are in the way from this distance on, in metres.
const BEFORE: f32 = 1.2;

/// Weights of an option's faults.
const COLLISION: f32 = 5.0;
const WALL: f32 = 10.0;
const DEVIATION: f32 = 0.3;
const CHANGE_OF_PLAN: f32 = 0.08;

/// Somebody whom the crowd minds but does not move, such as a character that a person steers.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Guest {
    /// Where it is.
    pub position: Vec2,
    /// Where it goes, in metres a second.
    pub velocity: Vec2,
}

/// What others can see of a character.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Body {
    pub(crate) position: Vec2,
    pub(crate) velocity: Vec2,
    /// Where it will be, at intervals of [`WAY_SECS`] from now on.
    pub(crate) plan: [Vec2; WAY_POINTS],
    /// Unit vector of the heading its plan ends with.
    pub(crate) forward: Vec2,
    /// From 0 to 1 as it waits: it minds less and less but not to touch anybody.
    pub(crate) impatience: f32,
    pub(crate) stance: Stance,
}

/// Whether a body makes room.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Stance {
    /// Everybody by a half.
    #[default]
    Going,
    /// It stands where it wanted to be, and makes room for the impatient alone.
    Settled,
    /// It is steered from outside: nobody knows whether it will, so others do all of it.
    Guest,
}

impl Body {
    /// Somebody who is seen to go at `velocity` and whose plan nobody knows.
    pub(crate) fn of_guest(guest: &Guest) -> Self {
        let mut plan = [guest.position; WAY_POINTS];
        let mut secs = 0.0;
        for place in &mut plan {
            secs += WAY_SECS;
            *place += guest.velocity * secs;
        }
        Self {
            position: guest.position,
            velocity: guest.velocity,
            plan,
            forward: Vec2::Y,
            impatience: 0.0,
            stance: Stance::Guest,
        }
    }

    /// Who has more of it gives way less: who stands there is gone round, who has waited long is let
    /// through, and these two make room for each other.
    fn right_of_way(&self) -> f32 {
        match self.stance {
            Stance::Going => self.impatience,
            Stance::Settled => 1.0,
            Stance::Guest => 2.0,
        }
    }
}

/// What one character sees, reused from character to character.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scratch {
    avoidance: Avoidance,
    near: Vec<(f32, u32)>,
    walls: Vec<Obstacle>,
    /// The same as seen from the character that decides.
    local_walls: Vec<Obstacle>,
    /// Ways of the others as seen from the character that decides, from now on.
    ways: Vec<[Vec2; WAY_POINTS + 1]>,
}

/// The crowd as it was at the last frame.
#[derive(Clone, Copy)]
pub(crate) struct Surroundings<'a> {
    pub(crate) config: &'a CrowdConfig,
    pub(crate) bodies: &'a [Body],
    pub(crate) neighbours: &'a Neighbours,
    pub(crate) obstacles: &'a [Obstacle],
}

/// What a character should do now.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Steering {
    /// The safe velocity nearest to what it wants.
    pub(crate) velocity: Vec2,
    /// How fast to play.
    pub(crate) rate: f32,
    /// Metres a second to slide.
    pub(crate) slide: Vec2,
    /// Radians a second to turn.
    pub(crate) turn: f32,
}

impl Surroundings<'_> {
    /// Finds the others and the walls that matter to character `me`.
    pub(crate) fn look(&self, me: usize, scratch: &mut Scratch) {
        let position = self.bodies[me].position;
        scratch.near.clear();
        scratch.near.reserve(DENSEST);
        self.neighbours.each_within(position, REACH, |other, place| {
            if other != me {
                scratch.near.push((place.distance_squared(position), other as u32));
            }
        });
        scratch.near.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        scratch.near.truncate(MOST_OTHERS);
        scratch.walls.clear();
        let near = |wall: &&Obstacle| wall.distance(position) < WALL_REACH;
        scratch.walls.extend(self.obstacles.iter().filter(near));
    }

    /// What to do for a character that wants to go at `wish`.
    pub(crate) fn steer(&self, me: usize, wish: Vec2, scratch: &mut Scratch) -> Steering {
        let body = &self.bodies[me];
        let most = wish.length().max(body.velocity.length()).max(0.5);
        let veered = self.veered(me, wish, scratch);
        let ahead = AvoidanceConfig {
            horizon_secs: self.config.avoidance.horizon_secs
                * (1.0 - (1.0 - SHORT_SIGHT) * body.impatience),
            ..self.config.avoidance
        };
        let velocity = self.safe(me, veered, most, &ahead, scratch);
        let bounds = &self.config.correction;
        let shortly = AvoidanceConfig {
            horizon_secs: SHORTLY_SECS,
            wall_horizon_secs: SHORTLY_SECS,
            ..self.config.avoidance
        };
        let planned = body.velocity;
        let mended = self.safe(me, planned, planned.length() + bounds.slide, &shortly, scratch);
        let (rate, slide) = mend(planned, mended, bounds);
        let turn = turn_towards(planned, velocity, bounds);
        Steering { velocity, rate, slide, turn }
    }

    /// The wish turned a little to the right, and more so who has waited behind somebody that stays.
    fn veered(&self, me: usize, wish: Vec2, scratch: &Scratch) -> Vec2 {
        let impatience = self.bodies[me].impatience;
        // Right of +z is -x.
        let right = Vec2::new(-wish.y, wish.x);
        let position = self.bodies[me].position;
        let blocks = |(distance_squared, other): &(f32, u32)| {
            let other = &self.bodies[*other as usize];
            other.stance != Stance::Going
                && *distance_squared < BEFORE * BEFORE
                && (other.position - position).dot(wish) > 0.0
        };
        if impatience == 0.0 || !scratch.near.iter().any(blocks) {
            return wish + VEERING * right;
        }
        (wish + DETOUR * impatience * right).normalize_or_zero() * wish.length()
    }

    fn safe(
        &self,
        me: usize,
        wish: Vec2,
        most: f32,
        config: &AvoidanceConfig,
        scratch: &mut Scratch,
    ) -> Vec2 {
        let disc = |body: &Body| Disc {
            position: body.position,
            velocity: body.velocity,
            radius: self.config.body_radius,
        };
        let mine = self.bodies[me].right_of_way();
        let body = disc(&self.bodies[me]);
        scratch.avoidance.clear();
        for wall in &scratch.walls {
            scratch.avoidance.mind_wall(&body, wall, config);
        }
        for (_, other) in &scratch.near {
            let other = &self.bodies[*other as usize];
            let give = (0.5 + 0.5 * (other.right_of_way() - mine)).clamp(0.0, 1.0);
            let take = if other.stance == Stance::Going { 1.0 - give } else { 1.0 };
            scratch.avoidance.mind_by_rank(&body, &disc(other), give, take, config);
        }
        scratch.avoidance.velocity(wish, most)
    }

    /// The option that comes nearest to `velocity` and keeps clear, or `None` to go on as planned.
    pub(crate) fn choose(
        &self,
        repertoire: &Repertoire,
        at: Crossroads,
        velocity: Vec2,
        me: usize,
        scratch: &mut Scratch,
    ) -> Option<u32> {
        let body = &self.bodies[me];
        scratch.ways.clear();
        for (_, other) in &scratch.near {
            let other = &self.bodies[*other as usize];
            let mut way = [local(at.ground, other.position); WAY_POINTS + 1];
            for (place, planned) in way[1..].iter_mut().zip(&other.plan) {
                *place = local(at.ground, *planned);
            }
            scratch.ways.push(way);
        }
        let seen = |wall: &Obstacle| Obstacle {
            from: local(at.ground, wall.from),
            to: local(at.ground, wall.to),
            ..*wall
        };
        scratch.local_walls.clear();
        scratch.local_walls.extend(scratch.walls.iter().map(seen));
        let wish = turn_back(at.ground.heading, velocity);
        let comfort = COMFORT * (1.0 - body.impatience);
        let trust = TRUST + (IMPATIENT_TRUST - TRUST) * body.impatience;
        let judge = Judge { wish, radius: self.config.body_radius, comfort, trust, scratch };
        let mut least = f32::INFINITY;
        if at.has_plan {
            let planned = self.bodies[me].plan.map(|place| local(at.ground, place));
            let forward = turn_back(at.ground.heading, self.bodies[me].forward);
            least = judge.faults(&planned, forward, f32::INFINITY) - CHANGE_OF_PLAN;
        }
        let mut best = None;
        for option in repertoire.options_of(at.state) {
            let way = repertoire.way(option);
            let points = std::array::from_fn(|i| way.point(i));
            let cost = judge.faults(&points, repertoire.choice(option).end.forward, least);
            if cost < least {
                least = cost;
                best = Some(option);
            }
        }
        best
    }
}

/// What ways are judged by; everything as seen from the character.
struct Judge<'a> {
    wish: Vec2,
    radius: f32,
    comfort: f32,
    /// By how much what is later counts less.
    trust: f32,
    scratch: &'a Scratch,
}

impl Judge<'_> {
    /// How far a way that ends looking along `forward` is from what is wanted, and how near it comes
    /// to others and to walls. Where that is above `least` it may be too small.
    fn faults(&self, way: &[Vec2; WAY_POINTS], forward: Vec2, least: f32) -> f32 {
        let mut cost = DEVIATION * deviation(self.wish, forward);
        let mut secs = 0.0;
        for place in &way[..4] {
            secs += WAY_SECS;
            cost += 0.25 * (*place - self.wish * secs).length() / secs;
        }
        for wall in &self.scratch.local_walls {
            if cost >= least {
                return cost;
            }
            cost += WALL * self.nearness_to_wall(way, wall);
        }
        for other in &self.scratch.ways {
            if cost >= least {
                return cost;
            }
            cost += COLLISION * self.nearness(way, other);
        }
        cost
    }

    /// From 0 for keeping clear of another to 1 for walking through; what is later counts less.
    fn nearness(&self, way: &[Vec2; WAY_POINTS], other: &[Vec2; WAY_POINTS + 1]) -> f32 {
        // Who is too near already must only not come nearer.
        let keep = (2.0 * self.radius + self.comfort).min(other[0].length());
        let mut worst = 0.0_f32;
        let mut before = -other[0];
        let mut weight = 1.0;
        for (place, theirs) in way.iter().zip(&other[1..]) {
            let apart = *place - *theirs;
            let nearest = nearest_to_origin(before, apart);
            if nearest < keep {
                let depth = 1.0 - nearest / keep;
                worst = worst.max(weight * depth * depth);
            }
            before = apart;
            weight *= self.trust;
        }
        worst
    }

    /// From 0 for keeping clear of a wall to 1 and more for running into it.
    fn nearness_to_wall(&self, way: &[Vec2; WAY_POINTS], wall: &Obstacle) -> f32 {
        let mut before = Vec2::ZERO;
        let mut nearest = f32::INFINITY;
        for place in &way[..5] {
            nearest = nearest.min(wall.distance_to_way(before, *place));
            before = *place;
        }
        let keep = (self.radius + WALL_COMFORT).min(0.95 * wall.distance(Vec2::ZERO)).max(0.05);
        (1.0 - nearest / keep).max(0.0)
    }
}

/// How far a way ends up looking off the way wanted, in radians, where one is wanted.
fn deviation(wish: Vec2, forward: Vec2) -> f32 {
    let speed = wish.length();
    if speed < STANDING {
        return 0.0;
    }
    math::acos(wish.dot(forward) / speed)
}

/// Distance of the origin from a segment.
fn nearest_to_origin(a: Vec2, b: Vec2) -> f32 {
    let along = b - a;
    let length_squared = along.length_squared();
    if length_squared < 1e-9 {
        return a.length();
    }
    (a - along * (a.dot(along) / length_squared).clamp(-1.0, 0.0)).length()
}

/// Splits a change of velocity into playing faster or slower and sliding, both within bounds.
fn mend(planned: Vec2, mended: Vec2, bounds: &Correction) -> (f32, Vec2) {
    let change = mended - planned;
    let speed = planned.length();
    if speed < STANDING {
        return (1.0, change.clamp_length_max(bounds.slide));
    }
    let along = change.dot(planned) / (speed * speed);
    let rate = (1.0 + along).clamp(bounds.rate.0, bounds.rate.1);
    let rest = change - planned * (rate - 1.0);
    (rate, rest.clamp_length_max(bounds.slide))
}

/// A turn of the way taken towards the way wanted, for those who walk.
fn turn_towards(planned: Vec2, wanted: Vec2, bounds: &Correction) -> f32 {
    if planned.length() < 2.0 * STANDING || wanted.length() < STANDING {
        return 0.0;
    }
    let heading = |v: Vec2| math::atan2(v.x, v.y);
    math::wrap_angle(heading(wanted) - heading(planned)).clamp(-bounds.turn, bounds.turn)
}

/// A ground transform turned about a point and moved.
pub(crate) fn shift(
    ground: GroundTransform,
    about: Vec2,
    radians: f32,
    by: Vec2,
) -> GroundTransform {
    let from_pivot = turn(radians, Vec2::new(ground.x, ground.z) - about);
    let place = about + from_pivot + by;
    GroundTransform::new(place.x, place.y, math::wrap_angle(ground.heading + radians))
}
