//! What every method is asked to do, as traces that any other system can be given too.
//!
//! Every take begins at the origin, standing, facing +Z. Speeds are those of the library's actor,
//! everything else is drawn from the seed: no input knows a method.

use crate::{
    actor::Actor,
    follow_input,
    script_parts::{LEAD_SECS, script, tenths, whole},
};
use sidestep_control::{
    Ability, Disc, Gait, Goal, GroundPoint, Obstacles, Pace, Script, ScriptPush, Travel,
};
use sidestep_measure::{
    Trace,
    trace::{Counts, Take},
};
use sidestep_motion::{GroundTransform, Role, Side, chance::Chance, math::wrap_angle};
use std::f32::consts::PI;

/// A change is judged where it is held for so long.
const HELD_SECS: f32 = 6.0;

/// One kind of input.
#[derive(Clone, Copy, Debug)]
pub struct Input {
    /// Its name.
    pub name: &'static str,
    /// What is asked, in a sentence.
    pub sentence: &'static str,
    /// What a method must be able to do for its figures to mean anything.
    pub needs: Ability,
    script: fn(&Actor, &mut Chance) -> Option<Script>,
}

/// All of them.
pub const INPUTS: [Input; 13] = [
    Input {
        name: "direction steps",
        sentence: "a new direction every 6 s, uniform in ±180°",
        needs: Ability::Move,
        script: |actor, chance| Some(turns(actor, chance, |chance| chance.between(-PI, PI))),
    },
    Input {
        name: "reversals",
        sentence: "back the way it came every 6 s, to within 10°",
        needs: Ability::Move,
        script: |actor, chance| Some(turns(actor, chance, reversal)),
    },
    Input {
        name: "figure eight",
        sentence: "circles of 1.5 to 2.5 m radius, left and right in turn",
        needs: Ability::Move,
        script: |actor, chance| Some(follow_input::figure_eight(actor, chance)),
    },
    Input {
        name: "slalom",
        sentence: "the direction swings by 40 to 60° to either side every 3 to 5 s",
        needs: Ability::Move,
        script: |actor, chance| Some(follow_input::slalom(actor, chance)),
    },
    Input {
        name: "stop and go",
        sentence: "goes for 2 to 4 s, stands for 1.5 to 3 s",
        needs: Ability::Stand,
        script: |actor, chance| Some(follow_input::stop_and_go(actor, chance)),
    },
    Input {
        name: "speed ramp",
        sentence: "from the slow to the fast quartile of the actor's speeds and back in 10 to 14 s",
        needs: Ability::Speed,
        script: |actor, chance| Some(follow_input::speed_ramp(actor, chance)),
    },
    Input {
        name: "strafe",
        sentence: "looks 45, 90, 135 or 180° away from where it goes, for 5 s each",
        needs: Ability::Facing,
        script: |actor, chance| Some(strafe(actor, chance)),
    },
    Input {
        name: "gait changes",
        sentence: "another of the gaits that the library holds every 4 s",
        needs: Ability::Gait,
        script: gait_changes,
    },
    Input {
        name: "random player",
        sentence: "a new direction and speed, or a stop, every 0.3 to 3 s",
        needs: Ability::Move,
        script: |actor, chance| Some(random_player(actor, chance)),
    },
    Input {
        name: "targets",
        sentence: "places 2 to 6 m from the last one, with twice the time that they take",
        needs: Ability::Reach,
        script: |actor, chance| Some(targets(actor, chance)),
    },
    Input {
        name: "line",
        sentence: "a line turned by up to 60° and moved by up to 1 m every 6 s",
        needs: Ability::Line,
        script: |actor, chance| Some(lines(actor, chance)),
    },
    Input {
        name: "obstacles",
        sentence: "discs of 0.35 m radius every 5 m near a line that it follows",
        needs: Ability::Obstacles,
        script: obstacles,
    },
    Input {
        name: "pushes",
        sentence: "50 to 400 N for 0.2 s on any part every 4 to 6 s while it walks",
        needs: Ability::Push,
        script: |actor, chance| Some(pushes(actor, chance)),
    },
];

/// The input of that name.
pub fn input(name: &str) -> Option<&'static Input> {
    INPUTS.iter().find(|input| input.name == name)
}

impl Input {
    /// What is asked in `takes` takes; `None` where the actor cannot be asked for it.
    pub fn trace(&self, actor: &Actor, seed: u64, takes: usize) -> Option<Trace> {
        let number = INPUTS.iter().position(|input| input.name == self.name).unwrap_or(0) as u64;
        let take = |index: usize| {
            let mut chance = Chance::new(seed, 1000 * number + index as u64);
            let script = (self.script)(actor, &mut chance)?;
            Some(Take { counts: Counts::All, script })
        };
        let takes: Option<Vec<Take>> = (0..takes).map(take).collect();
        let trace = Trace { takes: takes? };
        // What is run has been through text as what others read has: degrees round a little on the way.
        Some(Trace::parse(&trace.to_text()).unwrap_or(trace))
    }
}

/// Back the way it came, to within 10°.
fn reversal(chance: &mut Chance) -> f32 {
    PI + chance.between(-1.0, 1.0) * 10.0_f32.to_radians()
}

/// Six changes of direction.
fn turns(actor: &Actor, chance: &mut Chance, change: fn(&mut Chance) -> f32) -> Script {
    const CHANGES: usize = 6;
    let mut heading = 0.0;
    let mut now = LEAD_SECS + 0.1 * whole(chance.below(10));
    let mut goals = vec![(0.0, Goal::walk(0.0, actor.usual))];
    for _ in 0..CHANGES {
        heading = wrap_angle(heading + change(chance));
        goals.push((now, Goal::walk(heading, actor.usual)));
        now += HELD_SECS;
    }
    script(goals, now)
}

fn strafe(actor: &Actor, chance: &mut Chance) -> Script {
    let mut goals = vec![(0.0, Goal::walk(0.0, actor.usual))];
    let (mut now, mut heading) = (LEAD_SECS, 0.0);
    for _ in 0..6 {
        heading = wrap_angle(heading + chance.between(-1.0, 1.0));
        let aside = whole(1 + chance.below(4)) * PI / 4.0;
        let sign = if chance.unit() < 0.5 { -1.0 } else { 1.0 };
        let facing = Some(wrap_angle(heading + sign * aside));
        goals.push((now, Travel::Move { heading, pace: Pace::speed(actor.slow), facing }.into()));
        now += 5.0;
    }
    script(goals, now)
}

fn gait_changes(actor: &Actor, chance: &mut Chance) -> Option<Script> {
    if actor.gaits.len() < 2 {
        return None;
    }
    let mut goals = Vec::new();
    let mut heading = 0.0;
    let mut last: Option<Gait> = None;
    for index in 0..10 {
        let others: Vec<Gait> =
            actor.gaits.iter().copied().filter(|gait| Some(*gait) != last).collect();
        let gait = others[chance.below(others.len())];
        last = Some(gait);
        heading = wrap_angle(heading + chance.between(-0.5, 0.5));
        let pace = Pace::gait(gait);
        goals.push((4.0 * whole(index), Travel::Move { heading, pace, facing: None }.into()));
    }
    Some(script(goals, 40.0))
}

fn random_player(actor: &Actor, chance: &mut Chance) -> Script {
    const END_SECS: f32 = 45.0;
    let mut goals = vec![(0.0, Goal::walk(0.0, actor.usual))];
    let mut now = 1.0;
    while now < END_SECS {
        let goal = match chance.unit() < 0.15 {
            true => Goal::STAND,
            false => Goal::walk(chance.between(-PI, PI), chance.between(actor.slow, actor.fast)),
        };
        goals.push((now, goal));
        now = tenths(now + chance.between(0.3, 3.0));
    }
    script(goals, END_SECS)
}

fn targets(actor: &Actor, chance: &mut Chance) -> Script {
    let mut goals = Vec::new();
    let (mut now, mut at) = (0.0, GroundPoint::default());
    for _ in 0..6 {
        let distance = chance.between(2.0, 6.0);
        let along = GroundTransform::new(0.0, 0.0, chance.between(-PI, PI)).forward();
        at = GroundPoint::new(at.x + distance * along.x, at.z + distance * along.z);
        let pace = Pace::speed(actor.usual);
        goals.push((now, Travel::Reach { target: at, facing: None, pace }.into()));
        now = tenths(now + 2.0 * distance / actor.usual.max(0.3) + 2.0);
    }
    script(goals, now)
}

/// Lines that pass near the place where somebody who kept to the last one would be.
fn lines(actor: &Actor, chance: &mut Chance) -> Script {
    let line = |through: GroundPoint, heading: f32| -> Goal {
        Travel::Line { through, heading, pace: Pace::speed(actor.usual), facing: None }.into()
    };
    let (mut at, mut heading) = (GroundPoint::default(), 0.0);
    let mut goals = vec![(0.0, line(at, heading))];
    let mut now = LEAD_SECS;
    for index in 0..6 {
        let secs = if index == 0 { LEAD_SECS } else { HELD_SECS };
        let along = GroundTransform::new(0.0, 0.0, heading).forward() * (actor.usual * secs);
        heading = wrap_angle(heading + chance.between(-1.0, 1.0) * PI / 3.0);
        let aside = GroundTransform::new(0.0, 0.0, heading + PI / 2.0).forward();
        let aside = aside * chance.between(-1.0, 1.0);
        at = GroundPoint::new(at.x + along.x + aside.x, at.z + along.z + aside.z);
        goals.push((now, line(at, heading)));
        now += HELD_SECS;
    }
    script(goals, now)
}

fn obstacles(actor: &Actor, chance: &mut Chance) -> Option<Script> {
    const END_SECS: f32 = 40.0;
    let way = actor.usual * END_SECS;
    let mut discs = Vec::new();
    let mut ahead = 5.0;
    while ahead < way {
        let beside = chance.between(-0.4, 0.4);
        discs.push(Disc::still(GroundPoint::new(beside, ahead), 0.35));
        ahead += 5.0;
    }
    let pace = Pace::speed(actor.usual);
    let through = GroundPoint::default();
    let mut goal = Goal::from(Travel::Line { through, heading: 0.0, pace, facing: None });
    goal.obstacles = Obstacles::new(&discs).ok()?;
    Some(script(vec![(0.0, goal)], END_SECS))
}

/// Parts of the body that are pushed.
const PARTS: [Role; 6] = [
    Role::Chest,
    Role::Head,
    Role::UpperArm(Side::Left),
    Role::UpperArm(Side::Right),
    Role::Thigh(Side::Left),
    Role::Thigh(Side::Right),
];

fn pushes(actor: &Actor, chance: &mut Chance) -> Script {
    const END_SECS: f32 = 40.0;
    let mut goals = vec![(0.0, Goal::walk(0.0, actor.usual))];
    let mut pushes = Vec::new();
    let mut now = LEAD_SECS;
    while now < END_SECS - 4.0 {
        let along = GroundTransform::new(0.0, 0.0, chance.between(-PI, PI)).forward();
        let force_newtons = along * chance.between(50.0, 400.0);
        let part = PARTS[chance.below(PARTS.len())];
        pushes.push((now, ScriptPush { part, force_newtons, duration_secs: 0.2 }));
        now = tenths(now + chance.between(2.0, 3.0));
        goals.push((now, Goal::walk(chance.between(-PI, PI), actor.usual)));
        now = tenths(now + chance.between(2.0, 3.0));
    }
    Script { goals, pushes, end_secs: END_SECS }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn actor() -> Actor {
        Actor { slow: 0.8, usual: 1.2, fast: 1.6, gaits: vec![Gait::Walk, Gait::Run] }
    }

    /// Fails where two traces differ by more than what writing degrees rounds away.
    fn assert_alike(a: &str, b: &str) {
        let words = |text: &str| -> Vec<String> {
            text.split([' ', '=', ',', '\n']).map(str::to_owned).collect()
        };
        let (a, b) = (words(a), words(b));
        assert_eq!(a.len(), b.len());
        for (a, b) in a.iter().zip(&b) {
            match (a.parse::<f32>(), b.parse::<f32>()) {
                (Ok(a), Ok(b)) => assert!((a - b).abs() <= 1e-4 * a.abs().max(1.0), "{a} {b}"),
                _ => assert_eq!(a, b),
            }
        }
    }

    #[test]
    fn every_input_is_read_as_it_is_written_and_drawn_from_its_seed() {
        for input in &INPUTS {
            let trace = input.trace(&actor(), 1, 3).unwrap();
            let written = trace.to_text();
            assert_alike(&written, &Trace::parse(&written).unwrap().to_text());
            assert_eq!(input.trace(&actor(), 1, 3).unwrap(), trace, "{}", input.name);
            for take in &trace.takes {
                assert!(take.script.end_secs >= 30.0, "{} is too short", input.name);
            }
            assert_ne!(input.trace(&actor(), 2, 3).unwrap(), trace, "{}", input.name);
            assert_ne!(trace.takes[0], trace.takes[1], "{}", input.name);
        }
    }

    #[test]
    fn an_input_asks_for_what_it_says_it_needs() {
        for input in &INPUTS {
            let trace = input.trace(&actor(), 1, 1).unwrap();
            let script = &trace.takes[0].script;
            let is_asked = script.goals.iter().any(|(_, goal)| goal.needs().has(input.needs));
            let is_pushed = input.needs == Ability::Push && !script.pushes.is_empty();
            assert!(is_asked || is_pushed, "{}", input.name);
        }
    }

    #[test]
    fn an_actor_of_one_gait_is_asked_for_no_other() {
        let walker = Actor { gaits: vec![Gait::Walk], ..actor() };
        assert_eq!(input("gait changes").unwrap().trace(&walker, 1, 1), None);
    }

    #[test]
    fn changes_of_direction_go_all_around_and_are_held() {
        let trace = input("direction steps").unwrap().trace(&actor(), 1, 20).unwrap();
        let mut changes = Vec::new();
        for take in &trace.takes {
            let headings: Vec<(f32, f32)> = take
                .script
                .goals
                .iter()
                .map(|(secs, goal)| {
                    let Travel::Move { heading, .. } = goal.travel else { panic!("a direction") };
                    (*secs, heading)
                })
                .collect();
            for pair in headings.windows(2) {
                changes.push(wrap_angle(pair[1].1 - pair[0].1));
            }
        }
        let beyond = |limit: f32| changes.iter().filter(|change| change.abs() > limit).count();
        assert_eq!(changes.len(), 120);
        assert!((45..75).contains(&beyond(PI / 2.0)), "{}", beyond(PI / 2.0));
    }
}
