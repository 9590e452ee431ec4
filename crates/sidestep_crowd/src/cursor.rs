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
    /// Frames left of the present action behind `frame` and `next`.
    left: u32,
    /// The state the present action ends in.
    state: StateId,
    option: Option<u32>,
    /// The next action of the option.
    position: u32,
}

/// What to do at a state.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Crossroads {
    pub(crate) state: StateId,
    /// The option being played, where it goes on.
    pub(crate) current: Option<u32>,
    /// Actions of it that are done.
    pub(crate) done: u32,
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
            state,
            option: None,
            position: 0,
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
        if self.left > 0 {
            self.next = self.frame + 1;
            self.left -= 1;
            return true;
        }
        let current =
            self.option.filter(|option| repertoire.action_of(*option, self.position).is_some());
        let crossroads = Crossroads { state: self.state, current, done: self.position, ground };
        if let Some(option) = decide(crossroads) {
            self.option = Some(option);
            self.position = 0;
        }
        let action = self.option.and_then(|option| repertoire.action_of(option, self.position));
        let Some(action) = action else {
            // A state without options behind the end of a plan; no map has one.
            self.part = 0.0;
            return false;
        };
        let action = repertoire.action(action);
        self.position += 1;
        self.next = action.first;
        self.left = action.frames - 1;
        self.state = action.to;
        true
    }
}
