//! A built controller, and how it is built: all that can be wrong is found here.

use crate::{
    body_index::BodyIndex,
    choice::representatives,
    config::{ClipControlConfig, FitConfig},
    cycle::CycleKind,
    error::BuildError,
    gaits::{GAITS, GaitSets, STANDING},
    moves::Moves,
    repertoire::Repertoire,
    scan::LaneTable,
    table::ValueTable,
    task::{Aim, Task},
};
use sidestep_control::{FootLock, median_moving_speed};
use sidestep_lanes::InstructionSet;
use sidestep_motion::MotionLibrary;
use std::sync::Arc;

/// Share of a gait's speed that cycles have which obstacles are passed with.
const BRISK: f32 = 0.7;

/// How far such a cycle may lead off its mean heading, in radians.
const FORWARD: f32 = 0.4;

/// Cycles with value functions over them. Immutable and shared.
#[derive(Clone, Debug)]
pub struct ClipController {
    /// What it plays.
    pub repertoire: Repertoire,
    /// What passages do.
    pub moves: Moves,
    /// Which cycles go in which gait.
    pub gaits: GaitSets,
    /// Its value functions, by task, gait and aim.
    pub tables: Vec<ValueTable>,
    pub(crate) config: ClipControlConfig,
    /// Where the tables of each task and gait are.
    ranges: Ranges,
    /// Of each table what lanes read, where they can.
    lanes: Vec<Option<LaneTable>>,
    pub(crate) instructions: InstructionSet,
    pub(crate) bodies: BodyIndex,
    pub(crate) rest: u32,
    pub(crate) usual_speed: f32,
    pub(crate) feet: FootLock,
    /// The cycle that goes on best from each.
    pub(crate) successors: Vec<u32>,
}

/// From where to where the tables of each task and gait are.
type Ranges = [[(usize, usize); GAITS]; Task::ALL.len()];

/// A table that is to be learnt.
#[derive(Clone, Debug, PartialEq)]
pub struct TablePlan {
    /// What for.
    pub task: Task,
    /// In which gait.
    pub gait: usize,
    /// What is wanted.
    pub aim: Aim,
    /// Over which cycles.
    pub members: Vec<u32>,
}

/// All of a controller but its value functions.
#[derive(Clone, Debug)]
pub struct Ground {
    /// What it plays.
    pub repertoire: Repertoire,
    /// What passages do.
    pub moves: Moves,
    /// Which cycles go in which gait.
    pub gaits: GaitSets,
}

impl Ground {
    /// Cuts a library into cycles and looks at all passages between them.
    pub fn new(
        library: &Arc<MotionLibrary>,
        config: &ClipControlConfig,
    ) -> Result<Self, BuildError> {
        config.check()?;
        let repertoire = Repertoire::new(library, &config.cycles)?;
        let moves = Moves::of(&repertoire, &config.unlikeness);
        let gaits = GaitSets::of(&repertoire, &config.gaits);
        if !(0..GAITS).any(|gait| gaits.has(gait)) {
            return Err(BuildError::NoGait {
                cycles: repertoire.cycles.len(),
                least: config.gaits.least_cycles,
            });
        }
        Ok(Self { repertoire, moves, gaits })
    }

    /// The speed that values are learnt for.
    fn speed_of(&self, gait: usize) -> f64 {
        f64::from(self.gaits.speeds[gait])
    }

    /// The tables that the settings ask for, by task, gait and aim.
    pub fn plans(&self, config: &ClipControlConfig) -> Vec<TablePlan> {
        let mut plans = Vec::new();
        for task in Task::ALL.into_iter().filter(|task| config.tasks.contains(task)) {
            for gait in (0..GAITS).filter(|gait| self.serves(task, *gait)) {
                let members = self.members(task, gait, &config.fit);
                // Who stands looks where the path leads.
                let mut aims = config.fit.aims(task);
                aims.truncate(if gait == STANDING { 1 } else { aims.len() });
                plans.extend(aims.into_iter().map(|aim| TablePlan {
                    task,
                    gait,
                    aim: Aim { speed: self.speed_of(gait), ..aim },
                    members: members.clone(),
                }));
            }
        }
        plans
    }

    /// Whether a task is learnt in a gait: all that travel, but obstacles and spinning in the gait of
    /// the library's usual speed alone; the paper has walks there.
    fn serves(&self, task: Task, gait: usize) -> bool {
        let usual = self.gaits.at_speed(median_moving_speed(&self.repertoire.library));
        self.gaits.has(gait)
            && match task {
                Task::Direction => true,
                Task::Navigate => gait != STANDING,
                Task::Spin | Task::Fixed | Task::Moving => usual == Some(gait),
            }
    }

    /// Whether a cycle goes forward at nearly the speed of a gait: who may stop before an obstacle, or
    /// back off, does not get around it.
    fn is_brisk(&self, number: u32, gait: usize) -> bool {
        let cycle = self.repertoire.cycle(number);
        let [_, turn, direction] = self.repertoire.leads(number);
        cycle.kind == CycleKind::Travel
            && cycle.speed > BRISK * self.gaits.speeds[gait]
            && (direction - 0.5 * turn).abs() < FORWARD
    }

    fn members(&self, task: Task, gait: usize, fit: &FitConfig) -> Vec<u32> {
        let all = &self.gaits.members[gait];
        let most = match task {
            Task::Direction => fit.direction_cycles,
            Task::Navigate => fit.navigate_cycles,
            Task::Spin => fit.spin_cycles,
            Task::Fixed => fit.obstacle_cycles,
            Task::Moving => fit.moving_cycles,
        };
        let brisk: Vec<u32> = all.iter().copied().filter(|it| self.is_brisk(*it, gait)).collect();
        let all = if task.has_obstacle() && brisk.len() >= most { &brisk } else { all };
        representatives(&self.repertoire, all, most)
    }
}

impl ClipController {
    /// A controller of its parts. The tables stand in the order of [`Ground::plans`].
    pub fn new(ground: Ground, config: &ClipControlConfig, tables: Vec<ValueTable>) -> Self {
        let Ground { repertoire, moves, gaits } = ground;
        let library = &repertoire.library;
        let ranges = ranges(&tables);
        let stillest = (0_u32..).zip(&repertoire.cycles).min_by(|a, b| {
            let still = |cycle: &crate::cycle::Cycle| (cycle.kind != CycleKind::Stand, cycle.speed);
            let (a, b) = (still(a.1), still(b.1));
            a.0.cmp(&b.0).then(a.1.total_cmp(&b.1))
        });
        let successors = (0_u32..).take(repertoire.cycles.len()).map(|cycle| {
            let unlike = |to: &u32| moves.between(cycle, *to).unlikeness;
            let all = (0_u32..).take(repertoire.cycles.len());
            all.min_by(|a, b| unlike(a).total_cmp(&unlike(b))).unwrap_or(cycle)
        });
        Self {
            rest: stillest.map_or(0, |(number, _)| number),
            usual_speed: median_moving_speed(library),
            feet: FootLock::of(library, config.foot_lock),
            successors: successors.collect(),
            bodies: BodyIndex::new(&repertoire),
            config: config.clone(),
            repertoire,
            moves,
            gaits,
            lanes: tables.iter().map(LaneTable::of).collect(),
            instructions: InstructionSet::best(),
            tables,
            ranges,
        }
    }

    /// The settings it was built with.
    pub fn config(&self) -> &ClipControlConfig {
        &self.config
    }

    /// The same controller with other settings of running; its values stay.
    #[must_use]
    pub fn with_config(mut self, change: impl FnOnce(&mut ClipControlConfig)) -> Self {
        change(&mut self.config);
        self
    }

    /// The same controller with one table alone.
    #[cfg(feature = "fit")]
    pub(crate) fn with_table(&self, table: ValueTable) -> Self {
        let tables = vec![table];
        let lanes = tables.iter().map(LaneTable::of).collect();
        Self { ranges: ranges(&tables), lanes, tables, ..self.clone() }
    }

    /// The tables of a task in a gait, by the direction of the torso.
    pub fn tables_of(&self, task: Task, gait: usize) -> &[ValueTable] {
        let (from, to) = self.ranges[task as usize][gait];
        &self.tables[from..to]
    }

    /// One of the tables of a task in a gait, and what lanes read of it, where they can.
    pub(crate) fn lanes_of(
        &self,
        task: Task,
        gait: usize,
        place: usize,
    ) -> Option<(&ValueTable, &LaneTable)> {
        let at = self.ranges[task as usize][gait].0 + place;
        self.tables.get(at).zip(self.lanes.get(at)?.as_ref())
    }

    /// Bytes of what lanes read.
    pub(crate) fn lane_bytes(&self) -> usize {
        self.lanes.iter().flatten().map(LaneTable::bytes).sum()
    }
}

fn ranges(tables: &[ValueTable]) -> Ranges {
    Task::ALL.map(|task| {
        std::array::from_fn(|gait| {
            let is_own = |table: &ValueTable| table.task == task && table.gait == gait;
            let start = tables.iter().position(is_own).unwrap_or(0);
            (start, start + tables.iter().filter(|table| is_own(table)).count())
        })
    })
}
