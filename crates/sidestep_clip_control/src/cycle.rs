//! Walk cycles, which the paper calls clips: two foot plants in a row, cut out of the takes of a
//! library by their contacts, and why some are not used.
//!
//! A cycle runs through the moments a, b, c, d, e (Figure 2): its first part from a to c with the
//! constraint frame b in the middle of the first plant, its second part from c to e with the
//! constraint frame d in the middle of the second. The borders a, c and e lie half way between the
//! middles of plants: in flight where there is one, else in the middle of the double stance.

use crate::{plant::Plant, settings::CycleConfig};
use sidestep_motion::{FrameId, MotionLibrary, Side, math::wrap_angle};
use std::ops::Range;

/// A walk cycle.
#[derive(Clone, Debug, PartialEq)]
pub struct Cycle {
    /// What it is.
    pub kind: CycleKind,
    /// Its two plants by their numbers, first and second; the same one twice where it stands.
    pub plants: [usize; 2],
    /// The side of each plant.
    pub sides: [Side; 2],
    /// The moments a to e, as frames of the library.
    pub moments: [u32; 5],
    /// Mean speed over the ground, in metres a second.
    pub speed: f32,
    /// How far it turns, to the left, in radians.
    pub turn: f32,
}

/// What a cycle is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum CycleKind {
    /// Both feet stay down.
    Stand,
    /// From standing into steps.
    Start,
    /// From steps into standing.
    Stop,
    /// Turns and hardly travels.
    TurnInPlace,
    /// Travels.
    Travel,
}

/// A stretch of a library that looked like a cycle and is not used.
#[derive(Clone, Debug, PartialEq)]
pub struct Refused {
    /// Its frames.
    pub frames: Range<u32>,
    /// Why, in words.
    pub reason: String,
}

impl Cycle {
    /// The border between its parts, c.
    pub fn border(&self) -> u32 {
        self.moments[2]
    }

    /// Its frames, from a to e.
    pub fn frames(&self) -> Range<u32> {
        self.moments[0]..self.moments[4] + 1
    }
}

impl CycleKind {
    /// Every kind.
    pub const ALL: [Self; 5] =
        [Self::Stand, Self::Start, Self::Stop, Self::TurnInPlace, Self::Travel];

    /// Its name for lists.
    pub fn name(self) -> &'static str {
        match self {
            Self::Stand => "stand",
            Self::Start => "start",
            Self::Stop => "stop",
            Self::TurnInPlace => "turn_in_place",
            Self::Travel => "travel",
        }
    }
}

/// All cycles of a library, in the order of their frames, and what was left out.
///
/// `plants` holds the plants of each take in the order of their middles, take after take.
pub(crate) fn find(
    library: &MotionLibrary,
    plants: &[Plant],
    config: &CycleConfig,
) -> (Vec<Cycle>, Vec<Refused>) {
    let (mut cycles, mut refused) = (Vec::new(), Vec::new());
    let finder = Finder { library, plants, config };
    for take in library.clips() {
        let own: Vec<usize> =
            (0..plants.len()).filter(|i| take.frames.contains(&plants[*i].frames.start)).collect();
        finder.steps(&own, &take.frames, &mut cycles, &mut refused);
        finder.stands(&own, &mut cycles);
    }
    cycles.sort_by_key(|cycle| (cycle.moments, cycle.plants));
    (cycles, refused)
}

struct Finder<'a> {
    library: &'a MotionLibrary,
    plants: &'a [Plant],
    config: &'a CycleConfig,
}

impl Finder<'_> {
    /// Cycles of two plants of two feet.
    fn steps(
        &self,
        own: &[usize],
        take: &Range<u32>,
        cycles: &mut Vec<Cycle>,
        refused: &mut Vec<Refused>,
    ) {
        for pair in own.windows(2) {
            let [first, second] = [&self.plants[pair[0]], &self.plants[pair[1]]];
            if first.side == second.side {
                let frames = first.frames.start..second.frames.end;
                let reason = "the same foot lands twice in a row".to_owned();
                refused.push(Refused { frames, reason });
                continue;
            }
            let cycle = self.cycle([pair[0], pair[1]], take);
            match self.objection(&cycle) {
                None => cycles.push(cycle),
                Some(reason) => refused.push(Refused { frames: cycle.frames(), reason }),
            }
        }
    }

    /// Windows of standing: both constraint frames stand on the same foot.
    fn stands(&self, own: &[usize], cycles: &mut Vec<Cycle>) {
        let half = self.frames(0.5 * self.config.stand_secs).max(2);
        for side in Side::BOTH {
            for &index in own.iter().filter(|i| self.plants[**i].side == side) {
                let plant = &self.plants[index];
                for other in own.iter().map(|i| &self.plants[*i]).filter(|p| p.side != side) {
                    let from = plant.frames.start.max(other.frames.start);
                    let to = plant.frames.end.min(other.frames.end);
                    let mut at = from + half / 2;
                    while at + 2 * half + half / 2 < to {
                        let moments =
                            [at, at + half / 2, at + half, at + half + half / 2, at + 2 * half];
                        let cycle = self.measured(CycleKind::Stand, [index; 2], moments);
                        if cycle.speed < self.config.stand_speed {
                            cycles.push(cycle);
                        }
                        at += 2 * half;
                    }
                }
            }
        }
    }

    fn cycle(&self, pair: [usize; 2], take: &Range<u32>) -> Cycle {
        let [first, second] = pair.map(|index| &self.plants[index]);
        let long = self.frames(self.config.longest_plant_secs);
        let near = self.frames(self.config.constraint_secs);
        // Of a foot that stood for long only the end counts, or the beginning.
        let starts = first.len() > long;
        let stops = second.len() > long;
        let b = if starts { first.frames.end - near.min(first.len()) } else { first.middle };
        let d =
            if stops { second.frames.start + near.min(second.len() - 1) } else { second.middle };
        let d = d.max(b + 2);
        let c = b + (d - b) / 2;
        let before = pair[0].checked_sub(1).map(|index| self.plants[index].middle);
        let before = before.filter(|middle| take.contains(middle) && *middle < b && !starts);
        let a = before.map_or(b.saturating_sub(c - b), |middle| middle + (b - middle) / 2);
        let after = self.plants.get(pair[1] + 1).map(|plant| plant.middle);
        let after = after.filter(|middle| take.contains(middle) && *middle > d && !stops);
        let e = after.map_or(d + (d - c), |middle| d + (middle - d) / 2);
        // No part is longer than the other by much, whatever the neighbours do.
        let a = a.max(b.saturating_sub(2 * (c - b))).max(take.start);
        let e = e.min(d + 2 * (d - c)).min(take.end - 1);
        let kind = match (starts, stops) {
            (true, _) => CycleKind::Start,
            (false, true) => CycleKind::Stop,
            _ => CycleKind::Travel,
        };
        self.measured(kind, pair, [a, b, c, d, e])
    }

    #[expect(clippy::cast_precision_loss, reason = "a few frames")]
    fn measured(&self, kind: CycleKind, plants: [usize; 2], moments: [u32; 5]) -> Cycle {
        let ground = |frame: u32| self.library.ground(FrameId(frame));
        let (from, to) = (ground(moments[0]), ground(moments[4]));
        let secs = (moments[4] - moments[0]).max(1) as f32 * self.library.frame_secs();
        let speed = from.position().distance(to.position()) / secs;
        let turn: f32 = (moments[0]..moments[4])
            .map(|frame| wrap_angle(ground(frame + 1).heading - ground(frame).heading))
            .sum();
        let in_place = kind != CycleKind::Stand && speed < self.config.stand_speed;
        let kind = if in_place { CycleKind::TurnInPlace } else { kind };
        let sides = plants.map(|index| self.plants[index].side);
        Cycle { kind, plants, sides, moments, speed, turn }
    }

    /// Why a cycle is not used, where it is not.
    #[expect(clippy::cast_precision_loss, reason = "a few frames")]
    fn objection(&self, cycle: &Cycle) -> Option<String> {
        let config = self.config;
        let [a, b, c, d, e] = cycle.moments;
        let secs = (d - b) as f32 * self.library.frame_secs();
        if secs < config.shortest_step_secs {
            return Some(format!("its step takes {secs:.2} s: too short for one"));
        }
        if secs > config.longest_step_secs {
            return Some(format!("its step takes {secs:.2} s: too long for one"));
        }
        if !(a < b && b < c && c < d && d < e) {
            return Some("the take ends before the cycle does".to_owned());
        }
        for index in cycle.plants {
            let plant = &self.plants[index];
            let held = plant.frames.start.max(a)..plant.frames.end.min(e + 1);
            let anchors = held.clone().map(|frame| plant.anchor(frame, false));
            let steps: Vec<_> = anchors.collect();
            let slide = steps.windows(2).map(|two| two[0].position().distance(two[1].position()));
            let slide: f32 = slide.sum();
            if slide > config.most_slide {
                return Some(format!("its standing foot slides {:.0} cm", 100.0 * slide));
            }
        }
        let turn = cycle.turn.abs();
        (turn > config.most_turn)
            .then(|| format!("it turns {:.0}° within two steps", turn.to_degrees()))
    }

    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a few frames")]
    fn frames(&self, secs: f32) -> u32 {
        (secs * self.library.rate_hz()).round() as u32
    }
}
