//! The examples of docs/scripts.md are scripts, and its tables name what the parser knows.
#![expect(clippy::unwrap_used, reason = "a test that cannot be set up has failed")]

use sidestep_control::Script;

const DOCS: &str = include_str!("../../../docs/scripts.md");

fn examples() -> Vec<&'static str> {
    DOCS.split("```text\n").skip(1).map(|rest| rest.split_once("```").unwrap().0).collect()
}

/// The first column of the table under a heading, where it is set as code.
fn names(heading: &str) -> Vec<&'static str> {
    let (_, rest) = DOCS.split_once(heading).unwrap();
    let rows = rest.lines().skip_while(|line| !line.starts_with('|'));
    let cells =
        rows.take_while(|line| line.starts_with('|')).filter_map(|row| row.split('|').nth(1));
    cells.flat_map(|cell| cell.split('`').skip(1).step_by(2)).collect()
}

#[test]
fn every_example_can_be_read() {
    let scripts: Vec<Script> =
        examples().into_iter().map(|text| Script::parse(text).unwrap()).collect();
    let [tour, more, each, spin, pushes] = scripts.as_slice() else {
        panic!("{} examples", scripts.len())
    };
    assert_eq!((tour.goals.len(), tour.pushes.len(), tour.end_secs), (4, 1, 14.0));
    assert_eq!(more.goal_at(1.0).obstacles.discs().len(), 2);
    assert_eq!(more.goal_at(3.5).arrive_in_secs, Some(2.0));
    assert_eq!(more.goals.iter().filter(|(_, goal)| goal.action.is_some()).count(), 2);
    assert_eq!((each.goals.len(), each.end_secs), (8, 20.0));
    assert_eq!(spin.goal_at(8.0).manner.get("spin-left"), Some(1.0));
    let discs = [6.0, 8.0].map(|secs| spin.goal_at(secs).obstacles.discs().len());
    assert_eq!(discs, [0, 2], "columns stand up on the way");
    assert_eq!((pushes.goals.len(), pushes.pushes.len()), (1, 2));
}

/// Each goal of the table is shown in the example of one of each, and is known to the parser.
#[test]
fn every_goal_of_the_table_is_shown() {
    let goals = names("## Goals");
    assert_eq!(goals, ["free", "stand", "move", "walk", "run", "crouch", "line", "reach", "path"]);
    for goal in goals {
        let shown = |line: &str| line.split_whitespace().nth(1) == Some(goal);
        assert!(examples().iter().any(|text| text.lines().any(shown)), "{goal} is not shown");
    }
}

/// What the page says is needed is needed: an example without it fails.
#[test]
fn fields_that_are_needed_are_missed() {
    for line in ["move speed=1", "walk", "line x=0 z=0", "reach x=1", "path 0,0", "push part=chest"]
    {
        assert!(Script::parse(&format!("0 {line}\n1 end")).is_err(), "{line}");
    }
    let pushes = names("## Pushes");
    assert_eq!(pushes, ["part", "newtons", "heading", "secs"]);
}
