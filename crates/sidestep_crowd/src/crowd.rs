//! The crowd: every character's state in flat tables, one frame at a time.

use crate::{
    avoid::{Body, Guest, Scratch, Surroundings},
    choose::towards,
    config::{CrowdConfig, Detail},
    cursor::Crossroads,
    pose::Poses,
    repertoire::Repertoire,
    scene::{Scene, Spot},
    walker::{Beginnings, CHUNK, Placement, Plan, Walker},
};
use glam::{Quat, Vec2, Vec3};
use rayon::prelude::*;
use sidestep_control::{FootLock, GroundPoint};
use sidestep_motion::{GroundTransform, chance::Chance};
use sidestep_navigate::Neighbours;
use std::sync::Arc;

/// Frames between two decisions of a near character that minds others.
const NEAR_FRAMES: u8 = 3;

/// How far ahead on its route a character aims, in metres.
const ROUTE_AHEAD: f32 = 3.0;

/// Thousands of characters in one scene. Cloning one is a snapshot.
#[derive(Clone, Debug)]
pub struct Crowd {
    repertoire: Arc<Repertoire>,
    scene: Scene,
    config: CrowdConfig,
    frames: u64,
    walkers: Vec<Walker>,
    placements: Vec<Placement>,
    guests: Vec<Guest>,
    bodies: Vec<Body>,
    /// What everybody sees: the crowd as it was, then the guests.
    bodies_before: Vec<Body>,
    positions: Vec<Vec2>,
    neighbours: Neighbours,
    scratch: Vec<Scratch>,
    poses: Poses,
    beginnings: Beginnings,
    /// The part of a frame that is due.
    due_frames: f32,
}

impl Crowd {
    /// Puts a character on every spot of the scene, walking where the data allow.
    pub fn new(repertoire: &Arc<Repertoire>, scene: Scene, config: CrowdConfig) -> Self {
        let mut beginnings = Beginnings::new(repertoire, &config);
        let begin = |spot: &Spot| beginnings.begin(repertoire, &config, spot);
        let walkers: Vec<Walker> = scene.spots.iter().map(begin).collect();
        let count = walkers.len();
        let lock = config.foot_lock.map(|config| FootLock::of(repertoire.library(), config));
        let mut crowd = Self {
            repertoire: Arc::clone(repertoire),
            scene,
            config,
            frames: 0,
            walkers,
            placements: vec![Placement::default(); count],
            guests: Vec::new(),
            bodies: vec![Body::default(); count],
            bodies_before: vec![Body::default(); count],
            positions: Vec::with_capacity(count),
            neighbours: Neighbours::default(),
            scratch: vec![Scratch::default(); count.div_ceil(CHUNK)],
            poses: Poses::new(lock),
            beginnings,
            due_frames: 0.0,
        };
        for index in 0..count {
            let walker = &crowd.walkers[index];
            crowd.placements[index] = walker.placement(&crowd.repertoire);
            crowd.bodies[index] = walker.body(&crowd.repertoire);
        }
        crowd
    }

    /// Puts one more character on a spot, walking where the data allow; returns its number.
    pub fn spawn(&mut self, spot: Spot) -> usize {
        let number = self.walkers.len();
        let walker = self.beginnings.begin(&self.repertoire, &self.config, &spot);
        self.placements.push(walker.placement(&self.repertoire));
        for bodies in [&mut self.bodies, &mut self.bodies_before] {
            // Guests may stand behind the characters.
            bodies.truncate(number);
            bodies.push(walker.body(&self.repertoire));
        }
        self.walkers.push(walker);
        self.scene.spots.push(spot);
        self.scratch.resize(self.walkers.len().div_ceil(CHUNK), Scratch::default());
        number
    }

    /// Takes a character out; the last one gets its number.
    ///
    /// # Panics
    /// Where there is no such character.
    pub fn despawn(&mut self, character: usize) {
        let count = self.walkers.len();
        self.walkers.swap_remove(character);
        self.placements.swap_remove(character);
        self.scene.spots.swap_remove(character);
        for bodies in [&mut self.bodies, &mut self.bodies_before] {
            bodies.truncate(count);
            bodies.swap_remove(character);
        }
        self.poses.take_out(character, count, self.repertoire.library().skeleton().len());
    }

    /// How many characters there are.
    pub fn len(&self) -> usize {
        self.walkers.len()
    }

    /// Whether there is nobody.
    pub fn is_empty(&self) -> bool {
        self.walkers.is_empty()
    }

    /// Frames played so far.
    pub fn frames(&self) -> u64 {
        self.frames
    }

    /// The scene it walks in.
    pub fn scene(&self) -> &Scene {
        &self.scene
    }

    /// What its characters share.
    pub fn repertoire(&self) -> &Arc<Repertoire> {
        &self.repertoire
    }

    /// Where everybody is and what they show.
    pub fn placements(&self) -> &[Placement] {
        &self.placements
    }

    /// What a character is going to.
    pub fn target(&self, character: usize) -> Vec2 {
        self.walkers[character].target
    }

    /// How many targets a character has reached.
    pub fn reached(&self, character: usize) -> u32 {
        self.walkers[character].reached
    }

    /// How much care a character gets at present.
    pub fn detail(&self, character: usize) -> Detail {
        self.walkers[character].detail
    }

    /// Sends a character elsewhere, straight.
    pub fn set_target(&mut self, character: usize, target: Vec2) {
        let walker = &mut self.walkers[character];
        walker.target = target;
        walker.there = false;
        walker.passed = u8::MAX;
        self.scene.spots[character].route = None;
    }

    /// Moves the beholder, for whom near characters get more care.
    pub fn set_camera(&mut self, camera: Option<Vec2>) {
        self.config.camera = camera;
    }

    /// Who else is there from now on. Only a crowd that avoids minds them.
    pub fn set_guests(&mut self, guests: &[Guest]) {
        self.guests.clear();
        let is_finite = |guest: &&Guest| guest.position.is_finite() && guest.velocity.is_finite();
        self.guests.extend(guests.iter().filter(is_finite));
    }

    /// What was added to the motion of a character in the last frame: factor of playing, metres a
    /// second of sliding, radians a second of turning.
    pub fn correction(&self, character: usize) -> (f32, f32, f32) {
        let steering = self.walkers[character].steering;
        steering.map_or((1.0, 0.0, 0.0), |s| (s.rate, s.slide.length(), s.turn.abs()))
    }

    /// Lets time pass: plays the frames that are due, a second of them at the most, and returns how many. What is
    /// left of a frame is due next time.
    pub fn advance_secs(&mut self, secs: f32) -> u32 {
        let rate_hz = self.repertoire.library().rate_hz();
        let due = self.due_frames + secs.clamp(0.0, 1.0) * rate_hz;
        let frames = if due.is_finite() { due.floor() } else { 0.0 };
        self.due_frames = if due.is_finite() { due - frames } else { self.due_frames };
        for _ in 0..frames as u32 {
            self.advance();
        }
        frames as u32
    }

    /// Plays one frame of everybody.
    pub fn advance(&mut self) {
        self.frames += 1;
        if self.config.avoid {
            std::mem::swap(&mut self.bodies, &mut self.bodies_before);
            self.bodies_before.truncate(self.walkers.len());
            self.bodies_before.extend(self.guests.iter().map(Body::of_guest));
            self.positions.clear();
            self.positions.extend(self.bodies_before.iter().map(|body| body.position));
            self.neighbours.rebuild(2.5, &self.positions);
        }
        let world = World {
            frames: self.frames,
            repertoire: &self.repertoire,
            scene: &self.scene,
            config: &self.config,
            surroundings: Surroundings {
                config: &self.config,
                bodies: &self.bodies_before,
                neighbours: &self.neighbours,
                obstacles: self.scene.obstacles(),
            },
        };
        let walkers = self.walkers.par_chunks_mut(CHUNK);
        let placements = self.placements.par_chunks_mut(CHUNK);
        let bodies = self.bodies.par_chunks_mut(CHUNK);
        let scratch = self.scratch.par_iter_mut();
        let chunks = walkers.zip(placements).zip(bodies).zip(scratch).enumerate();
        chunks.for_each(|(chunk, (((walkers, placements), bodies), scratch))| {
            let characters = walkers.iter_mut().zip(placements).zip(bodies).enumerate();
            for (index, ((walker, placement), body)) in characters {
                world.advance(chunk * CHUNK + index, walker, scratch);
                *placement = walker.placement(&self.repertoire);
                if self.config.avoid {
                    *body = walker.body(&self.repertoire);
                }
            }
        });
    }

    /// Writes the poses of everybody as they are now: see [`Self::root_positions`] and
    /// [`Self::rotations`].
    pub fn write_poses(&mut self) {
        let frames = self.config.smooth_secs * self.repertoire.library().rate_hz();
        self.poses.write(&self.repertoire, &self.walkers, &self.placements, frames);
    }

    /// World positions of the root joints, as last written.
    pub fn root_positions(&self) -> &[Vec3] {
        &self.poses.root_positions
    }

    /// Rotations of all joints of everybody, character by character, as last written; those of the
    /// root are in the world.
    pub fn rotations(&self) -> &[Quat] {
        &self.poses.rotations
    }
}

/// What all characters see alike.
struct World<'a> {
    frames: u64,
    repertoire: &'a Repertoire,
    scene: &'a Scene,
    config: &'a CrowdConfig,
    surroundings: Surroundings<'a>,
}

impl World<'_> {
    fn advance(&self, me: usize, walker: &mut Walker, scratch: &mut Scratch) {
        self.arrive(me, walker);
        if self.config.avoid {
            self.advance_minding(me, walker, scratch);
            return;
        }
        let Walker { cursor, ground, plan, passed, detail, target, .. } = walker;
        let mut decide = |at: Crossroads| {
            *passed = passed.saturating_add(1);
            if at.has_plan && *passed < states_between_decisions(*detail) {
                return None;
            }
            *passed = 0;
            *detail = self.detail(at.ground);
            let end = plan.end(self.repertoire);
            let option = towards(self.repertoire, at, *target, &self.config.weights, end)?;
            *plan = Plan { ground: at.ground, option: Some(option), secs: 0.0 };
            Some(option)
        };
        let joined = cursor.advance(self.repertoire, 1.0, ground, &mut decide);
        plan.secs += self.repertoire.library().frame_secs();
        walker.joined = joined;
    }

    fn advance_minding(&self, me: usize, walker: &mut Walker, scratch: &mut Scratch) {
        let secs = self.repertoire.library().frame_secs();
        let care = Care::of(walker.detail);
        let looks = (self.frames + me as u64).is_multiple_of(care.frames_between_looks);
        let steering = match walker.steering.filter(|_| !looks) {
            Some(steering) => steering,
            None => {
                self.surroundings.look(me, scratch);
                let wish = self.wish(me, walker);
                let since = secs * care.frames_between_looks as f32;
                walker.wait(self.surroundings.bodies[me].velocity, wish, since);
                self.surroundings.steer(me, wish, scratch)
            }
        };
        walker.correct(&steering, secs);
        walker.passed = walker.passed.saturating_add(1);
        let Walker { cursor, ground, plan, passed, detail, .. } = walker;
        let mut decide = |at: Crossroads| {
            if at.has_plan && (!looks || *passed < care.frames_between_decisions) {
                return None;
            }
            if !looks {
                self.surroundings.look(me, scratch);
            }
            *passed = 0;
            *detail = self.detail(at.ground);
            let velocity = steering.velocity;
            let option = self.surroundings.choose(self.repertoire, at, velocity, me, scratch)?;
            *plan = Plan { ground: at.ground, option: Some(option), secs: 0.0 };
            Some(option)
        };
        let joined = cursor.advance(self.repertoire, steering.rate, ground, &mut decide);
        plan.secs += steering.rate * secs;
        walker.joined = joined;
        walker.steering = Some(steering);
    }

    /// The velocity a character would like.
    fn wish(&self, me: usize, walker: &Walker) -> Vec2 {
        let here = self.surroundings.bodies[me].position;
        let left = walker.target - here;
        let aim = match (&self.scene.spots[me].route, &self.scene.maze) {
            (Some(route), Some(maze)) => {
                let aim = maze.aim(route, GroundPoint::new(here.x, here.y), ROUTE_AHEAD);
                Vec2::new(aim.x, aim.z)
            }
            _ => walker.target,
        };
        let slow = if walker.there { 0.6 } else { 1.0 };
        let speed = walker.pace.min(left.length() * slow);
        (aim - here).normalize_or_zero() * if left.length() < 0.25 { 0.0 } else { speed }
    }

    /// Counts arrivals, and draws a new target where characters wander.
    fn arrive(&self, me: usize, walker: &mut Walker) {
        let here = Vec2::new(walker.ground.x, walker.ground.z);
        if here.distance(walker.target) >= self.config.arrived {
            return;
        }
        match self.scene.wander {
            None => {
                walker.reached = walker.reached.max(1);
                walker.there = true;
            }
            Some(area) => {
                walker.reached += 1;
                let stream = (me as u64) << 32 | u64::from(walker.reached);
                let mut chance = Chance::new(self.config.seed ^ 0x7461_7267_6574, stream);
                let x = chance.between(area.low.x, area.high.x);
                walker.target = Vec2::new(x, chance.between(area.low.y, area.high.y));
                walker.passed = u8::MAX;
            }
        }
    }

    fn detail(&self, ground: GroundTransform) -> Detail {
        let Some(camera) = self.config.camera else { return self.config.detail };
        let distance = Vec2::new(ground.x, ground.z).distance(camera);
        match distance {
            d if d < self.config.detail_metres.0 => Detail::Near,
            d if d < self.config.detail_metres.1 => Detail::Middle,
            _ => Detail::Far,
        }
    }
}

/// How often a character that minds others looks around and decides.
struct Care {
    frames_between_looks: u64,
    frames_between_decisions: u8,
}

impl Care {
    fn of(detail: Detail) -> Self {
        let (frames_between_looks, frames_between_decisions) = match detail {
            Detail::Near => (1, NEAR_FRAMES),
            Detail::Middle => (2, 6),
            Detail::Far => (4, 12),
        };
        Self { frames_between_looks, frames_between_decisions }
    }
}

fn states_between_decisions(detail: Detail) -> u8 {
    match detail {
        Detail::Near => 1,
        Detail::Middle => 4,
        Detail::Far => u8::MAX,
    }
}
