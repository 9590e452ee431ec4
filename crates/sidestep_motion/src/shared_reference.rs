//! One reference pose for all clips of a skeleton, before they are put on another one.
//!
//! A take may lack the pose that its sibling begins with, so clips on one skeleton share what one
//! of them has. Where none has any, it is fitted to all of them together.

use crate::{
    clip::Clip,
    reference_fit::{FitError, fit},
    retarget::needs_reference,
    skeleton::Skeleton,
    standing::misfit,
};
use std::sync::Arc;

/// Offsets that differ by less, in metres, are of one skeleton.
const SAME_SHAPE: f32 = 1e-4;

/// How clips without a reference pose of their own came to one, or why not.
#[derive(Clone, Debug, PartialEq)]
pub struct Settled {
    /// The clips, as indices into those given.
    pub clips: Vec<usize>,
    /// What was done.
    pub how: Settlement,
}

/// What was done for clips without a reference pose.
#[derive(Clone, Debug, PartialEq)]
pub enum Settlement {
    /// They took that of another clip on the same skeleton, whose source is named.
    Shared(String),
    /// One was fitted to their frames of standing and walking.
    Fitted,
    /// None could be had.
    Refused(FitError),
}

/// Finds reference poses for all clips that need one to be put on `target`, and for the target.
///
/// Nothing happens where every skeleton has one, or where rotations can be copied without.
pub fn settle(clips: &mut [Clip], target: &mut Arc<Skeleton>) -> Vec<Settled> {
    let groups = groups(clips);
    let is_target = |group: &[usize]| clips[group[0]].skeleton.same_shape(target, SAME_SHAPE);
    let is_needy = |group: &Vec<usize>| {
        !is_target(group)
            && group.iter().any(|index| needs_reference(&clips[*index].skeleton, target))
    };
    let mut wanted: Vec<&Vec<usize>> = groups.iter().filter(|group| is_needy(group)).collect();
    if wanted.is_empty() {
        return Vec::new();
    }
    wanted.extend(groups.iter().filter(|group| is_target(group)));
    let settled: Vec<(Settled, Option<Arc<Skeleton>>)> =
        wanted.into_iter().filter_map(|group| settlement(clips, group)).collect();
    for (settled, found) in &settled {
        let Some(found) = found else { continue };
        for index in &settled.clips {
            clips[*index].skeleton = Arc::clone(found);
        }
        if misfit(target).is_some() && found.same_shape(target, SAME_SHAPE) {
            *target = Arc::clone(found);
        }
    }
    settled.into_iter().map(|(settled, _)| settled).collect()
}

/// Indices of the clips on each skeleton, in the order of their first clips.
fn groups(clips: &[Clip]) -> Vec<Vec<usize>> {
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for (index, clip) in clips.iter().enumerate() {
        let is_same = |group: &&mut Vec<usize>| {
            clips[group[0]].skeleton.same_shape(&clip.skeleton, SAME_SHAPE)
        };
        match groups.iter_mut().find(is_same) {
            Some(group) => group.push(index),
            None => groups.push(vec![index]),
        }
    }
    groups
}

/// What to do for those clips of a group that have no reference pose; `None` where all have one.
fn settlement(clips: &[Clip], group: &[usize]) -> Option<(Settled, Option<Arc<Skeleton>>)> {
    let stands = |index: &usize| misfit(&clips[*index].skeleton).is_none();
    let (standing, lacking): (Vec<usize>, Vec<usize>) = group.iter().partition(|i| stands(i));
    if lacking.is_empty() {
        return None;
    }
    let settled = |how| Settled { clips: lacking.clone(), how };
    if let Some(one) = standing.first().map(|index| &clips[*index]) {
        let how = Settlement::Shared(one.provenance.source.clone());
        return Some((settled(how), Some(Arc::clone(&one.skeleton))));
    }
    let all: Vec<&Clip> = group.iter().map(|index| &clips[*index]).collect();
    Some(match fit(&all) {
        Ok(skeleton) => (settled(Settlement::Fitted), Some(Arc::new(skeleton))),
        Err(error) => (settled(Settlement::Refused(error)), None),
    })
}
