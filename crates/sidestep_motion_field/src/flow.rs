//! A flow: the states of a library, what each may lead to and how good it is for every wish. Fields and
//! followers are built on one; all that can be wrong with that is found here.

use crate::{
    anchors::Anchors,
    bridges::{needed, of_pairs, unreached},
    check::check_config,
    config::{LineConfig, Policy},
    core::Core,
    data::Data,
    error::BuildError,
    gait_values::GaitTask,
    grid::{Grid, TurnAssist},
    joining::{self, find_joins},
    joins::Joins,
    problem::{Leads, Problem},
    settings::Settings,
    task::{Command, bearings, rewards, speeds},
    transitions::Transitions,
    values::ValueFunction,
};
use sidestep_control::{
    Abilities, Ability, Controller, FootLock, Gaits, median_moving_speed,
    usual_turn::{furthest_turn, turn_frames},
};
use sidestep_motion::{FrameId, MotionLibrary};
use sidestep_values::Convergence;
use std::sync::Arc;

/// A library through which characters flow, frame by frame: its states, what each may lead to, and how
/// good each is for every wish. Immutable and shared.
#[derive(Clone, Debug)]
pub struct Flow {
    /// The library as it was given; that of the core may be edited.
    source: Arc<MotionLibrary>,
    left_out: Vec<FrameId>,
    pub(crate) core: Core,
    pub(crate) anchors: Anchors,
    pub(crate) repertoire: Repertoire,
    pub(crate) gaits: GaitTask,
    pub(crate) assist: TurnAssist,
    /// What of it is planned for.
    pub(crate) planned: TurnAssist,
    pub(crate) usual_speed: f32,
    /// Clips that no join leads to and how many frames of each, where it was built just now.
    pub(crate) unreached: Vec<(String, usize)>,
    pub(crate) feet: FootLock,
}

/// A controller whose characters flow: what surveys and measurements look into.
pub trait Flowing: Controller {
    /// The flow it runs on.
    fn flow(&self) -> &Flow;

    /// The number of the state that a character is at, or nearest to.
    fn state_of(&self, memory: &Self::Memory) -> u32;
}

/// The value functions, and what each is for.
#[derive(Clone, Debug)]
pub(crate) struct Repertoire {
    /// Speeds in ascending order, beginning with 0; empty where speed is not controlled.
    pub(crate) speeds: Vec<f32>,
    /// Ways to travel against the facing.
    pub(crate) bearings: Vec<f32>,
    /// Without speeds one; else that of standing, then for each speed and each bearing one.
    pub(crate) commands: Vec<(Command, ValueFunction)>,
    pub(crate) line: Option<(Command, ValueFunction)>,
}

/// The tables of a flow that take long to compute, for those who save it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FlowTables {
    /// Values of all commands, one after another.
    pub commands: Vec<f32>,
    /// Values of the line task; empty where there is none.
    pub line: Vec<f32>,
    /// Values of the gaits, one for each anchor and gait; empty where there is but one gait.
    pub gaits: Vec<f32>,
    /// Frames whose states do not serve as neighbours.
    pub left_out: Vec<u32>,
    /// How many joins leave each state; empty where neighbours are not followed one at a time.
    pub join_counts: Vec<u32>,
    /// The states that those joins lead to.
    pub joins: Vec<u32>,
    /// Pairs of states between which a leap leads to a gait that no neighbour leads to.
    pub bridges: Vec<u32>,
}

/// The parts of a build, in order, for those who watch or time it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Stage {
    /// States and their index.
    States,
    /// What every action leads to.
    Transitions,
    /// One value function of many.
    Values {
        /// Its number, from 0.
        number: usize,
        /// How many there are.
        of: usize,
    },
    /// The value function of the line task.
    Line,
    /// A value function is done.
    Solved(Convergence),
    /// Everything is done.
    Done,
}

/// Builds a flow and tells where it is. A stage is told when it begins.
pub(crate) fn build(
    library: &Arc<MotionLibrary>,
    config: &Settings,
    observe: &mut dyn FnMut(Stage),
) -> Result<Flow, BuildError> {
    observe(Stage::States);
    check_config(config)?;
    let mut flow = unsolved(library, Data::of(library, config)?);
    observe(Stage::Transitions);
    if config.follow().is_some() {
        flow.core.joins = find_joins(&flow.core);
    }
    if config.policy == Policy::Lookahead {
        let mut transitions = Transitions::new(&flow.core, &flow.anchors);
        let Flow { core, anchors, gaits, .. } = &flow;
        let bridges = needed(core, anchors, &transitions, &gaits.frames);
        if bridges.len() > 0 {
            flow.core.bridges = bridges;
            transitions = Transitions::new(&flow.core, &flow.anchors);
        }
        flow.unreached = unreached(&flow.core, &flow.anchors, &transitions);
        solve(&mut flow, &transitions, observe);
        flow.gaits.solve(&flow.core, &flow.anchors, &transitions);
    }
    observe(Stage::Done);
    Ok(flow)
}

/// Makes a flow of tables computed before; everything else is computed anew, which is quick.
pub(crate) fn restore(
    library: &Arc<MotionLibrary>,
    config: &Settings,
    tables: &FlowTables,
) -> Result<Flow, BuildError> {
    check_config(config)?;
    let mut flow = unsolved(library, Data::without(library, config, &tables.left_out)?);
    if config.follow().is_some() {
        flow.core.joins = restored_joins(&flow.core, tables)?;
    }
    flow.core.bridges = of_pairs(&flow.core, &tables.bridges);
    if config.policy == Policy::Greedy {
        // It looks at rewards alone and has no values.
        return Ok(flow);
    }
    let anchors = flow.anchors.len();
    let mut rest = tables.commands.as_slice();
    for (_, function) in &mut flow.repertoire.commands {
        let size = anchors * function.grid.cells();
        let (values, after) = rest
            .split_at_checked(size)
            .ok_or(BuildError::Tables { found: rest.len(), expected: size })?;
        function.values = values.to_vec();
        rest = after;
    }
    let line = flow.repertoire.line.as_mut();
    let expected = line.as_ref().map_or(0, |(_, function)| anchors * function.grid.cells());
    if tables.line.len() != expected || !rest.is_empty() {
        return Err(BuildError::Tables { found: tables.line.len() + rest.len(), expected });
    }
    if let Some((_, function)) = line {
        function.values.clone_from(&tables.line);
    }
    let expected = flow.gaits.expected(&flow.anchors);
    if !tables.gaits.is_empty() && tables.gaits.len() != expected {
        return Err(BuildError::Tables { found: tables.gaits.len(), expected });
    }
    flow.gaits.take(&tables.gaits, &flow.anchors);
    Ok(flow)
}

/// The joins of a file, or those found anew where it is of a time that did not keep them.
fn restored_joins(core: &Core, tables: &FlowTables) -> Result<Joins, BuildError> {
    let FlowTables { join_counts, joins, .. } = tables;
    if join_counts.is_empty() {
        return Ok(find_joins(core));
    }
    let expected = core.states.len();
    joining::restored_joins(core, join_counts, joins)
        .ok_or(BuildError::Tables { found: join_counts.len(), expected })
}

impl Flow {
    /// The library it plays, for those who save it.
    pub fn library(&self) -> &Arc<MotionLibrary> {
        &self.source
    }

    /// The tables that take long to compute, for those who save it.
    pub fn tables(&self) -> FlowTables {
        let commands = self.repertoire.commands.iter();
        let (join_counts, joins) = self.core.joins.rows();
        FlowTables {
            commands: commands.flat_map(|(_, of)| of.values.iter().copied()).collect(),
            line: self.repertoire.line.as_ref().map_or(Vec::new(), |(_, of)| of.values.clone()),
            gaits: self.gaits.values(),
            left_out: self.left_out.iter().map(|frame| frame.0).collect(),
            join_counts,
            joins,
            bridges: self.core.bridges.pairs(),
        }
    }

    /// Number of states, those that do not serve as neighbours included.
    pub fn states(&self) -> usize {
        self.core.states.len()
    }

    /// Number of states that store values (eq. 14).
    pub fn anchors(&self) -> usize {
        self.anchors.len()
    }

    /// Bytes of one value function of the direction task.
    pub fn value_function_bytes(&self) -> usize {
        self.anchors.len() * self.core.config.task.headings * size_of::<f32>()
    }

    /// What its values can serve.
    pub(crate) fn abilities(&self) -> Abilities {
        use Ability::{Facing, Gait, Line, Move, Path, Reach, Speed, Stand, TurnInPlace};
        let repertoire = &self.repertoire;
        let has_speeds = !repertoire.speeds.is_empty();
        Abilities::of(&[Move, Line])
            .with(Speed, has_speeds)
            .with(Stand, has_speeds)
            .with(TurnInPlace, has_speeds)
            .with(Reach, has_speeds)
            .with(Path, has_speeds)
            .with(Facing, repertoire.bearings.len() > 1)
            .with(Gait, !self.gaits().is_empty())
    }

    /// The gaits that can be asked for.
    pub(crate) fn gaits(&self) -> Gaits {
        self.gaits.served(&self.core)
    }

    /// Bytes of all that it holds.
    pub(crate) fn bytes(&self) -> usize {
        let tasks = self.repertoire.commands.iter().chain(&self.repertoire.line);
        let values: usize = tasks.map(|(_, of)| size_of_val(of.values.as_slice())).sum();
        self.core.bytes() + values + self.feet.bytes() + self.gaits.bytes()
    }
}

/// A flow with all but its values.
fn unsolved(source: &Arc<MotionLibrary>, data: Data) -> Flow {
    let Data { core, left_out } = data;
    let (library, config) = (&core.library, &core.config);
    let usual_speed = median_moving_speed(library);
    Flow {
        source: Arc::clone(source),
        left_out,
        repertoire: Repertoire::new(&core, usual_speed),
        gaits: GaitTask::new(&core),
        anchors: Anchors::new(&core.states, config.compression),
        assist: assist(library, config),
        planned: planned(library, config),
        usual_speed,
        unreached: Vec::new(),
        feet: FootLock::of(library, config.foot_lock),
        core,
    }
}

impl Repertoire {
    fn new(core: &Core, usual_speed: f32) -> Self {
        let task = &core.config.task;
        let speeds = if task.speeds == 0 { Vec::new() } else { speeds(&core.states, task) };
        let bearings = if task.speeds == 0 { vec![0.0] } else { bearings(&core.states, task) };
        let command = |speed: Option<f32>, bearing: f32| Command {
            speed,
            bearing,
            line_weight: 0.0,
            velocity_weight: task.velocity_weight,
        };
        let mut commands = Vec::new();
        match speeds.split_first() {
            None => commands.push(command(None, 0.0)),
            Some((_, moving)) => {
                commands.push(command(Some(0.0), 0.0));
                for speed in moving {
                    commands.extend(bearings.iter().map(|b| command(Some(*speed), *b)));
                }
            }
        }
        let grid = Grid::directions(task.headings);
        let unsolved = |command| (command, ValueFunction { grid, values: Vec::new() });
        let line = core.config.line.map(|line| {
            let speed = (!speeds.is_empty()).then_some(usual_speed);
            let command = Command { line_weight: line.weight, ..command(speed, 0.0) };
            (command, ValueFunction { grid: line_grid(task.headings, &line), values: Vec::new() })
        });
        Self { speeds, bearings, commands: commands.into_iter().map(unsolved).collect(), line }
    }
}

fn line_grid(headings: usize, line: &LineConfig) -> Grid {
    Grid { headings, offsets: line.offsets, reach: line.reach }
}

fn solve(flow: &mut Flow, transitions: &Transitions, observe: &mut dyn FnMut(Stage)) {
    let Flow { core, anchors, repertoire, planned, .. } = flow;
    let leads = Leads::new(transitions, core.config.task.headings, planned);
    let of = repertoire.commands.len();
    let task = &core.config.task;
    let solve = |command: &Command, function: &mut ValueFunction, begin| {
        let problem = Problem {
            transitions,
            grid: function.grid,
            rewards: &rewards(&core.states, anchors.rows(), command, &function.grid),
            discount: task.discount,
            leads: &leads,
            evaluations: task.evaluations,
            tolerance: task.tolerance,
        };
        let (solved, convergence) = ValueFunction::solve(&problem, begin);
        *function = solved;
        convergence
    };
    let bearings = repertoire.bearings.len();
    for number in 0..of {
        observe(Stage::Values { number, of });
        let (done, rest) = repertoire.commands.split_at_mut(number);
        let Some((command, function)) = rest.first_mut() else { break };
        let convergence = solve(command, function, first_guess(done, bearings));
        observe(Stage::Solved(convergence));
    }
    if let Some((command, function)) = &mut repertoire.line {
        observe(Stage::Line);
        let convergence = solve(command, function, None);
        observe(Stage::Solved(convergence));
    }
}

/// Values to begin the next command with: those of the same bearing at the speed below, led on to
/// this speed where there are two below; else those of the last command.
fn first_guess(done: &[(Command, ValueFunction)], bearings: usize) -> Option<Vec<f32>> {
    let below = |steps: usize| {
        // The first command is standing, which has no bearing.
        let number = done.len().checked_sub(steps * bearings).filter(|number| *number > 0)?;
        done.get(number).map(|(_, function)| function.values.as_slice())
    };
    match (below(1), below(2)) {
        (Some(below), Some(farther)) => {
            Some(below.iter().zip(farther).map(|(b, f)| b + (b - f)).collect())
        }
        (Some(below), None) => Some(below.to_vec()),
        _ => done.last().map(|(_, function)| function.values.clone()),
    }
}

/// The assist as a frame feels it.
fn assist(library: &MotionLibrary, config: &Settings) -> TurnAssist {
    let Some(assist) = config.turn_assist else { return TurnAssist::default() };
    let secs = library.frame_secs();
    TurnAssist {
        gain: (secs / assist.secs).min(1.0),
        most: assist.rate * secs,
        change: assist.acceleration * secs * secs,
        cap: assist.cap * fastest_turn(library) * secs,
        price: assist.cost,
    }
}

/// The assist as far as it is planned for.
fn planned(library: &MotionLibrary, config: &Settings) -> TurnAssist {
    let assist = assist(library, config);
    let share = config.turn_assist.map_or(0.0, |assist| assist.planned);
    TurnAssist { most: share * assist.most, ..assist }
}

/// The fastest turn over half a second in the data, in radians a second.
fn fastest_turn(library: &MotionLibrary) -> f32 {
    let secs = turn_frames(library) as f32 * library.frame_secs();
    furthest_turn(library) / secs
}
