//! One character of a crowd: where it is in the data and on the ground, and what it is out for.

use crate::{
    avoid::{Body, Stance, Steering, shift},
    choose::turn,
    config::{CrowdConfig, Detail},
    cursor::Cursor,
    repertoire::{End, Repertoire, WAY_POINTS, WAY_SECS},
    scene::Spot,
};
use glam::Vec2;
use sidestep_mobility_map::StateId;
use sidestep_motion::{GroundTransform, chance::Chance};

/// The fastest speed a crowd likes by itself: a brisk walk, in metres a second.
const BRISK_WALK: f32 = 1.5;

/// Who waits becomes impatient from the first to the second of these.
const PATIENCE_SECS: (f32, f32) = (2.0, 5.0);

/// Who gets on at less than this part of the speed it likes waits; who gets on faster forgets.
const WAITING_PACE: f32 = 0.33;

/// Characters that one task takes care of.
pub(crate) const CHUNK: usize = 128;

/// Where a character is and what it shows, in 16 bytes: enough to draw it from the library.
#[derive(Clone, Copy, Debug, Default, PartialEq, bytemuck::Pod, bytemuck::Zeroable)]
#[repr(C)]
pub struct Placement {
    /// The frame of the library.
    pub frame: u32,
    /// World x of its ground transform, in metres.
    pub x: f32,
    /// World z, in metres.
    pub z: f32,
    /// Its heading, in radians.
    pub heading: f32,
}

/// What a character is up to.
#[derive(Clone, Debug)]
pub(crate) struct Walker {
    pub(crate) cursor: Cursor,
    /// Where the frame of the cursor stands.
    pub(crate) ground: GroundTransform,
    pub(crate) plan: Plan,
    pub(crate) target: Vec2,
    /// Targets reached so far.
    pub(crate) reached: u32,
    /// States passed since the last decision; frames where others are minded.
    pub(crate) passed: u8,
    pub(crate) detail: Detail,
    /// The frame that was jumped to in this tick.
    pub(crate) joined: Option<u32>,
    /// Speed it likes, as a factor.
    pub(crate) pace: f32,
    /// What was added to its motion in this tick.
    pub(crate) steering: Option<Steering>,
    /// Whether it has come to where it stays.
    pub(crate) there: bool,
    /// How long it has hardly got on, less what it has got on since.
    pub(crate) waited_secs: f32,
}

/// The way a character has decided to go.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plan {
    /// Where it stood when it decided, moved along by corrections.
    pub(crate) ground: GroundTransform,
    pub(crate) option: Option<u32>,
    pub(crate) secs: f32,
}

/// How characters begin: at a speed they like, in a state that goes about so fast.
#[derive(Clone, Debug)]
pub(crate) struct Beginnings {
    speed: f32,
    states: Vec<StateId>,
    /// How many have begun so far: each has a chance of its own.
    begun: u64,
}

impl Beginnings {
    pub(crate) fn new(repertoire: &Repertoire, config: &CrowdConfig) -> Self {
        let speed = config.speed.unwrap_or(repertoire.usual_speed().min(BRISK_WALK));
        Self { speed, states: repertoire.walking_states(speed), begun: 0 }
    }

    /// A character on a spot, walking where the data allow.
    pub(crate) fn begin(
        &mut self,
        repertoire: &Repertoire,
        config: &CrowdConfig,
        spot: &Spot,
    ) -> Walker {
        let mut chance = Chance::new(config.seed, self.begun);
        self.begun += 1;
        let state = self.states[chance.below(self.states.len())];
        Walker {
            cursor: Cursor::new(repertoire, state),
            ground: spot.start,
            plan: Plan { ground: spot.start, option: None, secs: 0.0 },
            target: spot.target,
            reached: 0,
            passed: 0,
            detail: config.detail,
            joined: None,
            pace: chance.between(0.9, 1.1) * self.speed,
            steering: None,
            there: false,
            waited_secs: 0.0,
        }
    }
}

impl Walker {
    /// Where the body is between two frames.
    fn shown_ground(&self, repertoire: &Repertoire) -> GroundTransform {
        match self.cursor.next() {
            Some(next) if self.cursor.part > 0.0 => {
                let step = repertoire.frame(next).step;
                self.ground * GroundTransform::IDENTITY.lerp(step, self.cursor.part)
            }
            _ => self.ground,
        }
    }

    pub(crate) fn placement(&self, repertoire: &Repertoire) -> Placement {
        let ground = self.shown_ground(repertoire);
        let frame = match self.cursor.next() {
            Some(next) if self.cursor.part >= 0.5 => next,
            _ => self.cursor.frame,
        };
        Placement { frame, x: ground.x, z: ground.z, heading: ground.heading }
    }

    pub(crate) fn body(&self, repertoire: &Repertoire) -> Body {
        let ground = self.shown_ground(repertoire);
        let position = Vec2::new(ground.x, ground.z);
        let mut plan = [position; WAY_POINTS];
        if let Some(option) = self.plan.option {
            let way = repertoire.way(option);
            let origin = Vec2::new(self.plan.ground.x, self.plan.ground.z);
            for (i, place) in plan.iter_mut().enumerate() {
                let secs = self.plan.secs + (i + 1) as f32 * WAY_SECS;
                *place = origin + turn(self.plan.ground.heading, way.at(secs));
            }
        }
        let velocity = (plan[0] - position) / WAY_SECS;
        let is_settled = self.there && velocity.length() < 0.2;
        let stance = if is_settled { Stance::Settled } else { Stance::Going };
        let forward = self.plan.end(repertoire).map_or(Vec2::Y, |end| end.forward);
        let (from, to) = PATIENCE_SECS;
        let impatience = ((self.waited_secs - from) / (to - from)).clamp(0.0, 1.0);
        Body { position, velocity, plan, forward, impatience, stance }
    }

    /// Counts how long it has not got on, another `secs` of going at `velocity`. To be carried along
    /// by others is not to get on.
    pub(crate) fn wait(&mut self, velocity: Vec2, wish: Vec2, secs: f32) {
        if self.there {
            self.waited_secs = 0.0;
            return;
        }
        let along = velocity.dot(wish.normalize_or_zero());
        let change = 1.0 - along / (WAITING_PACE * self.pace).max(0.01);
        self.waited_secs = (self.waited_secs + secs * change).clamp(0.0, PATIENCE_SECS.1);
    }

    /// Slides and turns the body and its plan.
    pub(crate) fn correct(&mut self, steering: &Steering, secs: f32) {
        let about = Vec2::new(self.ground.x, self.ground.z);
        let (radians, by) = (steering.turn * secs, steering.slide * secs);
        self.ground = shift(self.ground, about, radians, by);
        self.plan.ground = shift(self.plan.ground, about, radians, by);
    }
}

impl Plan {
    /// Where it ends, in the world.
    pub(crate) fn end(&self, repertoire: &Repertoire) -> Option<End> {
        let end = repertoire.choice(self.option?).end;
        let origin = Vec2::new(self.ground.x, self.ground.z);
        let heading = self.ground.heading;
        Some(End {
            place: origin + turn(heading, end.place),
            forward: turn(heading, end.forward),
            secs: (end.secs - self.secs).max(0.0),
        })
    }
}
