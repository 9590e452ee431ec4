//! A recording as a clip: played once more, frame by frame, for those who take it away.

use crate::{
    catalogue::Catalogue,
    stage::{StageError, play::Play, recording::Recording, thing::Thing},
};
use sidestep_motion::{Clip, Object, ObjectKind, Provenance};
use std::sync::Arc;

/// Libraries faster than this are filmed at every tick, others at every second one, in which their
/// frames fall.
const FAST_HZ: f32 = 45.0;

/// What one actor does in a recording.
pub fn film(
    recording: &Recording,
    actor: usize,
    catalogue: &Arc<Catalogue>,
) -> Result<Clip, StageError> {
    let mut play = Play::replay(recording, None, catalogue)?;
    let count = play.stage().actors().len();
    let Some(filmed) = play.stage().actors().get(actor) else {
        return Err(StageError::Actor { index: actor, count });
    };
    let library = &filmed.entry.library.library;
    let (every, rate_hz) = if library.rate_hz() > FAST_HZ { (1, 60.0) } else { (2, 30.0) };
    let name = format!("{} in the playground", filmed.entry.title);
    let mut clip = Clip {
        provenance: Provenance {
            source: "recorded in the playground of Sidestep".to_owned(),
            licence: filmed.entry.library.licence().to_owned(),
            performer: filmed.entry.library.title.clone(),
        },
        ..Clip::empty(&name, filmed.character.skeleton(), rate_hz)
    };
    let mut contacts = Vec::new();
    loop {
        let stage = play.stage();
        if stage.tick().is_multiple_of(every) {
            let filmed = &stage.actors()[actor];
            if !filmed.character.skeleton().same_shape(&clip.skeleton, 1e-4) {
                return Err(StageError::Wrong("the actor changes its skeleton on the way"));
            }
            clip.push(filmed.character.pose().as_ref());
            match stage.things().first() {
                Some(ball) => push_ball(&mut clip, ball),
                None => {
                    clip.push_objects(filmed.character.object_kinds(), filmed.character.objects());
                }
            }
            contacts.push(filmed.character.contacts());
        }
        if stage.tick() >= recording.ticks {
            break;
        }
        play.advance(&|| 0.0);
    }
    clip.contacts = Some(contacts);
    Ok(clip)
}

/// The ball of a game goes with whoever is filmed.
fn push_ball(clip: &mut Clip, ball: &Thing) {
    let position = if ball.at.is_finite() { ball.at } else { glam::Vec3::ZERO };
    let kind = ObjectKind { name: ball.name.to_owned(), radius: ball.radius };
    clip.push_objects(&[kind], &[Object { position, ..Object::ORIGIN }]);
}
