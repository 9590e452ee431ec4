//! A crowd of whole characters: any controller that keeps clear of moving obstacles walks in the same
//! scenes, so that it can be measured beside the crowd of a mobility map.
//!
//! Nothing leads the characters but their goals: the direction of the target, and the neighbours as
//! discs that go on as they went (Treuille et al. 2007, section 6).

use crate::{census::Watched, scene::Scene};
use glam::Vec2;
use rayon::prelude::*;
use sidestep_control::{
    Animate, Disc, Explanation, Goal, GroundPoint, Obstacles, Pace, Travel,
    explanation::OBSTACLE_MARK,
};
use sidestep_motion::{GroundTransform, math::atan2};
use sidestep_navigate::Neighbours;
use std::collections::VecDeque;

/// Neighbours are seen from so far, in metres.
const SIGHT: f32 = 5.0;

/// The most neighbours that are minded.
const MINDED: usize = 8;

/// Radius of a body to others, in metres.
const BODY: f32 = 0.3;

/// Nearer than this to its target, in metres, a character has arrived.
const ARRIVED: f32 = 1.0;

/// A velocity is the way made in so many frames.
const FITTED: usize = 15;

/// Whole characters in one scene.
pub struct Company {
    scene: Scene,
    members: Vec<Member>,
    /// Where everybody was, newest last.
    places: VecDeque<Vec<Vec2>>,
    neighbours: Neighbours,
    speed: f32,
    rate_hz: f32,
}

struct Member {
    character: Box<dyn Animate>,
    has_arrived: bool,
}

impl Company {
    /// Puts a character on every spot of a scene without walls, going to its target at a speed.
    pub fn new(
        scene: Scene,
        (speed, rate_hz): (f32, f32),
        spawn: &dyn Fn(GroundTransform) -> Box<dyn Animate>,
    ) -> Self {
        let member =
            |spot: &crate::Spot| Member { character: spawn(spot.start), has_arrived: false };
        let members: Vec<Member> = scene.spots.iter().map(member).collect();
        let places = members.iter().map(Member::place).collect();
        let places = VecDeque::from([places]);
        Self { scene, members, places, neighbours: Neighbours::default(), speed, rate_hz }
    }

    /// Lets everybody go on by one frame.
    pub fn advance(&mut self) {
        if let Some(now) = self.places.back() {
            self.neighbours.rebuild(SIGHT, now);
        }
        let Some(seen) = Seen::of(&self.places, &self.neighbours, self.rate_hz) else { return };
        let (spots, speed, rate_hz) = (&self.scene.spots, self.speed, self.rate_hz);
        self.members.par_iter_mut().enumerate().for_each(|(me, member)| {
            let target = spots[me].target;
            member.has_arrived |= member.place().distance(target) < ARRIVED;
            let goal = if member.has_arrived { Goal::STAND } else { seen.goal(me, target, speed) };
            member.character.advance(&goal, 1.0 / rate_hz);
        });
        let mut row = if self.places.len() > FITTED {
            self.places.pop_front().unwrap_or_default()
        } else {
            Vec::new()
        };
        row.clear();
        row.extend(self.members.iter().map(Member::place));
        self.places.push_back(row);
    }
}

impl Company {
    /// Whom each member minds as its obstacle, where it does and says so when it explains itself
    /// ([`OBSTACLE_MARK`]): who is a cylinder to whom in Figure 6.
    pub fn obstacles(&self) -> Vec<Option<usize>> {
        let Some(seen) = Seen::of(&self.places, &self.neighbours, self.rate_hz) else {
            return Vec::new();
        };
        let mut explanation = Explanation::default();
        let minded = |(me, member): (usize, &Member)| {
            if member.has_arrived {
                return None;
            }
            let goal = seen.goal(me, self.scene.spots[me].target, self.speed);
            explanation.clear();
            member.character.explain(&goal, &mut explanation);
            let mark = explanation.marks.iter().find(|mark| mark.label == OBSTACLE_MARK)?;
            let place = Vec2::new(mark.place.x, mark.place.z);
            let others = seen.now.iter().enumerate().filter(|(other, _)| *other != me);
            let far = |other: &Vec2| other.distance_squared(place);
            others.min_by(|a, b| far(a.1).total_cmp(&far(b.1))).map(|(other, _)| other)
        };
        self.members.iter().enumerate().map(minded).collect()
    }
}

impl Member {
    fn place(&self) -> Vec2 {
        let ground = self.character.ground();
        Vec2::new(ground.x, ground.z)
    }
}

/// What everybody sees of everybody.
struct Seen<'a> {
    now: &'a [Vec2],
    before: &'a [Vec2],
    per_sec: f32,
    neighbours: &'a Neighbours,
}

impl<'a> Seen<'a> {
    fn of(
        places: &'a VecDeque<Vec<Vec2>>,
        neighbours: &'a Neighbours,
        rate_hz: f32,
    ) -> Option<Self> {
        let (now, before) = (places.back()?, places.front()?);
        let per_sec = rate_hz / (places.len() - 1).max(1) as f32;
        Some(Self { now, before, per_sec, neighbours })
    }

    /// To the target, clear of the nearest neighbours.
    fn goal(&self, me: usize, target: Vec2, speed: f32) -> Goal {
        let here = self.now[me];
        let way = target - here;
        let (heading, pace) = (atan2(way.x, way.y), Pace::speed(speed));
        let mut goal = Goal::from(Travel::Move { heading, pace, facing: None });
        let mut near: Vec<(f32, usize)> = Vec::new();
        self.neighbours.each_within(here, SIGHT, |other, there| {
            if other != me {
                near.push((there.distance(here), other));
            }
        });
        near.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        near.truncate(MINDED);
        let discs: Vec<Disc> = near.iter().map(|(_, other)| self.disc(*other)).collect();
        goal.obstacles = Obstacles::new(&discs).unwrap_or(Obstacles::NONE);
        goal
    }

    fn disc(&self, other: usize) -> Disc {
        let now = self.now[other];
        let velocity = (now - self.before[other]) * self.per_sec;
        Disc {
            centre: GroundPoint::new(now.x, now.y),
            radius: BODY,
            velocity: GroundPoint::new(velocity.x, velocity.y),
        }
    }
}

impl Watched for Company {
    fn rate_hz(&self) -> f32 {
        self.rate_hz
    }

    fn places(&self, out: &mut Vec<Vec2>) {
        out.extend(self.members.iter().map(Member::place));
    }

    fn target(&self, character: usize) -> Vec2 {
        self.scene.spots[character].target
    }

    fn has_arrived(&self, character: usize) -> bool {
        self.members[character].has_arrived
    }

    fn is_done(&self, character: usize) -> bool {
        self.members[character].has_arrived
    }

    fn correction(&self, character: usize) -> (f32, f32, f32) {
        let added = self.members[character].character.added_motion();
        (1.0, added.travel * self.rate_hz, added.yaw.abs() * self.rate_hz)
    }
}
