//! From clips of several actors and rates to one library.

use crate::{
    cuts::{self, Cut},
    error::AssembleError,
    gathering::Skipped,
};
use sidestep_motion::{
    Clip, MotionLibrary, Skeleton,
    contact_detection::ContactConfig,
    mirror,
    reference_fit::FitError,
    resample,
    retarget::{self, RetargetError},
    shared_reference::{self, Settlement},
};
use sidestep_parallel::prelude::*;
use std::sync::Arc;

/// How clips become one library.
#[derive(Clone, Debug)]
pub struct Assembly {
    /// Frames a second; that of the first clip when not given.
    pub rate_hz: Option<f32>,
    /// Clip whose skeleton all others are brought onto; that of the most seconds when not given.
    pub skeleton_of: Option<String>,
    /// Whether clips on other skeletons are retargeted or left out.
    pub retarget: bool,
    /// Whether every clip is added once more with left and right exchanged.
    pub mirror: bool,
    /// What is left out of clips before anything else is done with them.
    pub cuts: Vec<Cut>,
}

impl Default for Assembly {
    /// At the rate of the first clip, retargeted where need be, whole and as it was performed.
    fn default() -> Self {
        Self { rate_hz: None, skeleton_of: None, retarget: true, mirror: false, cuts: Vec::new() }
    }
}

/// A library, and what is to know about it.
#[derive(Debug)]
pub struct Assembled {
    /// The library.
    pub library: MotionLibrary,
    /// What was done that a user should know.
    pub warnings: Vec<String>,
}

/// Brings all clips to one rate and one skeleton and makes a library of them. What cannot be used
/// is added to `skipped`.
pub fn assemble(
    mut clips: Vec<Clip>,
    assembly: &Assembly,
    skipped: &mut Vec<Skipped>,
) -> Result<Assembled, AssembleError> {
    let mut warnings = Vec::new();
    clips.retain(|clip| match clip.check() {
        Ok(()) => true,
        Err(error) => {
            let (file, reason) = (clip.provenance.source.clone(), error.to_string());
            skipped.push(Skipped { file, reason });
            false
        }
    });
    let source_hz = clips.first().ok_or(AssembleError::NoClip)?.rate_hz;
    rename_duplicates(&mut clips.iter_mut().map(|clip| &mut clip.name).collect::<Vec<_>>());
    cuts::make(&assembly.cuts, &mut clips)?;
    let rate_hz = assembly.rate_hz.unwrap_or(source_hz);
    let mut target = target_skeleton(&clips, assembly.skeleton_of.as_deref())?;
    let mut refusals = Refusals::default();
    if assembly.retarget {
        refusals = settle_references(&mut clips, &mut target, &mut warnings);
    }
    let conformed: Vec<_> = clips
        .into_par_iter()
        .map(|clip| conform(clip, rate_hz, &target, assembly.retarget.then_some(&refusals)))
        .collect();
    let mut kept = Vec::with_capacity(conformed.len());
    let mut retargeted = 0;
    for result in conformed {
        match result {
            Ok((clip, was_retargeted)) => {
                retargeted += usize::from(was_retargeted);
                kept.push(clip);
            }
            Err(skip) => skipped.push(skip),
        }
    }
    if retargeted > 0 {
        warnings.push(format!("{retargeted} clips were retargeted onto one skeleton"));
    }
    if assembly.mirror {
        add_mirrored(&mut kept);
    }
    let library = MotionLibrary::from_clips(&kept, &ContactConfig::default())
        .map_err(AssembleError::Library)?;
    Ok(Assembled { library, warnings })
}

/// The skeleton of a named clip, or the one on which most seconds were performed.
fn target_skeleton(clips: &[Clip], named: Option<&str>) -> Result<Arc<Skeleton>, AssembleError> {
    if let Some(name) = named {
        let clip = clips.iter().find(|clip| clip.name == name);
        let clip = clip.ok_or_else(|| AssembleError::NoSkeleton { name: name.to_owned() })?;
        return Ok(Arc::clone(&clip.skeleton));
    }
    let mut groups: Vec<(&Arc<Skeleton>, f32)> = Vec::new();
    for clip in clips {
        match groups.iter_mut().find(|(skeleton, _)| skeleton.same_shape(&clip.skeleton, 1e-4)) {
            Some((_, secs)) => *secs += clip.duration_secs(),
            None => groups.push((&clip.skeleton, clip.duration_secs())),
        }
    }
    // The first of equals, so that the choice does not depend on anything but the order given.
    let longest = groups.iter().map(|(_, secs)| *secs).fold(0.0, f32::max);
    let found = groups.iter().find(|(_, secs)| *secs >= longest);
    Ok(Arc::clone(found.ok_or(AssembleError::NoClip)?.0))
}

/// Why skeletons have no reference pose.
#[derive(Default)]
struct Refusals {
    skeletons: Vec<(Arc<Skeleton>, FitError)>,
}

impl Refusals {
    fn of(&self, skeleton: &Skeleton) -> Option<&FitError> {
        let same = |(other, _): &&(Arc<Skeleton>, FitError)| other.same_shape(skeleton, 1e-4);
        self.skeletons.iter().find(same).map(|(_, error)| error)
    }

    /// An error of retargeting with the reason why no reference pose could be found.
    fn explain(&self, error: &RetargetError, source: &Skeleton, target: &Skeleton) -> String {
        let why = match error {
            RetargetError::NoReference { whose: "source", .. } => self.of(source),
            RetargetError::NoReference { .. } => self.of(target),
            _ => None,
        };
        why.map_or_else(|| error.to_string(), |why| format!("{error}; {why}"))
    }
}

/// Finds reference poses for skeletons that lack them; tells what was done.
fn settle_references(
    clips: &mut [Clip],
    target: &mut Arc<Skeleton>,
    warnings: &mut Vec<String>,
) -> Refusals {
    let mut refusals = Refusals::default();
    for settled in shared_reference::settle(clips, target) {
        let Some(first) = settled.clips.first().map(|index| &clips[*index]) else { continue };
        let files = match settled.clips.len() - 1 {
            0 => first.provenance.source.clone(),
            more => format!("{} and {more} more", first.provenance.source),
        };
        match settled.how {
            Settlement::Shared(from) => warnings.push(format!(
                "{files}: the reference pose was taken from {from}, on the same skeleton"
            )),
            Settlement::Fitted => warnings.push(format!(
                "{files}: no T-pose was found, so a reference pose was fitted to the frames of \
                 standing and walking; look at a retargeted clip, and name a frame or a file as \
                 `reference` in a manifest if a limb is twisted"
            )),
            Settlement::Refused(error) => {
                refusals.skeletons.push((Arc::clone(&first.skeleton), error));
            }
        }
    }
    refusals
}

/// One clip at the library's rate on the library's skeleton, and whether it had to be retargeted.
fn conform(
    clip: Clip,
    rate_hz: f32,
    target: &Arc<Skeleton>,
    may_retarget: Option<&Refusals>,
) -> Result<(Clip, bool), Skipped> {
    let file = clip.provenance.source.clone();
    let mut clip = if (clip.rate_hz - rate_hz).abs() < 1e-3 * rate_hz {
        Clip { rate_hz, ..clip }
    } else {
        resample::resample(&clip, rate_hz)
    };
    if clip.skeleton.same_shape(target, 1e-4) {
        clip.skeleton = Arc::clone(target);
        return Ok((clip, false));
    }
    let Some(refusals) = may_retarget else {
        let reason = "it is on another skeleton (--no-retarget)".to_owned();
        return Err(Skipped { file, reason });
    };
    match retarget::retarget(&clip, target) {
        Ok(clip) => Ok((clip, true)),
        Err(error) => {
            let reason = refusals.explain(&error, &clip.skeleton, target);
            Err(Skipped { file, reason })
        }
    }
}

fn add_mirrored(clips: &mut Vec<Clip>) {
    let Some(first) = clips.first() else { return };
    let map = mirror::MirrorMap::new(&first.skeleton);
    let mirrored: Vec<Clip> = clips.par_iter().map(|clip| map.mirror_clip(clip)).collect();
    clips.extend(mirrored);
}

/// Gives the second and later clips of one name a number.
fn rename_duplicates(names: &mut [&mut String]) {
    let mut seen = std::collections::BTreeSet::new();
    for name in names {
        let mut number = 2;
        let original = name.clone();
        while !seen.insert(name.clone()) {
            **name = format!("{original}#{number}");
            number += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clips_of_one_name_get_numbers() {
        let mut names = ["walk", "run", "walk", "walk#2", "walk"].map(str::to_owned);
        rename_duplicates(&mut names.iter_mut().collect::<Vec<_>>());
        assert_eq!(names, ["walk", "run", "walk#2", "walk#2#2", "walk#3"]);
    }
}
