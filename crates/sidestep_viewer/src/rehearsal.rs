//! A library for a controller that has none inside, such as a network: what its character does when it is
//! sent about. The playground takes the body from it, the speeds, and what live figures are held against.

use sidestep::BuiltController;
use sidestep_assemble::{Assembly, assemble};
use sidestep_control::{Goal, Pace, Travel};
use sidestep_motion::{Clip, GroundTransform, MotionLibrary, Provenance, math::wrap_angle};

/// Frames a second.
const RATE_HZ: f32 = 30.0;

/// Frames of standing before and after, and of each direction.
const STANDING: usize = 60;
const GOING: usize = 90;

/// How many directions.
const DIRECTIONS: usize = 14;

/// From one direction to the next, in radians: the golden angle leaves none out and turns both ways.
const TURN: f32 = 2.399_963;

/// What a character of the controller does when it is sent about, as a library.
pub fn rehearse(name: &str, built: &BuiltController) -> Result<MotionLibrary, String> {
    let mut character = built.spawn(GroundTransform::IDENTITY);
    let mut clip = Clip {
        provenance: Provenance {
            source: "made by the controller itself; no captured motion".to_owned(),
            ..Provenance::default()
        },
        ..Clip::empty(&format!("{name} by itself"), character.skeleton(), RATE_HZ)
    };
    let mut contacts = Vec::new();
    let mut play = |goal: &Goal, frames: usize| {
        for _ in 0..frames {
            clip.push(character.pose().as_ref());
            clip.push_objects(character.object_kinds(), character.objects());
            contacts.push(character.contacts());
            character.advance(goal, 1.0 / RATE_HZ);
        }
    };
    play(&Goal::STAND, STANDING);
    let mut heading = 0.0;
    for _ in 0..DIRECTIONS {
        play(&Goal::from(Travel::Move { heading, pace: Pace::ANY, facing: None }), GOING);
        heading = wrap_angle(heading + TURN);
    }
    play(&Goal::STAND, STANDING);
    clip.contacts = Some(contacts);
    let assembly = Assembly { rate_hz: Some(RATE_HZ), retarget: false, ..Assembly::default() };
    let assembled = assemble(vec![clip], &assembly, &mut Vec::new());
    Ok(assembled.map_err(|error| error.to_string())?.library)
}
