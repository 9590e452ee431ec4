//! Labels sorted into rows, so that none covers another.

use sidestep_motion::Label;

/// Labels in rows of which none overlaps another; those of equal frames become one.
pub(crate) fn label_rows(labels: &[Label]) -> Vec<Vec<Label>> {
    let mut rows: Vec<Vec<Label>> = Vec::new();
    for label in merged(labels) {
        let is_free =
            |row: &Vec<Label>| row.last().is_none_or(|last| last.frames.end <= label.frames.start);
        match rows.iter().position(is_free) {
            Some(row) => rows[row].push(label),
            None => rows.push(vec![label]),
        }
    }
    rows
}

/// Labels by their first frame, the names of those with equal frames joined.
fn merged(labels: &[Label]) -> Vec<Label> {
    let mut merged: Vec<Label> = Vec::new();
    for label in labels {
        let same =
            |other: &&mut Label| other.frames == label.frames && other.moment == label.moment;
        match merged.iter_mut().find(same) {
            Some(other) => {
                other.name.push_str(", ");
                other.name.push_str(&label.name);
            }
            None => merged.push(label.clone()),
        }
    }
    merged.sort_by_key(|label| (label.frames.start, label.frames.end));
    merged
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_do_not_cover_each_other() {
        let label = |name: &str, frames| Label::new(name, frames);
        let labels = [label("b", 5..9), label("a", 0..5), label("all", 0..9), label("again", 0..9)];
        let names: Vec<Vec<String>> = label_rows(&labels)
            .into_iter()
            .map(|row| row.into_iter().map(|label| label.name).collect())
            .collect();
        assert_eq!(names, [vec!["a", "b"], vec!["all, again"]]);
    }
}
