//! The stretches of a library that are words of a grammar.
//!
//! A label says roughly where something is done. What is played must begin and end with the ball where the word
//! says it is: in a hand, or in none. So labels are trimmed until that holds, and what does not fit is left out.

use crate::in_play::{both_hold, holds};
use glam::Vec2;
use sidestep_court::label;
use sidestep_grammar::{Action, Grammar, Possession};
use sidestep_motion::{FrameId, GroundTransform, MotionLibrary};
use std::ops::Range;

/// Shorter than this nothing is done, in frames.
const SHORTEST: u32 = 4;

/// How far a segment may be left later or entered earlier than its label says, in frames.
const SPARE: u32 = 15;

/// So much of a segment is played at least before it has its effect, in frames.
const HEAD: u32 = 5;

/// A dribble may go on for so many frames after its label until the ball is in the hand again.
const UNTIL_HELD: u32 = 20;

/// Stretches of free movement are cut into pieces of about so many frames.
const PIECE: u32 = 18;

/// Slower than the first a body idles, slower than the second it walks, in m/s.
const GAITS: (f32, f32) = (0.35, 1.9);

/// A stretch of the library that is a word.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Segment {
    /// Frames of the library.
    pub(crate) frames: Range<u32>,
    /// When it has its effect.
    pub(crate) moment: Option<u32>,
    /// The first frame at which it may be entered.
    pub(crate) lead: u32,
    /// The last frame at which it may be entered.
    pub(crate) latest: u32,
    /// One past the last frame at which it may be left.
    pub(crate) tail: u32,
    /// Whether a part of it is as good as all of it.
    pub(crate) may_be_cut: bool,
    /// Whether both hands hold the ball before it is first in the air, and at the end.
    pub(crate) both_hands: [bool; 2],
}

/// The segments of every action of a grammar.
pub(crate) fn segments(library: &MotionLibrary, grammar: &Grammar) -> Vec<Vec<Segment>> {
    grammar.actions().iter().map(|action| of_action(library, action)).collect()
}

fn of_action(library: &MotionLibrary, action: &Action) -> Vec<Segment> {
    let mut found = Vec::new();
    for clip in library.clips() {
        for labelled in &clip.labels {
            let at = |frame: u32| clip.frames.start + frame;
            let frames = at(labelled.frames.start)..at(labelled.frames.end);
            let known = label(&labelled.name).filter(|known| known.word.is_some());
            // A grammar may use words of its own, as long as the data has them.
            let word = known.map_or(labelled.name.as_str(), |known| known.word.unwrap_or_default());
            // The first frame has none before it, and a jump needs one.
            let whole = clip.frames.start + 1..clip.frames.end.saturating_sub(1);
            let stretch = frames.start.max(whole.start)..frames.end.min(whole.end);
            if word == action.name {
                let moment = labelled.moment.map(at);
                found.extend(Stretch { library, whole, action }.trim(stretch, moment));
            } else if labelled.name == "transition" {
                found.extend(Stretch { library, whole, action }.pieces(stretch));
            }
        }
    }
    found
}

/// A stretch that is looked at.
struct Stretch<'a> {
    library: &'a MotionLibrary,
    /// Frames of its clip that may be used.
    whole: Range<u32>,
    action: &'a Action,
}

impl Stretch<'_> {
    fn held(&self, frame: u32) -> bool {
        holds(self.library, frame)
    }

    /// The stretch with the ball where it must be; `None` where it is nowhere so.
    fn trim(&self, frames: Range<u32>, moment: Option<u32>) -> Option<Segment> {
        let frames = match self.action.possession {
            None => frames,
            Some(Possession::Without) => self.longest_run(frames, false)?,
            Some(Possession::Takes) => {
                let moment =
                    moment.filter(|moment| frames.contains(moment) && self.held(*moment))?;
                let from = self.run_before(moment, frames.start, false);
                from..self.run_after(moment, frames.end, true)
            }
            Some(Possession::Gives) => {
                let moment =
                    moment.filter(|moment| frames.contains(moment) && self.held(*moment))?;
                let from = self.run_before(moment + 1, frames.start, true);
                from..self.run_after(moment + 1, frames.end, false)
            }
            Some(Possession::Holds) => self.with_ball(frames)?,
        };
        let moment = moment.filter(|moment| frames.contains(moment));
        (frames.len() >= SHORTEST as usize).then(|| self.segment(frames, moment))
    }

    fn segment(&self, frames: Range<u32>, moment: Option<u32>) -> Segment {
        let possession = self.action.possession;
        let fits =
            |frame: u32, held: Option<bool>| held.is_none_or(|held| self.held(frame) == held);
        let (before, after) =
            (possession.map(Possession::before), possession.map(Possession::after));
        let mut lead = frames.start;
        while lead > self.whole.start && frames.start - lead < SPARE && fits(lead - 1, before) {
            lead -= 1;
        }
        let mut tail = frames.end;
        while tail < self.whole.end && tail - frames.end < SPARE && fits(tail, after) {
            tail += 1;
        }
        // A ball that is in the hand when it begins may be taken over as long as it is; who goes may begin anywhere.
        let room = moment.map_or(frames.end, |moment| moment.saturating_sub(HEAD)).min(frames.end);
        let mut latest = frames.start;
        while latest + HEAD < room && latest - frames.start < SPARE && fits(latest + 1, before) {
            latest += 1;
        }
        let may_be_cut = matches!(possession, None | Some(Possession::Without)) && moment.is_none();
        let mut first = frames.clone().take_while(|frame| self.held(*frame));
        let both_hands = [
            first.any(|frame| both_hold(self.library, frame)),
            both_hold(self.library, frames.end - 1),
        ];
        Segment { frames, moment, lead, latest, tail, may_be_cut, both_hands }
    }

    /// The first frame from which on it is held, or not, until `until`.
    fn run_before(&self, until: u32, least: u32, held: bool) -> u32 {
        let mut from = until;
        while from > least && self.held(from - 1) == held {
            from -= 1;
        }
        from
    }

    /// One past the last frame until which it is held, or not, from `from` on.
    fn run_after(&self, from: u32, most: u32, held: bool) -> u32 {
        let mut to = from;
        while to < most && self.held(to) == held {
            to += 1;
        }
        to
    }

    fn longest_run(&self, frames: Range<u32>, held: bool) -> Option<Range<u32>> {
        let mut best: Option<Range<u32>> = None;
        let mut from = frames.start;
        while from < frames.end {
            let to = self.run_after(from, frames.end, held);
            if to - from > best.as_ref().map_or(0, |best| best.end - best.start) {
                best = Some(from..to);
            }
            from = to.max(from + 1);
        }
        best
    }

    /// A stretch that begins and ends with the ball in a hand, in flight or not in between.
    fn with_ball(&self, frames: Range<u32>) -> Option<Range<u32>> {
        let start = frames.clone().find(|frame| self.held(*frame))?;
        let most = (frames.end + UNTIL_HELD).min(self.whole.end);
        let mut end = frames.end;
        while end < most && !self.held(end - 1) {
            end += 1;
        }
        (end > start && self.held(end - 1)).then_some(start..end)
    }

    /// Pieces of free movement without the ball that go as the word says.
    fn pieces(&self, frames: Range<u32>) -> Vec<Segment> {
        let mut found = Vec::new();
        if !["run", "walk", "idle"].contains(&self.action.name.as_str()) {
            return found;
        }
        let mut from = frames.start;
        while from + PIECE <= frames.end {
            let piece = from..from + PIECE;
            let free = piece.clone().all(|frame| !self.held(frame));
            if free && self.gait(&piece) == self.action.name {
                found.push(self.segment(piece, None));
            }
            from += PIECE;
        }
        found
    }

    fn gait(&self, frames: &Range<u32>) -> &'static str {
        let place = |frame: u32| {
            let ground: GroundTransform = self.library.ground(FrameId(frame));
            Vec2::new(ground.x, ground.z)
        };
        let (mut way, mut last) = (0.0, place(frames.start));
        for frame in frames.clone().skip(1) {
            let here = place(frame);
            way += here.distance(last);
            last = here;
        }
        let speed = way * self.library.rate_hz() / frames.len() as f32;
        match speed {
            speed if speed < GAITS.0 => "idle",
            speed if speed < GAITS.1 => "walk",
            _ => "run",
        }
    }
}
