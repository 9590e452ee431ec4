//! Is the same motion in the library twice? Public corpora hold many takes under two names, and a
//! method tested on its own training data looks better than it is.

use crate::{
    clip_view::ClipView,
    finding::{Finding, Severity},
};
use glam::Vec3;
use sidestep_motion::{JointId, Role, Side};

/// The parts compared.
const PARTS: [Role; 6] = [
    Role::Hand(Side::Left),
    Role::Hand(Side::Right),
    Role::Foot(Side::Left),
    Role::Foot(Side::Right),
    Role::Shank(Side::Left),
    Role::Head,
];

/// Poses nearer than this, mean over the parts in metres, are the same.
const SAME: f32 = 0.004;

/// Frames that must be the same in a row, in seconds, and the least the parts must move meanwhile
/// in metres a second: everybody stands alike.
const LEAST_SECS: f32 = 0.5;
const LEAST_SPEED: f32 = 0.1;

/// Pairs told by name.
const MOST: usize = 8;

/// One frame by the places of its parts as seen from the root.
type Row = [Vec3; PARTS.len()];

struct Frames {
    rows: Vec<Row>,
    /// First row of each clip, and one past the last.
    starts: Vec<usize>,
    /// Row numbers in order of the height of the first part.
    order: Vec<usize>,
}

/// Finds clips that hold the same motion, wholly or in part, wherever it takes place.
pub(crate) fn check(clips: &[ClipView<'_>]) -> Vec<Finding> {
    let Some(frames) = Frames::of(clips) else { return Vec::new() };
    let mut pairs: Vec<(usize, usize, usize)> = Vec::new();
    for (index, clip) in clips.iter().enumerate() {
        if let Some((other, same)) = frames.twin(clips, index) {
            let twin_told = pairs.iter().any(|(a, b, _)| (*a, *b) == (other, index));
            if !twin_told && clip.secs(same) >= LEAST_SECS {
                pairs.push((index, other, same));
            }
        }
    }
    let rest = pairs.len().saturating_sub(MOST);
    let tell = |(index, other, same): &(usize, usize, usize)| {
        let clip = &clips[*index];
        let message = format!(
            "{:.1} of its {:.1} s are the same motion as in clip '{}'.",
            clip.secs(*same),
            clip.secs(clip.len()),
            clips[*other].name()
        );
        let remedy = "Remove one of them, and never test on one what was built from the other.";
        clip.cured_without(Finding::new(Severity::Warning, message, remedy))
    };
    let mut findings: Vec<Finding> = pairs.iter().take(MOST).map(tell).collect();
    if rest > 0 {
        let message = format!("{rest} more clips hold the motion of another clip.");
        findings.push(Finding::new(Severity::Warning, message, "Remove the duplicates."));
    }
    findings
}

impl Frames {
    fn of(clips: &[ClipView<'_>]) -> Option<Self> {
        let first = clips.first()?;
        let joints: Vec<JointId> = PARTS.iter().filter_map(|part| first.role(*part)).collect();
        let joints: [JointId; PARTS.len()] = joints.try_into().ok()?;
        let (mut rows, mut starts) = (Vec::new(), vec![0]);
        for clip in clips {
            for (frame, ground) in clip.grounds.iter().enumerate() {
                let character_from_world = ground.inverse();
                let seen =
                    |joint| character_from_world.transform_point(clip.position(frame, joint));
                rows.push(joints.map(seen));
            }
            starts.push(rows.len());
        }
        let mut order: Vec<usize> = (0..rows.len()).collect();
        order.sort_by(|a, b| rows[*a][0].y.total_cmp(&rows[*b][0].y));
        Some(Self { rows, starts, order })
    }

    /// The other clip that shares most frames with clip `index`, and how many.
    fn twin(&self, clips: &[ClipView<'_>], index: usize) -> Option<(usize, usize)> {
        let own = self.starts[index]..self.starts[index + 1];
        // Its middle frame, and where that is idle the quarters.
        let probes = [2, 1, 3].map(|quarter| own.start + own.len() * quarter / 4);
        let mut best: Option<(usize, usize)> = None;
        for probe in probes {
            for row in self.near(probe).filter(|row| !own.contains(row)) {
                let other = self.starts.partition_point(|start| *start <= row) - 1;
                let same = self.run(probe, index, row, other);
                if best.is_none_or(|(_, most)| same > most) && self.moves(clips, probe, index, same)
                {
                    best = Some((other, same));
                }
            }
            if best.is_some() {
                break;
            }
        }
        best
    }

    /// Rows that are the same pose as `probe`.
    fn near(&self, probe: usize) -> impl Iterator<Item = usize> + '_ {
        let height = self.rows[probe][0].y;
        // One part can be off by all of the mean times the number of parts.
        let reach = SAME * 6.0;
        let from = self.order.partition_point(|row| self.rows[*row][0].y < height - reach);
        let close = move |row: &&usize| self.rows[**row][0].y <= height + reach;
        self.order[from..]
            .iter()
            .take_while(close)
            .copied()
            .filter(move |row| self.same(probe, *row))
    }

    fn same(&self, a: usize, b: usize) -> bool {
        let (a, b) = (&self.rows[a], &self.rows[b]);
        let mut sum = 0.0;
        for (a, b) in a.iter().zip(b) {
            sum += a.distance(*b);
            if sum > SAME * 6.0 {
                return false;
            }
        }
        true
    }

    /// Frames in a row around both that are the same.
    fn run(&self, a: usize, clip_a: usize, b: usize, clip_b: usize) -> usize {
        let back = (a - self.starts[clip_a]).min(b - self.starts[clip_b]);
        let ahead = (self.starts[clip_a + 1] - a).min(self.starts[clip_b + 1] - b);
        let before = (1..=back).take_while(|step| self.same(a - step, b - step)).count();
        before + (0..ahead).take_while(|step| self.same(a + step, b + step)).count()
    }

    /// Whether the parts move around a frame of a clip.
    fn moves(&self, clips: &[ClipView<'_>], probe: usize, index: usize, same: usize) -> bool {
        let reach = same / 2;
        let from = probe.saturating_sub(reach).max(self.starts[index]);
        let to = (probe + reach).min(self.starts[index + 1] - 1);
        let step = |row: usize| {
            let pairs = self.rows[row].iter().zip(&self.rows[row + 1]);
            pairs.map(|(a, b)| a.distance(*b)).fold(0.0, f32::max)
        };
        let way: f32 = (from..to).map(step).sum();
        way > LEAST_SPEED * clips[index].secs((to - from).max(1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_clips::{library, straight_walk, walk_with_stride};
    use sidestep_motion::GroundTransform;

    #[test]
    fn a_copy_elsewhere_is_found_once() {
        let a = straight_walk("a");
        let mut b = walk_with_stride("b", 8.0, 1.1, |t| {
            GroundTransform::new(0.9 * t, 3.0, std::f32::consts::FRAC_PI_2)
        });
        b.labels.clear();
        let c = walk_with_stride("c", 8.0, 1.3, |t| GroundTransform::new(0.0, 0.8 * t, 0.0));
        let library = library(&[a, b, c]);
        let findings = check(&ClipView::all(&library));
        assert_eq!(findings.len(), 1, "{findings:?}");
        assert_eq!(findings[0].clip.as_deref(), Some("a"));
        assert!(
            findings[0].message.contains("8.0 of its 8.0 s") && findings[0].message.contains("'b'"),
            "{findings:?}"
        );
    }
}
