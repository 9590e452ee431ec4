//! What one may set about clip control.
//!
//! The paper gives neither its discount nor the weights of its costs. Those here were chosen on other
//! data than what is reported on, for the reasons that stand beside them.

use crate::{
    basis::Basis,
    settings::{CostConfig, CycleConfig, GaitConfig, UnlikenessConfig},
    task::{Aim, Task},
};
use serde::{Deserialize, Serialize};
use sidestep_control::{
    FootLockConfig, SettingError,
    setting::{check, check_amounts, check_positive},
};

/// Feet of cleaned clips come down as they were captured; the lock, which would pull them to the floor as
/// soon as they touch it, takes longer than anybody stands.
const AS_CAPTURED_SECS: f32 = 1e4;

/// Settings of clip control.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ClipControlConfig {
    /// The tasks to learn; obstacles and spinning take minutes.
    pub tasks: Vec<Task>,
    /// Choose by the next cost alone (eq. 6), for comparison.
    pub greedy: bool,
    /// How cycles are found.
    pub cycles: CycleConfig,
    /// How they are sorted into gaits.
    pub gaits: GaitConfig,
    /// What counts in Ψ.
    pub unlikeness: UnlikenessConfig,
    /// What costs what.
    pub costs: CostConfig,
    /// How values are learnt.
    pub fit: FitConfig,
    /// How it runs.
    pub run: RunConfig,
    /// How feet are kept planted.
    pub foot_lock: FootLockConfig,
}

/// How values are learnt: section 5.2.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct FitConfig {
    /// α, for each step.
    pub discount: f64,
    /// Samples of each variable: 5 to 8 in the paper. Linear ones have an odd number, so that 0 is one.
    pub samples: usize,
    /// The same where only the heading counts: a circle is cheap to sample, and with more samples than
    /// functions twice over any half of them can go.
    pub direction_samples: usize,
    /// The same where an obstacle moves: its bumps are as far apart as these samples are.
    pub moving_samples: usize,
    /// Samples of each variable besides where no obstacle is about, at these distances to both sides
    /// of 0; none in the paper.
    pub near: Vec<f64>,
    /// Share of the samples that are kept, drawn at random.
    pub keep: f32,
    /// Linear variables are sampled this far to both sides, in metres.
    pub reach: f64,
    /// The most rounds of constraint generation.
    pub rounds: usize,
    /// Constraints that a sample adds in a round, of its best actions; the paper adds one.
    pub actions: usize,
    /// Constraints that are violated by less than this share of the largest value are met.
    pub tolerance: f64,
    /// Directions of the torso that tables are learnt for, from 0 to π, in radians.
    pub torsos: Vec<f64>,
    /// Spins that tables are learnt for, not below 0, in radians a second.
    pub spins: Vec<f64>,
    /// Distances of fixed obstacles from the path that tables are learnt for, not below 0, in metres.
    pub beside: Vec<f64>,
    /// Velocities of moving obstacles along the path that tables are learnt for.
    pub along: Vec<f64>,
    /// Velocities of moving obstacles across the path that tables are learnt for, not below 0.
    pub across: Vec<f64>,
    /// The most cycles of a table of directions: with the five functions of its basis those are 13 KB.
    #[serde(default = "all")]
    pub direction_cycles: usize,
    /// The most cycles of a table of navigation: as many as the paper's largest gait.
    pub navigate_cycles: usize,
    /// The most cycles of the task of fixed obstacles: 18 in the paper.
    pub obstacle_cycles: usize,
    /// The most cycles of the task of moving obstacles. With their mirror images these are the 18 of the
    /// paper; steps that are tried out make more of them needless.
    pub moving_cycles: usize,
    /// The most cycles of the spinning task: 60 in the paper.
    pub spin_cycles: usize,
    /// Basis of the direction task.
    pub direction: Basis,
    /// Basis of navigation.
    pub navigate: Basis,
    /// Basis of spinning.
    pub spin: Basis,
    /// Basis of fixed obstacles; `G[beside](v)` bumps are moved to the place of the obstacle.
    pub fixed: Basis,
    /// Basis of moving obstacles.
    pub moving: Basis,
}

/// How it runs.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct RunConfig {
    /// Leave a passage for another one over the same foot when the wish changes, until this long
    /// after the constraint frame; below -1 decisions wait for the end of the clip, as in the paper.
    pub early_exit_secs: f32,
    /// How long the difference takes to fade where a passage is left early.
    pub join_secs: f32,
    /// Steps that are tried out with their exact costs around obstacles; 1 trusts the values of the next
    /// states, as in the paper.
    pub look_ahead: usize,
    /// Of so many of the best cycles mixes with their neighbours are tried, at most four; 0 leaves choices to
    /// cycles alone, as in the paper.
    pub mixed: usize,
    /// The same where a step should end on a point.
    pub mixed_steps: usize,
    /// Fastest turn added to that of the clips so that the heading meets the wish, in radians a
    /// second; 0 adds none, as in the paper.
    pub turn_assist_radians_per_sec: f32,
}

impl ClipControlConfig {
    /// As published: the bases of Table 1, uniform samples, choices at the end of each clip, nothing
    /// added to costs or clips.
    pub fn paper() -> Self {
        let basis = |text: &str| text.parse().unwrap_or_else(|_| Basis::new(Vec::new()));
        Self {
            cycles: CycleConfig { smooth_secs: 0.0, swing_kept: 0.0, ..CycleConfig::default() },
            unlikeness: UnlikenessConfig { twisted: 0.0, ..UnlikenessConfig::default() },
            costs: CostConfig { speed: 0.0, ..CostConfig::default() },
            fit: FitConfig {
                near: Vec::new(),
                direction_samples: FitConfig::default().samples,
                direction: basis("P2(theta)"),
                navigate: basis("P2(x) P2(theta)"),
                ..FitConfig::default()
            },
            run: RunConfig {
                early_exit_secs: -2.0,
                look_ahead: 1,
                mixed_steps: 0,
                turn_assist_radians_per_sec: 0.0,
                ..RunConfig::default()
            },
            ..Self::default()
        }
    }

    /// The basis of a task.
    pub fn basis(&self, task: Task) -> &Basis {
        match task {
            Task::Direction => &self.fit.direction,
            Task::Navigate => &self.fit.navigate,
            Task::Spin => &self.fit.spin,
            Task::Fixed => &self.fit.fixed,
            Task::Moving => &self.fit.moving,
        }
    }

    /// Fails on a setting that makes no sense.
    #[expect(clippy::cast_possible_truncation, reason = "settings are shown as f32")]
    pub fn check(&self) -> Result<(), SettingError> {
        let (cycles, costs, fit) = (&self.cycles, &self.costs, &self.fit);
        check_positive(&[
            ("cycles.shortest_step_secs", cycles.shortest_step_secs),
            ("cycles.longest_step_secs", cycles.longest_step_secs),
            ("cycles.longest_plant_secs", cycles.longest_plant_secs),
            ("cycles.constraint_secs", cycles.constraint_secs),
            ("cycles.most_slide", cycles.most_slide),
            ("cycles.most_turn", cycles.most_turn),
            ("cycles.stand_secs", cycles.stand_secs),
            ("gaits.borders[0]", self.gaits.borders[0]),
            ("costs.obstacle_width", costs.obstacle_width as f32),
            ("fit.reach", fit.reach as f32),
            ("fit.tolerance", fit.tolerance as f32),
            ("fit.keep", fit.keep),
            ("run.join_secs", self.run.join_secs),
        ])?;
        check_amounts(&[
            ("cycles.smooth_secs", cycles.smooth_secs),
            ("cycles.feet_kept", cycles.feet_kept),
            ("cycles.swing_kept", cycles.swing_kept),
            ("cycles.stand_speed", cycles.stand_speed),
            ("gaits.overlap", self.gaits.overlap),
            ("gaits.turning", self.gaits.turning),
            ("unlikeness.position_weight", self.unlikeness.position_weight),
            ("unlikeness.velocity_weight", self.unlikeness.velocity_weight),
            ("unlikeness.too_fast", self.unlikeness.too_fast),
            ("unlikeness.twisted", self.unlikeness.twisted),
            ("costs.deviation", costs.deviation as f32),
            ("costs.obstacle", costs.obstacle as f32),
            ("costs.physics", costs.physics as f32),
            ("costs.direction", costs.direction as f32),
            ("costs.torso", costs.torso as f32),
            ("costs.spin", costs.spin as f32),
            ("costs.speed", costs.speed as f32),
            ("costs.stone", costs.stone as f32),
            ("run.turn_assist_radians_per_sec", self.run.turn_assist_radians_per_sec),
        ])?;
        let discount = fit.discount as f32;
        let is_discount = (0.0..0.999).contains(&discount);
        check(("fit.discount", discount), is_discount, "from 0 to below 1")?;
        for (name, samples) in [
            ("fit.samples", fit.samples),
            ("fit.direction_samples", fit.direction_samples),
            ("fit.moving_samples", fit.moving_samples),
        ] {
            check((name, samples as f32), (2..=64).contains(&samples), "from 2 to 64")?;
        }
        let rising = self.gaits.borders.windows(2).all(|two| two[0] < two[1]);
        check(("gaits.borders[1]", self.gaits.borders[1]), rising, "above the border before it")?;
        check(("fit.torsos", 0.0), !fit.torsos.is_empty(), "a list of at least one angle")?;
        self.foot_lock.check()
    }
}

impl FitConfig {
    /// What tables are learnt for along the separable dimensions of a task (Table 1), smallest first.
    pub fn aims(&self, task: Task) -> Vec<Aim> {
        let none = Aim::default();
        let of = |numbers: &[f64], aim: &dyn Fn(f64) -> Aim| {
            sorted(numbers).into_iter().map(aim).collect()
        };
        match task {
            Task::Direction | Task::Navigate => of(&self.torsos, &|torso| Aim { torso, ..none }),
            Task::Spin => of(&self.spins, &|spin| Aim { spin, ..none }),
            Task::Fixed => of(&self.beside, &|beside| Aim { beside, ..none }),
            Task::Moving => {
                let across = sorted(&self.across);
                let pairs = sorted(&self.along).into_iter();
                let pairs = pairs.flat_map(|u| across.iter().map(move |v| [u, *v]));
                pairs.map(|velocity| Aim { velocity, ..none }).collect()
            }
        }
    }
}

/// What files of before mean, which do not say how many.
fn all() -> usize {
    usize::MAX
}

fn sorted(numbers: &[f64]) -> Vec<f64> {
    let mut numbers = numbers.to_vec();
    numbers.sort_by(f64::total_cmp);
    numbers
}

impl Default for ClipControlConfig {
    fn default() -> Self {
        Self {
            tasks: vec![Task::Direction, Task::Navigate],
            greedy: false,
            cycles: CycleConfig::default(),
            gaits: GaitConfig::default(),
            unlikeness: UnlikenessConfig::default(),
            costs: CostConfig::default(),
            fit: FitConfig::default(),
            run: RunConfig::default(),
            foot_lock: FootLockConfig {
                floor_half_life_secs: AS_CAPTURED_SECS,
                ..FootLockConfig::default()
            },
        }
    }
}

impl Default for FitConfig {
    fn default() -> Self {
        let basis = |text: &str| text.parse().unwrap_or_else(|_| Basis::new(Vec::new()));
        Self {
            discount: 0.93,
            samples: 8,
            direction_samples: 12,
            moving_samples: 6,
            near: vec![0.1],
            keep: 1.0,
            reach: 2.0,
            rounds: 30,
            actions: 6,
            tolerance: 1e-3,
            torsos: vec![0.0],
            spins: vec![0.0, 1.5, 3.0],
            beside: vec![0.0, 0.5, 1.0],
            along: vec![-1.4, 0.0, 1.4],
            across: vec![0.0, 1.4],
            direction_cycles: 332,
            navigate_cycles: 124,
            obstacle_cycles: 18,
            moving_cycles: 9,
            spin_cycles: 60,
            direction: basis("P2(theta) + K(theta) + W(theta)"),
            navigate: basis("P2(x) P2(theta) + K(x) + K(theta)"),
            spin: basis("P2(theta)"),
            fixed: basis("P4(u) P2(v) P2(theta) + G[0,1.5,4](u) G[0,0,1](v) P2(theta)"),
            moving: basis("P2(theta) + G[-2,2,5](u) G[-2,2,5](v) P2(theta)"),
        }
    }
}

impl Default for RunConfig {
    fn default() -> Self {
        Self {
            early_exit_secs: 0.05,
            join_secs: 0.2,
            look_ahead: 4,
            mixed: 0,
            mixed_steps: 4,
            turn_assist_radians_per_sec: 2.0,
        }
    }
}
