//! What a goal asks for, in the words of the tasks: a path or a direction, a gait, a torso.

use crate::{
    controller::ClipController,
    gaits::{GAITS, STANDING},
    task::{Aim, State, Task, wrap},
};
use sidestep_control::{
    Disc, Goal, GroundPoint, Pace, Reader, SavedValue, SnapshotError, Steering, Travel, Writer,
    saved_value, steer,
};
use sidestep_motion::{GroundTransform, math::wrap_angle};

/// A wish that turns by less than this is the same wish, in radians.
const SAME_HEADING: f32 = 0.12;

/// Off a path one turns towards the point of it so far ahead, in metres.
const BACK_ON_PATH: f64 = 1.2;

/// Slower obstacles are fixed, in metres a second.
const STILL: f32 = 0.05;

/// Radius of the obstacle that values were learnt for, in metres.
const LEARNT_RADIUS: f32 = 0.35;

/// Fixed obstacles are minded until they are so far behind, in metres.
const BEHIND: f64 = 0.5;

/// Fixed obstacles farther beside the path than this are not minded, in metres.
const WIDE: f64 = 1.3;

/// Moving obstacles that will be passed farther than this are not minded, in metres: the radius of one,
/// an arm or a stride, and a hand's breadth.
const PASSED: f64 = 1.1;

/// Moving obstacles are minded so long before they are met, in seconds: how long people look ahead.
const NOTICE_SECS: f64 = 3.0;

/// Obstacles that go away are minded until they are so far, in metres.
const AWAY: f64 = 0.8;

/// An obstacle that changes its velocity by more than this is another one, in metres a second.
const OTHER_VELOCITY: f32 = 0.4;

/// A spin that differs by more than this is another one, in radians a second.
const OTHER_SPIN: f32 = 0.3;

/// The manners of going that a spinning task serves: shares of the fastest spin, to the left and to the
/// right.
pub(crate) const SPINS: [&str; 2] = ["spin-left", "spin-right"];

/// What is wanted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Wish {
    pub(crate) task: WishedTask,
    pub(crate) gait: u32,
    /// Direction of the path in the world.
    pub(crate) heading: f32,
    /// A point of the path, where it has a place.
    pub(crate) through: GroundPoint,
    /// Where the body should look, in the world.
    pub(crate) facing: f32,
    /// How fast to go, in metres a second.
    pub(crate) speed: f32,
    /// How fast to spin to the left, in radians a second, where the task is to spin.
    pub(crate) spin: f32,
    /// What is in the way, where the task is to keep clear of it.
    pub(crate) obstacle: Option<InTheWay>,
}

/// An obstacle, in the world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct InTheWay {
    pub(crate) centre: GroundPoint,
    pub(crate) velocity: GroundPoint,
}

/// The task of a wish, as snapshots hold it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct WishedTask(pub(crate) Task);

saved_value!(Wish { task, gait, heading, through, facing, speed, spin, obstacle });
saved_value!(InTheWay { centre, velocity });

impl SavedValue for WishedTask {
    fn put(self, to: &mut Writer<'_>) {
        (self.0 as u8).put(to);
    }

    fn get(from: &mut Reader<'_>) -> Result<Self, SnapshotError> {
        let number = usize::from(u8::get(from)?);
        let none = SnapshotError::Inconsistent { what: "it has a task that is none" };
        Task::ALL.get(number).copied().map(Self).ok_or(none)
    }
}

impl Wish {
    /// Whether another wish asks for something else.
    pub(crate) fn differs(&self, other: &Self) -> bool {
        let turned = |a: f32, b: f32| wrap_angle(a - b).abs() > SAME_HEADING;
        self.task != other.task
            || self.gait != other.gait
            || turned(self.heading, other.heading)
            || turned(self.facing, other.facing)
            || (self.spin - other.spin).abs() > OTHER_SPIN
            || self.obstacle_differs(other)
    }

    /// Whether the obstacles of two wishes move otherwise.
    fn obstacle_differs(&self, other: &Self) -> bool {
        match (self.obstacle, other.obstacle) {
            (Some(a), Some(b)) => {
                let (dx, dz) = (a.velocity.x - b.velocity.x, a.velocity.z - b.velocity.z);
                dx.hypot(dz) > OTHER_VELOCITY
            }
            (a, b) => a.is_some() != b.is_some(),
        }
    }

    /// The state of a character at `ground` (eq. 1).
    pub(crate) fn state(&self, ground: GroundTransform) -> State {
        let here = GroundPoint::of(ground);
        let [_, off] = self.along_path(self.through, here);
        let x = if matches!(self.task.0, Task::Navigate | Task::Fixed) { off } else { 0.0 };
        let theta = wrap(f64::from(ground.heading) - f64::from(self.heading));
        let [u, v] = self.obstacle.map_or([0.0; 2], |it| self.along_path(here, it.centre));
        State { x, theta, u, v }
    }

    /// The intentions (eq. 1), and what stays constant of an obstacle.
    pub(crate) fn aim(&self) -> Aim {
        let aim = Aim { speed: f64::from(self.speed), ..Aim::default() };
        match (self.task.0, self.obstacle) {
            (Task::Fixed, Some(it)) => {
                Aim { beside: self.along_path(self.through, it.centre)[1], ..aim }
            }
            (Task::Moving, Some(it)) => {
                let velocity = self.along_path(GroundPoint::default(), it.velocity);
                Aim { velocity, ..aim }
            }
            (Task::Spin, _) => Aim { spin: f64::from(self.spin), ..aim },
            _ => Aim { torso: wrap(f64::from(self.facing) - f64::from(self.heading)), ..aim },
        }
    }

    /// The way from one place to another, along the path and to its left.
    fn along_path(&self, from: GroundPoint, to: GroundPoint) -> [f64; 2] {
        let path = GroundTransform::new(0.0, 0.0, self.heading);
        let (ahead, left) = (path.forward(), path.transform_vector(glam::Vec3::X));
        let (dx, dz) = (to.x - from.x, to.z - from.z);
        [dx * ahead.x + dz * ahead.z, dx * left.x + dz * left.z].map(f64::from)
    }

    /// The same wish some time ago: where the obstacle was then.
    pub(crate) fn earlier(mut self, secs: f32) -> Self {
        if let Some(it) = &mut self.obstacle {
            it.centre.x -= it.velocity.x * secs;
            it.centre.z -= it.velocity.z * secs;
        }
        self
    }

    /// The heading to end a step with at `ground`; off a path a little towards it.
    pub(crate) fn heading_at(&self, ground: GroundTransform) -> Option<f32> {
        match self.task.0 {
            Task::Direction => Some(self.facing),
            Task::Navigate => {
                let [_, off] = self.along_path(self.through, GroundPoint::of(ground));
                #[expect(clippy::cast_possible_truncation, reason = "an angle")]
                let back = libm::atan(off / BACK_ON_PATH) as f32;
                Some(wrap_angle(self.facing - back))
            }
            Task::Spin | Task::Fixed | Task::Moving => None,
        }
    }
}

impl ClipController {
    /// What a goal asks for of a character at `ground`; `None` where it leaves all open.
    pub(crate) fn wish(&self, goal: &Goal, ground: GroundTransform) -> Option<Wish> {
        let free = self.free_wish(goal, ground)?;
        let clear = self.around_obstacles(free, goal, ground);
        Some(clear.or_else(|| self.spinning(free, goal, ground)).unwrap_or(free))
    }

    /// The same wish while spinning, where the goal's manner asks for that.
    fn spinning(&self, wish: Wish, goal: &Goal, ground: GroundTransform) -> Option<Wish> {
        let [left, right] = SPINS.map(|name| goal.manner.get(name).unwrap_or(0.0));
        let gait = self.gaits.at_speed(self.usual_speed)?;
        let is_asked = (left - right).abs() > 0.0 && wish.gait as usize != STANDING;
        if !is_asked || !self.learnt(Task::Spin, gait) {
            return None;
        }
        let spins = &self.config.fit.spins;
        #[expect(clippy::cast_possible_truncation, reason = "a spin")]
        let fastest = spins.iter().copied().fold(0.0, f64::max) as f32;
        let gait = u32::try_from(gait).unwrap_or(0);
        // Who spins knows directions alone.
        let heading = match steer(&goal.travel, ground, self.usual_speed) {
            Steering::Move { heading, .. } => heading,
            _ => wish.heading,
        };
        let (task, spin) = (WishedTask(Task::Spin), (left - right) * fastest);
        Some(Wish { task, gait, heading, spin, ..wish })
    }

    /// The wish to keep clear of the obstacle that matters most, where one does.
    ///
    /// One obstacle is minded at a time (section 6): the one whose cost by eq. 4 will be largest where
    /// it is nearest, if all go on as they do.
    fn around_obstacles(&self, wish: Wish, goal: &Goal, ground: GroundTransform) -> Option<Wish> {
        let is_travel = wish.gait as usize != STANDING;
        if goal.obstacles.is_empty() || !is_travel {
            return None;
        }
        let gait = self.gaits.at_speed(self.usual_speed)?;
        let mut worst: Option<(f64, Wish)> = None;
        for disc in goal.obstacles.discs() {
            let Some((cost, wish)) = self.around(disc, wish, gait, ground) else { continue };
            if worst.as_ref().is_none_or(|(most, _)| cost > *most) {
                worst = Some((cost, wish));
            }
        }
        worst.map(|(_, wish)| wish)
    }

    /// The wish to keep clear of one obstacle, and what it will cost; `None` where it is out of reach.
    fn around(
        &self,
        disc: &Disc,
        wish: Wish,
        gait: usize,
        ground: GroundTransform,
    ) -> Option<(f64, Wish)> {
        let is_still = disc.velocity.x.hypot(disc.velocity.z) < STILL;
        let on_path = wish.task.0 == Task::Navigate;
        let fixed = is_still && on_path && self.learnt(Task::Fixed, gait);
        let task = if fixed { Task::Fixed } else { Task::Moving };
        if !self.learnt(task, gait) {
            return None;
        }
        let here = GroundPoint::of(ground);
        let far = here.distance(disc.centre).max(1e-3);
        // Values were learnt for one size; of a larger disc only the border counts.
        let nearer = ((disc.radius - LEARNT_RADIUS) / far).clamp(-0.5, 0.9);
        let centre = GroundPoint::new(
            disc.centre.x + nearer * (here.x - disc.centre.x),
            disc.centre.z + nearer * (here.z - disc.centre.z),
        );
        let obstacle = Some(InTheWay { centre, velocity: disc.velocity });
        let number = u32::try_from(gait).unwrap_or(0);
        let wish = Wish { task: WishedTask(task), gait: number, obstacle, ..wish };
        let (state, aim) = (wish.state(ground), wish.aim());
        let (secs, nearest) = meeting(&state, &aim);
        let is_minded = if fixed {
            let reach = self.config.fit.reach;
            (-BEHIND..reach).contains(&state.u) && aim.beside.abs() < WIDE.min(reach)
        } else {
            nearest < if secs > 0.0 { PASSED } else { AWAY }
        };
        let far = nearest / self.config.costs.obstacle_width;
        is_minded.then(|| (libm::exp(-far * far - secs), wish))
    }

    /// What a goal asks for where nothing is in the way.
    fn free_wish(&self, goal: &Goal, ground: GroundTransform) -> Option<Wish> {
        if let Travel::Line { through, heading, pace, facing } = goal.travel {
            let gait = self.gait_of(pace);
            if let Some(gait) = gait.filter(|gait| self.learnt(Task::Navigate, *gait)) {
                let facing = facing.unwrap_or(heading);
                let speed = self.speed_at(pace, gait);
                return Some(wished((Task::Navigate, gait, speed), heading, facing, through));
            }
        }
        let nowhere = GroundPoint::default();
        match steer(&goal.travel, ground, self.usual_speed) {
            Steering::Free => None,
            Steering::Stand { facing } => {
                let facing = facing.unwrap_or(ground.heading);
                let slowest = (STANDING..GAITS).find(|gait| self.learnt(Task::Direction, *gait))?;
                Some(wished((Task::Direction, slowest, 0.0), facing, facing, nowhere))
            }
            Steering::Move { heading, pace, facing } => {
                let gait = self.gait_of(pace)?;
                let facing = facing.unwrap_or(heading);
                let speed = self.speed_at(pace, gait);
                Some(wished((Task::Direction, gait, speed), heading, facing, nowhere))
            }
        }
    }

    /// The gait to go in at a pace.
    fn gait_of(&self, pace: Pace) -> Option<usize> {
        let named = pace.gait.and_then(|gait| self.gaits.named(gait));
        named
            .or_else(|| self.gaits.at_speed(pace.speed.unwrap_or(self.usual_speed)))
            .or_else(|| self.gaits.has(STANDING).then_some(STANDING))
    }

    /// The speed to go at in a gait.
    fn speed_at(&self, pace: Pace, gait: usize) -> f32 {
        let named = pace.gait.is_some().then_some(self.gaits.speeds[gait]);
        pace.speed.or(named).unwrap_or(self.usual_speed)
    }

    /// Whether there is a value function for a task in a gait.
    pub(crate) fn learnt(&self, task: Task, gait: usize) -> bool {
        !self.tables_of(task, gait).is_empty()
    }
}

/// When an obstacle is nearest to who goes straight along the path, and how near.
fn meeting(state: &State, aim: &Aim) -> (f64, f64) {
    let (closing, crossing) = (aim.velocity[0] - aim.speed, aim.velocity[1]);
    let square = closing * closing + crossing * crossing;
    let secs = -(state.u * closing + state.v * crossing) / square.max(1e-3);
    let secs = secs.clamp(0.0, NOTICE_SECS);
    (secs, (state.u + closing * secs).hypot(state.v + crossing * secs))
}

fn wished(
    (task, gait, speed): (Task, usize, f32),
    heading: f32,
    facing: f32,
    through: GroundPoint,
) -> Wish {
    let gait = u32::try_from(gait).unwrap_or(0);
    Wish {
        task: WishedTask(task),
        gait,
        heading,
        through,
        facing,
        speed,
        spin: 0.0,
        obstacle: None,
    }
}
