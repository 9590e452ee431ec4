//! The map against what it promises of every option, and against looking at all of them.

mod actor;

use actor::SMALL as MAP;
use sidestep_mobility_map::{
    MapConfig, OptionTable, Reach, Run, StateId, build_map, map::NO_RUN, paths_from,
};
use sidestep_motion::{FrameId, GroundTransform, components::strongly_connected};

fn states(table: &OptionTable) -> impl Iterator<Item = StateId> + '_ {
    (0..MAP.graph().states() as u32).map(StateId).filter(|state| table.has(*state))
}

/// The runs to an option, the first one first.
fn way(runs: &[Run], mut run: u16) -> Vec<Run> {
    let mut way = Vec::new();
    while run != NO_RUN {
        way.push(runs[usize::from(run)]);
        run = runs[usize::from(run)].parent;
    }
    way.reverse();
    way
}

/// Plays the frames of a way one by one: each must be an action of the graph, or within one.
#[test]
fn every_option_can_be_played_and_leads_where_it_says() {
    let (graph, library, table) = (MAP.graph(), MAP.library(), MAP.table());
    for state in states(table).step_by(37) {
        for option in table.options_of(state) {
            let (mut at, mut ground, mut frames, mut cost) =
                (state, GroundTransform::IDENTITY, 0, 0.0);
            let mut playing = way(table.runs_of(state), option.run)
                .into_iter()
                .flat_map(|run| run.first..run.first + u32::from(run.frames))
                .peekable();
            while let Some(first) = playing.next() {
                let action = graph.actions_of(at).iter().find(|action| action.first == first);
                let action = action.expect("an action of the state");
                for frame in action.first..action.first + action.frames {
                    if frame > first {
                        assert_eq!(playing.next(), Some(frame));
                    }
                    let (from, to) = (FrameId(frame - 1), FrameId(frame));
                    ground = ground * library.ground(from).delta_to(library.ground(to));
                    frames += 1;
                }
                cost += action.cost;
                at = action.to;
            }
            assert_eq!((at, frames), (option.to, u32::from(option.frames)));
            let gap = ground.delta_to(option.ground());
            assert!(gap.x.abs() + gap.z.abs() < 0.01 && gap.heading.abs() < 0.001, "{gap:?}");
            assert!((cost - option.cost()).abs() < 0.2, "{cost} {}", option.cost());
        }
    }
}

#[test]
fn options_of_the_thesis_are_the_states_exactly_so_many_steps_away() {
    let config = MapConfig { steps: 6, least_options: 1, ..MapConfig::PAPER };
    let table = build_map(MAP.library(), MAP.graph(), &config);
    let kept: Vec<bool> =
        (0..MAP.graph().states() as u32).map(|state| table.has(StateId(state))).collect();
    for state in states(&table).step_by(101) {
        let tree = paths_from(MAP.graph(), state);
        let is_away = |to: &u32| {
            kept[*to as usize] && tree.actions_back(MAP.graph(), StateId(*to)).count() == 6
        };
        let expected: Vec<u32> = (0..MAP.graph().states() as u32).filter(is_away).collect();
        let mut found: Vec<u32> = table.options_of(state).iter().map(|o| o.to.0).collect();
        found.sort_unstable();
        assert_eq!(found, expected);
    }
}

#[test]
fn states_that_stay_have_enough_options_that_stay_and_reach_each_other() {
    let config = MapConfig { least_options: 20, least_kept: 0.0, ..MapConfig::default() };
    let table = build_map(MAP.library(), MAP.graph(), &config);
    assert!(table.states() > 100, "{} states", table.states());
    let (mut starts, mut targets) = (vec![0_u32], Vec::new());
    for state in (0..MAP.graph().states() as u32).map(StateId) {
        let options = table.options_of(state);
        assert!(options.is_empty() || options.len() >= 20);
        assert!(options.iter().all(|option| table.has(option.to)));
        targets.extend(options.iter().map(|option| option.to.0));
        starts.push(targets.len() as u32);
    }
    let components = strongly_connected(&starts, &targets);
    assert!(components.sizes.iter().any(|size| *size as usize == table.states()));
}

#[test]
fn a_map_that_cannot_be_filled_asks_for_less_or_is_empty() {
    let most = MapConfig { least_options: 5000, ..MapConfig::default() };
    let fewer = build_map(MAP.library(), MAP.graph(), &most);
    assert!(fewer.states() > 0);
    let strict = MapConfig { least_kept: 0.0, ..most };
    assert_eq!(build_map(MAP.library(), MAP.graph(), &strict).states(), 0);
}

#[test]
fn shorter_ways_are_options_too_when_asked_for() {
    let config = MapConfig { steps: 4, reach: Reach::Within, ..MapConfig::PAPER };
    let config = MapConfig { least_options: 1, ..config };
    let table = build_map(MAP.library(), MAP.graph(), &config);
    let frames = table.options.iter().map(|option| option.frames);
    assert!(frames.clone().min() < frames.max());
}
