//! From the labels of data to the words of a grammar and to key actions.

use crate::actions::KeyAction;

/// What a label of data is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Labelled {
    /// The label, as the data has it.
    pub label: &'static str,
    /// The terminal of the appendix's grammar that it is; `None` for what that grammar has no word for.
    pub word: Option<&'static str>,
    /// The action a player would ask for to get it; `None` for what nobody asks for.
    pub action: Option<KeyAction>,
}

const fn row(label: &'static str, word: &'static str, action: KeyAction) -> Labelled {
    Labelled { label, word: Some(word), action: Some(action) }
}

const fn other(label: &'static str, action: Option<KeyAction>) -> Labelled {
    Labelled { label, word: None, action }
}

/// All labels of the SNU basketball data, and those of strokes that are found.
///
/// `pass'` is the partner's side of a pass. Who marks, screens, blocks or feints without the ball goes somewhere;
/// who feints a shot or holds the ball has it and goes nowhere, which the grammar has no word for.
pub const LABELS: [Labelled; 27] = [
    row("shoot", "shoot", KeyAction::Shoot),
    row("shoot_near", "layup", KeyAction::Shoot),
    row("layup", "layup", KeyAction::Shoot),
    row("pass", "pass", KeyAction::Pass),
    row("pass_long", "pass", KeyAction::Pass),
    row("pass'", "receive", KeyAction::Receive),
    row("receive", "receive", KeyAction::Receive),
    row("catch", "catch", KeyAction::Catch),
    row("pickup", "catch", KeyAction::Catch),
    row("dribble", "dribble", KeyAction::Dribble),
    row("walk", "walk", KeyAction::Walk),
    row("run", "run", KeyAction::Walk),
    row("idle", "idle", KeyAction::Walk),
    row("pivot_l", "pivot_left", KeyAction::Walk),
    row("pivot_r", "pivot_right", KeyAction::Walk),
    row("pivot_left", "pivot_left", KeyAction::Walk),
    row("pivot_right", "pivot_right", KeyAction::Walk),
    row("stroke", "stroke", KeyAction::Stroke),
    row("return", "return", KeyAction::Return),
    other("mark", Some(KeyAction::Walk)),
    other("screen", Some(KeyAction::Walk)),
    other("screen'", Some(KeyAction::Walk)),
    other("block", Some(KeyAction::Walk)),
    other("transition", Some(KeyAction::Walk)),
    other("hold", None),
    other("fake_shoot", None),
    other("fake_shot", None),
];

/// What a label of data is; `None` for one that the table does not have.
pub fn label(name: &str) -> Option<&'static Labelled> {
    LABELS.iter().find(|row| row.label == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_label_stands_twice() {
        for (at, row) in LABELS.iter().enumerate() {
            assert!(LABELS[at + 1..].iter().all(|other| other.label != row.label), "{row:?}");
        }
    }

    #[test]
    fn the_partners_side_of_a_pass_is_a_receipt() {
        assert_eq!(label("pass'").and_then(|row| row.word), Some("receive"));
        assert_eq!(label("shoot_near").and_then(|row| row.action), Some(KeyAction::Shoot));
        assert_eq!(label("kick"), None);
    }
}
