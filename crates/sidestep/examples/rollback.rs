//! Rollback: two peers play one game over a slow line and end with equal bits.
//!
//! Each peer moves both characters at once, its own by what its player wants and the other's by a
//! guess: that the other player still wants what was last heard. What a player wants takes eight
//! frames to the other side. Where the guess proves wrong, both characters go back to the frame it
//! was made in and come again to the present one. `cargo run --release --example rollback`

#![expect(clippy::print_stdout, reason = "an example that says what it does")]

use sidestep::{
    METHODS,
    control::{Animate, Goal, Snapshot},
    motion::{
        GroundTransform, MotionLibrary, contact_detection::ContactConfig, resample::resample,
    },
};
use std::{collections::VecDeque, error::Error, sync::Arc};

/// Frames that the wish of a player is under way to the other one.
const DELAY: usize = 8;

const FRAMES: usize = 600;
const FRAME_SECS: f32 = 1.0 / 60.0;

/// One of two who play.
struct Peer {
    characters: [Box<dyn Animate>; 2],
    /// Both characters before each of the last frames, the oldest first.
    past: VecDeque<[Snapshot; 2]>,
    /// What each player is known to want, frame by frame.
    known: [Vec<Goal>; 2],
    frames_again: usize,
}

impl Peer {
    /// Plays one frame with what is known, and what is guessed where nothing is.
    fn play(&mut self, frame: usize) {
        if self.past.len() > DELAY {
            self.past.pop_front();
        }
        self.past.push_back(self.characters.each_ref().map(|character| character.snapshot()));
        for (character, known) in self.characters.iter_mut().zip(&self.known) {
            let guess = known.last().cloned().unwrap_or(Goal::STAND);
            character.advance(known.get(frame).unwrap_or(&guess), FRAME_SECS);
        }
    }

    /// Hears what the other player wanted in an earlier frame, and puts it right.
    fn hear(
        &mut self,
        of: usize,
        goal: Goal,
        at: usize,
        now: usize,
    ) -> Result<(), Box<dyn Error + Send + Sync>> {
        let guess = self.known[of].last().cloned().unwrap_or(Goal::STAND);
        let is_right = guess == goal;
        self.known[of].push(goal);
        if is_right || at >= now {
            return Ok(());
        }
        let from = self.past.len() - (now - at);
        for (character, snapshot) in self.characters.iter_mut().zip(&self.past[from]) {
            character.restore(snapshot)?;
        }
        self.past.truncate(from);
        for frame in at..now {
            self.play(frame);
            self.frames_again += 1;
        }
        Ok(())
    }
}

/// What a player wants: another direction now and then.
fn wish(player: usize, frame: usize) -> Goal {
    let (every, turn) = [(25, 1.3), (40, -0.9)][player];
    let turns = u16::try_from(frame / every).unwrap_or(0);
    Goal::walk(turn * f32::from(turns), 1.4)
}

fn main() -> Result<(), Box<dyn Error + Send + Sync>> {
    let clips = sidestep_performer::perform(&sidestep_performer::PerformerConfig::default());
    let clips: Vec<_> = clips.iter().take(8).map(|clip| resample(clip, 30.0)).collect();
    let library = Arc::new(MotionLibrary::from_clips(&clips, &ContactConfig::default())?);
    // A network is trained, not built.
    for method in METHODS.iter().filter(|method| method.name != "neural") {
        let preset = method.preset(None).ok_or("a method has a preset")?;
        let controller = method.build(&library, &preset.config, &mut |_| {})?;
        let mut peers = [0, 1].map(|_| Peer {
            characters: [-1.0, 1.0].map(|x| controller.spawn(GroundTransform::new(x, 0.0, 0.0))),
            past: VecDeque::new(),
            known: [Vec::new(), Vec::new()],
            frames_again: 0,
        });
        for frame in 0..FRAMES + DELAY {
            for (me, peer) in peers.iter_mut().enumerate() {
                let now = frame.min(FRAMES);
                if let Some(late) = frame.checked_sub(DELAY) {
                    peer.hear(1 - me, wish(1 - me, late), late, now)?;
                }
                if frame < FRAMES {
                    peer.known[me].push(wish(me, frame));
                    peer.play(frame);
                }
            }
        }
        let [one, other] = &peers;
        let bytes = |peer: &Peer| peer.characters.each_ref().map(|character| character.snapshot());
        println!(
            "{}: {FRAMES} frames, {DELAY} late; {} and {} frames played again; snapshots of {} \
             bytes; {}",
            method.name,
            one.frames_again,
            other.frames_again,
            bytes(one)[0].as_bytes().len(),
            if bytes(one) == bytes(other) { "equal bits" } else { "THEY HAVE DRIFTED APART" },
        );
    }
    Ok(())
}
