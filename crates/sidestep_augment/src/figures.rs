//! What was done in episodes that follow a grammar.

use crate::watched::ON_FLOOR;
use glam::Vec2;
use sidestep_court::{Break, Referee, Seen};
use sidestep_motion::{
    Clip, Contacts, JointMotion, Object, Side, ball::BallConfig, facing::ground_transforms,
};
use std::collections::BTreeMap;

/// What was done in episodes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Figures {
    /// How often each action was done, and for how many seconds, by name.
    pub actions: BTreeMap<String, (usize, f32)>,
    /// Seconds in all.
    pub secs: f32,
    /// Where one stretch of the library was joined to another.
    pub joins: usize,
    /// What these cost together, in steps of the source.
    pub join_cost: f32,
    /// Seconds in which a ball is seen, and in which it is in a hand.
    pub ball_secs: f32,
    /// The second of them.
    pub held_secs: f32,
    /// How often [`Referee`] sees somebody travel.
    pub travelled: usize,
    /// How often it sees a double dribble.
    pub double_dribbled: usize,
}

impl Figures {
    /// Counts a clip that has actions and perhaps a ball.
    pub fn add(&mut self, clip: &Clip, (joins, cost): (usize, f32)) {
        let secs = |frames: usize| frames as f32 / clip.rate_hz;
        for label in clip.labels.iter().filter(|label| !label.is_contact()) {
            let entry = self.actions.entry(label.name.clone()).or_default();
            entry.0 += 1;
            entry.1 += secs(label.frames.len());
        }
        self.secs += secs(clip.len());
        self.joins += joins;
        self.join_cost += cost;
        let contacts = clip.contacts.as_deref().unwrap_or_default();
        let held = contacts.iter().filter(|contacts| hands(contacts) != [false; 2]).count();
        self.held_secs += secs(held);
        let seen: usize = clip.objects.iter().map(|track| track.frames.len()).sum();
        self.ball_secs += secs(seen);
        if !clip.objects.is_empty() {
            self.watch(clip, contacts);
        }
    }

    /// Lets a referee watch a clip.
    fn watch(&mut self, clip: &Clip, contacts: &[Contacts]) {
        let grounds = ground_transforms(&JointMotion::of(clip));
        let mut referee = Referee::new(clip.rate_hz);
        let ball = |frame: usize| -> Option<Object> {
            clip.objects.iter().find_map(|track| track.at(frame))
        };
        // A ball in the air is still the player's where it comes back to him at once.
        let soon = (BallConfig::default().longest_flight_secs * clip.rate_hz).round() as usize;
        let mut since = usize::MAX;
        for (frame, here) in contacts.iter().enumerate() {
            let is_held = hands(here) != [false; 2];
            since = if is_held { 0 } else { since.saturating_add(1) };
            let ahead =
                contacts[frame..].iter().take(soon + 1).position(|c| hands(c) != [false; 2]);
            let has_ball =
                is_held || ahead.is_some_and(|ahead| since.saturating_add(ahead) <= soon);
            let low = ball(frame).is_some_and(|ball| {
                ball.held_by.is_free() && ball.position.y < BallConfig::default().radius + ON_FLOOR
            });
            let seen = Seen {
                hands: hands(here),
                feet: Side::BOTH.map(|side| here.get(side)),
                place: Vec2::new(grounds[frame].x, grounds[frame].z),
                has_ball,
                bounced: low && has_ball,
            };
            match referee.watch(seen) {
                Some(Break::Travelling) => self.travelled += 1,
                Some(Break::DoubleDribble) => self.double_dribbled += 1,
                None => {}
            }
        }
    }
}

fn hands(contacts: &Contacts) -> [bool; 2] {
    Side::BOTH.map(|side| contacts.hand(side))
}
