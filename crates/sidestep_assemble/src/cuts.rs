//! Stretches that are left out of clips: a T-pose in the middle, a limb that jumps, a whole clip.

use crate::error::AssembleError;
use sidestep_motion::{Clip, mirror, resample};

/// What remains of a clip and is shorter is not kept: nothing can be played of it.
const LEAST_SECS: f32 = 0.25;

/// Stretches of one clip that are left out.
#[derive(Clone, Debug, PartialEq)]
pub struct Cut {
    /// Name of the clip.
    pub clip: String,
    /// From when until when, in seconds from the start of the clip.
    pub stretches_secs: Vec<(f32, f32)>,
}

/// Makes the cuts one after the other, so that a later one may name a piece that an earlier one left.
/// A clip in pieces gives each but the one at its start its own name, such as `walk@2.50`.
pub(crate) fn make(cuts: &[Cut], clips: &mut Vec<Clip>) -> Result<(), AssembleError> {
    for cut in cuts {
        // What is wrong with a mirrored clip is wrong with the one it is mirrored from.
        let is_meant = |clip: &Clip| {
            clip.name == cut.clip || mirror::mirrored_clip_name(&clip.name) == cut.clip
        };
        let found = clips.iter().position(is_meant);
        let index = found.ok_or_else(|| AssembleError::NoSuchCut {
            name: cut.clip.clone(),
            known: clips.iter().map(|clip| clip.name.as_str()).collect::<Vec<_>>().join(", "),
        })?;
        let pieces = pieces(&clips[index], &cut.stretches_secs);
        clips.splice(index..=index, pieces);
    }
    Ok(())
}

fn pieces(clip: &Clip, stretches: &[(f32, f32)]) -> Vec<Clip> {
    let end = f64::from(clip.duration_secs()) + 1.0;
    let mut stretches: Vec<(f64, f64)> =
        stretches.iter().map(|(from, to)| (f64::from(*from), f64::from(*to))).collect();
    stretches.sort_by(|a, b| a.0.total_cmp(&b.0));
    stretches.push((end, end));
    let mut start = 0.0;
    let mut pieces = Vec::new();
    for (from, to) in stretches {
        if from > start {
            pieces.push((start, resample::trim(clip, start, from)));
        }
        start = f64::max(start, to);
    }
    pieces.retain(|(_, piece)| piece.len() > 1 && piece.duration_secs() >= LEAST_SECS);
    let is_alone = pieces.len() == 1;
    let name = |(start, piece): (f64, Clip)| match is_alone || start == 0.0 {
        true => piece,
        false => Clip { name: format!("{}@{start:.2}", clip.name), ..piece },
    };
    pieces.into_iter().map(name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Six seconds at 60 Hz or so.
    fn walk() -> Clip {
        let clips = sidestep_performer::perform(&Default::default());
        let long = clips.iter().find(|clip| clip.duration_secs() > 6.0).unwrap();
        Clip { name: "walk".to_owned(), ..resample::trim(long, 0.0, 6.0) }
    }

    fn cut(clip: &str, stretches: &[(f32, f32)], clips: &mut Vec<Clip>) {
        let stretches_secs = stretches.to_vec();
        make(&[Cut { clip: clip.to_owned(), stretches_secs }], clips).unwrap();
    }

    #[test]
    fn a_cut_in_the_middle_leaves_two_and_one_at_an_end_leaves_one() {
        let whole = walk();
        let frames = |secs: f32| (secs * whole.rate_hz).round() as usize;
        let mut clips = vec![whole.clone()];
        cut("walk", &[(2.0, 2.5)], &mut clips);
        let names: Vec<&str> = clips.iter().map(|clip| clip.name.as_str()).collect();
        assert_eq!(names, ["walk", "walk@2.50"]);
        assert_eq!(clips[0].len(), frames(2.0));
        assert_eq!(clips[1].len(), whole.len() - frames(2.5));
        assert_eq!(clips[1].root_positions[0], whole.root_positions[frames(2.5)]);
        // A later cut names a piece, in the piece's own time.
        cut("walk@2.50", &[(0.0, 1.0)], &mut clips);
        assert_eq!(clips[1].root_positions[0], whole.root_positions[frames(3.5)]);
    }

    #[test]
    fn stretches_may_overlap_and_nothing_may_remain() {
        let mut clips = vec![walk()];
        cut("walk", &[(3.0, 5.0), (0.0, 1.0), (4.0, 4.5), (5.9, 99.0)], &mut clips);
        let lengths: Vec<f32> = clips.iter().map(|clip| clip.duration_secs().round()).collect();
        assert_eq!(lengths, [2.0, 1.0]);
        cut("walk@1.00", &[(0.0, f32::MAX)], &mut clips);
        assert_eq!(clips.len(), 1);
    }

    #[test]
    fn a_clip_that_is_not_there_is_told_with_those_that_are() {
        let wrong = Cut { clip: "run".to_owned(), stretches_secs: vec![(0.0, 1.0)] };
        let error = make(&[wrong], &mut vec![walk()]).unwrap_err().to_string();
        assert_eq!(error, "there is no clip 'run' to cut; the clips are walk");
    }
}
