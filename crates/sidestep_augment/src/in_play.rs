//! Walks that keep a ball in play.
//!
//! A ball in the air ties two contacts together: who jumps between them lets it fly longer or shorter than
//! any hand meant. So a walk jumps only while a hand holds the ball, and the same hand at both ends.

use sidestep_motion::{MotionLibrary, Side};
use sidestep_pose_graph::{GraphConfig, GraphError, PoseTable, Pruned, prune, transitions};

/// The pose graph of a library whose jumps all happen with the ball in hand.
pub(crate) fn ball_graph(
    library: &MotionLibrary,
    config: &GraphConfig,
) -> Result<Pruned, GraphError> {
    config.check()?;
    let table = PoseTable::new(library, config)?;
    let mut found = transitions(library, &table, config, config.most_threshold);
    let contacts = &library.parts().contacts;
    let hands = |frame: u32| {
        let contacts = contacts[frame as usize];
        Side::BOTH.map(|side| contacts.hand(side))
    };
    let is_held = |frame: u32| hands(frame) != [false; 2];
    // A jump leads from the frame before one to the other: all four hold the ball alike.
    found.retain(|jump| {
        is_held(jump.first)
            && hands(jump.first) == hands(jump.second)
            && hands(jump.first - 1) == hands(jump.first)
            && hands(jump.second - 1) == hands(jump.second)
    });
    prune(library, &found, config)
}

/// Whether a hand holds the ball in a frame of the library.
pub(crate) fn holds(library: &MotionLibrary, frame: u32) -> bool {
    let contacts = library.parts().contacts[frame as usize];
    Side::BOTH.into_iter().any(|side| contacts.hand(side))
}

/// Whether both hands hold it.
pub(crate) fn both_hold(library: &MotionLibrary, frame: u32) -> bool {
    let contacts = library.parts().contacts[frame as usize];
    Side::BOTH.into_iter().all(|side| contacts.hand(side))
}
