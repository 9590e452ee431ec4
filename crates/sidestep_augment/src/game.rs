//! Episodes whose actions follow a grammar (section 6.2).
//!
//! A sentence is drawn, and for each of its words a segment of the library: the likelier the more smoothly it can
//! be joined, and the nearer its length is to what was drawn. A segment may be left a little later and the next
//! entered a little earlier than their labels say, where that joins better and the ball stays where it must be.

use crate::{
    in_play::{both_hold, holds},
    segments::{Segment, segments},
    watched::Watched,
};
use sidestep_grammar::{Grammar, GrammarError, Possession, Word};
use sidestep_motion::{
    Contacts, FrameId, Label, MotionLibrary, Side,
    chance::Chance,
    math::{exp, ln},
};
use sidestep_pose_graph::{GraphConfig, GraphError, PoseTable, WalkStep};

/// Actions of one sentence after which it is brought to its end.
const MOST_WORDS: usize = 60;

/// Segments that are looked at for a word.
const MOST_LOOKED_AT: usize = 160;

/// Every so many frames a segment may be left or entered.
const STRIDE: usize = 2;

/// A join that costs so much more is 1/e times as likely.
const SOFTNESS: f32 = 1.0;

/// What it costs when other hands hold the ball after a join, when other feet stand, for each factor e that a
/// length is off, and when the same segment was played a moment ago.
const OTHER_HANDS: f32 = 1.0;
const OTHER_FEET: f32 = 1.0;
const OTHER_LENGTH: f32 = 1.0;
const AGAIN: f32 = 2.0;

/// Going on as the source does counts as a join of this cost: other ways are taken too.
const GOES_ON: f32 = 2.0;

/// What is only done where nothing else can be.
const FORBIDDEN: f32 = 50.0;

/// How many segments back a moment ago is.
const RECENT: usize = 4;

/// A grammar and the motion of its words.
pub(crate) struct Game {
    grammar: Grammar,
    segments: Vec<Vec<Segment>>,
    table: PoseTable,
}

/// What is played of a sentence.
pub(crate) struct Plan {
    pub(crate) steps: Vec<WalkStep>,
    pub(crate) labels: Vec<Label>,
    /// Jumps, and what they cost together.
    pub(crate) joins: (usize, f32),
    /// What a referee has seen of it.
    watched: Watched,
}

/// How a segment is come to.
#[derive(Clone, Copy)]
struct Way {
    /// The last frame that is played before.
    exit: u32,
    entry: u32,
    /// The last frame of it that is played.
    last: u32,
    cost: f32,
    join: f32,
}

impl Game {
    /// Finds the segments; fails on a word that the library has none for.
    pub(crate) fn new(
        library: &MotionLibrary,
        grammar: &Grammar,
        config: &GraphConfig,
    ) -> Result<Self, GameError> {
        let segments = segments(library, grammar);
        let there: Vec<&str> = (grammar.actions().iter().zip(&segments))
            .filter(|(_, segments)| !segments.is_empty())
            .map(|(action, _)| action.name.as_str())
            .collect();
        grammar.check_labels(&there)?;
        let table = PoseTable::new(library, config)?;
        Ok(Self { grammar: grammar.clone(), segments, table })
    }

    /// Whether its words say anything of a ball.
    pub(crate) fn has_ball(&self) -> bool {
        self.grammar.actions().iter().any(|action| action.possession.is_some())
    }

    /// Frames of the library that are words.
    pub(crate) fn frames(&self) -> usize {
        let frames = self.segments.iter().flatten().map(|segment| segment.frames.len());
        frames.sum()
    }

    /// Draws sentences until so many frames are played.
    pub(crate) fn plan(&self, library: &MotionLibrary, frames: usize, chance: &mut Chance) -> Plan {
        let watched = Watched::new(library.rate_hz());
        let mut plan = Plan { steps: Vec::new(), labels: Vec::new(), joins: (0, 0.0), watched };
        let mut recent: Vec<u32> = Vec::new();
        let mut tail = 0;
        while plan.steps.len() < frames {
            let sentence = self.grammar.sample(chance, MOST_WORDS);
            for (i, word) in sentence.iter().enumerate() {
                if plan.steps.len() >= frames {
                    break;
                }
                let is_same = |other: Option<&Word>| other.is_some_and(|w| w.action == word.action);
                let before = i.checked_sub(1).and_then(|i| sentence.get(i));
                let again = [is_same(before), is_same(sentence.get(i + 1))];
                tail = self.say(library, (*word, again), (&mut plan, tail), &mut recent, chance);
            }
        }
        plan
    }

    /// Plays a word; gives one past the last frame at which its segment may be left.
    fn say(
        &self,
        library: &MotionLibrary,
        (word, again): (Word, [bool; 2]),
        (plan, tail): (&mut Plan, u32),
        recent: &mut Vec<u32>,
        chance: &mut Chance,
    ) -> u32 {
        let all = &self.segments[word.action.0];
        let count = all.len().min(MOST_LOOKED_AT);
        let first = chance.below(all.len());
        let looked_at = (0..count).map(|i| &all[(first + i) % all.len()]);
        let at = plan.steps.last().map(|step| step.frame.0);
        let possession = self.grammar.action(word.action).possession;
        let watch = |watched: &mut Watched, way: &Way| {
            let before = at.map_or(0, |at| watched.watch(library, at + 1..=way.exit, possession));
            before + watched.watch(library, way.entry..=way.last, possession)
        };
        let ways: Vec<(&Segment, Way)> = looked_at
            .map(|segment| {
                let mut way = self.way(library, (at, tail), segment, possession);
                let wanted = word.secs * library.rate_hz();
                way.last = last_played(segment, way.entry, wanted);
                let length = (way.last - way.entry) as f32;
                way.cost += OTHER_LENGTH * ln(wanted.max(1.0) / length.max(1.0)).abs();
                let is_recent = recent.contains(&segment.frames.start);
                way.cost += if is_recent { AGAIN } else { 0.0 };
                // Who holds the ball in both hands between two dribbles breaks a rule.
                let ends = again.iter().zip(segment.both_hands).any(|(again, both)| *again && both);
                let breaks = ends || watch(&mut plan.watched.clone(), &way) > 0;
                way.cost += if breaks { FORBIDDEN } else { 0.0 };
                (segment, way)
            })
            .collect();
        let (segment, way) = drawn(&ways, chance);
        watch(&mut plan.watched, &way);
        if let Some(at) = at {
            plan.steps.extend((at + 1..=way.exit).map(follows));
        }
        let is_jump = at.is_some() && way.exit + 1 != way.entry;
        plan.joins.0 += usize::from(is_jump);
        plan.joins.1 += if is_jump { way.join } else { 0.0 };
        plan.steps.push(WalkStep { frame: FrameId(way.entry), is_jump, cost: way.join });
        plan.steps.extend((way.entry + 1..=way.last).map(follows));
        // Where each frame of the segment came to lie.
        let end = u32::try_from(plan.steps.len()).unwrap_or(u32::MAX);
        let placed = |frame: u32| end - (way.last + 1 - frame.max(way.entry));
        plan.labels.push(Label {
            name: self.grammar.action(word.action).name.clone(),
            frames: placed(segment.frames.start)..end,
            moment: segment.moment.map(placed),
        });
        recent.push(segment.frames.start);
        if recent.len() > RECENT {
            recent.remove(0);
        }
        // Who was cut short may go on in the segment.
        segment.tail.max(way.last + 1)
    }

    /// The smoothest way from the frame played last to a segment.
    fn way(
        &self,
        library: &MotionLibrary,
        (at, tail): (Option<u32>, u32),
        segment: &Segment,
        possession: Option<Possession>,
    ) -> Way {
        let start = segment.frames.start;
        let Some(at) = at else {
            return Way { exit: 0, entry: start, last: start, cost: 0.0, join: 0.0 };
        };
        let mut best = Way { exit: at, entry: start, last: start, cost: f32::INFINITY, join: 0.0 };
        let exits = at..tail.max(at + 1);
        if (segment.lead..=segment.latest).contains(&(at + 1)) {
            return Way { entry: at + 1, cost: GOES_ON, ..best };
        }
        let with_ball = possession.map(Possession::before);
        let sound = |frame: u32| with_ball.is_none_or(|ball| holds(library, frame) == ball);
        for exit in exits.step_by(STRIDE).filter(|exit| sound(*exit)) {
            // Once the other hand has come to it, it stays.
            if both_hold(library, exit) && !both_hold(library, at) {
                break;
            }
            for entry in (segment.lead..=segment.latest).step_by(STRIDE) {
                let join = self.table.transition_cost(exit as usize, entry as usize);
                let (a, b) = (contacts(library, exit), contacts(library, entry));
                let hands = |c: Contacts| Side::BOTH.map(|side| c.hand(side));
                let mut cost = join;
                cost += if hands(a) == hands(b) { 0.0 } else { OTHER_HANDS };
                cost += if a.feet() == b.feet() { 0.0 } else { OTHER_FEET };
                if cost < best.cost {
                    best = Way { exit, entry, cost, join, ..best };
                }
            }
        }
        best
    }
}

fn contacts(library: &MotionLibrary, frame: u32) -> Contacts {
    library.contacts(FrameId(frame))
}

fn follows(frame: u32) -> WalkStep {
    WalkStep { frame: FrameId(frame), is_jump: false, cost: 0.0 }
}

/// The last frame of a segment that is played for a wanted length: what has no moment and no ball may be cut.
fn last_played(segment: &Segment, entry: u32, wanted: f32) -> u32 {
    let Segment { frames, moment, .. } = segment;
    let whole = frames.end - 1;
    if moment.is_some() || !segment.may_be_cut {
        return whole;
    }
    whole.min(entry.max(frames.start) + (wanted as u32).max(2))
}

/// One of the ways, the likelier the cheaper.
fn drawn<'a>(ways: &[(&'a Segment, Way)], chance: &mut Chance) -> (&'a Segment, Way) {
    let least = ways.iter().map(|(_, way)| way.cost).fold(f32::INFINITY, f32::min);
    let share = |way: &Way| {
        if way.cost.is_finite() { exp((least - way.cost) / SOFTNESS) } else { 0.0 }
    };
    let sum: f32 = ways.iter().map(|(_, way)| share(way)).sum();
    let mut left = chance.unit() * sum;
    let taken = ways.iter().find(|(_, way)| {
        left -= share(way);
        left < 0.0
    });
    *taken.unwrap_or(&ways[0])
}

/// Why there is no game.
#[derive(Debug, thiserror::Error)]
pub(crate) enum GameError {
    #[error(transparent)]
    Grammar(#[from] GrammarError),
    #[error(transparent)]
    Graph(#[from] GraphError),
}
