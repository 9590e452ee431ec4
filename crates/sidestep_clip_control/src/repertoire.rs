//! The repertoire: what of a library can be played, cut into cycles and made ready to be blended.

use crate::{
    clean::{cleaned, pose_of},
    cycle::{Cycle, Refused, find},
    error::BuildError,
    plant::{FootJoints, Plant, anchors, contacts, plant},
    settings::CycleConfig,
};
use glam::{Quat, Vec3};
use sidestep_motion::{
    FrameId, GroundTransform, MotionLibrary, Pose, PoseRef, Side, leg_ik::Leg, mirror::MirrorMap,
};
use std::sync::Arc;

/// The cycles of a library. Immutable and shared.
#[derive(Clone, Debug)]
pub struct Repertoire {
    /// What it was cut out of.
    pub library: Arc<MotionLibrary>,
    /// The cycles, in the order of their frames.
    pub cycles: Vec<Cycle>,
    /// What looked like a cycle and is not used.
    pub refused: Vec<Refused>,
    pub(crate) mirror: MirrorMap,
    pub(crate) feet: [FootJoints; 2],
    pub(crate) legs: [Leg; 2],
    pub(crate) swing_kept: f32,
    plants: Vec<Plant>,
    /// The library smoothed, with stance feet held: where the root is, and the rotations.
    roots: Vec<Vec3>,
    rotations: Vec<Quat>,
    /// Where each cycle is at its border.
    borders: Vec<GroundTransform>,
}

impl Repertoire {
    /// Cuts a library into cycles.
    pub fn new(library: &Arc<MotionLibrary>, config: &CycleConfig) -> Result<Self, BuildError> {
        let skeleton = library.skeleton();
        let [Some(left), Some(right)] = Side::BOTH.map(|side| Leg::of(skeleton, side)) else {
            return Err(BuildError::NoLegs);
        };
        let legs = [left, right];
        let feet = legs.each_ref().map(FootJoints::of);
        let played = match config.smooth_secs {
            0.0 => Arc::clone(library),
            secs => Arc::new(library.smoothed_but_feet(secs, config.feet_kept)),
        };
        let plants = captured_plants(&played, feet);
        let rotations = cleaned(&played, &legs, &plants);
        let mirror = MirrorMap::new(skeleton);
        let mut plants = plants;
        let mut image = Pose::identity(skeleton.len());
        for plant in &mut plants {
            let pose = |frame| pose_of(&played, &rotations, frame);
            let [own, other] = [plant.side, plant.side.other()].map(|side| feet[side.index()]);
            plant.anchors[0] = anchors(plant, &mut |frame| own.ends(skeleton, pose(frame)));
            plant.anchors[1] = anchors(plant, &mut |frame| {
                mirror.mirror_pose(pose(frame), &mut image);
                other.ends(skeleton, image.as_ref())
            });
        }
        let (cycles, refused) = find(library, &plants, config);
        if cycles.is_empty() {
            return Err(BuildError::NoCycle { refused: refused.len() });
        }
        let borders = cycles.iter().map(|it| library.ground(FrameId(it.border()))).collect();
        let library = Arc::clone(library);
        let roots = played.parts().root_positions.as_slice().to_vec();
        let swing_kept = config.swing_kept;
        Ok(Self {
            library,
            cycles,
            refused,
            mirror,
            feet,
            legs,
            swing_kept,
            plants,
            roots,
            rotations,
            borders,
        })
    }

    /// One cycle.
    pub fn cycle(&self, number: u32) -> &Cycle {
        &self.cycles[number as usize]
    }

    /// Cycles that share at most half of their frames with each other, taken in their order: what the paper
    /// would count as clips.
    pub fn distinct(&self) -> Vec<u32> {
        let mut kept: Vec<u32> = Vec::new();
        for (number, cycle) in (0_u32..).zip(&self.cycles) {
            let own = cycle.frames();
            let shares = |other: &u32| {
                let other = self.cycle(*other).frames();
                let common = own.end.min(other.end).saturating_sub(own.start.max(other.start));
                2 * common as usize > own.len().min(other.len())
            };
            if !kept.iter().any(shares) {
                kept.push(number);
            }
        }
        kept
    }

    /// Where a cycle is at its border.
    pub fn border_ground(&self, number: u32) -> GroundTransform {
        self.borders[number as usize]
    }

    /// One plant.
    pub fn plant(&self, number: usize) -> &Plant {
        &self.plants[number]
    }

    /// The pose of a frame of the library, smoothed, with stance feet held.
    pub fn pose(&self, frame: u32) -> PoseRef<'_> {
        let joints = self.library.skeleton().len();
        let from = frame as usize * joints;
        PoseRef {
            root_position: self.roots[frame as usize],
            rotations: &self.rotations[from..from + joints],
        }
    }

    /// Bytes of its tables, without the library.
    pub fn bytes(&self) -> usize {
        let places: usize = self.plants.iter().map(|plant| plant.anchors[0].len()).sum();
        let anchors = 2 * places * size_of::<GroundTransform>();
        size_of_val(&*self.rotations)
            + size_of_val(&*self.roots)
            + anchors
            + size_of_val(&*self.plants)
            + size_of_val(&*self.cycles)
    }
}

/// The plants of all takes, take after take, each take's in the order of their middles.
fn captured_plants(library: &MotionLibrary, feet: [FootJoints; 2]) -> Vec<Plant> {
    let mut plants = Vec::new();
    for take in library.clips() {
        let first = plants.len();
        for side in Side::BOTH {
            let foot = feet[side.index()];
            let ends = |frame| foot.ends(library.skeleton(), library.pose(FrameId(frame)));
            let stances = contacts(library, take.frames.clone(), side);
            let made = stances.into_iter().map(|it| plant(side, it, library.rate_hz(), ends));
            plants.extend(made);
        }
        plants[first..].sort_by_key(|plant: &Plant| (plant.middle, plant.side));
    }
    plants
}
