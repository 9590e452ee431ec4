//! What every passage from one cycle to another does to the body: how far it leads, how long it
//! takes, and how unlike its two motions are (Ψ of eq. 5).
//!
//! A passage leads from the border of one cycle to the border of the next. Seen from the anchor of the
//! standing foot both borders are fixed, so the step is the product of two transforms, one of each
//! cycle. All of it is seen as if the first cycle began on its left foot; where that ends on the right
//! one, what follows is seen in a mirror, so that the next cycle begins on its left foot again.

use crate::{
    choice::apart,
    cycle::{Cycle, CycleKind},
    played::{Played, mirrored_if, reflected},
    repertoire::Repertoire,
    settings::UnlikenessConfig,
};
use glam::Vec3;
use sidestep_motion::{
    FrameId, GroundTransform, Pose, Side,
    kinematics::JointTransforms,
    math::{atan2, wrap_angle},
};

/// A step shorter than this leads nowhere in particular, in metres.
const SHORTEST_STEP: f32 = 0.08;

/// Moments of a stance at which two motions are compared, as shares of the way to its borders.
const MOMENTS: [f32; 3] = [-0.6, 0.0, 0.6];

/// Passages less unlike than this are as they were captured.
const CAPTURED: f32 = 1e-3;

/// Squared metres of unlikeness that count as one: ten centimetres at every joint.
const UNIT: f32 = 0.01;

/// How many neighbours a cycle may be mixed with.
const NEIGHBOURS: usize = 4;

/// No neighbour.
const NONE: u32 = u32::MAX;

/// Cycles less unlike than this are of like shape.
const ALIKE: f32 = 1.5;

/// Frames for which their feet have to lie flat together: in these a mix passes from heel to ball.
const LEAST_FLAT: i32 = 3;

/// What a passage does, seen from the body at its beginning.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Move {
    /// Way over the ground: to the left and ahead, in metres.
    pub aside: f32,
    /// See `aside`.
    pub ahead: f32,
    /// Turn to the left, in radians.
    pub turn: f32,
    /// How far it is turned a third and two thirds of the way.
    pub turned: [f32; 2],
    /// Direction of the way, ρ.
    pub direction: f32,
    /// How unlike the two motions are, Ψ.
    pub unlikeness: f32,
    /// How long it takes, in seconds.
    pub secs: f32,
    /// Way over time, in metres a second.
    pub speed: f32,
}

/// What a decision about a direction reads of a move.
///
/// PERF: most of the time of a decision over hundreds of cycles goes into fetching them, and these are
/// three fifths of a move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Glance {
    pub(crate) turn: f32,
    pub(crate) turned: [f32; 2],
    pub(crate) direction: f32,
    pub(crate) unlikeness: f32,
    pub(crate) speed: f32,
}

impl Glance {
    fn of(step: &Move) -> Self {
        let Move { turn, turned, direction, unlikeness, speed, .. } = *step;
        Self { turn, turned, direction, unlikeness, speed }
    }

    /// As [`Move::towards`].
    #[inline]
    pub(crate) fn towards(&self, other: &Self, share: f32) -> Self {
        Self {
            turn: angle(self.turn, other.turn, share),
            turned: [0, 1].map(|third| angle(self.turned[third], other.turned[third], share)),
            direction: angle(self.direction, other.direction, share),
            unlikeness: mix(self.unlikeness, other.unlikeness, share),
            speed: mix(self.speed, other.speed, share),
        }
    }
}

impl Move {
    /// What a mix of two cycles does instead of this one: everything in between.
    #[inline]
    pub(crate) fn towards(&self, other: &Self, share: f32) -> Self {
        let Glance { turn, turned, direction, unlikeness, speed } =
            Glance::of(self).towards(&Glance::of(other), share);
        Self {
            aside: mix(self.aside, other.aside, share),
            ahead: mix(self.ahead, other.ahead, share),
            secs: mix(self.secs, other.secs, share),
            turn,
            turned,
            direction,
            unlikeness,
            speed,
        }
    }
}

fn mix(a: f32, b: f32, share: f32) -> f32 {
    a + (b - a) * share
}

/// The angle in between, by the shorter way.
fn angle(a: f32, b: f32, share: f32) -> f32 {
    let apart = b - a;
    let apart = if apart.abs() > std::f32::consts::PI { wrap_angle(apart) } else { apart };
    let between = a + apart * share;
    if between.abs() > std::f32::consts::PI { wrap_angle(between) } else { between }
}

/// The moves of all pairs of cycles.
#[derive(Clone, Debug)]
pub struct Moves {
    count: usize,
    moves: Vec<Move>,
    /// What decisions read of each move; see [`Glance`].
    glances: Vec<Glance>,
    /// How unlike the first parts of each two cycles are.
    entries: Vec<f32>,
    /// Whether a cycle ends on the other foot than it began on.
    flips: Vec<bool>,
    /// The cycles that each may be mixed with; [`NONE`] where there are fewer.
    neighbours: Vec<[u32; NEIGHBOURS]>,
    /// Where each sets its second foot, to the left of its first and ahead of it.
    strides: Vec<[f32; 2]>,
}

impl Moves {
    /// Those of a repertoire.
    pub fn of(repertoire: &Repertoire, config: &UnlikenessConfig) -> Self {
        let count = repertoire.cycles.len();
        let ends: Vec<Ends> =
            numbers(repertoire).map(|n| Ends::of(repertoire, n, config)).collect();
        let mut moves = Vec::with_capacity(count * count);
        for from in &ends {
            moves.extend(ends.iter().map(|to| from.to(to)));
        }
        limit_turns(&mut moves, config.too_fast);
        limit_twists(&ends, &mut moves, config.twisted);
        let unlike = |a: &Ends, b: &Ends| distance(&a.into_features, &b.into_features);
        let entries = ends.iter().flat_map(|a| ends.iter().map(move |b| unlike(a, b))).collect();
        let glances = moves.iter().map(Glance::of).collect();
        let flips = ends.iter().map(|ends| ends.flips).collect();
        let neighbours = numbers(repertoire).map(|n| neighbours(repertoire, &ends, n)).collect();
        let strides = ends.iter().map(Ends::stride).collect();
        Self { count, moves, glances, entries, flips, neighbours, strides }
    }

    /// Where a cycle sets its second foot, to the left of its first one and ahead of it.
    pub fn stride(&self, cycle: u32) -> [f32; 2] {
        self.strides[cycle as usize]
    }

    /// The cycles that a cycle may be mixed with.
    pub fn neighbours(&self, cycle: u32) -> impl Iterator<Item = u32> {
        self.neighbours[cycle as usize].into_iter().filter(|other| *other != NONE)
    }

    /// How unlike the first parts of two cycles are, in the unit of Ψ.
    pub fn entries_unlike(&self, a: u32, b: u32) -> f32 {
        self.entries[a as usize * self.count + b as usize]
    }

    /// How unlike the first part of a cycle is to that of each of all.
    pub(crate) fn entries(&self, cycle: u32) -> &[f32] {
        let start = cycle as usize * self.count;
        &self.entries[start..start + self.count]
    }

    /// What decisions read of the moves from one cycle to each of all.
    pub(crate) fn glances(&self, cycle: u32) -> &[Glance] {
        let start = cycle as usize * self.count;
        &self.glances[start..start + self.count]
    }

    /// The moves from one cycle to each of all.
    pub fn from(&self, cycle: u32) -> &[Move] {
        let start = cycle as usize * self.count;
        &self.moves[start..start + self.count]
    }

    /// The move from one cycle to another.
    pub fn between(&self, from: u32, to: u32) -> &Move {
        &self.from(from)[to as usize]
    }

    /// Whether a cycle ends on the other foot than it began on.
    pub fn flips(&self, cycle: u32) -> bool {
        self.flips[cycle as usize]
    }

    /// Bytes of the table.
    pub fn bytes(&self) -> usize {
        size_of_val(&*self.moves)
            + size_of_val(&*self.glances)
            + size_of_val(&*self.entries)
            + size_of_val(&*self.neighbours)
            + size_of_val(&*self.strides)
            + self.flips.len()
    }
}

/// The neighbours of a cycle: of those of like shape always the one that leads farthest from the cycle and
/// from the neighbours found, for what lies between is what mixes give.
fn neighbours(repertoire: &Repertoire, ends: &[Ends], cycle: u32) -> [u32; NEIGHBOURS] {
    let own = repertoire.leads(cycle);
    let mut all: Vec<([f32; 3], f32, u32)> = numbers(repertoire)
        .filter(|other| are_alike(repertoire, ends, cycle, *other))
        .map(|other| (repertoire.leads(other), f32::MAX, other))
        .collect();
    let mut found = [NONE; NEIGHBOURS];
    let mut last = own;
    for slot in &mut found {
        for (leads, nearest, _) in &mut all {
            *nearest = nearest.min(apart(leads, &last));
        }
        let farthest = all.iter().max_by(|a, b| a.1.total_cmp(&b.1).then(b.2.cmp(&a.2)));
        let Some((leads, _, other)) = farthest.filter(|it| it.1 > 0.0) else { break };
        (*slot, last) = (*other, *leads);
    }
    found
}

/// Whether two cycles may be mixed: both travel from foot to foot, their phases are about as long, and their
/// bodies are alike around both stances.
fn are_alike(repertoire: &Repertoire, ends: &[Ends], a: u32, b: u32) -> bool {
    let [one, other] = [a, b].map(|number| repertoire.cycle(number));
    let travel =
        |cycle: &Cycle| cycle.kind == CycleKind::Travel && cycle.sides[0] != cycle.sides[1];
    if a == b || !travel(one) || !travel(other) {
        return false;
    }
    let long = |x: i32, y: i32| x.abs_diff(y) <= 1 || 3 * x.abs_diff(y) <= x.unsigned_abs();
    let phases = [0, 1].iter().all(|part| {
        let [x, y] = [a, b].map(|number| repertoire.own_shape(number, *part));
        let flat = x.flat.1.min(y.flat.1) - x.flat.0.max(y.flat.0);
        long(x.begin, y.begin) && long(x.end, y.end) && flat >= LEAST_FLAT
    });
    let [one, other] = [a, b].map(|number| &ends[number as usize]);
    phases
        && distance(&one.into_features, &other.into_features) < ALIKE
        && distance(&one.out_features, &other.out_features) < ALIKE
}

fn numbers(repertoire: &Repertoire) -> impl Iterator<Item = u32> {
    0..u32::try_from(repertoire.cycles.len()).unwrap_or(u32::MAX)
}

/// What a cycle brings to the passages it takes part in.
struct Ends {
    /// From its border to the anchor of its second foot.
    out: GroundTransform,
    /// From the anchor of its first foot to its border.
    into: GroundTransform,
    flips: bool,
    /// Headings seen from the anchors a third and two thirds of the way, of both parts.
    out_headings: [f32; 2],
    into_headings: [f32; 2],
    /// How far the body is turned against the foot while that is down, before and after the constraint
    /// frame: to the right and to the left at most.
    out_twist: [f32; 2],
    into_twist: [f32; 2],
    out_secs: f32,
    into_secs: f32,
    out_features: Vec<f32>,
    into_features: Vec<f32>,
}

impl Ends {
    #[expect(clippy::cast_precision_loss, reason = "a few frames")]
    fn of(repertoire: &Repertoire, number: u32, config: &UnlikenessConfig) -> Self {
        let cycle = repertoire.cycle(number);
        let secs = |frames: u32| frames as f32 * repertoire.library.frame_secs();
        let [_, b, c, d, _] = cycle.moments;
        let flips = cycle.sides[0] != cycle.sides[1];
        // As if it began on the left foot, and for what follows as if that were the left one.
        let first = Played::alone(number, cycle.sides[0] == Side::Right);
        let second = Played::alone(number, cycle.sides[1] == Side::Right);
        let place = |played: Played, part: usize| {
            let own = repertoire.border_ground(number);
            let anchor = repertoire.plant(cycle.plants[part]).anchor(c, played.mirrored);
            anchor.inverse() * mirrored_if(own, played.mirrored)
        };
        let thirds = |played: Played, part: usize| {
            let constraint = cycle.moments[1 + 2 * part];
            let third = c.abs_diff(constraint) / 3;
            [constraint - third, constraint + third].map(|frame| {
                let frame = frame.clamp(cycle.moments[0], cycle.moments[4]);
                let own = mirrored_if(repertoire.library.ground(FrameId(frame)), played.mirrored);
                let anchor = repertoire.plant(cycle.plants[part]).anchor(frame, played.mirrored);
                own.heading - anchor.heading
            })
        };
        let features = |played: Played, part: usize| features(repertoire, played, part, config);
        let twist = |played: Played, part: usize, frames: (u32, u32)| {
            let plant = repertoire.plant(cycle.plants[part]);
            let down = plant.frames.start.max(frames.0)..plant.frames.end.min(frames.1 + 1);
            let twists = down.map(|frame| {
                let own = mirrored_if(repertoire.library.ground(FrameId(frame)), played.mirrored);
                wrap_angle(own.heading - plant.anchor(frame, played.mirrored).heading)
            });
            twists
                .fold([f32::MAX, f32::MIN], |[low, high], twist| [low.min(twist), high.max(twist)])
        };
        Self {
            out_twist: twist(second, 1, (c, d)),
            into_twist: twist(first, 0, (b, c)),
            out: place(second, 1).inverse(),
            into: place(first, 0),
            flips,
            out_headings: thirds(second, 1),
            into_headings: thirds(first, 0),
            out_secs: secs(d - c),
            into_secs: secs(c - b),
            out_features: features(second, 1),
            into_features: features(first, 0),
        }
    }

    /// From the anchor of the first foot to that of the second.
    fn stride(&self) -> [f32; 2] {
        let out = if self.flips { reflected(self.out) } else { self.out };
        let stride = self.into * out;
        [stride.x, stride.z]
    }

    fn to(&self, next: &Self) -> Move {
        let there = self.out * next.into;
        // Seen before the mirror, where the first cycle ends on its right foot.
        let there = if self.flips { reflected(there) } else { there };
        let turn = wrap_angle(there.heading);
        let sign = if self.flips { -1.0 } else { 1.0 };
        // Seen from the anchor the body begins at the heading of the inverse of `out`.
        let turned = [0, 1].map(|moment| {
            let (a, b) = (self.out_headings[moment], next.into_headings[moment]);
            let shown = [0.25, 0.75][moment];
            sign * wrap_angle(a + wrap_angle(b - a) * shown + self.out.heading)
        });
        let secs = self.out_secs + next.into_secs;
        let is_long = there.position().length() > SHORTEST_STEP;
        Move {
            aside: there.x,
            ahead: there.z,
            turn,
            turned,
            direction: if is_long { atan2(there.x, there.z) } else { 0.5 * turn },
            unlikeness: distance(&self.out_features, &next.into_features),
            secs,
            speed: there.position().length() / secs.max(0.1),
        }
    }
}

/// Makes passages dear that turn faster than the captured ones do: halves of two sharp turns make one
/// that no actor did.
fn limit_turns(moves: &mut [Move], too_fast: f32) {
    let rate = |step: &Move| step.turn.abs() / step.secs.max(0.1);
    let captured = moves.iter().filter(|step| step.unlikeness < CAPTURED);
    let mut rates: Vec<f32> = captured.map(rate).collect();
    rates.sort_by(f32::total_cmp);
    let Some(fastest) = rates.get(rates.len() * 19 / 20).copied() else { return };
    for step in moves {
        let excess = (rate(step) / fastest.max(0.1) - 1.0).max(0.0);
        step.unlikeness += too_fast * excess;
    }
}

/// Makes passages dear in which the body is twisted over its standing foot further than in nineteen of
/// twenty captured steps: who turns all the time would live at the end of what the actor's hips did.
fn limit_twists(ends: &[Ends], moves: &mut [Move], twisted: f32) {
    let both = ends.iter().flat_map(|ends| [ends.out_twist, ends.into_twist]);
    let all: Vec<[f32; 2]> = both.filter(|[low, high]| low <= high).collect();
    let at = |which: usize, share: usize| {
        let mut twists: Vec<f32> = all.iter().map(|twist| twist[which]).collect();
        twists.sort_by(f32::total_cmp);
        twists.get(twists.len() * share / 40).copied()
    };
    let (Some(lowest), Some(highest)) = (at(0, 1), at(1, 39)) else { return };
    let excess = |[low, high]: [f32; 2]| (high - highest).max(0.0) + (lowest - low).max(0.0);
    for (from, moves) in ends.iter().zip(moves.chunks_exact_mut(ends.len().max(1))) {
        for (to, step) in ends.iter().zip(moves) {
            step.unlikeness += twisted * excess(from.out_twist).max(excess(to.into_twist));
        }
    }
}

fn distance(a: &[f32], b: &[f32]) -> f32 {
    a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum()
}

/// Places and velocities of all joints around a stance, seen from the anchor of its foot, scaled so
/// that the squared distance of two rows is Ψ.
#[expect(clippy::cast_precision_loss, clippy::cast_possible_truncation, reason = "a few frames")]
fn features(
    repertoire: &Repertoire,
    played: Played,
    part: usize,
    config: &UnlikenessConfig,
) -> Vec<f32> {
    let cycle = repertoire.cycle(played.cycle);
    let constraint = cycle.moments[1 + 2 * part];
    let reach = (cycle.border().abs_diff(constraint)) as f32;
    let joints = repertoire.library.skeleton().len();
    let mut places = Places::new(repertoire, played, part);
    let mut row = Vec::with_capacity(joints * 6 * MOMENTS.len());
    let scale = (joints as f32 * MOMENTS.len() as f32 * UNIT).sqrt().recip();
    for moment in MOMENTS {
        let frame = constraint.saturating_add_signed((moment * reach).round() as i32);
        let frame = frame.clamp(cycle.moments[0] + 1, cycle.moments[4].saturating_sub(1));
        let (before, now, after) = (places.at(frame - 1), places.at(frame), places.at(frame + 1));
        let per_sec = 0.5 * repertoire.library.rate_hz();
        for joint in 0..joints {
            let velocity = (after[joint] - before[joint]) * per_sec;
            let place = now[joint] * (config.position_weight.sqrt() * scale);
            let velocity = velocity * (config.velocity_weight.sqrt() * scale);
            row.extend(place.to_array().into_iter().chain(velocity.to_array()));
        }
    }
    row
}

/// Joint positions of a played cycle seen from an anchor.
struct Places<'a> {
    repertoire: &'a Repertoire,
    played: Played,
    part: usize,
    pose: Pose,
    transforms: JointTransforms,
}

impl<'a> Places<'a> {
    fn new(repertoire: &'a Repertoire, played: Played, part: usize) -> Self {
        let joints = repertoire.library.skeleton().len();
        let pose = Pose::identity(joints);
        Self { repertoire, played, part, pose, transforms: JointTransforms::new(joints) }
    }

    fn at(&mut self, frame: u32) -> Vec<Vec3> {
        let Self { repertoire, played, part, pose, transforms } = self;
        let plant = repertoire.plant(repertoire.cycle(played.cycle).plants[*part]);
        if played.mirrored {
            repertoire.mirror.mirror_pose(repertoire.pose(frame), pose);
        } else {
            pose.copy_from(repertoire.pose(frame));
        }
        plant.anchor(frame, played.mirrored).inverse().transform_pose(pose);
        transforms.compute(repertoire.library.skeleton(), pose.as_ref());
        transforms.positions.clone()
    }
}
