//! Files of one folder agree on the axis that points up.

use crate::{
    files::Files,
    takes::{self, Input, Read},
};
use sidestep_import::{
    DetectedUp, Note, Setting, UpAxis,
    siblings::{Ballot, outvoted},
};

/// Reads files again whose siblings outvote what they were found to have up, and notes it.
pub(crate) fn agree(files: &dyn Files, inputs: &[Input], read: &mut [Read]) {
    let mut voters = Vec::new();
    let mut ballots = Vec::new();
    for (index, (input, result)) in inputs.iter().zip(&*read).enumerate() {
        let Ok((imported, _)) = result else { continue };
        let Some(clip) = imported.clips.first() else { continue };
        let joints = clip.skeleton.joints().iter().map(|joint| joint.name.clone()).collect();
        ballots.push(Ballot {
            folder: input
                .folder()
                .map_or_else(String::new, |folder| folder.to_string_lossy().into_owned()),
            joints,
            up: imported.up,
        });
        voters.push(index);
    }
    for ((index, ballot), outvoted) in voters.into_iter().zip(&ballots).zip(outvoted(&ballots)) {
        if let Some((axis, votes)) = outvoted
            && let Ok((mut imported, size)) = takes::read(files, &inputs[index].with_up(axis))
        {
            imported.notes.push(told(ballot.up, axis, votes));
            read[index] = Ok((imported, size));
        }
    }
}

fn told(own: DetectedUp, axis: UpAxis, votes: usize) -> Note {
    let message = format!(
        "up axis: {}, as in {votes} files of its folder, though its body lies along {}",
        axis.name(),
        own.axis.name()
    );
    let remedy = "give the up axis with --up or `up` in a manifest if that is wrong";
    Note::warning(message, remedy).settled_by(Setting::Up)
}
