//! The motion library as a file.

use crate::container::{self, Container, Dtype, LoadError, NewTable, inconsistent};
use glam::{Quat, Vec3};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sidestep_motion::{
    ClipInfo, Joint, JointId, Label, LibraryParts, MotionLibrary, ObjectKind, ObjectTables,
    Provenance, Role, Roles, Skeleton, TrackInfo, table::SharedBytes,
};
use std::{collections::BTreeMap, sync::Arc};

const KIND: &str = "sidestep motion library";

/// The tables of a library, which no method may use for its own.
pub(crate) const LIBRARY_TABLES: [&str; 7] = [
    "rotations",
    "root_positions",
    "grounds",
    "object_rotations",
    "object_positions",
    "object_holders",
    "contacts",
];

/// A library as the bytes of a file.
pub fn encode_library(library: &MotionLibrary) -> Vec<u8> {
    container::encode(KIND, &library_record(library), &library_tables(library))
}

/// The library that the bytes of a file hold. Its tables stay where they are: nothing is copied.
pub fn decode_library(bytes: SharedBytes) -> Result<MotionLibrary, LoadError> {
    let container = Container::decode(bytes, KIND)?;
    library_from(&container, container.record())
}

/// What the tables do not say of a library.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct LibraryRecord {
    rate_hz: f32,
    joints: Vec<JointRecord>,
    roles: BTreeMap<String, u16>,
    clips: Vec<ClipRecord>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct JointRecord {
    name: String,
    parent: Option<u16>,
    offset: [f32; 3],
    rest: [f32; 4],
    tip: Option<[f32; 3]>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ClipRecord {
    name: String,
    frames: [u32; 2],
    labels: Vec<(String, u32, u32)>,
    floor: f32,
    source: String,
    licence: String,
    performer: String,
    /// Number of a label, and the frame of the clip at which its action has its effect.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    moments: Vec<(u32, u32)>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    objects: Vec<TrackRecord>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct TrackRecord {
    name: String,
    radius: f32,
    start: u32,
    rows: [u32; 2],
}

/// The record of a library, for files that hold one among other things.
pub(crate) fn library_record(library: &MotionLibrary) -> Value {
    let clips = library.clips().iter().map(clip_record).collect();
    record_of(library.skeleton(), library.rate_hz(), clips)
}

/// The record of a body alone, for controllers that play no library.
pub(crate) fn body_record(skeleton: &Skeleton, rate_hz: f32) -> Value {
    record_of(skeleton, rate_hz, Vec::new())
}

/// The body of a controller that plays no library.
pub(crate) fn body_from(record: &Value) -> Result<(Arc<Skeleton>, f32), LoadError> {
    let record = LibraryRecord::deserialize(record).map_err(|e| inconsistent(e.to_string()))?;
    if !(record.rate_hz.is_finite() && record.rate_hz > 0.0) {
        return Err(inconsistent(format!("a rate of {} Hz", record.rate_hz)));
    }
    Ok((Arc::new(skeleton_from(&record)?), record.rate_hz))
}

fn record_of(skeleton: &Skeleton, rate_hz: f32, clips: Vec<ClipRecord>) -> Value {
    let roles = Role::ALL.into_iter().filter_map(|role| {
        let joint = skeleton.roles().get(role)?;
        Some((role.name().to_owned(), joint.0))
    });
    let record = LibraryRecord {
        rate_hz,
        joints: skeleton.joints().iter().map(joint_record).collect(),
        roles: roles.collect(),
        clips,
    };
    serde_json::to_value(record).unwrap_or(Value::Null)
}

/// The tables of a library, for files that hold one among other things.
pub(crate) fn library_tables(library: &MotionLibrary) -> Vec<NewTable<'_>> {
    let parts = library.parts();
    let (frames, joints) = (library.len(), parts.skeleton.len());
    let table = |name, dtype, shape, bytes| NewTable { name, dtype, shape, bytes };
    let mut tables = vec![
        table(
            "rotations",
            Dtype::F32,
            vec![frames, joints, 4],
            bytemuck::cast_slice(parts.rotations.as_slice()),
        ),
        table(
            "root_positions",
            Dtype::F32,
            vec![frames, 3],
            bytemuck::cast_slice(parts.root_positions.as_slice()),
        ),
        table(
            "grounds",
            Dtype::F32,
            vec![frames, 3],
            bytemuck::cast_slice(parts.grounds.as_slice()),
        ),
    ];
    tables.extend(object_tables(&parts.objects));
    let contacts = bytemuck::cast_slice(parts.contacts.as_slice());
    tables.push(table("contacts", Dtype::U8, vec![frames], contacts));
    tables
}

/// The tables of objects; none where there is no object, so that such files stay as they were.
fn object_tables(objects: &ObjectTables) -> Vec<NewTable<'_>> {
    if objects.is_empty() {
        return Vec::new();
    }
    let rows = objects.len();
    let table = |name, dtype, shape, bytes| NewTable { name, dtype, shape, bytes };
    vec![
        table(
            "object_rotations",
            Dtype::F32,
            vec![rows, 4],
            bytemuck::cast_slice(objects.rotations.as_slice()),
        ),
        table(
            "object_positions",
            Dtype::F32,
            vec![rows, 3],
            bytemuck::cast_slice(objects.positions.as_slice()),
        ),
        table(
            "object_holders",
            Dtype::U16,
            vec![rows, 2],
            bytemuck::cast_slice(objects.holders.as_slice()),
        ),
    ]
}

/// The library whose tables lie in `container`.
pub(crate) fn library_from(
    container: &Container,
    record: &Value,
) -> Result<MotionLibrary, LoadError> {
    let record = LibraryRecord::deserialize(record).map_err(|e| inconsistent(e.to_string()))?;
    let parts = LibraryParts {
        skeleton: Arc::new(skeleton_from(&record)?),
        rate_hz: record.rate_hz,
        clips: record.clips.into_iter().map(clip_from).collect::<Result<_, _>>()?,
        root_positions: container.table("root_positions")?,
        rotations: container.table("rotations")?,
        grounds: container.table("grounds")?,
        contacts: container.table("contacts")?,
        objects: ObjectTables {
            positions: container.table_or_empty("object_positions")?,
            rotations: container.table_or_empty("object_rotations")?,
            holders: container.table_or_empty("object_holders")?,
        },
    };
    MotionLibrary::from_parts(parts).map_err(|e| inconsistent(e.to_string()))
}

fn joint_record(joint: &Joint) -> JointRecord {
    JointRecord {
        name: joint.name.clone(),
        parent: joint.parent.map(|parent| parent.0),
        offset: joint.offset.to_array(),
        rest: joint.rest.to_array(),
        tip: joint.tip.map(|tip| tip.to_array()),
    }
}

fn clip_record(clip: &ClipInfo) -> ClipRecord {
    let label = |label: &Label| (label.name.clone(), label.frames.start, label.frames.end);
    let moment = |(number, label): (u32, &Label)| Some((number, label.moment?));
    let track = |track: &TrackInfo| TrackRecord {
        name: track.kind.name.clone(),
        radius: track.kind.radius,
        start: track.start,
        rows: [track.rows.start, track.rows.end],
    };
    ClipRecord {
        name: clip.name.clone(),
        frames: [clip.frames.start, clip.frames.end],
        labels: clip.labels.iter().map(label).collect(),
        floor: clip.floor,
        source: clip.provenance.source.clone(),
        licence: clip.provenance.licence.clone(),
        performer: clip.provenance.performer.clone(),
        moments: (0_u32..).zip(&clip.labels).filter_map(moment).collect(),
        objects: clip.objects.iter().map(track).collect(),
    }
}

fn clip_from(record: ClipRecord) -> Result<ClipInfo, LoadError> {
    let label = |(name, start, end): (String, u32, u32)| Label::new(name, start..end);
    let mut labels: Vec<Label> = record.labels.into_iter().map(label).collect();
    for (number, frame) in record.moments {
        let label = labels
            .get_mut(number as usize)
            .ok_or_else(|| inconsistent(format!("clip '{}' has no label {number}", record.name)))?;
        label.moment = Some(frame);
    }
    let track = |track: TrackRecord| TrackInfo {
        kind: ObjectKind { name: track.name, radius: track.radius },
        start: track.start,
        rows: track.rows[0]..track.rows[1],
    };
    Ok(ClipInfo {
        name: record.name,
        frames: record.frames[0]..record.frames[1],
        labels,
        objects: record.objects.into_iter().map(track).collect(),
        floor: record.floor,
        provenance: Provenance {
            source: record.source,
            licence: record.licence,
            performer: record.performer,
        },
    })
}

fn skeleton_from(record: &LibraryRecord) -> Result<Skeleton, LoadError> {
    let joint = |joint: &JointRecord| Joint {
        name: joint.name.clone(),
        parent: joint.parent.map(JointId),
        offset: Vec3::from_array(joint.offset),
        rest: Quat::from_array(joint.rest),
        tip: joint.tip.map(Vec3::from_array),
    };
    let joints = record.joints.iter().map(joint).collect();
    let skeleton = Skeleton::new(joints).map_err(|e| inconsistent(e.to_string()))?;
    let mut roles = Roles::default();
    for (name, index) in &record.roles {
        let role = Role::from_name(name);
        let role = role.ok_or_else(|| inconsistent(format!("'{name}' is no role")))?;
        if usize::from(*index) >= skeleton.len() {
            return Err(inconsistent(format!("role '{name}' names joint {index}")));
        }
        roles.set(role, Some(JointId(*index)));
    }
    Ok(skeleton.with_roles(roles))
}
