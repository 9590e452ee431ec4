//! The measures against a body whose figures can be worked out by hand: a rigid doll that glides at
//! 1 m/s and turns at exactly 2 rad/s.

#[path = "../../sidestep_motion/tests/doll/mod.rs"]
mod doll;

use glam::Vec3;
use sidestep_control::{
    Abilities, Ability, Animate, Character, Controller, FootLock, Footprint, Goal, Output, Reader,
    Saved, SnapshotError, Start, Travel, Writer,
};
use sidestep_measure::{CostHooks, Settings, Source, Subject};
use sidestep_motion::{
    Clip, GroundTransform, MotionLibrary, Pose, Skeleton, contact_detection::ContactConfig,
    math::wrap_angle,
};
use std::{cell::Cell, f32::consts::PI, sync::Arc};

const SPEED: f32 = 1.0;
const TURN: f32 = 2.0;
const SECS: f32 = 1.0 / 30.0;

struct Glider {
    skeleton: Arc<Skeleton>,
}

fn stand(ground: GroundTransform, joints: usize) -> Pose {
    let mut pose = Pose::identity(joints);
    pose.root_position = ground.position() + Vec3::Y;
    pose.rotations[0] = ground.rotation();
    pose
}

impl Controller for Glider {
    type Memory = GroundTransform;

    fn skeleton(&self) -> &Arc<Skeleton> {
        &self.skeleton
    }

    fn rate_hz(&self) -> f32 {
        30.0
    }

    fn abilities(&self) -> Abilities {
        Abilities::of(&[Ability::Move, Ability::Speed])
    }

    fn feet(&self) -> Option<&FootLock> {
        None
    }

    fn begin(&self, start: Start<'_>, out: &mut Output) -> GroundTransform {
        let ground = match start {
            Start::Rest(ground) => ground,
            Start::State(state) => state.ground,
        };
        out.pose = stand(ground, self.skeleton.len());
        out.ground = ground;
        ground
    }

    fn step(&self, memory: &mut GroundTransform, goal: &Goal, out: &mut Output) {
        if let Travel::Move { heading, .. } = &goal.travel {
            let error = wrap_angle(heading - memory.heading);
            let turn = error.clamp(-TURN * SECS, TURN * SECS);
            *memory = *memory * GroundTransform::new(0.0, SPEED * SECS, turn);
        }
        out.pose.copy_from(stand(*memory, self.skeleton.len()).as_ref());
        out.ground = *memory;
    }

    fn carry(&self, memory: &mut GroundTransform, moved: GroundTransform) {
        *memory = moved * *memory;
    }

    fn save(&self, memory: &GroundTransform, to: &mut Writer<'_>) {
        memory.save(to);
    }

    fn load(
        &self,
        memory: &mut GroundTransform,
        from: &mut Reader<'_>,
    ) -> Result<(), SnapshotError> {
        memory.load(from)
    }

    fn footprint(&self) -> Footprint {
        Footprint { controller_bytes: 7, memory_bytes: size_of::<GroundTransform>() }
    }
}

/// Straight on for 4 s and round for 4 s, by the same doll.
fn library(skeleton: &Arc<Skeleton>) -> MotionLibrary {
    let clip = |name: &str, turn: f32| {
        let mut clip = Clip::empty(name, skeleton, 30.0);
        let mut at = GroundTransform::IDENTITY;
        for _ in 0..120 {
            clip.push(stand(at, skeleton.len()).as_ref());
            at = at * GroundTransform::new(0.0, SPEED * SECS, turn * SECS);
        }
        clip
    };
    let clips = [clip("straight", 0.0), clip("round", TURN)];
    MotionLibrary::from_clips(&clips, &ContactConfig::default()).expect("sound clips")
}

fn with_subject(measure: impl FnOnce(&Subject<'_>, &Source, &Settings)) {
    let controller = Arc::new(Glider { skeleton: doll::skeleton(0.45, 0.02, true) });
    let library = library(&controller.skeleton);
    let spawn =
        |start: Start<'_>| -> Box<dyn Animate> { Box::new(Character::new(&controller, start)) };
    let source = Source::of(&library);
    let settings = Settings {
        n: 36,
        steered_starts: 2,
        steered_secs: 20,
        passive_starts: 2,
        passive_secs: 12,
        ..Settings::default()
    };
    measure(&Subject { library: &library, spawn: &spawn }, &source, &settings);
}

/// The mean of |change| is 90°, less 5°, at 2 rad/s: 0.742 s. The smoothing of the heading rounds
/// the corner at the end of the turn, which costs a little more.
#[test]
fn response_is_what_the_turn_rate_allows() {
    with_subject(|subject, source, settings| {
        let response = sidestep_measure::response(subject, source, settings);
        println!("{response:?}");
        let expected = (90.0_f32 - 5.0).to_radians() / TURN;
        assert!((source.median_speed - SPEED).abs() < 0.02);
        assert!((response.yardstick_secs - expected).abs() < 0.02);
        assert!((response.censored_avg_secs - expected).abs() < 0.1);
        assert!(response.first_avg_secs <= response.settle_avg_secs);
        assert_eq!((response.n, response.never_fraction), (36, 0.0));
        assert!((response.turn_rate_ratio - 1.0).abs() < 0.05);
        // A rigid doll never leaves its data by more than the mix of turning and not turning.
        assert!(response.nearest_distance.is_finite() && response.jerk_ratio.is_finite());
        let again = sidestep_measure::response(subject, source, settings);
        assert_eq!(response, again);
    });
}

#[test]
fn a_glider_keeps_its_own_speed_only_and_starts_at_once() {
    with_subject(|subject, source, settings| {
        let task = sidestep_measure::speed_task(subject, source, settings);
        // |v - 1| over v uniform in 0.8 to 2.5: (0.2² + 1.5²) / 2 / 1.7 = 0.6735.
        assert!((task.mean_error_m_per_s - 0.6735).abs() < 0.02, "{task:?}");
        assert_eq!(task.from_standing_fraction, 1.0);
    });
}

#[test]
fn a_line_is_met_by_steering_where_the_controller_has_none() {
    with_subject(|subject, source, settings| {
        let line = sidestep_measure::line(subject, source, settings);
        assert!(line.never_fraction < 0.1, "{line:?}");
        assert!(line.settle_avg_secs > 1.0, "a metre to the side takes time: {line:?}");
    });
}

/// Free, the glider stops where it is: every lag repeats, so the shortest counts.
#[test]
fn standing_still_is_a_loop_and_finite() {
    with_subject(|subject, source, settings| {
        let passive = sidestep_measure::passive(subject, source, settings);
        assert_eq!((passive.runs, passive.finite_fraction), (2, 1.0));
        assert_eq!((passive.loop_period_frames, passive.loop_fraction), (Some(1), 1.0));
    });
}

#[test]
fn chaos_is_survived() {
    with_subject(|subject, source, settings| {
        let chaos = sidestep_measure::chaos(subject, source, settings);
        assert_eq!((chaos.finite_fraction, chaos.recovered_fraction), (1.0, 1.0));
    });
}

/// A clock that ticks once for each look at it: 2,000 steps in one second.
#[test]
fn cost_divides_the_clock_by_the_steps() {
    with_subject(|subject, source, settings| {
        let now = Cell::new(0.0);
        let cpu_secs = || {
            now.set(now.get() + 1.0);
            now.get()
        };
        let hooks = CostHooks { cpu_secs: &cpu_secs, allocations: &|| Some(5) };
        let cost = sidestep_measure::cost(subject, source, settings, hooks);
        assert_eq!((cost.step_us, cost.allocations_per_step), (500.0, Some(0.0)));
        assert_eq!(cost.controller_bytes, 7);
    });
}

#[test]
fn a_rigid_doll_has_no_joint_acceleration() {
    with_subject(|subject, source, settings| {
        let transitions = sidestep_measure::transitions(subject, source, settings);
        assert_eq!(transitions.acceleration_over_source_p999_fraction, 0.0);
        assert_eq!(transitions.n, 20);
        assert!(source.second_turn - TURN < 1e-2 && source.half_second_turn < PI);
    });
}

/// The glider goes at its full speed from the first frame and stands from the first frame: a start
/// takes no time by a speed over a fifth of a second (which sees three of seven frames before the
/// press), a stop the two frames in which that window still sees a tenth of the speed.
#[test]
fn a_glider_starts_and_stops_at_once_and_stays() {
    with_subject(|subject, source, settings| {
        let found = sidestep_measure::start_stop(subject, source, settings);
        println!("{found:?}");
        assert_eq!((found.n, found.finite_fraction, found.restless_fraction), (36, 1.0, 0.0));
        assert!(found.long_taps >= 18);
        assert_eq!((found.start_p50_secs, found.start_p95_secs), (0.0, 0.0));
        assert!((found.stop_p50_secs - 2.0 * SECS).abs() < 1e-4, "{found:?}");
        assert!(found.stop_p95_secs - found.stop_p50_secs < 1e-4);
        assert_eq!(found.drift_m_per_10s, 0.0);
    });
}

/// The doll's feet are low and as fast as the doll; nothing of it moves against its root.
#[test]
fn a_glider_has_no_flat_foot_and_no_life() {
    with_subject(|subject, source, settings| {
        let looks = sidestep_measure::response(subject, source, settings).looks;
        assert_eq!(looks.feet.shown.flat_fraction, 0.0);
        assert!(looks.feet.shown.low_fast_fraction > 0.99, "{looks:?}");
        assert!(looks.feet_count, "the source glides in the same way");
        assert!(looks.turn_gate_holds, "nobody turns faster than the data: {looks:?}");
        assert_eq!((looks.added_yaw_deg_per_s, looks.added_travel_m_per_s), (Some(0.0), Some(0.0)));
        let json = serde_json::to_value(&looks).expect("figures");
        assert_eq!(json["source_low_fast_fraction"], json["low_fast_fraction"]);
        assert_eq!(json["foot_conditions"].as_array().map(Vec::len), Some(9));
    });
}

/// With a turning circle of half a metre the ways of a maze can be walked, in about the time that a
/// metre a second takes.
#[test]
fn a_glider_finds_its_way_through_a_maze() {
    with_subject(|subject, source, settings| {
        let maze = sidestep_measure::maze(subject, source, settings);
        println!("{maze:?}");
        assert_eq!((maze.n, maze.arrived_fraction, maze.finite_fraction), (36, 1.0, 1.0));
        assert!(maze.inside_wall_fraction < 0.01, "{maze:?}");
        let extra = maze.time_avg_secs - maze.straight_avg_secs;
        assert!((-1.0..2.0).contains(&extra), "{maze:?}");
        assert_eq!(maze, sidestep_measure::maze(subject, source, settings));
    });
}

#[test]
fn a_glider_goes_around_cylinders() {
    with_subject(|subject, source, settings| {
        let around = sidestep_measure::steer_to_avoid(subject, source, settings);
        println!("{around:?}");
        assert_eq!((around.n, around.arrived_fraction, around.finite_fraction), (36, 1.0, 1.0));
        assert!(around.inside_wall_fraction < 0.01, "{around:?}");
        assert!(around.time_avg_secs > around.straight_avg_secs - 0.6, "{around:?}");
    });
}
