//! The characters of a game, for those who have no stage of their own.

use crate::seen::SeenPlayer;
use sidestep_control::{Animate, Goal, Snapshot};
use sidestep_motion::{Clip, GroundTransform, kinematics::JointTransforms};

/// The characters of a game.
pub struct Players {
    characters: Vec<Box<dyn Animate>>,
    joints: Vec<JointTransforms>,
    /// Where somebody was before he was asked what he would do.
    saved: Option<Snapshot>,
}

impl Players {
    /// These characters; each keeps its number.
    pub fn new(characters: Vec<Box<dyn Animate>>) -> Self {
        let lengths = characters.iter().map(|character| character.skeleton().len());
        let joints = lengths.map(JointTransforms::new).collect();
        Self { characters, joints, saved: None }
    }

    /// One for each place.
    pub fn spawn(
        starts: impl Iterator<Item = GroundTransform>,
        spawn: &dyn Fn(GroundTransform) -> Box<dyn Animate>,
    ) -> Self {
        Self::new(starts.map(spawn).collect())
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.characters.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.characters.is_empty()
    }

    /// A character.
    pub fn character(&self, player: usize) -> &dyn Animate {
        &*self.characters[player]
    }

    /// A player as it is shown.
    pub fn seen(&mut self, player: usize) -> SeenPlayer {
        let character = &*self.characters[player];
        self.joints[player].compute(character.skeleton(), character.pose().as_ref());
        SeenPlayer::of(character, &self.joints[player])
    }

    /// Lets time pass for a player.
    pub fn advance(&mut self, player: usize, goal: &Goal, secs: f32) {
        self.characters[player].advance(goal, secs);
    }

    /// How a player would be seen after so many ticks under a goal whose times run out; it stays as it is. Where
    /// it cannot be asked, how it is seen now.
    pub fn rehearse(&mut self, player: usize, goal: &Goal, ticks: usize, secs: f32) -> SeenPlayer {
        match &mut self.saved {
            Some(saved) => self.characters[player].snapshot_into(saved),
            None => self.saved = Some(self.characters[player].snapshot()),
        }
        let mut goal = goal.clone();
        for _ in 0..ticks {
            self.characters[player].advance(&goal, secs);
            goal.arrive_in_secs = goal.arrive_in_secs.map(|left| (left - secs).max(0.0));
            if let Some(action) = &mut goal.action {
                action.in_secs = action.in_secs.map(|left| (left - secs).max(0.0));
            }
        }
        let seen = self.seen(player);
        let restored = self.saved.as_ref().map(|saved| self.characters[player].restore(saved));
        debug_assert!(restored.is_some_and(|restored| restored.is_ok()), "its own snapshot");
        seen
    }

    /// An empty clip for what a player does.
    pub fn clip(&self, player: usize, name: &str, rate_hz: f32) -> Clip {
        Clip::empty(name, self.characters[player].skeleton(), rate_hz)
    }
}
