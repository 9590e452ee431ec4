//! What a goal asks for, in the words of the tasks: a path or a direction, a gait, a torso.

use crate::{
    controller::ClipController,
    gaits::{GAITS, STANDING},
    task::{Aim, State, Task, wrap},
};
use sidestep_control::{
    Goal, GroundPoint, Pace, Reader, SavedValue, SnapshotError, Steering, Travel, Writer,
    saved_value, steer,
};
use sidestep_motion::{GroundTransform, math::wrap_angle};

/// A wish that turns by less than this is the same wish, in radians.
const SAME_HEADING: f32 = 0.12;

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
}

/// The task of a wish, as snapshots hold it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct WishedTask(pub(crate) Task);

saved_value!(Wish { task, gait, heading, through, facing, speed });

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
    }

    /// The state of a character at `ground` (eq. 1).
    pub(crate) fn state(&self, ground: GroundTransform) -> State {
        let left = GroundTransform::new(0.0, 0.0, self.heading).transform_vector(glam::Vec3::X);
        let (dx, dz) = (ground.x - self.through.x, ground.z - self.through.z);
        let x = match self.task.0 {
            Task::Navigate | Task::Fixed => f64::from(dx * left.x + dz * left.z),
            _ => 0.0,
        };
        let theta = wrap(f64::from(ground.heading) - f64::from(self.heading));
        State { x, theta, u: 0.0, v: 0.0 }
    }

    /// The intentions (eq. 1).
    pub(crate) fn aim(&self) -> Aim {
        let torso = wrap(f64::from(self.facing) - f64::from(self.heading));
        Aim { torso, speed: f64::from(self.speed), ..Aim::default() }
    }
}

impl ClipController {
    /// What a goal asks for of a character at `ground`; `None` where it leaves all open.
    pub(crate) fn wish(&self, goal: &Goal, ground: GroundTransform) -> Option<Wish> {
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

fn wished(
    (task, gait, speed): (Task, usize, f32),
    heading: f32,
    facing: f32,
    through: GroundPoint,
) -> Wish {
    let gait = u32::try_from(gait).unwrap_or(0);
    Wish { task: WishedTask(task), gait, heading, through, facing, speed }
}
