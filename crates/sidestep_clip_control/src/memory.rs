//! What one character remembers.

use crate::{
    candidate::Rooms,
    controller::ClipController,
    played::Mixed,
    played::{Passage, Played, Room},
    wish::Wish,
};
use sidestep_control::{
    AddedMotion, Footprint, GroundPoint, Output, Reader, Saved, SnapshotError, saved::sound,
    saved_fields, saved_value,
};
use sidestep_motion::{GroundTransform, Pose, inertialize::Inertializer};

/// What one character remembers.
#[derive(Clone, Debug)]
pub struct Memory {
    /// What plays.
    pub(crate) passage: Passage,
    /// The moment of the passage, in frames from its constraint frames.
    pub(crate) at: i32,
    /// What is left of a passage that was left early, or of a body from elsewhere.
    pub(crate) join: Inertializer,
    /// Whether that is re-rooted at the standing foot.
    pub(crate) rooted: bool,
    /// The pose of the tick before, in the world.
    pub(crate) before: Pose,
    /// What was wanted when the next cycle was chosen.
    pub(crate) decided_for: Option<Wish>,
    /// The point that the next step should end on.
    pub(crate) stone: Option<GroundPoint>,
    pub(crate) scratch: Box<Scratch>,
}

/// Room that says nothing of the character.
#[derive(Clone, Debug)]
pub(crate) struct Scratch {
    pub(crate) room: Room,
    pub(crate) deciding: Rooms,
    pub(crate) added: AddedMotion,
    /// Poses of a passage that is entered: the tick before and this one.
    pub(crate) entered: [Output; 2],
}

saved_value!(Mixed { other, share, into, out });
saved_value!(Played { cycle, mirrored, mixed });
saved_value!(Passage { from, to, anchor });
saved_fields!(Memory { passage, at, join, rooted, before, decided_for, stone } without { scratch });

impl Memory {
    pub(crate) fn new(controller: &ClipController) -> Self {
        let joints = controller.repertoire.library.skeleton().len();
        let rest = Played::alone(controller.rest, false);
        let to = controller.repertoire.after(rest, controller.successors[rest.cycle as usize]);
        Self {
            passage: Passage { from: rest, to, anchor: GroundTransform::IDENTITY },
            at: controller.repertoire.span(rest, to).0,
            join: Inertializer::new(joints),
            rooted: false,
            before: Pose::identity(joints),
            decided_for: None,
            stone: None,
            scratch: Box::new(Scratch {
                room: Room::new(joints),
                deciding: Rooms::of(controller),
                added: AddedMotion::default(),
                entered: [Output::new(joints), Output::new(joints)],
            }),
        }
    }
}

/// Takes over a memory that was saved.
pub(crate) fn load(
    controller: &ClipController,
    memory: &mut Memory,
    from: &mut Reader<'_>,
) -> Result<(), SnapshotError> {
    memory.load(from)?;
    let Passage { from, to, .. } = memory.passage;
    let count = controller.repertoire.cycles.len();
    let is_there = |cycle: u32| (cycle as usize) < count;
    let are_there = [from, to].iter().all(|played| {
        is_there(played.cycle) && played.mixed.is_none_or(|mixed| is_there(mixed.other))
    });
    sound(are_there, "it plays a cycle that is not there")?;
    let are_mixes = [from, to].iter().filter_map(|played| played.mixed).all(|mixed| {
        (0.0..=1.0).contains(&mixed.share) && mixed.into.is_finite() && mixed.out.is_finite()
    });
    sound(are_mixes, "it plays a mix that is none")?;
    let (begin, end) = controller.repertoire.span(from, to);
    sound((begin..=end).contains(&memory.at), "it is at a moment that is not there")?;
    let fits = controller.repertoire.after(from, to.cycle).mirrored == to.mirrored;
    sound(fits, "its cycles stand on different feet")?;
    let gait_is_there =
        memory.decided_for.is_none_or(|wish| (wish.gait as usize) < crate::gaits::GAITS);
    sound(gait_is_there, "it wants a gait that is not there")
}

/// Bytes of a controller and of a memory.
pub(crate) fn footprint(controller: &ClipController) -> Footprint {
    let library = &controller.repertoire.library;
    let joints = library.skeleton().len();
    let tables: usize = controller.tables.iter().map(crate::table::ValueTable::bytes).sum();
    // The join holds three vectors and a time for each joint; there are five poses.
    let of_joint = 10 * size_of::<f32>() + 5 * size_of::<glam::Quat>();
    let own = size_of::<Memory>() + size_of::<Scratch>() + Rooms::of(controller).bytes();
    Footprint {
        controller_bytes: library.frame_bytes()
            + controller.repertoire.bytes()
            + controller.moves.bytes()
            + controller.bodies.bytes()
            + controller.feet.bytes()
            + controller.lane_bytes()
            + tables,
        memory_bytes: own + joints * of_joint,
    }
}
