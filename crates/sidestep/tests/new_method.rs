//! Adding a method takes its module and one entry: everything else reads the list.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod methods;
mod statue;

use sidestep::{
    BuiltController, METHODS, MethodEntry,
    control::{Goal, method::News},
    decode_controller, decode_controller_of, encode_controller,
    motion::{GroundTransform, Pose},
};
use statue::{Statue, Statues};
use std::sync::Arc;

/// The one entry.
static MINE: [MethodEntry; 1] = [MethodEntry::of::<Statues>()];

fn statue(preset: &str) -> BuiltController {
    let entry = &MINE[0];
    let config = entry.preset(Some(preset)).unwrap().config;
    entry.build(&methods::library(), &config, &mut |_| {}).unwrap()
}

fn walk(controller: &BuiltController) -> Vec<Pose> {
    let mut character = controller.spawn(GroundTransform::new(1.0, -2.0, 0.3));
    let goal = Goal::walk(0.5, 1.2);
    (0..60).map(|_| character.advance(&goal, 1.0 / 60.0).clone()).collect()
}

#[test]
fn a_method_of_ones_own_is_built_saved_loaded_and_played() {
    let built = statue("fast");
    assert_eq!((built.method(), built.config()["usual_speed"].as_f64()), ("statue", Some(2.0)));
    assert!(built.library().is_none() && built.downcast::<Statue>().is_some());
    let file = encode_controller(&built);
    let loaded = decode_controller_of(&MINE, Arc::new(file.clone())).unwrap();
    assert_eq!(walk(&built), walk(&loaded));
    assert_ne!(walk(&built)[0], walk(&built)[59]);
    assert_eq!(encode_controller(&loaded), file);
    assert_eq!(loaded.checksum(), built.checksum());
    assert_ne!(statue("slow").checksum(), built.checksum());
}

#[test]
fn a_build_says_where_it_is_and_what_is_to_know() {
    let entry = MethodEntry::of::<Statues>();
    let mut heard = Vec::new();
    let config = entry.preset(None).unwrap().config;
    let mut hear = |news: News<'_>| match news {
        News::Stage(stage) => heard.push(stage.name.to_owned()),
        News::Note(note) => heard.push(note.to_owned()),
    };
    entry.build(&methods::library(), &config, &mut hear).unwrap();
    assert_eq!(heard, ["carving", "it is of stone"]);
}

#[test]
fn a_method_nobody_knows_is_refused_with_those_there_are() {
    let file = Arc::new(encode_controller(&statue("slow")));
    let error = decode_controller(file).unwrap_err().to_string();
    assert!(error.contains("'statue'") && error.contains("mobility"), "{error}");
}

#[test]
fn names_are_unlike_and_every_preset_is_whole() {
    for (number, method) in METHODS.iter().enumerate() {
        assert!(METHODS.iter().skip(number + 1).all(|other| other.name != method.name));
        let presets = method.presets();
        assert!(!presets.is_empty(), "{}", method.name);
        for preset in presets {
            assert!(preset.config.is_object(), "{} {}", method.name, preset.name);
        }
    }
}
