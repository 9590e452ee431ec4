//! Files of one folder on one skeleton have one up axis: they vote where a file by itself is misled.
//!
//! A take in which the body lies from beginning to end looks as if another axis were up.

use crate::options::{DetectedUp, UpAxis};

/// Votes needed for an axis, and its share of all of them.
const FEWEST: usize = 3;
const MAJORITY: f32 = 0.75;

/// What one file was found to have up, and what makes it the sibling of others.
#[derive(Clone, Debug, PartialEq)]
pub struct Ballot {
    /// The folder it lies in.
    pub folder: String,
    /// The names of its joints.
    pub joints: Vec<String>,
    /// What it says itself.
    pub up: DetectedUp,
}

/// For every file the axis of its siblings and how many have it, where they outvote it.
pub fn outvoted(ballots: &[Ballot]) -> Vec<Option<(UpAxis, usize)>> {
    ballots.iter().map(|ballot| outvoted_by(ballot, ballots)).collect()
}

fn outvoted_by(ballot: &Ballot, all: &[Ballot]) -> Option<(UpAxis, usize)> {
    if ballot.up.is_sure {
        return None;
    }
    let is_sibling =
        |other: &&Ballot| other.folder == ballot.folder && other.joints == ballot.joints;
    let votes: Vec<UpAxis> = all.iter().filter(is_sibling).map(|other| other.up.axis).collect();
    let count = |axis: UpAxis| votes.iter().filter(|vote| **vote == axis).count();
    let winner = votes.iter().copied().max_by_key(|axis| count(*axis))?;
    let found = count(winner);
    let is_clear = found >= FEWEST && found as f32 >= MAJORITY * votes.len() as f32;
    (is_clear && winner != ballot.up.axis).then_some((winner, found))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ballot(folder: &str, axis: UpAxis, is_sure: bool) -> Ballot {
        let joints = vec!["Hips".to_owned()];
        Ballot { folder: folder.to_owned(), joints, up: DetectedUp { axis, is_sure } }
    }

    #[test]
    fn one_that_lies_among_28_that_stand_is_outvoted() {
        let mut ballots = vec![ballot("yoga", UpAxis::Y, false); 28];
        ballots.push(ballot("yoga", UpAxis::Z, false));
        let told = outvoted(&ballots);
        assert!(told[..28].iter().all(Option::is_none));
        assert_eq!(told[28], Some((UpAxis::Y, 28)));
    }

    #[test]
    fn neither_a_stranger_nor_a_t_pose_is_outvoted_and_few_do_not_decide() {
        let mut ballots = vec![ballot("yoga", UpAxis::Y, false); 28];
        ballots.push(ballot("other", UpAxis::Z, false));
        ballots.push(ballot("yoga", UpAxis::Z, true));
        let mut stranger = ballot("yoga", UpAxis::Z, false);
        stranger.joints = vec!["Pelvis".to_owned()];
        ballots.push(stranger);
        assert!(outvoted(&ballots).iter().all(Option::is_none));
        let few = [UpAxis::Y, UpAxis::Y, UpAxis::Z].map(|axis| ballot("yoga", axis, false));
        assert!(outvoted(&few).iter().all(Option::is_none));
    }
}
