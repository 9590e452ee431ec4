//! Which clips are learnt from, which are held out in turn, and which are never seen until the end.

use sidestep_motion::{Clip, resample::trim};

/// Folds that are held out in turn.
pub const FOLDS: usize = 3;

/// With fewer clips than this, long ones are cut.
const FEWEST: usize = 2 * (FOLDS + 1);

/// Stretches are not cut shorter than this.
const SHORTEST_SECS: f64 = 5.0;

/// Clips by what they are for.
#[derive(Clone, Debug)]
pub struct Split {
    /// Held out in turn, learnt from otherwise.
    pub folds: Vec<Vec<Clip>>,
    /// Never seen until the end.
    pub unseen: Vec<Clip>,
    /// Whether clips had to be cut because there were few.
    pub was_cut: bool,
}

/// Splits clips into parts of about the same length; `None` where there is too little to split.
pub fn split(clips: &[Clip]) -> Option<Split> {
    let (clips, was_cut) = cut(clips);
    if clips.len() <= FOLDS {
        return None;
    }
    let mut order: Vec<usize> = (0..clips.len()).collect();
    order.sort_by_key(|index| (std::cmp::Reverse(clips[*index].len()), *index));
    let mut parts: Vec<(usize, Vec<usize>)> = vec![(0, Vec::new()); FOLDS + 1];
    for index in order {
        let shortest = (0..parts.len()).min_by_key(|part| (parts[*part].0, *part))?;
        parts[shortest].0 += clips[index].len();
        parts[shortest].1.push(index);
    }
    let mut parts: Vec<Vec<Clip>> = parts
        .into_iter()
        .map(|(_, mut indices)| {
            indices.sort_unstable();
            indices.into_iter().map(|index| clips[index].clone()).collect()
        })
        .collect();
    let unseen = parts.pop()?;
    Some(Split { folds: parts, unseen, was_cut })
}

impl Split {
    /// What is learnt from while fold `held_out` is held out.
    pub fn learnt_from(&self, held_out: usize) -> Vec<Clip> {
        let others = self.folds.iter().enumerate().filter(|(fold, _)| *fold != held_out);
        others.flat_map(|(_, clips)| clips.clone()).collect()
    }

    /// All that may be learnt from.
    pub fn seen(&self) -> Vec<Clip> {
        self.folds.concat()
    }
}

/// The clips, halved again and again while they are few and the longest is long.
fn cut(clips: &[Clip]) -> (Vec<Clip>, bool) {
    let mut clips = clips.to_vec();
    let mut was_cut = false;
    while clips.len() < FEWEST {
        let longest = (0..clips.len()).max_by_key(|index| (clips[*index].len(), *index));
        let Some(longest) = longest.filter(|index| secs(&clips[*index]) >= 2.0 * SHORTEST_SECS)
        else {
            break;
        };
        let whole = clips.remove(longest);
        let half = 0.5 * secs(&whole);
        let part = |from: f64, to: f64, name: &str| Clip {
            name: format!("{} {name}", whole.name),
            ..trim(&whole, from, to)
        };
        clips.insert(longest, part(half, secs(&whole), "b"));
        clips.insert(longest, part(0.0, half, "a"));
        was_cut = true;
    }
    (clips, was_cut)
}

fn secs(clip: &Clip) -> f64 {
    clip.len() as f64 / f64::from(clip.rate_hz)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_clip_is_in_one_part_and_parts_are_alike_long() {
        let clips = sidestep_performer::perform(&sidestep_performer::PerformerConfig::default());
        let split = split(&clips).unwrap();
        let mut names: Vec<&str> = split
            .folds
            .iter()
            .flatten()
            .chain(&split.unseen)
            .map(|clip| clip.name.as_str())
            .collect();
        names.sort_unstable();
        let mut all: Vec<&str> = clips.iter().map(|clip| clip.name.as_str()).collect();
        all.sort_unstable();
        assert_eq!(names, all);
        let frames = |clips: &[Clip]| clips.iter().map(Clip::len).sum::<usize>();
        let lengths: Vec<usize> =
            split.folds.iter().map(|fold| frames(fold)).chain([frames(&split.unseen)]).collect();
        let (least, most) = (lengths.iter().min().unwrap(), lengths.iter().max().unwrap());
        assert!(5 * most < 6 * least, "{lengths:?}");
        let learnt = split.learnt_from(0);
        assert!(learnt.iter().all(|clip| split.folds[0].iter().all(|held| held.name != clip.name)));
    }

    #[test]
    fn few_clips_are_cut_and_what_is_too_short_is_refused() {
        let clips = sidestep_performer::perform(&sidestep_performer::PerformerConfig::default());
        let longest = clips.iter().max_by_key(|clip| clip.len()).unwrap();
        let long = Clip { name: "long".to_owned(), ..longest.clone() };
        let cut = split(&[longest.clone(), long]).unwrap();
        assert!(cut.was_cut);
        let mut names: Vec<&str> =
            cut.folds.iter().flatten().chain(&cut.unseen).map(|clip| clip.name.as_str()).collect();
        let all = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), all, "every part has a name of its own");
        assert!(split(&[trim(longest, 0.0, 2.0)]).is_none());
    }
}
