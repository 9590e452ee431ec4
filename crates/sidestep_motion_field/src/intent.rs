//! What a goal asks of a flow at one moment: which value functions, and where in the task.

use crate::{
    config::Policy,
    flow::{Flow, Repertoire},
    grid::{TaskPoint, TurnAssist},
    integration::Weighted,
    task::Command,
    values::ValueFunction,
};
use glam::Vec3;
use sidestep_control::{Goal, GroundPoint, Pace, Steering, Travel, steer};
use sidestep_motion::{
    GroundTransform,
    math::{acos, wrap_angle},
};
use std::f32::consts::TAU;

/// Farther than this share of the grid from a line, a character just heads for it.
const NEAR_LINE: f32 = 0.9;

/// Within this of a line a character is on it, in metres.
const LINE_TOLERANCE: f32 = 0.04;

/// Turning reckoned with when approaching a line, in radians a second.
const LINE_TURN_RATE: f32 = 2.0;

/// Angle of approach for each metre off the line, in radians.
const LINE_GAIN: f32 = 5.0;

/// Steepest approach to a line, in radians.
const STEEPEST: f32 = 1.3;

/// How much a gait counts beside a command. The values of both are added, and what leads a step nearer
/// to the gait gains but one frame of it: were that less than the step costs in direction, a character
/// would put the gait off from frame to frame.
const GAIT_WEIGHT: f32 = 2.5;

/// What is wanted.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Intent {
    /// Nothing: go on as the data does.
    Nothing,
    /// A mixture of commands.
    Commands {
        /// Numbers of the commands and their shares.
        shares: [(usize, f32); 4],
        point: TaskPoint,
        /// Whether a facing is wanted at all.
        turns: bool,
        /// The number of a wanted gait.
        gait: Option<usize>,
    },
    /// The line task.
    Line { point: TaskPoint, gait: Option<usize> },
}

impl Intent {
    /// What a sanitized goal asks of a character at `ground`.
    pub(crate) fn of(flow: &Flow, goal: &Goal, ground: GroundTransform) -> Self {
        if let (Some((_, function)), Travel::Line { through, heading, facing: None, pace }) =
            (&flow.repertoire.line, &goal.travel)
        {
            let offset = left_of_line(*through, *heading, ground);
            if offset.abs() < NEAR_LINE * function.grid.reach {
                let point = TaskPoint { theta: wrap_angle(heading - ground.heading), offset };
                return Self::Line { point, gait: flow.gaits.number(pace.gait) };
            }
        }
        let repertoire = &flow.repertoire;
        let wanted = match &goal.travel {
            Travel::Line { through, heading, pace, facing } if flow.assist.most > 0.0 => {
                let offset = left_of_line(*through, *heading, ground);
                let speed = flow.speed_of(*pace);
                let heading = wrap_angle(heading - approach(offset, speed));
                Steering::Move { heading, pace: *pace, facing: *facing }
            }
            travel => steer(travel, ground, flow.usual_speed),
        };
        match wanted {
            Steering::Free => Self::Nothing,
            Steering::Stand { facing } => {
                let theta = facing.map_or(0.0, |facing| wrap_angle(facing - ground.heading));
                let point = TaskPoint { theta, offset: 0.0 };
                Self::Commands {
                    shares: [(0, 1.0), (0, 0.0), (0, 0.0), (0, 0.0)],
                    point,
                    turns: facing.is_some(),
                    gait: None,
                }
            }
            Steering::Move { heading, pace, facing } => {
                let facing = facing.filter(|_| repertoire.bearings.len() > 1).unwrap_or(heading);
                let speed = flow.speed_of(pace);
                let shares = repertoire.shares(speed, wrap_angle(heading - facing));
                let theta = wrap_angle(facing - ground.heading);
                let point = TaskPoint { theta, offset: 0.0 };
                Self::Commands { shares, point, turns: true, gait: flow.gaits.number(pace.gait) }
            }
        }
    }

    /// Where in the task the character is.
    pub(crate) fn point(&self) -> TaskPoint {
        match self {
            Self::Nothing => TaskPoint::default(),
            Self::Commands { point, .. } | Self::Line { point, .. } => *point,
        }
    }

    /// The assist, where a heading is wanted.
    pub(crate) fn assist(&self, assist: &TurnAssist) -> TurnAssist {
        match self {
            Self::Commands { turns: true, .. } | Self::Line { .. } => *assist,
            _ => TurnAssist::default(),
        }
    }

    /// How good it is to be in a state with these neighbours at a point of the task.
    pub(crate) fn value(&self, flow: &Flow, neighbors: &[Weighted], point: TaskPoint) -> f32 {
        let repertoire = &flow.repertoire;
        let of_gait = match self {
            Self::Commands { gait: Some(gait), .. } | Self::Line { gait: Some(gait), .. } => {
                GAIT_WEIGHT * flow.gaits.value((&flow.core, &flow.anchors), *gait, neighbors)
            }
            _ => 0.0,
        };
        let of_task = match self {
            Self::Nothing => 0.0,
            Self::Line { .. } => match &repertoire.line {
                Some(task) => flow.value_of(task, neighbors, point),
                None => 0.0,
            },
            Self::Commands { shares, .. } => {
                let used = shares.iter().filter(|(_, share)| *share > 0.0);
                used.map(|(number, share)| {
                    share * flow.value_of(&repertoire.commands[*number], neighbors, point)
                })
                .sum()
            }
        };
        of_task + of_gait
    }
}

impl Intent {
    /// How good it is to be in the state of a row at a point of the task.
    pub(crate) fn value_at(&self, flow: &Flow, row: u32, point: TaskPoint) -> f32 {
        self.value(flow, &[Weighted { row, weight: 1.0 }], point)
    }
}

impl Flow {
    /// The speed to go at: the usual one of the wanted gait, or of all, where none is given.
    fn speed_of(&self, pace: Pace) -> f32 {
        let usual = self.gaits.frames.speed_for(pace.gait, self.usual_speed);
        pace.speed.unwrap_or(usual)
    }

    fn value_of(
        &self,
        (command, function): &(Command, ValueFunction),
        neighbors: &[Weighted],
        point: TaskPoint,
    ) -> f32 {
        if self.core.config.policy == Policy::Greedy {
            let velocity: Vec3 =
                neighbors.iter().map(|n| self.core.states.velocity(n.row) * n.weight).sum();
            return command.reward(velocity, point);
        }
        let (heading, offset) =
            (function.grid.heading(point.theta), function.grid.offset(point.offset));
        let mut sum = 0.0;
        for neighbor in neighbors {
            for (anchor, share) in self.anchors.of(neighbor.row) {
                if share > 0.0 {
                    sum += neighbor.weight * share * function.at(anchor, heading, offset);
                }
            }
        }
        sum
    }
}

impl Repertoire {
    /// The commands nearest to a speed and a bearing, with their shares.
    fn shares(&self, speed: f32, bearing: f32) -> [(usize, f32); 4] {
        let none = (0, 0.0);
        if self.speeds.len() < 2 {
            return [(0, 1.0), none, none, none];
        }
        let moving = &self.speeds[1..];
        let above = moving.iter().position(|s| *s >= speed).unwrap_or(moving.len() - 1);
        let below = if moving[above] < speed { above } else { above.saturating_sub(1) };
        let gap = moving[above] - moving[below];
        let high = if gap > 0.0 { ((speed - moving[below]) / gap).clamp(0.0, 1.0) } else { 0.0 };
        let count = self.bearings.len();
        let place = if bearing < 0.0 { bearing + TAU } else { bearing } * (count as f32 / TAU);
        let left = (place as usize) % count;
        let turned = (place - place.floor()).clamp(0.0, 1.0);
        let number = |speed: usize, bearing: usize| 1 + speed * count + bearing % count;
        [
            (number(below, left), (1.0 - high) * (1.0 - turned)),
            (number(below, left + 1), (1.0 - high) * turned),
            (number(above, left), high * (1.0 - turned)),
            (number(above, left + 1), high * turned),
        ]
    }
}

/// The angle at which to approach a line from `offset` metres to its left, in radians.
///
/// As steep as lets the character turn onto the line in time: turning at the rate ω from the angle α
/// takes it (v/ω)(1 - cos α) nearer. Close to the line the angle shrinks in proportion.
fn approach(offset: f32, speed: f32) -> f32 {
    let left = (offset.abs() - LINE_TOLERANCE).max(0.0);
    let curve = (speed / LINE_TURN_RATE).max(1e-3);
    let angle = acos(1.0 - left / curve).min(left * LINE_GAIN).min(STEEPEST);
    angle * offset.signum()
}

/// Metres to the left of a line.
fn left_of_line(through: GroundPoint, heading: f32, ground: GroundTransform) -> f32 {
    let forward = GroundTransform::new(0.0, 0.0, heading).forward();
    let (dx, dz) = (ground.x - through.x, ground.z - through.z);
    dx * forward.z - dz * forward.x
}
