//! The examples of docs/manifest.md are read as it says.
#![allow(clippy::unwrap_used, reason = "a test may panic and talk")]

use sidestep_import::{Reference, UpAxis, manifest, project};
use sidestep_motion::Role;

const DOCS: &str = include_str!("../../../docs/manifest.md");

fn example(kind: &str) -> &'static str {
    let (_, rest) = DOCS.split_once(&format!("```{kind}\n")).unwrap();
    rest.split_once("```").unwrap().0
}

#[test]
fn the_project_manifest() {
    let project = project::parse("docs.toml", example("toml")).unwrap();
    let [walk, turn, old] = project.takes.as_slice() else { panic!("{project:?}") };
    assert_eq!((walk.file.as_str(), walk.options.rate_hz), ("walks/walk_01.bvh", Some(120.0)));
    assert_eq!((walk.options.up, walk.options.drop_first_frames), (Some(UpAxis::Y), Some(1)));
    assert_eq!(walk.options.reference, Reference::File("t_pose.bvh".to_owned()));
    assert!(walk.options.roles.contains(&(Role::Hips, "Pelvis".to_owned())));
    assert_eq!(turn.options.name.as_deref(), Some("turn_left"));
    assert_eq!(turn.options.range_secs, Some((2.5, 6.0)));
    assert_eq!((turn.options.labels.len(), turn.options.performer.as_str()), (5, "Ada"));
    assert_eq!(turn.options.labels[4].moment_secs, Some(4.6));
    assert_eq!(turn.options.lab_files, ["annotation"]);
    assert_eq!(old.options.skeleton_file.as_deref(), Some("07.asf"));
    let [runs] = project.folders.as_slice() else { panic!("{project:?}") };
    assert_eq!((runs.path.as_str(), runs.options.rate_hz), ("runs", Some(60.0)));
    assert_eq!(runs.options.licence, "CC BY 4.0, Example Studio");
}

#[test]
fn the_table() {
    let takes = manifest::parse("docs.txt", example("text")).unwrap();
    assert_eq!(takes.len(), 2);
    assert_eq!(takes[1].file, "bvh/69_12.bvh");
    assert_eq!(takes[1].options.range_secs, Some((2.5, 40.17)));
}

#[test]
fn every_role_is_named() {
    for role in Role::ALL {
        let name = role.name().trim_start_matches("left_").trim_start_matches("right_");
        assert!(DOCS.contains(&format!("`{name}`")), "{name}");
    }
}
