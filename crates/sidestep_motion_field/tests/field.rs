//! Stories of characters in motion fields and of followers.

mod stage;

use glam::{Quat, Vec3};
use sidestep_control::{
    BodyState, Character, Controller, FootLock, FootLockConfig, Footing, Goal, GroundPoint, Pace,
    Script, Start, Travel, usual_speed::ground_speed,
};
use sidestep_measure::subject::state_of;
use sidestep_motion::{
    FrameId, GroundTransform, MotionLibrary, Pose, Role, Side,
    kinematics::JointTransforms,
    math::{atan2, wrap_angle},
};
use sidestep_motion_field::{
    BuildError, FieldConfig, FlowTables, Flowing, Follower, FollowerConfig, LineConfig,
    MotionField, Policy, Recall, Search, TaskConfig,
};
use std::sync::{Arc, LazyLock};

static LIBRARY: LazyLock<Arc<MotionLibrary>> = LazyLock::new(stage::library);
static AGILE: LazyLock<Arc<Follower>> = LazyLock::new(|| follower(&FollowerConfig::agile()));
static PAPER: LazyLock<Arc<MotionField>> = LazyLock::new(|| field(&FieldConfig::paper()));

const SCRIPT: &str = "
    0.0 stand
    1.0 move heading=0 speed=1.4
    3.0 move heading=90 speed=1.2
    5.5 stand
    7.0 reach x=0 z=0
    10.0 end";

fn field(config: &FieldConfig) -> Arc<MotionField> {
    Arc::new(MotionField::build(&LIBRARY, config).expect("a field"))
}

fn follower(config: &FollowerConfig) -> Arc<Follower> {
    Arc::new(Follower::build(&LIBRARY, config).expect("a follower"))
}

fn at_rest<C: Controller>(controller: &Arc<C>) -> Character<C> {
    Character::new(controller, Start::Rest(GroundTransform::IDENTITY))
}

/// The paper rewards no speed, so a character that stands may stay there: this one walks.
fn walking(field: &Arc<MotionField>) -> Character<MotionField> {
    let moves = |frame: &u32| ground_speed(&LIBRARY, FrameId(*frame)) > 1.2;
    let frame = (30..).find(moves).expect("a walk");
    Character::new(field, Start::State(&state_of(&LIBRARY, FrameId(frame))))
}

fn run<C: Controller>(character: &mut Character<C>, goal: &Goal, secs: f32) {
    for _ in 0..(secs * 30.0) as usize {
        character.advance(goal, 1.0 / 30.0);
        assert!(character.pose().is_finite() && character.problems().is_empty());
    }
}

/// FNV-1a over the bits of all numbers: one flipped bit changes it.
fn hash(values: impl Iterator<Item = f32>) -> u64 {
    values
        .flat_map(|value| value.to_bits().to_le_bytes())
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        })
}

fn played<C: Controller + 'static>(controller: &Arc<C>) -> u64 {
    let clip = Script::parse(SCRIPT).expect("a script").record(&mut at_rest(controller), 30.0);
    let roots = clip.root_positions.iter().flat_map(|p| p.to_array());
    hash(roots.chain(clip.rotations.iter().flat_map(|q| q.to_array())))
}

/// The tables that one, two and four threads build.
fn built_by_threads(build: &(dyn Fn() -> FlowTables + Sync)) -> [FlowTables; 3] {
    [1, 2, 4].map(|threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        pool.install(build)
    })
}

#[test]
fn any_number_of_threads_builds_the_same_bits() {
    let line = Some(LineConfig { offsets: 3, ..LineConfig::paper() });
    let field = FieldConfig { compression: 5, line, ..FieldConfig::paper() };
    let agile = FollowerConfig::agile();
    let task = TaskConfig { speeds: 3, facings: 1, ..agile.task };
    let follower = FollowerConfig { compression: 5, line, task, ..agile };
    for built in [
        built_by_threads(&|| MotionField::build(&LIBRARY, &field).unwrap().flow().tables()),
        built_by_threads(&|| Follower::build(&LIBRARY, &follower).unwrap().flow().tables()),
    ] {
        assert_eq!(built[0], built[1]);
        assert_eq!(built[0], built[2]);
        assert!(built[0].commands.iter().all(|value| value.is_finite()));
    }
}

#[test]
fn what_is_restored_plays_the_same_bits() {
    let field = MotionField::restore(&LIBRARY, PAPER.config(), &PAPER.flow().tables()).unwrap();
    assert_eq!(played(&PAPER), played(&Arc::new(field)));
    let follower = Follower::restore(&LIBRARY, AGILE.config(), &AGILE.flow().tables()).unwrap();
    assert_eq!(played(&AGILE), played(&Arc::new(follower)));
    let none = Follower::restore(&LIBRARY, AGILE.config(), &FlowTables::default());
    assert!(matches!(none, Err(BuildError::Tables { .. })));
}

#[test]
fn a_follower_of_a_time_without_joins_finds_them_anew() {
    let mut tables = AGILE.flow().tables();
    (tables.join_counts, tables.joins) = (Vec::new(), Vec::new());
    let again = Follower::restore(&LIBRARY, AGILE.config(), &tables).unwrap();
    assert_eq!(again.flow().tables(), AGILE.flow().tables());
}

#[test]
fn joins_that_do_not_fit_are_refused() {
    let refused = |spoil: fn(&mut FlowTables)| {
        let mut tables = AGILE.flow().tables();
        spoil(&mut tables);
        Follower::restore(&LIBRARY, AGILE.config(), &tables).is_err()
    };
    assert!(refused(|tables| tables.joins[0] = u32::MAX), "a state that is not there");
    assert!(refused(|tables| tables.joins.truncate(9)), "too few");
    assert!(refused(|tables| tables.join_counts.push(0)), "a state too many");
    assert!(refused(|tables| tables.join_counts.fill(u32::MAX)), "more than there are");
}

/// How far a body turns over a foot until it leaves the ground, counted frame by frame.
#[test]
fn feet_are_charged_for_turns_they_do_not_bear() {
    let lock = FootLock::of(&LIBRARY, FootLockConfig::default());
    let yaw = |frame: FrameId| {
        let mut transforms = JointTransforms::new(LIBRARY.skeleton().len());
        transforms.compute(LIBRARY.skeleton(), LIBRARY.pose(frame));
        let hip = |side| LIBRARY.skeleton().roles().get(Role::Thigh(side)).expect("it has hips");
        let [left, right] = Side::BOTH.map(|side| transforms.position(hip(side)));
        atan2(right.z - left.z, left.x - right.x)
    };
    let mut most = 0.0_f32;
    for frame in (0..u32::try_from(LIBRARY.len()).unwrap()).step_by(7).map(FrameId) {
        let clip = &LIBRARY.clips()[LIBRARY.clip_of(frame).index()];
        let stance = (frame.0..clip.frames.end).map(FrameId);
        let stance = stance.take_while(|frame| LIBRARY.contacts(*frame).get(Side::Left));
        let turns: Vec<f32> = stance.map(|at| wrap_angle(yaw(at) - yaw(frame))).collect();
        let left = turns.iter().copied().fold(0.0, f32::max);
        let right = turns.iter().copied().fold(0.0, f32::min);
        let charged =
            |room| lock.overturn(&Footing { rooms: [Some(room), None], pelvis: None }, frame);
        assert!((charged((0.0, 0.0)) - (left - right)).abs() < 1e-3, "{frame:?}: {left} {right}");
        assert_eq!(charged((right - 0.01, left + 0.01)), 0.0, "{frame:?}: there is room");
        most = most.max(left);
    }
    assert!(most > 0.3, "nobody turns over his left foot: {most}");
}

/// Values promise what can be followed from a row; a character beside it must not wait for ever.
#[test]
fn it_gets_going_from_wherever_it_stands() {
    let frames = 0..u32::try_from(LIBRARY.len()).unwrap();
    let stands = |frame: &u32| ground_speed(&LIBRARY, FrameId(*frame)) < 0.1;
    for frame in frames.filter(stands).step_by(5) {
        let body = state_of(&LIBRARY, FrameId(frame));
        let mut character = Character::new(&AGILE, Start::State(&body));
        run(&mut character, &Goal::walk(2.0, 1.3), 4.0);
        let from = character.ground().position();
        run(&mut character, &Goal::walk(2.0, 1.3), 1.0);
        let way = character.ground().position().distance(from);
        assert!(way > 0.8, "frame {frame}: {way} m in a second");
    }
}

/// Found are 9,986 of 10,000 here, where the same walk comes back in many clips, and 9,997 on
/// captured walks.
#[test]
fn local_searches_find_nearly_all_neighbors() {
    let field = field(&FieldConfig { search: Search::Local, ..FieldConfig::paper() });
    let mut character = walking(&field);
    let mut recall = Recall::default();
    for frame in 0..600_u16 {
        character.advance(&Goal::walk(f32::from(frame / 45), 1.3), 1.0 / 30.0);
        recall += field.recall(character.memory());
    }
    assert_eq!(recall.searches, 600 * 15);
    assert!(recall.share().unwrap() > 0.998, "{recall:?}");
    assert!(recall.in_full * 10 < recall.searches, "{recall:?}");
    let mut exact = Recall::default();
    exact += PAPER.recall(walking(&PAPER).memory());
    assert_eq!(exact.share(), Some(1.0));
}

#[test]
fn it_goes_where_it_is_told() {
    for degrees in [0.0_f32, 90.0, -90.0, 179.0] {
        let heading = degrees.to_radians();
        let mut character = at_rest(&AGILE);
        run(
            &mut character,
            &Goal::from(Travel::Move { heading, pace: Pace::ANY, facing: None }),
            4.0,
        );
        let off = wrap_angle(character.ground().heading - heading).abs();
        assert!(off < 0.1, "{degrees}: off by {off} rad");
    }
}

#[test]
fn speed_is_taken_up_and_given_up() {
    let mut character = at_rest(&AGILE);
    for speed in [1.0_f32, 1.6, 0.8] {
        run(&mut character, &Goal::walk(0.5, speed), 3.0);
        let from = character.ground().position();
        run(&mut character, &Goal::walk(0.5, speed), 2.0);
        let reached = character.ground().position().distance(from) / 2.0;
        assert!((reached - speed).abs() < 0.25, "{reached} m/s for {speed} m/s");
    }
    run(&mut character, &Goal::STAND, 3.0);
    let from = character.ground().position();
    run(&mut character, &Goal::STAND, 1.0);
    let way = character.ground().position().distance(from);
    assert!(way < 0.1, "it stands but goes {way} m in a second");
}

#[test]
fn a_line_is_joined_and_kept() {
    let mut character = at_rest(&AGILE);
    let through = GroundPoint::new(0.8, 0.0);
    let line = Goal::from(Travel::Line { through, heading: 0.0, pace: Pace::ANY, facing: None });
    run(&mut character, &line, 6.0);
    for _ in 0..60 {
        character.advance(&line, 1.0 / 30.0);
        let off = (character.ground().x - 0.8).abs();
        assert!(off < 0.12, "{off} m off the line");
    }
}

#[test]
fn a_place_is_reached() {
    let mut character = at_rest(&AGILE);
    let target = GroundPoint::new(2.5, 2.0);
    run(&mut character, &Goal::from(Travel::Reach { target, facing: None, pace: Pace::ANY }), 10.0);
    let distance = GroundPoint::of(character.ground()).distance(target);
    assert!(distance < 0.5, "{distance} m from the place");
}

#[test]
fn left_alone_it_goes_on_for_a_minute() {
    fn goes_on<C: Controller>(mut character: Character<C>) {
        for _ in 0..1800 {
            character.advance(&Goal::FREE, 1.0 / 30.0);
            let height = character.pose().root_position.y;
            assert!(height > 0.4 && height < 1.4, "root at {height} m");
        }
    }
    goes_on(at_rest(&PAPER));
    goes_on(at_rest(&AGILE));
}

/// A body that no data is like, far above the floor or below it.
fn twisted(is_above: bool) -> BodyState {
    let mut now = Pose::identity(LIBRARY.skeleton().len());
    now.root_position = Vec3::new(3.0, if is_above { 50.0 } else { -9.0 }, 1.0);
    for (joint, q) in now.rotations.iter_mut().enumerate() {
        let turned = Quat::from_rotation_z(joint as f32) * Quat::from_rotation_x(2.0);
        *q = if is_above { turned } else { turned.conjugate() };
    }
    let mut before = now.clone();
    before.root_position.x -= 4.0;
    before.rotations.reverse();
    BodyState { before, now, secs: 1.0 / 30.0, ground: GroundTransform::new(3.0, 1.0, 0.4) }
}

#[test]
fn whatever_it_begins_with_it_comes_back_to_the_data() {
    fn comes_back<C: Controller>(controller: &Arc<C>) {
        for is_above in [true, false] {
            let mut character = Character::new(controller, Start::State(&twisted(is_above)));
            let goal = Goal::from(Travel::Move { heading: 1.0, pace: Pace::ANY, facing: None });
            run(&mut character, &goal, 4.0);
            let height = character.pose().root_position.y;
            assert!(height > 0.5 && height < 1.3, "root at {height} m");
        }
    }
    comes_back(&PAPER);
    comes_back(&AGILE);
}

/// The value function pays: from many starts it takes up a new heading sooner than the greedy choice.
#[test]
fn looking_ahead_beats_greed() {
    let greedy = field(&FieldConfig { policy: Policy::Greedy, ..FieldConfig::paper() });
    let off_after = |field: &Arc<MotionField>| {
        let mut sum = 0.0;
        for heading in [-2.5_f32, -1.5, -0.8, 0.8, 1.5, 2.5] {
            let mut character = walking(field);
            let heading = wrap_angle(character.ground().heading + heading);
            run(
                &mut character,
                &Goal::from(Travel::Move { heading, pace: Pace::ANY, facing: None }),
                3.0,
            );
            sum += wrap_angle(character.ground().heading - heading).abs();
        }
        sum
    };
    let (planned, greedy) = (off_after(&PAPER), off_after(&greedy));
    assert!(planned < greedy, "{planned} rad against {greedy} rad");
}

#[test]
fn settings_that_make_no_sense_are_named() {
    let check = |config: FieldConfig, name: &str| match MotionField::build(&LIBRARY, &config) {
        Err(BuildError::Setting(error)) => assert_eq!(error.setting, name),
        other => panic!("{name}: {:?}", other.map(|_| ())),
    };
    let paper = FieldConfig::paper;
    check(FieldConfig { drift: f32::NAN, ..paper() }, "drift");
    check(FieldConfig { neighbors: 0, ..paper() }, "neighbors");
    check(FieldConfig { actions: 16, ..paper() }, "actions");
    check(FieldConfig { sharpness: 1.5, ..paper() }, "sharpness");
    let foot_lock = FootLockConfig { step_height: f32::NAN, ..paper().foot_lock };
    check(FieldConfig { foot_lock, ..paper() }, "foot_lock.step_height");
    let task = TaskConfig { discount: 1.0, ..paper().task };
    check(FieldConfig { task, ..paper() }, "task.discount");
}
