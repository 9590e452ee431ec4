//! Decisions by lanes: the totals of eq. 10 of sixteen cycles at a time, in single precision.
//!
//! They are rough, and only say which cycles can be the best one: whatever is not farther from the least
//! than all roundings together could explain is looked at again, exactly. So decisions are those of the
//! plain loop, whatever the machine. Only tasks without an obstacle are served, whose values are
//! polynomials, kinks and waves: those are asked for most.

use crate::{
    basis::Variable,
    gaits::STANDING,
    horner::{Horner, Single},
    moves::{Glance, Move},
    settings::CostConfig,
    situation::Situation,
    table::ValueTable,
    task::{Task, wrap},
};
use sidestep_lanes::{InstructionSet, Kernel, Lanes, Line, WIDTH};
use std::f64::consts::PI;

/// Bound of all roundings of a total, over the largest of its parts: some fifty operations, each of which
/// rounds by 6e-8 of what it gives.
const ROUNDING: f64 = 2e-5;

/// Steps lead less far, in metres.
const LONGEST_STEP: f64 = 4.0;

/// The coefficients of a table, sixteen cycles side by side.
#[derive(Clone, Debug)]
pub(crate) struct LaneTable {
    horner: Horner,
    /// Of each sixteen members, then of their mirror images: a line for each function.
    lines: Vec<Line>,
    /// Largest sum of the amounts of the coefficients of one cycle.
    largest: f64,
}

impl LaneTable {
    /// Of a table whose functions are polynomials, kinks and waves.
    pub(crate) fn of(table: &ValueTable) -> Option<Self> {
        if table.task.has_obstacle() || table.task == Task::Spin || table.gait == STANDING {
            return None;
        }
        let horner = table.basis.horner()?.clone();
        let (width, members) = (table.basis.len(), table.members.len());
        let rows: Vec<&[f64]> = table.coefficients.chunks_exact(width.max(1)).collect();
        let mut lines = Vec::new();
        for half in rows.chunks(members.max(1)) {
            for some in half.chunks(WIDTH) {
                lines.extend((0..width).map(|function| {
                    let mut line = Line::ZERO;
                    #[expect(clippy::cast_possible_truncation, reason = "rough on purpose")]
                    line.0
                        .iter_mut()
                        .zip(some)
                        .for_each(|(lane, row)| *lane = row[function] as f32);
                    line
                }));
            }
        }
        let amount = |row: &&[f64]| row.iter().map(|r| r.abs()).sum::<f64>();
        let largest = rows.iter().map(amount).fold(0.0, f64::max);
        Some(Self { horner, lines, largest })
    }

    /// Bytes of its lines.
    pub(crate) fn bytes(&self) -> usize {
        size_of_val(&*self.lines)
    }
}

/// What is scanned.
pub(crate) struct Scan<'a> {
    pub(crate) situation: &'a Situation,
    /// The moves from the present cycle to each of all, and whether it ends on its other foot.
    pub(crate) moves: &'a [Move],
    pub(crate) glances: &'a [Glance],
    /// Those from what is mixed with the present cycle, and its share.
    pub(crate) mixed: Option<(&'a [Move], &'a [Glance], f32)>,
    pub(crate) flips: bool,
    /// How unlike each entry is to the one that is being left, and how much of that is shown.
    pub(crate) left: Option<(&'a [f32], f32)>,
    pub(crate) members: &'a [u32],
    pub(crate) table: &'a LaneTable,
    /// Whether the aim after the step is the mirror image of the table's, where that matters.
    pub(crate) mirrored: bool,
    pub(crate) costs: &'a CostConfig,
    pub(crate) discount: f64,
}

impl Scan<'_> {
    /// Writes the rough totals of all members, and answers how far roundings may have moved each two against
    /// each other.
    pub(crate) fn run(&self, set: InstructionSet, totals: &mut [Line]) -> f32 {
        let least = set.run(Rough { scan: self, totals });
        let x = self.situation.state.x.abs() + LONGEST_STEP;
        let power = (0..self.table.horner.x_degree).fold(1.0, |power: f64, _| power * x.max(1.0));
        let parts = f64::from(least).abs() + 2.0 * power * self.table.largest + 1.0;
        #[expect(clippy::cast_possible_truncation, reason = "rough on purpose")]
        let margin = (ROUNDING * parts) as f32;
        margin
    }
}

/// The work of a scan.
struct Rough<'a, 'b> {
    scan: &'a Scan<'b>,
    totals: &'a mut [Line],
}

/// What sixteen moves do.
struct Columns {
    theta: Line,
    turned: [Line; 2],
    turn: Line,
    direction: Line,
    unlike: Line,
    speed: Line,
    aside: Line,
    ahead: Line,
}

impl Columns {
    #[inline(always)]
    fn none() -> Self {
        let zero = Line::ZERO;
        Self {
            theta: zero,
            turned: [zero; 2],
            turn: zero,
            direction: zero,
            unlike: zero,
            speed: zero,
            aside: zero,
            ahead: zero,
        }
    }

    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "rough on purpose")]
    fn gather(&mut self, scan: &Scan<'_>, some: &[u32]) {
        let theta = scan.situation.state.theta;
        for (lane, member) in some.iter().enumerate().take(WIDTH) {
            let Some(mut step) = scan.glances.get(*member as usize).copied() else { continue };
            if let Some((_, glances, share)) = scan.mixed {
                let Some(other) = glances.get(*member as usize) else { continue };
                step = step.towards(other, share);
            }
            // Values jump where the heading wraps, so that is not left to rounding.
            self.theta.0[lane] = wrap(theta + f64::from(step.turn)) as f32;
            self.turned[0].0[lane] = step.turned[0];
            self.turned[1].0[lane] = step.turned[1];
            self.turn.0[lane] = step.turn;
            self.direction.0[lane] = step.direction;
            self.unlike.0[lane] = step.unlikeness;
            self.speed.0[lane] = step.speed;
        }
        if scan.situation.task == Task::Navigate {
            for (lane, member) in some.iter().enumerate().take(WIDTH) {
                let Some(mut step) = scan.moves.get(*member as usize).copied() else { continue };
                if let Some((moves, _, share)) = scan.mixed {
                    let Some(other) = moves.get(*member as usize) else { continue };
                    step = step.towards(other, share);
                }
                self.aside.0[lane] = step.aside;
                self.ahead.0[lane] = step.ahead;
            }
        }
        let Some((entries, shown)) = scan.left else { return };
        for (lane, member) in some.iter().enumerate().take(WIDTH) {
            self.unlike.0[lane] += entries.get(*member as usize).unwrap_or(&0.0) * shown;
        }
    }
}

impl Kernel for Rough<'_, '_> {
    type Output = f32;

    #[inline(always)]
    fn run<L: Lanes>(self, l: L) -> f32 {
        let Self { scan, totals } = self;
        let numbers = Numbers::of(l, scan);
        let width = scan.table.horner.width();
        let half = if scan.mirrored { scan.members.len().div_ceil(WIDTH) * width } else { 0 };
        let lines = scan.table.lines.get(half..).unwrap_or(&[]);
        let mut columns = Columns::none();
        let mut least = f32::INFINITY;
        let blocks = scan.members.chunks(WIDTH).zip(lines.chunks_exact(width.max(1)));
        for ((some, lines), totals) in blocks.zip(totals) {
            columns.gather(scan, some);
            let cost = numbers.costs(l, &columns);
            let value = numbers.value(l, &scan.table.horner, lines, &columns);
            l.store(l.add(cost, l.mul(numbers.discount, value)), totals);
            least = totals.0[..some.len()].iter().fold(least, |least, total| least.min(*total));
        }
        least
    }
}

/// The numbers of a situation in all lanes.
#[derive(Clone, Copy)]
struct Numbers<V> {
    theta: V,
    off_torso: V,
    x: V,
    sin: V,
    cos: V,
    sign: V,
    pi: V,
    zero: V,
    one: V,
    physics: V,
    direction: V,
    torso: V,
    speed: V,
    per_speed: V,
    discount: V,
    per_x: V,
    per_theta: V,
}

impl<V: Copy> Numbers<V> {
    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "rough on purpose")]
    fn of<L: Lanes<V = V>>(l: L, scan: &Scan<'_>) -> Self {
        let Situation { state, aim, task, .. } = scan.situation;
        let all = |number: f64| l.splat(number as f32);
        let costs = scan.costs;
        let has_place = *task == Task::Navigate;
        let [per_x, per_theta] = Horner::scales();
        let minds_speed = aim.speed > 0.0;
        Self {
            theta: all(state.theta),
            off_torso: all(wrap(state.theta - aim.torso)),
            x: all(if has_place { state.x } else { 0.0 }),
            sin: all(if has_place { libm::sin(state.theta) } else { 0.0 }),
            cos: all(if has_place { libm::cos(state.theta) } else { 0.0 }),
            sign: all(if scan.flips { -1.0 } else { 1.0 }),
            pi: all(PI),
            zero: all(0.0),
            one: all(1.0),
            physics: all(costs.physics),
            direction: all(costs.direction),
            torso: all(costs.torso / 3.0),
            speed: all(if minds_speed { costs.speed } else { 0.0 }),
            per_speed: all(if minds_speed { 1.0 / aim.speed } else { 0.0 }),
            discount: all(scan.discount),
            per_x: all(per_x),
            per_theta: all(per_theta),
        }
    }

    /// |a|.
    #[inline(always)]
    fn amount<L: Lanes<V = V>>(&self, l: L, a: V) -> V {
        l.max(a, l.sub(self.zero, a))
    }

    /// The amount of a sum of two angles within one turn, brought into half a turn.
    #[inline(always)]
    fn angle<L: Lanes<V = V>>(&self, l: L, a: V, b: V) -> V {
        let sum = self.amount(l, l.add(a, b));
        l.sub(self.pi, self.amount(l, l.sub(sum, self.pi)))
    }

    /// Eq. 5.
    #[inline(always)]
    fn costs<L: Lanes<V = V>>(&self, l: L, columns: &Columns) -> V {
        let load = |line: &Line| l.load(line);
        let direction = self.angle(l, self.theta, load(&columns.direction));
        let off = |line: &Line| self.angle(l, self.off_torso, load(line));
        let torso = l.add(off(&columns.turned[0]), off(&columns.turned[1]));
        let torso = l.add(torso, off(&columns.turn));
        let share = l.sub(l.mul(load(&columns.speed), self.per_speed), self.one);
        let speed = self.amount(l, share);
        let sum = l.mul(self.physics, load(&columns.unlike));
        let sum = l.add(sum, l.mul(self.direction, direction));
        let sum = l.add(sum, l.mul(self.torso, torso));
        l.add(sum, l.mul(self.speed, speed))
    }

    /// The value after the step, by Horner's rule.
    #[inline(always)]
    fn value<L: Lanes<V = V>>(
        &self,
        l: L,
        horner: &Horner,
        lines: &[Line],
        columns: &Columns,
    ) -> V {
        let theta = l.mul(l.mul(self.sign, l.load(&columns.theta)), self.per_theta);
        let to_left =
            l.add(l.mul(l.load(&columns.ahead), self.sin), l.mul(l.load(&columns.aside), self.cos));
        let x = l.mul(l.mul(self.sign, l.add(self.x, to_left)), self.per_x);
        let (powers, singles) = lines.split_at(horner.powers.min(lines.len()));
        let base = if horner.of_amount { self.amount(l, theta) } else { theta };
        let mut smooth = self.zero;
        for row in powers.rchunks(horner.x_degree + 1) {
            let mut of_x = self.zero;
            for line in row.iter().rev() {
                of_x = l.add(l.mul(of_x, x), l.load(line));
            }
            smooth = l.add(l.mul(smooth, base), of_x);
        }
        for ((single, variable), line) in horner.singles.iter().zip(singles) {
            let scaled = if *variable == Variable::X { x } else { theta };
            let amount = self.amount(l, scaled);
            let function = match single {
                Single::Kink => amount,
                Single::Wave => l.mul(scaled, l.sub(self.one, amount)),
            };
            smooth = l.add(smooth, l.mul(l.load(line), function));
        }
        smooth
    }
}
