//! Pushes the characters of a controller file: figures on stdout, or a library to look at.
//!
//! `push_trials CONTROLLER N [paper]` prints what `measure push` reports of N pushes.
//! `push_trials CONTROLLER OUT.motion [paper]` writes a clip for each of eight pushes; make film
//! strips of them with `sidestep export OUT.motion --clip NAME -o strip.png`.

use glam::Vec3;
use sidestep::BuiltController;
use sidestep_control::{Animate, Character, Controller, Goal, Push, Start};
use sidestep_measure::{Settings, Source, Subject};
use sidestep_motion::{
    Clip, GroundTransform, MotionLibrary, Provenance, Role, Side, Skeleton,
    contact_detection::ContactConfig,
};
use sidestep_push::{PushConfig, Pushable};
use std::{error::Error, sync::Arc};

type Spawn = Box<dyn Fn(Start<'_>) -> Box<dyn Animate>>;

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [file, what, rest @ ..] = args.as_slice() else {
        return Err("give a controller, and a number of pushes or a library to write".into());
    };
    let config = match rest.first().map(String::as_str) {
        Some("paper") => PushConfig::paper(),
        _ => PushConfig::default(),
    };
    let controller = sidestep::decode_controller(Arc::new(std::fs::read(file)?))?;
    let spawn = match &controller {
        BuiltController::ClipPlayer(player) => spawner(player, controller.library(), config),
        BuiltController::MotionMatcher(matcher) => spawner(matcher, controller.library(), config),
        BuiltController::MotionField(field) => spawner(field, controller.library(), config),
    };
    if let Ok(n) = what.parse() {
        let library = controller.library();
        let subject = Subject { library, spawn: &*spawn };
        let settings = Settings { n, ..Settings::default() };
        let figures = sidestep_measure::push(&subject, &Source::of(library), &settings);
        serde_json::to_writer_pretty(std::io::stdout().lock(), &figures)?;
        return Ok(());
    }
    let skeleton = controller.library().skeleton();
    let clips: Vec<Clip> = pushes(skeleton).iter().map(|push| film(&*spawn, push)).collect();
    let library = MotionLibrary::from_clips(&clips, &ContactConfig::default())?;
    std::fs::write(what, sidestep::encode_library(&library))?;
    Ok(())
}

fn spawner<C: Controller>(inner: &Arc<C>, library: &MotionLibrary, config: PushConfig) -> Spawn {
    let pushable = Arc::new(Pushable::new(inner, library, config));
    Box::new(move |start| Box::new(Character::new(&pushable, start)))
}

/// A push, what the character is told meanwhile, and a name.
struct Scene {
    name: &'static str,
    goal: Goal,
    push: Push,
}

fn pushes(skeleton: &Skeleton) -> Vec<Scene> {
    let walk = Goal::walk(0.0, 1.3);
    let stand = Goal::Stand { facing: None };
    let scene = |name, goal: &Goal, role, newtons: f32, along: Vec3| Scene {
        name,
        goal: goal.clone(),
        push: Push {
            joint: skeleton.roles().get(role).unwrap_or(sidestep_motion::JointId(0)),
            force_newtons: along * newtons,
            duration_secs: 0.2,
        },
    };
    vec![
        scene("walk_chest_side_400", &walk, Role::Chest, 400.0, Vec3::X),
        scene("walk_chest_back_400", &walk, Role::Chest, 400.0, Vec3::NEG_Z),
        scene("walk_chest_front_200", &walk, Role::Chest, 200.0, Vec3::Z),
        scene("walk_hand_300", &walk, Role::Hand(Side::Left), 300.0, Vec3::X),
        scene("walk_head_200", &walk, Role::Head, 200.0, Vec3::X),
        scene("walk_shank_300", &walk, Role::Shank(Side::Left), 300.0, Vec3::Z),
        scene("stand_chest_side_400", &stand, Role::Chest, 400.0, Vec3::X),
        scene("stand_chest_back_400", &stand, Role::Chest, 400.0, Vec3::NEG_Z),
    ]
}

fn film(spawn: &dyn Fn(Start<'_>) -> Box<dyn Animate>, scene: &Scene) -> Clip {
    let mut character = spawn(Start::Rest(GroundTransform::IDENTITY));
    for _ in 0..90 {
        character.advance(&scene.goal, 1.0 / 30.0);
    }
    let mut clip = Clip {
        name: scene.name.to_owned(),
        skeleton: Arc::clone(character.skeleton()),
        rate_hz: 30.0,
        root_positions: Vec::new(),
        rotations: Vec::new(),
        labels: Vec::new(),
        contacts: Some(Vec::new()),
        floor: Some(0.0),
        provenance: Provenance::default(),
    };
    for frame in 0..45 {
        if frame == 3 {
            character.push(&scene.push);
        }
        let pose = character.advance(&scene.goal, 1.0 / 30.0).clone();
        clip.push(pose.as_ref());
        if let Some(contacts) = &mut clip.contacts {
            contacts.push(character.contacts());
        }
    }
    clip
}
