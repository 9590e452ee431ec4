//! One body on the stage: a character, what it was asked for, and what is done to it.

use crate::{
    catalogue::ControllerEntry,
    stage::{
        TICK_SECS,
        asked::Asked,
        meter::Meter,
        wish::Wish,
        world::{Me, World},
    },
};
use glam::{Vec2, Vec3};
use sidestep_control::{Animate, BodyState, Goal, Push, Snapshot, Start, Travel};
use sidestep_motion::{
    GroundTransform, JointId, Pose, Role, Side,
    kinematics::JointTransforms,
    math::{exp, wrap_angle},
};
use std::sync::Arc;

/// Newtons for each metre that a grabbed part is away from the hand.
const GRAB_STIFFNESS: f32 = 900.0;

/// Newtons against each metre a second of a grabbed part.
const GRAB_DAMPING: f32 = 60.0;

/// No hand pulls harder, in newtons.
const GRAB_STRONGEST: f32 = 300.0;

/// Time over which the speed shown is smoothed.
const SPEED_SECS: f32 = 0.15;

/// Colours of actors, in order; told apart by those who see few colours.
const COLOURS: [&str; 6] = ["#e4572e", "#2e86ab", "#f2a541", "#4f9d69", "#8e5ea2", "#5c6b73"];

/// What must not be inside of a wall.
const FEET: [Role; 4] = [
    Role::Foot(Side::Left),
    Role::Foot(Side::Right),
    Role::Toe(Side::Left),
    Role::Toe(Side::Right),
];

/// One body on the stage.
pub struct Actor {
    /// Its controller.
    pub entry: Arc<ControllerEntry>,
    /// The body.
    pub character: Box<dyn Animate>,
    /// World transforms of its joints, as last shown.
    pub transforms: JointTransforms,
    /// What it was asked for and what is done to it.
    pub state: ActorState,
    /// What its ticks take, in microseconds.
    pub step_us: Meter,
    /// Its pose a tick ago.
    before: Pose,
}

/// All of an actor that changes, but for its character.
#[derive(Clone, Debug, PartialEq)]
pub struct ActorState {
    /// What was asked for.
    pub wish: Wish,
    /// What the world makes of it.
    pub plan: Goal,
    /// The goal of the last tick.
    pub goal: Goal,
    /// Where it began.
    pub offset: (f32, f32),
    /// Since when it is asked to start, and to turn.
    pub asked: Asked,
    /// Smoothed speed over the ground.
    pub speed: f32,
    grab: Option<Grab>,
    /// A push that still acts: newtons, and ticks left.
    push: (f32, u32),
}

/// An actor at one moment.
pub struct SavedActor {
    entry: Arc<ControllerEntry>,
    character: Snapshot,
    before: Pose,
    state: ActorState,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Grab {
    joint: u16,
    at: Vec3,
    /// Where the part was a tick ago, and the force of the last tick.
    was: Vec3,
    newtons: f32,
}

impl Actor {
    /// A new actor standing at a place.
    pub fn new(entry: &Arc<ControllerEntry>, at: GroundTransform) -> Self {
        let character = entry.spawn(Start::Rest(at));
        let state = ActorState {
            wish: Wish::STAND,
            plan: Goal::STAND,
            goal: Goal::STAND,
            offset: (at.x, at.z),
            asked: Asked::default(),
            speed: 0.0,
            grab: None,
            push: (0.0, 0),
        };
        let before = character.pose().clone();
        let transforms = JointTransforms::new(character.skeleton().len());
        let entry = Arc::clone(entry);
        let mut actor =
            Self { entry, character, transforms, state, step_us: Meter::default(), before };
        actor.show();
        actor
    }

    /// The colour of the actor of that number.
    pub fn colour(index: usize) -> &'static str {
        COLOURS[index % COLOURS.len()]
    }

    /// The actor as a world sees it.
    pub fn me(&self, index: usize) -> Me {
        Me {
            index,
            ground: self.character.ground(),
            offset: self.state.offset,
            usual_speed: self.entry.library.speed.usual,
            speed: self.state.speed,
            abilities: self.entry.abilities,
        }
    }

    /// Takes a wish.
    pub fn wish(&mut self, wish: &Wish, index: usize, tick: u32, world: &dyn World) {
        let me = self.me(index);
        let plan = world.plan(wish, &me);
        self.state.asked.take(&self.state.plan, &plan, &me, tick);
        self.state.plan = plan;
        self.state.wish.clone_from(wish);
    }

    /// Plans anew for the wish it has: the world has changed.
    pub fn plan(&mut self, index: usize, world: &dyn World) {
        self.state.plan = world.plan(&self.state.wish, &self.me(index));
    }

    /// Hits a part of the body. Returns whether there is such a part and it can be felt.
    pub fn push(&mut self, joint: u16, force: Vec3, secs: f32) -> bool {
        let push = Push { joint: JointId(joint), force_newtons: force, duration_secs: secs };
        let felt = self.character.push(&push);
        if felt {
            let ticks = (secs.min(10.0) / TICK_SECS).ceil() as u32;
            self.state.push = (force.length(), ticks);
        }
        felt
    }

    /// Takes hold of a part of the body. Returns whether there is such a part.
    pub fn grab(&mut self, joint: u16, at: Vec3) -> bool {
        let Some(was) = self.transforms.positions.get(usize::from(joint)).copied() else {
            return false;
        };
        let newtons = self.state.grab.map_or(0.0, |grab| grab.newtons);
        let was = self.state.grab.filter(|grab| grab.joint == joint).map_or(was, |grab| grab.was);
        self.state.grab = Some(Grab { joint, at, was, newtons });
        true
    }

    /// Lets go of it.
    pub fn release(&mut self) {
        self.state.grab = None;
    }

    /// The force that acts on it from outside, in newtons.
    pub fn push_newtons(&self) -> f32 {
        let pushed = if self.state.push.1 > 0 { self.state.push.0 } else { 0.0 };
        pushed + self.state.grab.map_or(0.0, |grab| grab.newtons)
    }

    /// Gives it another controller, which goes on from the body as it is where it can.
    pub fn swap(&mut self, entry: &Arc<ControllerEntry>) {
        let ground = self.character.ground();
        let fits = entry.library.library.skeleton().same_shape(self.character.skeleton(), 1e-4);
        let body = BodyState {
            before: self.before.clone(),
            now: self.character.pose().clone(),
            secs: TICK_SECS,
            ground,
        };
        let start = if fits { Start::State(&body) } else { Start::Rest(ground) };
        self.character = entry.spawn(start);
        self.entry = Arc::clone(entry);
        self.state.grab = None;
        self.transforms = JointTransforms::new(self.character.skeleton().len());
        self.before = self.character.pose().clone();
        self.show();
    }

    /// A tick on.
    pub fn tick(&mut self, index: usize, world: &mut dyn World) {
        self.pull();
        let me = self.me(index);
        self.state.goal = world.steer(&self.state.plan, &me);
        self.before.copy_from(self.character.pose().as_ref());
        self.character.advance(&self.state.goal, TICK_SECS);
        if let Some(ground) = world.block(&me, self.character.ground()) {
            self.character.correct_root(ground);
        }
        self.show();
        if let Some(ground) = self.with_feet_out(world) {
            self.character.correct_root(ground);
            self.show();
        }
        let ground = self.character.ground();
        let way = ground.position().distance(me.ground.position());
        let keep = exp(-TICK_SECS / SPEED_SECS);
        self.state.speed = keep * self.state.speed + (1.0 - keep) * way / TICK_SECS;
        self.state.push.1 = self.state.push.1.saturating_sub(1);
    }

    /// How far the heading is from where it was asked to go, for those who want to know.
    pub fn heading_error(&self) -> f32 {
        match self.state.goal.travel {
            Travel::Move { heading, .. } | Travel::Line { heading, .. } => {
                wrap_angle(self.character.ground().heading - heading).abs()
            }
            _ => 0.0,
        }
    }

    /// Everything of it, to come back to.
    pub fn save(&self) -> SavedActor {
        SavedActor {
            entry: Arc::clone(&self.entry),
            character: self.character.snapshot(),
            before: self.before.clone(),
            state: self.state.clone(),
        }
    }

    /// Comes back to what was saved.
    pub fn restore(&mut self, saved: &SavedActor) {
        if !Arc::ptr_eq(&self.entry, &saved.entry) {
            self.entry = Arc::clone(&saved.entry);
            self.character = self.entry.spawn(Start::Rest(GroundTransform::IDENTITY));
            self.transforms = JointTransforms::new(self.character.skeleton().len());
        }
        // A snapshot of the same entry is of the same controller, so this cannot fail.
        let restored = self.character.restore(&saved.character);
        debug_assert!(restored.is_ok(), "a snapshot of another controller");
        self.before = saved.before.clone();
        self.state = saved.state.clone();
        self.show();
    }

    /// A grabbed part is pulled to the hand by a damped spring.
    fn pull(&mut self) {
        let Some(grab) = &mut self.state.grab else { return };
        let Some(place) = self.transforms.positions.get(usize::from(grab.joint)).copied() else {
            return;
        };
        let velocity = (place - grab.was) / TICK_SECS;
        let force = GRAB_STIFFNESS * (grab.at - place) - GRAB_DAMPING * velocity;
        let force = force.clamp_length_max(GRAB_STRONGEST);
        grab.was = place;
        grab.newtons = force.length();
        let duration_secs = 2.0 / self.character.rate_hz();
        let joint = JointId(grab.joint);
        self.character.push(&Push { joint, force_newtons: force, duration_secs });
    }

    /// Where it has to be so that no foot is inside of something, if one is.
    fn with_feet_out(&self, world: &dyn World) -> Option<GroundTransform> {
        let roles = self.character.skeleton().roles();
        let places = FEET.iter().filter_map(|role| {
            self.transforms.positions.get(usize::from(roles.get(*role)?.0)).copied()
        });
        let shift = places.map(|place| world.out_of(place)).fold(Vec2::ZERO, farther);
        let ground = self.character.ground();
        let moved = GroundTransform { x: ground.x + shift.x, z: ground.z + shift.y, ..ground };
        (shift != Vec2::ZERO && moved.is_finite()).then_some(moved)
    }

    fn show(&mut self) {
        let pose = self.character.pose().as_ref();
        self.transforms.compute(self.character.skeleton(), pose);
    }
}

/// Of two shifts, along each axis the longer one.
fn farther(a: Vec2, b: Vec2) -> Vec2 {
    let longer = |a: f32, b: f32| if b.abs() > a.abs() { b } else { a };
    Vec2::new(longer(a.x, b.x), longer(a.y, b.y))
}
