//! Tasks, states and costs: eqs. 1 to 5.
//!
//! A state is seen as if its cycle began on the left foot ([`crate::moves`]). The path runs along the
//! forward axis; x is the deviation from it to the left. An obstacle is u ahead of the character along
//! the path and v to its left.

use crate::{
    basis::{Point, Variable},
    moves::Move,
    settings::CostConfig,
};
use serde::{Deserialize, Serialize};
use std::f64::consts::{PI, TAU};

/// What a value function is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Task {
    /// Go in a direction: navigation without a path.
    Direction,
    /// Go along a line, in a gait, with the torso turned as told: N.
    Navigate,
    /// Go in a direction while spinning: SN.
    Spin,
    /// Go along a line and keep clear of a fixed obstacle: FOA.
    Fixed,
    /// Go in a direction and keep clear of a moving obstacle: MOA.
    Moving,
}

/// The continuous part of a state, X of eq. 1 without its clip and intentions.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct State {
    /// Deviation from the path to the left, in metres.
    pub x: f64,
    /// Heading against the path, in radians.
    pub theta: f64,
    /// How far ahead the obstacle is, in metres.
    pub u: f64,
    /// How far to the left the obstacle is, in metres.
    pub v: f64,
}

/// What stays constant from clip to clip: intentions, and how an obstacle moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Aim {
    /// Wanted direction of the torso against the path, τ̂, in radians.
    pub torso: f64,
    /// Wanted spin ω̂, in radians a second.
    pub spin: f64,
    /// Wanted speed, in metres a second; 0 leaves it to the gait alone, as in the paper.
    pub speed: f64,
    /// How far to the left of the path a fixed obstacle stands, in metres.
    pub beside: f64,
    /// Velocity of a moving obstacle along the path and to the left, in metres a second.
    pub velocity: [f64; 2],
}

/// The parts of a cost.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Costs {
    /// Deviation from the path, eq. 4.
    pub deviation: f64,
    /// Nearness of the obstacle, eq. 4.
    pub obstacle: f64,
    /// Physical error of the blend, eq. 5.
    pub physics: f64,
    /// Direction of the motion, eq. 5; while standing, the motion itself.
    pub direction: f64,
    /// Direction of the torso, eq. 5.
    pub torso: f64,
    /// Spin, eq. 5.
    pub spin: f64,
    /// Falling short of the wanted speed, or exceeding it; not in the paper.
    pub speed: f64,
    /// How far the step ends from the point that it should end on; not in the paper.
    pub stone: f64,
}

impl Task {
    /// Every task.
    pub const ALL: [Self; 5] =
        [Self::Direction, Self::Navigate, Self::Spin, Self::Fixed, Self::Moving];

    /// Its name, as the command line spells it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Direction => "direction",
            Self::Navigate => "navigate",
            Self::Spin => "spin",
            Self::Fixed => "fixed",
            Self::Moving => "moving",
        }
    }

    /// The task of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|task| task.name() == name)
    }

    /// Whether something is to be kept clear of.
    pub fn has_obstacle(self) -> bool {
        matches!(self, Self::Fixed | Self::Moving)
    }

    /// The variables that its value depends on, besides the clip: Table 1.
    pub fn variables(self) -> &'static [Variable] {
        match self {
            Self::Direction | Self::Spin => &[Variable::Theta],
            Self::Navigate => &[Variable::X, Variable::Theta],
            Self::Fixed | Self::Moving => &[Variable::U, Variable::V, Variable::Theta],
        }
    }
}

impl State {
    /// As the variables of a basis.
    pub fn point(&self) -> Point {
        [self.x, self.theta, self.u, self.v]
    }

    /// Seen in a mirror.
    #[must_use]
    pub fn mirrored(self) -> Self {
        Self { x: -self.x, theta: -self.theta, u: self.u, v: -self.v }
    }

    /// With the obstacle no farther than it is sampled: there values are those at the border.
    #[must_use]
    pub fn within(self, reach: f64) -> Self {
        Self { u: self.u.clamp(-reach, reach), v: self.v.clamp(-reach, reach), ..self }
    }

    /// Eq. 2: the state after a move, seen in a mirror where the cycle ends on its other foot.
    #[must_use]
    pub fn after(&self, step: &Move, flips: bool, aim: &Aim) -> Self {
        let (sin, cos) = (libm::sin(self.theta), libm::cos(self.theta));
        self.after_with((sin, cos), step, flips, aim)
    }

    /// The same, by the sine and cosine of the heading.
    #[must_use]
    #[inline]
    pub fn after_with(&self, (sin, cos): (f64, f64), step: &Move, flips: bool, aim: &Aim) -> Self {
        let (aside, ahead) = (f64::from(step.aside), f64::from(step.ahead));
        let secs = f64::from(step.secs);
        let (to_left, along) = (ahead * sin + aside * cos, ahead * cos - aside * sin);
        let next = Self {
            x: self.x + to_left,
            theta: wrap(self.theta + f64::from(step.turn)),
            u: self.u + aim.velocity[0] * secs - along,
            v: self.v + aim.velocity[1] * secs - to_left,
        };
        if flips { next.mirrored() } else { next }
    }
}

impl Task {
    /// Where an aim is along the separable dimensions of the task; mirror images are in one place.
    pub(crate) fn coordinates(self, aim: &Aim) -> [f64; 2] {
        match self {
            Self::Direction | Self::Navigate => [wrap(aim.torso).abs(), 0.0],
            Self::Spin => [aim.spin.abs(), 0.0],
            Self::Fixed => [aim.beside.abs(), 0.0],
            Self::Moving => [aim.velocity[0], aim.velocity[1].abs()],
        }
    }
}

impl Aim {
    /// Whether it is the mirror image of one that tables are learnt for.
    pub(crate) fn is_mirrored(&self) -> bool {
        let torso = wrap(self.torso);
        let torso = if torso.abs() < PI { torso } else { 0.0 };
        let odd = [torso, self.spin, self.beside, self.velocity[1]];
        odd.into_iter().find(|number| *number != 0.0).is_some_and(|number| number < 0.0)
    }

    /// Seen in a mirror.
    #[must_use]
    pub fn mirrored(self) -> Self {
        let [along, left] = self.velocity;
        Self {
            torso: -self.torso,
            spin: -self.spin,
            speed: self.speed,
            beside: -self.beside,
            velocity: [along, -left],
        }
    }

    /// Whether it is its own mirror image.
    pub fn is_even(&self) -> bool {
        let odd = [self.torso, self.spin, self.beside, self.velocity[1]];
        odd.iter().all(|number| *number == 0.0) || (wrap(self.torso).abs() - PI).abs() < 1e-9
    }
}

impl Costs {
    /// Their sum.
    pub fn sum(&self) -> f64 {
        let Self { deviation, obstacle, physics, direction, torso, spin, speed, stone } = self;
        deviation + obstacle + physics + direction + torso + spin + speed + stone
    }

    /// Each with its name.
    pub fn terms(&self) -> [(&'static str, f64); 8] {
        [
            ("deviation", self.deviation),
            ("obstacle", self.obstacle),
            ("physics", self.physics),
            ("direction", self.direction),
            ("torso", self.torso),
            ("spin", self.spin),
            ("speed", self.speed),
            ("stone", self.stone),
        ]
    }
}

/// Eq. 4: what being in a state costs.
#[inline]
pub fn state_cost(task: Task, state: &State, aim: &Aim, config: &CostConfig) -> Costs {
    let deviation = match task {
        Task::Navigate => state.x,
        // The place of a fixed obstacle beside the path is known, and so is the deviation.
        Task::Fixed => aim.beside - state.v,
        Task::Direction | Task::Spin | Task::Moving => 0.0,
    };
    let obstacle = if task.has_obstacle() { obstacle_cost(state, config) } else { 0.0 };
    Costs { deviation: config.deviation * deviation.abs(), obstacle, ..Costs::default() }
}

/// What the obstacle costs over a move, which the paper looks at only where moves end: eq. 4 where it
/// is nearest. `next` is seen like `state`, and all go straight from one to the other.
pub fn swept_cost(state: &State, next: &State, config: &CostConfig) -> f64 {
    let (du, dv) = (next.u - state.u, next.v - state.v);
    let square = (du * du + dv * dv).max(1e-9);
    let share = (-(state.u * du + state.v * dv) / square).clamp(0.0, 1.0);
    let nearest = State { u: state.u + share * du, v: state.v + share * dv, ..*state };
    obstacle_cost(&nearest, config)
}

/// The second term of eq. 4.
fn obstacle_cost(state: &State, config: &CostConfig) -> f64 {
    let square = state.u * state.u + state.v * state.v;
    config.obstacle * libm::exp(-square / (config.obstacle_width * config.obstacle_width))
}

/// Eq. 5: what a move costs in a state. Who stands has no direction to go in: going costs instead.
#[inline]
pub fn move_cost(
    task: Task,
    stands: bool,
    state: &State,
    step: &Move,
    aim: &Aim,
    config: &CostConfig,
) -> Costs {
    let turn = f64::from(step.turn);
    let speed = f64::from(step.speed);
    let direction =
        if stands { speed } else { wrap(state.theta + f64::from(step.direction)).abs() };
    let torso = match task {
        Task::Direction | Task::Navigate => {
            // The average over the step; its beginning is given.
            let off = |turn: f64| wrap(state.theta + turn - aim.torso).abs();
            let [early, late] = step.turned.map(|turned| off(f64::from(turned)));
            (early + late + off(turn)) / 3.0
        }
        _ => 0.0,
    };
    let spin = match task {
        Task::Spin => (turn / f64::from(step.secs.max(0.1)) - aim.spin).abs(),
        _ => 0.0,
    };
    Costs {
        physics: config.physics * f64::from(step.unlikeness),
        direction: config.direction * direction,
        torso: config.torso * torso,
        spin: config.spin * spin,
        speed: match aim.speed > 0.0 && !stands {
            true => config.speed * (speed / aim.speed - 1.0).abs(),
            false => 0.0,
        },
        ..Costs::default()
    }
}

/// An angle brought into (-π, π].
#[inline]
pub fn wrap(radians: f64) -> f64 {
    if radians > -PI && radians <= PI {
        return radians;
    }
    // PERF: nearly all that is left is one turn off, and rounding is slow.
    if radians.abs() < 3.0 * PI {
        return if radians > 0.0 { radians - TAU } else { radians + TAU };
    }
    let turns = radians - TAU * (radians / TAU).round();
    if turns <= -PI { turns + TAU } else { turns }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_obstacle_counts_where_it_is_nearest_during_a_step() {
        let config = CostConfig { obstacle: 20.0, obstacle_width: 0.6, ..CostConfig::default() };
        let at = |u: f64, v: f64| State { u, v, ..State::default() };
        // It comes from a metre ahead to a metre behind and passes 0.3 m aside.
        let passed = swept_cost(&at(1.0, 0.3), &at(-1.0, 0.3), &config);
        assert!((passed - 20.0 * libm::exp(-0.25)).abs() < 1e-9, "{passed}");
        // One that goes away is nearest at the beginning.
        let left = swept_cost(&at(-0.6, 0.0), &at(-2.0, 0.0), &config);
        assert!((left - 20.0 * libm::exp(-1.0)).abs() < 1e-9, "{left}");
        let end = state_cost(Task::Moving, &at(-1.0, 0.3), &Aim::default(), &config).obstacle;
        assert!(end < 0.1 * passed, "eq. 4 looks at the end alone: {end}");
    }

    #[test]
    fn angles_are_brought_into_one_turn() {
        for (angle, wanted) in [(0.5, 0.5), (-PI, PI), (4.0, 4.0 - TAU), (-4.0, TAU - 4.0)] {
            assert!((wrap(angle) - wanted).abs() < 1e-12, "{angle}");
        }
        for turns in [-5.0, -2.0, 1.0, 3.0] {
            assert!((wrap(1.0 + turns * TAU) - 1.0).abs() < 1e-9, "{turns}");
        }
    }
}
