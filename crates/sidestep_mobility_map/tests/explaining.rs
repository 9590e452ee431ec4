//! What a map says of itself: it must be true, and saying it must change nothing.

mod actor;

use sidestep_control::{Animate, Character, Explanation, Goal, GroundPoint, Pace, Start, Travel};
use sidestep_mobility_map::{MobilityConfig, MobilityMap, SteeringConfig};
use sidestep_motion::GroundTransform;
use std::sync::Arc;

const TICK_SECS: f32 = 1.0 / 30.0;

/// Ticks under each goal.
const TICKS: usize = 60;

type Walker = Character<MobilityMap>;

fn goals() -> [Goal; 6] {
    let near = Goal::from(Travel::Reach {
        target: GroundPoint::new(0.5, 0.6),
        facing: None,
        pace: Pace::ANY,
    });
    let far = Goal::from(Travel::Reach {
        target: GroundPoint::new(-3.0, 4.0),
        facing: Some(1.0),
        pace: Pace::ANY,
    });
    let turn = Goal::from(Travel::Stand { facing: Some(2.5) });
    [Goal::STAND, Goal::walk(0.4, 1.2), far, near, turn, Goal::FREE]
}

fn explained(character: &Walker, goal: &Goal) -> Explanation {
    let mut explanation = Explanation::default();
    character.explain(goal, &mut explanation);
    explanation
}

/// Goes through all goals and hands over what is said before each tick.
fn on_the_way(map: &Arc<MobilityMap>, mut each: impl FnMut(&Walker, &Goal, &Explanation)) {
    let mut character = Character::new(map, Start::Rest(GroundTransform::IDENTITY));
    for goal in &goals() {
        for _ in 0..TICKS {
            each(&character, goal, &explained(&character, goal));
            character.advance(goal, TICK_SECS);
        }
    }
}

/// As in the thesis: options are judged at their ends by eq. 5.1.
fn of_the_thesis() -> Arc<MobilityMap> {
    let map = &actor::SMALL;
    let config = MobilityConfig { steering: SteeringConfig::paper(), ..map.config().clone() };
    let (graph, table) = (map.graph().clone(), map.table().clone());
    Arc::new(MobilityMap::from_parts(map.library(), graph, table, &config).expect("the same map"))
}

fn number(explanation: &Explanation, label: &str) -> Option<f32> {
    explanation.numbers.iter().find(|number| number.label == label).map(|number| number.value)
}

#[test]
fn the_way_taken_is_the_cheapest_and_its_costs_add_up() {
    for map in [&actor::SMALL, &of_the_thesis()] {
        let (mut decisions, mut kept) = (0, 0);
        on_the_way(map, |_, goal, said| {
            assert!(said.is_finite() && !said.doing.is_empty());
            assert!(!said.plan.is_empty() && said.trails[0].label == "plan");
            let Some(chosen) = said.choices.first() else {
                assert!(*goal == Goal::FREE || said.costs.is_empty());
                return;
            };
            assert!(chosen.chosen && said.choices[1..].iter().all(|other| !other.chosen));
            let best = said.choices.iter().map(|choice| choice.value).fold(f32::MIN, f32::max);
            assert!(chosen.value >= best - 1e-5, "{} is worse than {best}", chosen.value);
            let sum: f32 = said.costs.iter().map(|term| term.value).sum();
            let close = 1e-4 * sum.abs().max(1.0);
            assert!((sum + chosen.value).abs() < close, "{sum} is not {}", -chosen.value);
            decisions += usize::from(number(said, "next decision in").is_some());
            kept += usize::from(chosen.label == "as planned");
        });
        assert!(decisions > TICKS && kept > 0, "{decisions} decisions, {kept} plans kept");
    }
}

#[test]
fn what_is_said_comes_true() {
    let mut jumps = 0;
    on_the_way(&actor::SMALL, |character, goal, said| {
        let Some(ms) = number(said, "next decision in") else { return };
        // Until the decision, and the frame that it leads to.
        let ticks = (ms / 1e3 / TICK_SECS).round() as usize + 1;
        let frames: Vec<u32> = said.plan.iter().cloned().flatten().collect();
        let mut character = character.clone();
        for frame in frames.iter().take(ticks + 1) {
            assert_eq!(character.memory().frame_now(), *frame);
            character.advance(goal, TICK_SECS);
        }
        jumps += said.plan.len() - 1;
    });
    assert!(jumps > 0, "no plan jumps");
}

#[test]
fn saying_it_changes_nothing_and_a_snapshot_says_the_same() {
    let mut plain = Character::new(&actor::SMALL, Start::Rest(GroundTransform::IDENTITY));
    on_the_way(&actor::SMALL, |character, goal, said| {
        assert_eq!(character.pose(), plain.pose());
        let snapshot = Animate::snapshot(character);
        let mut other = Character::new(&actor::SMALL, Start::Rest(GroundTransform::IDENTITY));
        other.advance(&Goal::walk(1.0, 1.0), 1.0);
        Animate::restore(&mut other, &snapshot).expect("its own snapshot");
        assert_eq!(&explained(&other, goal), said);
        plain.advance(goal, TICK_SECS);
    });
}
