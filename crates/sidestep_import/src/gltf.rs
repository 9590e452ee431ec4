//! glTF and GLB: skins and moving nodes, their animations sampled at a regular rate.
//!
//! Only what moves a body is read: no mesh, no material, no camera. Every index and range of the
//! file is checked before it is used.

mod accessor;
mod choice;
mod curve;
mod document;
mod motion;
mod rate;
mod tree;

use crate::{
    detect,
    error::{ImportError, Place},
    finish,
    options::{DetectedUp, ImportOptions, Imported, Note, Reference, UpAxis},
    posture,
    raw::{RawMotion, ReferencePose},
    timing,
};
use document::Document;
use glam::Quat;
use gltf_json::Animation;
use motion::Take;
use rate::Clock;
use sidestep_motion::{Clip, Label, Roles};
use std::sync::Arc;
use tree::TreeNode;

/// Rotations a file may grow to beyond a few for each of its bytes: sparse keys are filled up.
const FREE_ROTATIONS: usize = 4_000_000;
/// Legs longer than this are not in metres, whatever the standard says.
const LONGEST_LEG: f32 = 6.0;

/// Reads every animation of a glTF or GLB file as a clip on the most human of its skins.
///
/// `companion` gives the bytes of the buffers that stand beside a `.gltf`.
pub fn read(
    file_name: &str,
    bytes: &[u8],
    options: &ImportOptions,
    companion: &dyn Fn(&str) -> Option<Vec<u8>>,
) -> Result<Imported, ImportError> {
    let document = Document::parse(file_name, bytes, companion)?;
    let nodes = tree::read(&document)?;
    let mut notes = Vec::new();
    let set = body(&document, &nodes, options, &mut notes)?;
    let held: usize = document.buffers.iter().map(Vec::len).sum();
    let mut reader = Reader {
        document: &document,
        nodes: &nodes,
        set: &set,
        options,
        budget: FREE_ROTATIONS.saturating_add(held),
    };
    let mut clips: Vec<Clip> = Vec::new();
    for (i, animation) in document.root.animations.iter().enumerate() {
        if let Some(clip) = reader.clip(i, animation, &mut notes)? {
            clips.push(clip);
        }
    }
    if clips.is_empty() {
        let what = "no animation moves its skeleton";
        return Err(document.problem("animations", what, "export it with its animations"));
    }
    share_skeletons(&mut clips);
    name_apart(&mut clips);
    // The standard says which way is up.
    let up = DetectedUp { axis: options.up.unwrap_or(UpAxis::Y), is_sure: true };
    Ok(Imported { clips, notes: without_repetition(notes), up })
}

/// The joints: the most human skin or moving hierarchy, from the hips down.
fn body(
    document: &Document<'_>,
    nodes: &[TreeNode],
    options: &ImportOptions,
    notes: &mut Vec<Note>,
) -> Result<Vec<usize>, ImportError> {
    let candidates = choice::candidates(document, nodes);
    let skins = candidates.len();
    let Some(set) = choice::most_human(nodes, candidates, options) else {
        let what = "it has neither a skin nor a node that moves";
        return Err(document.problem("nodes", what, "export the skeleton with its animations"));
    };
    if skins > 1 {
        let root = &nodes[set[0]].name;
        notes.push(Note::info(format!("of {skins} skins the most human was taken, root '{root}'")));
    }
    let Some((below, left_out)) = choice::below_hips(nodes, &set, options) else { return Ok(set) };
    if let Some((joint, role)) = choice::leg_outside(nodes, &set, &below, options) {
        return Err(ImportError::Absurd {
            place: Place::new(document.file, 0).at_joint(&joint),
            what: format!("it is the {role} of a rig whose legs do not hang from its hips"),
            remedy: "bake the motion onto a skeleton of one tree before exporting it".to_owned(),
        });
    }
    let names = left_out.join(", ");
    notes.push(Note::info(format!(
        "joints outside the hips were folded into them or left out: {names}"
    )));
    Ok(below)
}

struct Reader<'a> {
    document: &'a Document<'a>,
    nodes: &'a [TreeNode],
    set: &'a [usize],
    options: &'a ImportOptions,
    /// Rotations that may still be made.
    budget: usize,
}

impl Reader<'_> {
    /// The clip of one animation, or none where it does not move the body.
    fn clip(
        &mut self,
        index: usize,
        animation: &Animation,
        notes: &mut Vec<Note>,
    ) -> Result<Option<Clip>, ImportError> {
        let file = self.document.file;
        let name = animation.name.clone().filter(|name| !name.is_empty());
        let name = name.unwrap_or_else(|| format!("{}_{index}", finish::stem(file)));
        let at = format!("animation '{name}'");
        let take = Take::read(self.document, animation, self.nodes, self.set, &at)?;
        let key_times = take.key_times();
        if key_times.is_empty() {
            notes.push(Note::info(format!("{at} does not move the skeleton and was left out")));
            return Ok(None);
        }
        let extras = Extras::of(animation);
        let given_hz = self.options.rate_hz.map(f64::from).filter(|hz| *hz > 0.0);
        let clock = Clock::of(&key_times, given_hz, extras.rate_hz, notes);
        let raw = self.raw(&take, &clock, &at, notes)?;
        let selection = raw.timing.selection;
        let options = self.clip_options(name, &extras);
        let (mut clip, _) = finish::finish(file, raw, &options, notes)?;
        if clip.labels.is_empty() {
            let frames = u32::try_from(clip.len()).unwrap_or(u32::MAX);
            let in_clip = |frame: u32| {
                let after =
                    (frame as usize).saturating_sub(selection.first).div_ceil(selection.step);
                u32::try_from(after).unwrap_or(u32::MAX).min(frames)
            };
            let moved = extras.labels.into_iter().map(|label| {
                let frames = in_clip(label.frames.start)..in_clip(label.frames.end);
                // A moment that was cut off is no frame of the clip.
                let moment = label.moment.filter(|moment| *moment as usize >= selection.first);
                let moment = moment.map(in_clip).filter(|moment| (*moment as usize) < clip.len());
                Label { frames, moment, ..label }
            });
            clip.labels = moved.filter(|label| !label.frames.is_empty()).collect();
        }
        Ok(Some(clip))
    }

    fn raw(
        &mut self,
        take: &Take<'_>,
        clock: &Clock,
        at: &str,
        notes: &mut Vec<Note>,
    ) -> Result<RawMotion, ImportError> {
        let file = self.document.file;
        let head = take.sample(clock, 0..clock.frames.min(3), &mut Vec::new());
        let roles = detect::roles(file, &head.joints, self.options)?;
        let drop = self.dropped_frames(&head, &roles, notes);
        let timing = timing::choose(file, self.options, (clock.frames, clock.rate_hz), drop)?;
        let selection = timing.selection;
        self.spend(selection.len().saturating_mul(take.nodes_per_frame()), at)?;
        let chosen = (selection.first..selection.end).step_by(selection.step);
        let sampled = take.sample(clock, chosen, notes);
        let leg = posture::leg_length(&sampled.joints, &roles).unwrap_or(0.0);
        Ok(RawMotion {
            joints: sampled.joints,
            unit_m: (leg < LONGEST_LEG).then_some(1.0),
            root_positions: sampled.root_positions,
            rotations: sampled.rotations,
            timing,
            reference: self.reference(take, clock)?,
            moved: None,
        })
    }

    fn dropped_frames(
        &self,
        head: &motion::Sampled,
        roles: &Roles,
        notes: &mut Vec<Note>,
    ) -> usize {
        if let Some(drop) = self.options.drop_first_frames {
            return drop;
        }
        let poses: Vec<&[Quat]> = head.rotations.chunks_exact(head.joints.len().max(1)).collect();
        if detect::is_lone_reference(&head.joints, roles, &poses) {
            notes.push(Note::info("frame 0 is a lone T-pose and was dropped"));
            return 1;
        }
        0
    }

    fn reference(
        &self,
        take: &Take<'_>,
        clock: &Clock,
    ) -> Result<Option<ReferencePose>, ImportError> {
        let file = || self.document.file.to_owned();
        match &self.options.reference {
            Reference::Zero => Ok(None),
            Reference::Auto => Ok(Some(ReferencePose {
                rotations: take.rest(),
                source: "the nodes at rest".to_owned(),
                is_frame: false,
            })),
            Reference::Frame(frame) if *frame < clock.frames => {
                let sampled = take.sample(clock, std::iter::once(*frame), &mut Vec::new());
                let (rotations, source) = (sampled.rotations, format!("frame {frame} of the file"));
                Ok(Some(ReferencePose { rotations, source, is_frame: true }))
            }
            Reference::Frame(frame) => Err(ImportError::Option {
                file: file(),
                what: format!(
                    "frame {frame} should be the reference, but there are {} frames",
                    clock.frames
                ),
                remedy: "name a frame of the file, counted from 0".to_owned(),
            }),
            Reference::File(name) => Err(ImportError::Option {
                file: file(),
                what: format!(
                    "'{name}' should be the reference, but glTF brings its own rest pose"
                ),
                remedy: "leave the reference out, or name a frame".to_owned(),
            }),
        }
    }

    fn spend(&mut self, rotations: usize, at: &str) -> Result<(), ImportError> {
        let absurd = || ImportError::Absurd {
            place: Place::new(self.document.file, 0),
            what: format!(
                "{at} asks for {rotations} rotations, far more than the file has keyframes"
            ),
            remedy: "correct the times of its keyframes, or give a lower rate".to_owned(),
        };
        self.budget = self.budget.checked_sub(rotations).ok_or_else(absurd)?;
        Ok(())
    }

    /// The options with what the file itself says where the user says nothing.
    fn clip_options(&self, name: String, extras: &Extras) -> ImportOptions {
        let is_only = self.document.root.animations.len() == 1;
        let name = match (&self.options.name, is_only) {
            (Some(given), true) => given.clone(),
            (Some(given), false) => format!("{given}_{name}"),
            (None, true) => finish::stem(self.document.file).to_owned(),
            (None, false) => name,
        };
        let first = |options: [&str; 3]| {
            options.into_iter().find(|text| !text.is_empty()).unwrap_or_default().to_owned()
        };
        let copyright = self.document.root.asset.copyright.as_deref().unwrap_or_default();
        ImportOptions {
            name: Some(name),
            up: self.options.up.or(Some(UpAxis::Y)),
            licence: first([&self.options.licence, &extras.licence, copyright]),
            performer: first([&self.options.performer, &extras.performer, ""]),
            ..self.options.clone()
        }
    }
}

/// What our own writer left beside an animation.
#[derive(Default)]
struct Extras {
    rate_hz: Option<f64>,
    licence: String,
    performer: String,
    labels: Vec<Label>,
}

impl Extras {
    fn of(animation: &Animation) -> Self {
        let text = animation.extras.as_ref().map_or("null", |extras| extras.get());
        let value: serde_json::Value = serde_json::from_str(text).unwrap_or_default();
        let string = |key: &str| value.get(key).and_then(|text| text.as_str()).unwrap_or_default();
        let label = |label: &serde_json::Value| {
            let frame = |key: &str| u32::try_from(label.get(key)?.as_u64()?).ok();
            let name = label.get("name")?.as_str()?.to_owned();
            let frames = frame("start")?..frame("end")?;
            Some(Label { name, frames, moment: frame("moment") })
        };
        let labels = value.get("labels").and_then(|labels| labels.as_array());
        Self {
            rate_hz: value
                .get("rate_hz")
                .and_then(serde_json::Value::as_f64)
                .filter(|hz| (0.1..1e4).contains(hz)),
            licence: string("licence").to_owned(),
            performer: string("performer").to_owned(),
            labels: labels.into_iter().flatten().filter_map(label).collect(),
        }
    }
}

/// Clips on equal skeletons get the same one.
fn share_skeletons(clips: &mut [Clip]) {
    for i in 1..clips.len() {
        let (before, rest) = clips.split_at_mut(i);
        let clip = &mut rest[0];
        if let Some(same) = before.iter().find(|other| other.skeleton == clip.skeleton) {
            clip.skeleton = Arc::clone(&same.skeleton);
        }
    }
}

/// Animations of one name get numbers.
fn name_apart(clips: &mut [Clip]) {
    for i in 1..clips.len() {
        let name = clips[i].name.clone();
        let taken = |candidate: &str| clips[..i].iter().any(|other| other.name == candidate);
        if taken(&name) {
            let free = (2..).map(|n| format!("{name}_{n}")).find(|candidate| !taken(candidate));
            clips[i].name = free.unwrap_or(name);
        }
    }
}

fn without_repetition(notes: Vec<Note>) -> Vec<Note> {
    let mut kept: Vec<Note> = Vec::new();
    for note in notes {
        if !kept.contains(&note) {
            kept.push(note);
        }
    }
    kept
}
