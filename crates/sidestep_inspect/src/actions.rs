//! What is done in a library, as its labels say, and the objects it is done with.

use crate::clip_view::ClipView;
use serde::Serialize;
use sidestep_motion::MotionLibrary;
use std::collections::BTreeMap;

/// All labels of one name.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Action {
    /// The name.
    pub name: String,
    /// Labels of that name.
    pub count: usize,
    /// Seconds they cover.
    pub seconds: f32,
    /// How many of them have a moment: a ball leaves or meets the hand.
    pub moments: usize,
}

/// All objects of one name.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct ObjectSummary {
    /// The name.
    pub name: String,
    /// Stretches in which something is known of it.
    pub tracks: usize,
    /// Seconds of them.
    pub seconds: f32,
    /// Seconds of them in which something holds it.
    pub held_secs: f32,
}

/// Labels by name; those that say when feet stand and hands hold are no actions.
pub(crate) fn actions(clips: &[ClipView<'_>]) -> Vec<Action> {
    let mut found: BTreeMap<&str, Action> = BTreeMap::new();
    for clip in clips {
        for label in clip.info.labels.iter().filter(|label| !label.is_contact()) {
            let action = found.entry(&label.name).or_default();
            action.name.clone_from(&label.name);
            action.count += 1;
            action.seconds += clip.secs(label.frames.len());
            action.moments += usize::from(label.moment.is_some());
        }
    }
    found.into_values().collect()
}

/// Objects by name.
pub(crate) fn objects(library: &MotionLibrary) -> Vec<ObjectSummary> {
    let mut found: BTreeMap<&str, ObjectSummary> = BTreeMap::new();
    for track in library.clips().iter().flat_map(|clip| &clip.objects) {
        let rows = track.rows.start as usize..track.rows.end as usize;
        let holders = &library.parts().objects.holders[rows];
        let held = holders.iter().filter(|joints| joints[0] != u16::MAX).count();
        let object = found.entry(&track.kind.name).or_default();
        object.name.clone_from(&track.kind.name);
        object.tracks += 1;
        object.seconds += frames_secs(holders.len(), library);
        object.held_secs += frames_secs(held, library);
    }
    found.into_values().collect()
}

fn frames_secs(frames: usize, library: &MotionLibrary) -> f32 {
    frames as f32 * library.frame_secs()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_clips;
    use sidestep_motion::{Held, JointId, Label, Object, ObjectKind, ObjectTrack, Side};

    #[test]
    fn actions_and_objects_are_counted() {
        let mut clip = test_clips::straight_walk("a");
        let rate = clip.rate_hz;
        let pass = Label { moment: Some(12), ..Label::new("pass", 10..20) };
        let hand = Label::new(Label::hand_holds(Side::Left), 5..13);
        clip.labels =
            vec![pass.clone(), Label::new("walk", 0..30), Label::new("pass", 30..40), hand];
        let kind = ObjectKind { name: "ball".to_owned(), radius: 0.12 };
        let held = Object { held_by: Held::By(JointId(1)), ..Object::ORIGIN };
        let frames = vec![held, held, held, Object::ORIGIN];
        clip.objects = vec![ObjectTrack { kind, start: 5, frames }];
        let library = test_clips::library(&[clip]);
        let found = actions(&ClipView::all(&library));
        let told: Vec<(&str, usize, usize)> = found
            .iter()
            .map(|action| (action.name.as_str(), action.count, action.moments))
            .collect();
        assert_eq!(told, [("pass", 2, 1), ("walk", 1, 0)]);
        assert!((found[0].seconds - 20.0 / rate).abs() < 1e-5);
        let balls = objects(&library);
        assert_eq!((balls[0].name.as_str(), balls[0].tracks, balls.len()), ("ball", 1, 1));
        assert!((balls[0].seconds - 4.0 / rate).abs() < 1e-6);
        assert!((balls[0].held_secs - 3.0 / rate).abs() < 1e-6);
    }
}
