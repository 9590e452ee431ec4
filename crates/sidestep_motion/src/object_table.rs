//! The objects of a library: all frames of all tracks in flat tables.

use crate::{
    joint::JointId,
    object::{Held, Object, ObjectKind, ObjectTrack},
    table::Table,
};
use glam::{Quat, Vec3};
use std::ops::Range;

/// Stands for no joint among those that hold an object.
const NOBODY: u16 = u16::MAX;

/// Where a track of an object lies in the tables.
#[derive(Clone, Debug, PartialEq)]
pub struct TrackInfo {
    /// What it is.
    pub kind: ObjectKind,
    /// Frame of the clip at which the track begins.
    pub start: u32,
    /// Rows of the tables that are this track, one for each frame.
    pub rows: Range<u32>,
}

/// The objects of all clips, row by row.
#[derive(Clone, Debug)]
pub struct ObjectTables {
    /// Middle of the object; the floor is at y = 0.
    pub positions: Table<Vec3>,
    /// How it is turned.
    pub rotations: Table<Quat>,
    /// Numbers of the joints that hold it, 65535 for none.
    pub holders: Table<[u16; 2]>,
}

impl Default for ObjectTables {
    fn default() -> Self {
        Self {
            positions: Vec::new().into(),
            rotations: Vec::new().into(),
            holders: Vec::new().into(),
        }
    }
}

impl ObjectTables {
    /// Number of rows.
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Whether no clip has an object.
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// Bytes of all rows.
    pub(crate) fn bytes(&self) -> usize {
        size_of_val(self.positions.as_slice())
            + size_of_val(self.rotations.as_slice())
            + size_of_val(self.holders.as_slice())
    }

    /// The object of one row.
    pub(crate) fn row(&self, row: usize) -> Object {
        let joint = |number: u16| (number != NOBODY).then_some(JointId(number));
        let [first, second] = self.holders[row];
        Object {
            position: self.positions[row],
            rotation: self.rotations[row],
            held_by: Held::by(joint(first), joint(second)),
        }
    }

    /// A track copied out, `floor` higher.
    pub(crate) fn track(&self, info: &TrackInfo, floor: f32) -> ObjectTrack {
        let lifted = |row: u32| {
            let object = self.row(row as usize);
            Object { position: object.position + Vec3::Y * floor, ..object }
        };
        let frames = info.rows.clone().map(lifted).collect();
        ObjectTrack { kind: info.kind.clone(), start: info.start, frames }
    }

    /// What does not fit among the tables themselves, for a skeleton of that many joints.
    pub(crate) fn problem(&self, joints: usize) -> Option<String> {
        let sizes = [self.positions.len(), self.rotations.len(), self.holders.len()];
        if sizes.iter().any(|size| *size != sizes[0]) {
            return Some(format!("object positions, rotations and holders are {sizes:?}"));
        }
        let unsound = (0..self.len()).find(|row| !self.row(*row).is_sound(joints))?;
        Some(format!("row {unsound} of the objects is not finite or held by no joint there is"))
    }
}

impl TrackInfo {
    /// The row of a frame of the clip, where the track covers it.
    pub(crate) fn row_of(&self, frame: u32) -> Option<usize> {
        let row = self.rows.start.checked_add(frame.checked_sub(self.start)?)?;
        self.rows.contains(&row).then_some(row as usize)
    }

    /// Whether it lies in a clip of that many frames and in tables of that many rows.
    pub(crate) fn fits(&self, frames: u32, rows: usize) -> bool {
        let length = self.rows.end.checked_sub(self.rows.start);
        let end = length.and_then(|length| self.start.checked_add(length));
        self.kind.is_sound()
            && self.rows.end as usize <= rows
            && end.is_some_and(|end| end <= frames)
    }
}

/// Tables that grow.
#[derive(Default)]
pub(crate) struct NewRows {
    positions: Vec<Vec3>,
    rotations: Vec<Quat>,
    holders: Vec<[u16; 2]>,
}

impl NewRows {
    /// Appends a track, `floor` lower.
    pub(crate) fn push(&mut self, track: &ObjectTrack, floor: f32) -> TrackInfo {
        let start = self.positions.len() as u32;
        for object in &track.frames {
            let mut joints = object.held_by.joints().map(|joint| joint.0);
            let mut next = || joints.next().unwrap_or(NOBODY);
            self.positions.push(object.position - Vec3::Y * floor);
            self.rotations.push(object.rotation);
            self.holders.push([next(), next()]);
        }
        let rows = start..self.positions.len() as u32;
        TrackInfo { kind: track.kind.clone(), start: track.start, rows }
    }

    pub(crate) fn finish(self) -> ObjectTables {
        ObjectTables {
            positions: self.positions.into(),
            rotations: self.rotations.into(),
            holders: self.holders.into(),
        }
    }
}
