//! A mobility map small enough to be understood: a body of one joint that walks arcs, and stands.

use crate::repertoire::Repertoire;
use glam::{Quat, Vec3};
use sidestep_mobility_map::{
    Action, MapOption, OptionTable, Run, StateActionGraph, StateId, map::NO_RUN,
};
use sidestep_motion::{
    ClipInfo, Contacts, FrameId, GroundTransform, Joint, LibraryParts, MotionLibrary, Provenance,
    Skeleton,
};
use std::sync::Arc;

/// Frames of an action.
pub(crate) const FRAMES: u32 = 8;

/// Speed in m/s and turn in rad/s of each manner of going.
pub(crate) const MANNERS: [(f32, f32); 10] = [
    (0.0, 0.0),
    (0.7, 0.0),
    (0.7, 0.9),
    (0.7, -0.9),
    (1.4, 0.0),
    (1.4, 0.4),
    (1.4, -0.4),
    (1.3, 0.9),
    (1.3, -0.9),
    (0.0, 1.2),
];

/// Frames at 30 Hz, one clip for each manner.
pub(crate) fn library() -> Arc<MotionLibrary> {
    let root = Joint {
        name: "root".to_owned(),
        parent: None,
        offset: Vec3::ZERO,
        rest: Quat::IDENTITY,
        tip: None,
    };
    let (mut grounds, mut clips) = (Vec::new(), Vec::new());
    for (number, (speed, turn)) in MANNERS.into_iter().enumerate() {
        let step = GroundTransform::new(0.0, speed / 30.0, turn / 30.0);
        let start = u32::try_from(grounds.len()).unwrap();
        let mut ground = GroundTransform::new(3.0, -2.0, 0.5);
        for _ in 0..=FRAMES {
            grounds.push(ground);
            ground = ground * step;
        }
        clips.push(ClipInfo {
            name: format!("manner {number}"),
            frames: start..start + FRAMES + 1,
            labels: Vec::new(),
            objects: Vec::new(),
            floor: 0.0,
            provenance: Provenance::default(),
        });
    }
    let roots: Vec<Vec3> = grounds.iter().map(|g| g.position() + Vec3::Y).collect();
    let rotations: Vec<Quat> = grounds.iter().map(|g| g.rotation()).collect();
    let contacts = vec![Contacts::NONE; grounds.len()];
    let parts = LibraryParts {
        skeleton: Arc::new(Skeleton::new(vec![root]).unwrap()),
        rate_hz: 30.0,
        clips,
        root_positions: roots.into(),
        rotations: rotations.into(),
        grounds: grounds.into(),
        contacts: contacts.into(),
        objects: Default::default(),
    };
    Arc::new(MotionLibrary::from_parts(parts).unwrap())
}

/// One state for each manner; from each all manners of not too different speed can follow.
pub(crate) fn graph() -> StateActionGraph {
    let mut graph = StateActionGraph { action_starts: vec![0], ..StateActionGraph::default() };
    for (number, (speed, _)) in MANNERS.into_iter().enumerate() {
        let state = u32::try_from(number).unwrap();
        graph.state_frames.push(FrameId((state + 1) * (FRAMES + 1) - 1));
        for (to, (next_speed, _)) in MANNERS.into_iter().enumerate() {
            if (speed - next_speed).abs() < 0.8 {
                let to = u32::try_from(to).unwrap();
                let first = to * (FRAMES + 1) + 1;
                graph.actions.push(Action { to: StateId(to), first, frames: FRAMES, cost: 1.0 });
            }
        }
        graph.action_starts.push(u32::try_from(graph.actions.len()).unwrap());
    }
    graph
}

/// Options: one action, then another one over and over.
pub(crate) fn repertoire() -> Arc<Repertoire> {
    let graph = graph();
    let mut map =
        OptionTable { option_starts: vec![0], run_starts: vec![0], ..OptionTable::default() };
    for state in (0..MANNERS.len()).map(|state| StateId(u32::try_from(state).unwrap())) {
        let mut runs = 0;
        for a in graph.actions_of(state) {
            for b in graph.actions_of(a.to) {
                let mut parent = NO_RUN;
                for action in [a, b, b, b, b, b] {
                    // What is played again begins at the first frame of its clip's second.
                    map.runs.push(Run::new(action.first, FRAMES, parent, 0.0));
                    parent = runs;
                    runs += 1;
                }
                let ground = GroundTransform::IDENTITY;
                map.options.push(MapOption::new(b.to, ground, 6 * FRAMES, 0.0, parent));
            }
        }
        map.option_starts.push(u32::try_from(map.options.len()).unwrap());
        map.run_starts.push(u32::try_from(map.runs.len()).unwrap());
    }
    Arc::new(Repertoire::new(&library(), &graph, &map).unwrap())
}
