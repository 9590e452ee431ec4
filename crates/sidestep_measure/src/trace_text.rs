//! Traces as text: goals and pushes as `docs/scripts.md` teaches to write them.

use crate::trace::{Take, Trace};
use sidestep_control::{Goal, Pace, ScriptPush, Travel};
use sidestep_motion::math::atan2;
use std::fmt::Write as _;

impl Trace {
    /// The trace as text that [`Self::parse`] reads. Goals that play with a ball, follow a path or ask
    /// for a manner are written as far as they say where to go.
    pub fn to_text(&self) -> String {
        self.takes.iter().map(take_text).collect()
    }
}

fn take_text(take: &Take) -> String {
    let script = &take.script;
    let goals = script.goals.iter().map(|(secs, goal)| (*secs, goal_text(goal)));
    let pushes = script.pushes.iter().map(|(secs, push)| (*secs, push_text(push)));
    let mut lines: Vec<(f32, String)> = goals.chain(pushes).collect();
    lines.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut text = format!("take {}", take.counts.name()).trim_end().to_owned() + "\n";
    for (secs, line) in lines {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{secs} {line}");
    }
    let _ = writeln!(text, "{} end", script.end_secs);
    text
}

fn goal_text(goal: &Goal) -> String {
    let mut text = travel_text(&goal.travel);
    if let Some(secs) = goal.arrive_in_secs {
        let _ = write!(text, " arrive={secs}");
    }
    for disc in goal.obstacles.discs() {
        let (centre, velocity) = (disc.centre, disc.velocity);
        let _ = write!(text, " obstacle={},{},{}", centre.x, centre.z, disc.radius);
        if velocity.x != 0.0 || velocity.z != 0.0 {
            let _ = write!(text, ",{},{}", velocity.x, velocity.z);
        }
    }
    text
}

fn travel_text(travel: &Travel) -> String {
    match travel {
        Travel::Stand { facing } => format!("stand{}", facing_text(*facing)),
        Travel::Move { heading, pace, facing } => {
            let (pace, facing) = (pace_text(*pace), facing_text(*facing));
            format!("move heading={}{pace}{facing}", heading.to_degrees())
        }
        Travel::Line { through, heading, pace, facing } => {
            let (x, z, heading) = (through.x, through.z, heading.to_degrees());
            let (pace, facing) = (pace_text(*pace), facing_text(*facing));
            format!("line x={x} z={z} heading={heading}{pace}{facing}")
        }
        Travel::Reach { target, facing, pace } => {
            let (pace, facing) = (pace_text(*pace), facing_text(*facing));
            format!("reach x={} z={}{pace}{facing}", target.x, target.z)
        }
        _ => "free".to_owned(),
    }
}

fn pace_text(pace: Pace) -> String {
    let speed = pace.speed.map_or(String::new(), |speed| format!(" speed={speed}"));
    let gait = pace.gait.map_or(String::new(), |gait| format!(" gait={}", gait.name()));
    speed + &gait
}

fn facing_text(facing: Option<f32>) -> String {
    facing.map_or(String::new(), |facing| format!(" facing={}", facing.to_degrees()))
}

fn push_text(push: &ScriptPush) -> String {
    let force = push.force_newtons;
    let (newtons, heading) = (force.length(), atan2(force.x, force.z).to_degrees());
    let (part, secs) = (push.part.name(), push.duration_secs);
    format!("push part={part} newtons={newtons} heading={heading} secs={secs}")
}
