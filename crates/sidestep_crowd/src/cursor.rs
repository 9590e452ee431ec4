//! Where a character is in the data: which frame it shows and which it will show next.

use crate::repertoire::Repertoire;
use sidestep_mobility_map::StateId;
use sidestep_motion::GroundTransform;

const UNDECIDED: u32 = u32::MAX;

/// A place between two frames, and the option being played.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cursor {
    pub(crate) frame: u32,
    /// The frame to come; not decided before it is needed.
    next: u32,
    /// Part of the way from `frame` to `next` that is done, below 1.
    pub(crate) part: f32,
    /// Frames left of the present run behind `frame` and `next`.
    left: u16,
    /// The run being played, and the state whose option it belongs to.
    run: Option<u16>,
    home: StateId,
    option: Option<u32>,
}

/// What to do at a state.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Crossroads {
    pub(crate) state: StateId,
    /// Whether there is a plan that goes on.
    pub(crate) has_plan: bool,
    /// Where the character stands.
    pub(crate) ground: GroundTransform,
}

impl Cursor {
    /// At a state, with everything open.
    pub(crate) fn new(repertoire: &Repertoire, state: StateId) -> Self {
        Self {
            frame: repertoire.state_frame(state).0,
            next: UNDECIDED,
            part: 0.0,
            left: 0,
            run: None,
            home: state,
            option: None,
        }
    }

    /// The frame to come, where it is known.
    pub(crate) fn next(&self) -> Option<u32> {
        (self.next != UNDECIDED).then_some(self.next)
    }

    /// Plays `rate` frames and carries the ground along (eqs. 3.5 and 3.6). `decide` is asked at
    /// every state and answers with a new option, or `None` to go on.
    ///
    /// Says the frame it jumped to, where it did.
    pub(crate) fn advance(
        &mut self,
        repertoire: &Repertoire,
        rate: f32,
        ground: &mut GroundTransform,
        decide: &mut dyn FnMut(Crossroads) -> Option<u32>,
    ) -> Option<u32> {
        let mut joined = None;
        self.part += rate;
        while self.part >= 1.0 {
            if !self.look_ahead(repertoire, *ground, decide) {
                return joined;
            }
            if self.next != self.frame + 1 {
                joined = Some(self.next);
            }
            *ground = *ground * repertoire.frame(self.next).step;
            self.frame = self.next;
            self.next = UNDECIDED;
            self.part -= 1.0;
        }
        if self.part > 0.0 {
            self.look_ahead(repertoire, *ground, decide);
        }
        joined
    }

    /// Decides what comes next; false where nothing does, which holds the frame.
    fn look_ahead(
        &mut self,
        repertoire: &Repertoire,
        ground: GroundTransform,
        decide: &mut dyn FnMut(Crossroads) -> Option<u32>,
    ) -> bool {
        if self.next != UNDECIDED {
            return true;
        }
        let run_after = |cursor: &Self| {
            let option = cursor.option?;
            repertoire.run_after(cursor.home, option, cursor.run)
        };
        let mut coming = if self.left == 0 { run_after(self) } else { None };
        if let Some(state) = repertoire.state(self.frame) {
            let has_plan = self.left > 0 || coming.is_some();
            if let Some(option) = decide(Crossroads { state, has_plan, ground }) {
                *self = Self { left: 0, run: None, home: state, option: Some(option), ..*self };
                coming = run_after(self);
            }
        }
        if self.left > 0 {
            self.next = self.frame + 1;
            self.left -= 1;
            return true;
        }
        let Some(run) = coming else {
            // The end of a plan at a state without options; no map has one.
            self.part = 0.0;
            return false;
        };
        self.run = Some(run);
        let run = repertoire.run(self.home, run);
        self.next = run.first;
        self.left = run.frames.saturating_sub(1);
        true
    }
}
