//! Goals over time as a few lines of text, for runs that can be repeated and exported.
//!
//! Each line is a time in seconds and a goal that holds from then on; the last line is the end.
//! Angles are in degrees, 0 along +Z, growing to the left; places are in metres. Everything after
//! `#` is a remark.
//!
//! ```text
//! 0.0  stand                                # optional: facing=DEG
//! 1.0  move heading=90 speed=1.4            # optional: speed, facing, gait=walk|run|crouch
//! 3.0  run heading=0                        # walk, run and crouch: move in that gait
//! 5.0  line x=0 z=2 heading=-90 speed=1.2   # onto the line through (0, 2), then along it
//! 8.0  reach x=1 z=-2 facing=180            # go there, stand, turn
//! 12.0 path 0,0 2,0 2,3 speed=1.4           # along these points
//! 15.0 free                                 # as the data would go on
//! 15.2 reach x=0 z=0 arrive=3               # be there in 3 s
//! 15.4 stand action=shoot in=0.8 toward=0,3,5   # the ball leaves in 0.8 s; toward=DEG: a heading
//! 15.6 walk heading=0 manner=upright:0.9 obstacle=0,4,0.4  # x,z,radius, and vx,vz if it moves
//! 16.0 push part=chest newtons=200 heading=-90 secs=0.2  # once; the goal stays
//! 20.0 end
//! ```
//!
//! Pushes are felt by controllers that feel pushes; others go on unmoved.

mod fields;

use crate::{
    animate::Animate,
    controller::Push,
    goal::Goal,
    script::fields::{Fields, number},
    travel::{Gait, Travel},
};
use glam::Vec3;
use sidestep_motion::{Clip, GroundTransform, JointId, Role, Skeleton};

/// The longest script, in seconds: an hour.
const MAX_SECS: f32 = 3600.0;

/// Goals over time.
#[derive(Clone, Debug, PartialEq)]
pub struct Script {
    /// When each goal begins, in order, and the goal.
    pub goals: Vec<(f32, Goal)>,
    /// When each push begins, in order, and the push.
    pub pushes: Vec<(f32, ScriptPush)>,
    /// When all ends.
    pub end_secs: f32,
}

/// A push on a part that every skeleton has in its own way.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ScriptPush {
    /// The part of the body.
    pub part: Role,
    /// The force in the world, in newtons.
    pub force_newtons: Vec3,
    /// How long it acts.
    pub duration_secs: f32,
}

/// Why a text is no script.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ScriptError {
    /// A line that cannot be read.
    #[error("line {line}: {message}")]
    Line {
        /// The line, counted from 1.
        line: usize,
        /// What is wrong and what would be right.
        message: String,
    },
    /// Nothing says how long it takes.
    #[error("the script has no end: close it with a line such as `20.0 end`")]
    NoEnd,
}

impl Script {
    /// Reads a script.
    ///
    /// ```
    /// use sidestep_control::{Goal, Script};
    /// let script = Script::parse("0 move heading=0 speed=1.5\n2 end")?;
    /// assert_eq!(script.goal_at(1.0), Goal::walk(0.0, 1.5));
    /// # Ok::<(), sidestep_control::ScriptError>(())
    /// ```
    pub fn parse(text: &str) -> Result<Self, ScriptError> {
        let mut script = Self { goals: Vec::new(), pushes: Vec::new(), end_secs: 0.0 };
        for (index, line) in text.lines().enumerate() {
            let fail = |message| ScriptError::Line { line: index + 1, message };
            let line = line.split('#').next().unwrap_or_default().trim();
            if line.is_empty() {
                continue;
            }
            let (at_secs, rest) = split_time(line).map_err(fail)?;
            let earlier = script.end_secs;
            if at_secs < earlier {
                let message = format!("{at_secs} s comes after {earlier} s; put lines in order");
                return Err(fail(message));
            }
            script.end_secs = at_secs;
            match rest.strip_prefix("push ") {
                _ if rest == "end" => return Ok(script),
                Some(push) => script.pushes.push((at_secs, parse_push(push).map_err(fail)?)),
                None => script.goals.push((at_secs, parse_goal(rest).map_err(fail)?)),
            }
        }
        Err(ScriptError::NoEnd)
    }

    /// The goal at a time, what it says of times counted from then; [`Goal::STAND`] before the first.
    pub fn goal_at(&self, secs: f32) -> Goal {
        // Half a millisecond is forgiven, so that ticks meet the times written down.
        let after = self.goals.partition_point(|(at_secs, _)| *at_secs <= secs + 5e-4);
        let Some((at_secs, goal)) = after.checked_sub(1).map(|index| &self.goals[index]) else {
            return Goal::STAND;
        };
        let mut goal = goal.clone();
        let left = |wanted: f32| (wanted - (secs - at_secs).max(0.0)).max(0.0);
        goal.arrive_in_secs = goal.arrive_in_secs.map(left);
        if let Some(action) = &mut goal.action {
            action.in_secs = action.in_secs.map(left);
        }
        goal
    }

    /// The pushes that begin at a time or within the frame after it.
    fn pushes_within(&self, secs: f32, frame_secs: f32) -> impl Iterator<Item = &ScriptPush> {
        let begins = move |at_secs: f32| (secs - 5e-4..secs + frame_secs - 5e-4).contains(&at_secs);
        self.pushes.iter().filter(move |(at_secs, _)| begins(*at_secs)).map(|(_, push)| push)
    }

    /// Runs a character under the script and records what it does, the first frame included.
    pub fn record(&self, character: &mut dyn Animate, rate_hz: f32) -> Clip {
        self.record_observed(character, rate_hz, &mut |_, _| {})
    }

    /// The same, showing the character after each frame with the time at which that frame began.
    pub fn record_observed(
        &self,
        character: &mut dyn Animate,
        rate_hz: f32,
        observe: &mut dyn FnMut(f32, &dyn Animate),
    ) -> Clip {
        let mut clip = Clip::empty("script", character.skeleton(), rate_hz);
        let mut contacts = vec![character.contacts()];
        clip.push(character.pose().as_ref());
        clip.push_objects(character.object_kinds(), character.objects());
        let frames = (self.end_secs * rate_hz).round().max(0.0) as u32;
        for frame in 0..frames {
            let now_secs = (f64::from(frame) / f64::from(rate_hz)) as f32;
            for push in self.pushes_within(now_secs, 1.0 / rate_hz) {
                character.push(&push.on(&clip.skeleton));
            }
            character.advance(&self.goal_at(now_secs), 1.0 / rate_hz);
            clip.push(character.pose().as_ref());
            clip.push_objects(character.object_kinds(), character.objects());
            contacts.push(character.contacts());
            observe(now_secs, character);
        }
        clip.contacts = Some(contacts);
        clip
    }
}

impl ScriptPush {
    /// The same for a skeleton; on its root where it lacks the part.
    pub fn on(&self, skeleton: &Skeleton) -> Push {
        let joint = skeleton.roles().get(self.part).unwrap_or(JointId(0));
        let &Self { force_newtons, duration_secs, .. } = self;
        Push { joint, force_newtons, duration_secs }
    }
}

fn split_time(line: &str) -> Result<(f32, &str), String> {
    let (time, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let secs = time.parse::<f32>().ok().filter(|secs| (0.0..=MAX_SECS).contains(secs));
    match secs {
        Some(secs) if !rest.trim().is_empty() => Ok((secs, rest.trim())),
        Some(_) => Err("a time without a goal; write for instance `2.0 stand`".to_owned()),
        None => Err(format!("'{time}' is no time in seconds from 0 to {MAX_SECS}")),
    }
}

fn parse_goal(text: &str) -> Result<Goal, String> {
    let mut words = text.split_whitespace();
    let kind = words.next().unwrap_or_default();
    let mut fields = Fields::read(words)?;
    let mut goal = Goal::from(parse_travel(kind, &mut fields)?);
    goal.arrive_in_secs = fields.arrive.take();
    goal.action = fields.action()?;
    goal.manner = fields.manner()?;
    goal.obstacles = fields.obstacles()?;
    if fields == Fields::default() { Ok(goal) } else { Err(format!("'{kind}' takes fewer fields")) }
}

fn parse_travel(kind: &str, fields: &mut Fields) -> Result<Travel, String> {
    let gait = Gait::from_name(kind);
    Ok(match kind {
        "free" => Travel::Free,
        "stand" => Travel::Stand { facing: fields.facing.take() },
        "line" => Travel::Line {
            through: fields.point()?,
            heading: fields.heading()?,
            pace: fields.pace(),
            facing: fields.facing.take(),
        },
        "reach" => Travel::Reach {
            target: fields.point()?,
            pace: fields.pace(),
            facing: fields.facing.take(),
        },
        "path" => {
            Travel::Path { path: fields.path()?, pace: fields.pace(), facing: fields.facing.take() }
        }
        _ if kind == "move" || gait.is_some() => {
            fields.gait = gait.or(fields.gait);
            Travel::Move {
                heading: fields.heading()?,
                pace: fields.pace(),
                facing: fields.facing.take(),
            }
        }
        _ => {
            let known = "free, stand, move, walk, run, crouch, line, reach, path, push, end";
            return Err(format!("'{kind}' is no goal; known are {known}"));
        }
    })
}

fn parse_push(text: &str) -> Result<ScriptPush, String> {
    let mut part = None;
    let (mut newtons, mut heading, mut duration_secs) = (None, None, None);
    for word in text.split_whitespace() {
        match word.split_once('=') {
            Some(("part", name)) => {
                let known = || Role::ALL.map(Role::name).join(", ");
                let role = Role::from_name(name);
                part = Some(role.ok_or_else(|| {
                    format!("'{name}' is no part of the body; known are {}", known())
                })?);
            }
            Some(("newtons", value)) => newtons = Some(number(value)?),
            Some(("heading", value)) => heading = Some(number(value)?.to_radians()),
            Some(("secs", value)) => duration_secs = Some(number(value)?.max(0.0)),
            _ => {
                let known = "part, newtons, heading, secs";
                return Err(format!("'{word}' is no field of a push; known are {known}"));
            }
        }
    }
    let missing = |name: &str| format!("{name} is missing");
    let along = heading.ok_or_else(|| missing("heading=DEG"))?;
    let along = GroundTransform::new(0.0, 0.0, along).forward();
    Ok(ScriptPush {
        part: part.ok_or_else(|| missing("part=NAME"))?,
        force_newtons: along * newtons.ok_or_else(|| missing("newtons=N"))?,
        duration_secs: duration_secs.ok_or_else(|| missing("secs=SECONDS"))?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        action::{Action, Toward},
        ground_point::GroundPoint,
        surroundings::Disc,
        travel::Pace,
    };
    use std::f32::consts::{FRAC_PI_2, PI};

    fn goal(line: &str) -> Goal {
        Script::parse(&format!("0 {line}\n1 end")).unwrap().goals[0].1.clone()
    }

    fn error(text: &str) -> String {
        Script::parse(text).unwrap_err().to_string()
    }

    #[test]
    fn every_kind_of_goal_can_be_written() {
        assert_eq!(goal("free"), Goal::FREE);
        assert_eq!(goal("stand facing=180"), Travel::Stand { facing: Some(PI) }.into());
        assert_eq!(goal("move heading=90 speed=1.5"), Goal::walk(FRAC_PI_2, 1.5));
        let run = Travel::Move { heading: 0.0, pace: Pace::gait(Gait::Run), facing: None };
        let run = Goal::from(run);
        assert_eq!(goal("run heading=0"), run);
        assert_eq!(goal("move heading=0 gait=run # again"), run);
        let target = GroundPoint::new(1.0, -2.0);
        let reach = Travel::Reach { target, facing: None, pace: Pace::ANY };
        assert_eq!(goal("reach x=1 z=-2"), reach.into());
        let along = goal("path 0,0 2,0 2,3 speed=1").travel;
        let Travel::Path { path, pace, .. } = along else { panic!() };
        assert_eq!((path.length(), pace), (5.0, Pace::speed(1.0)));
        assert!(matches!(goal("line x=0 z=0 heading=0").travel, Travel::Line { .. }));
    }

    #[test]
    fn errors_name_the_line_and_the_remedy() {
        assert_eq!(error("0 stand"), ScriptError::NoEnd.to_string());
        assert_eq!(
            error("\n# x\nsoon stand"),
            "line 3: 'soon' is no time in seconds from 0 to 3600"
        );
        assert!(error("0 dance").starts_with("line 1: 'dance' is no goal; known are free"));
        assert_eq!(error("0 move speed=1"), "line 1: heading=DEG is missing");
        assert_eq!(error("0 move heading=NaN"), "line 1: 'NaN' is no number");
        assert_eq!(error("2 stand\n1 stand"), "line 2: 1 s comes after 2 s; put lines in order");
        assert_eq!(error("0 stand speed=1"), "line 1: 'stand' takes fewer fields");
        assert!(error("0 path 1,1").contains("at least two points"));
    }

    #[test]
    fn goals_say_what_to_do_when_and_how_and_what_is_in_the_way() {
        let shot = goal("stand action=shoot in=0.8 toward=1,3,5 manner=upright:0.9");
        let action = Action::new("shoot").in_secs(0.8);
        assert_eq!(shot.action, Some(action.toward(Toward::Point(Vec3::new(1.0, 3.0, 5.0)))));
        assert_eq!(shot.manner.get("upright"), Some(0.9));
        let pass = goal("walk heading=0 action=pass toward=90");
        let action = Action::new("pass").toward(Toward::Heading(FRAC_PI_2));
        assert_eq!(pass.action, Some(action));
        let there = goal("reach x=1 z=2 arrive=3 obstacle=0,1,0.4 obstacle=2,1,0.3,0,-1");
        assert_eq!(there.arrive_in_secs, Some(3.0));
        let [still, moving] = there.obstacles.discs() else { panic!("two discs") };
        assert_eq!(*still, Disc::still(GroundPoint::new(0.0, 1.0), 0.4));
        assert_eq!((moving.radius, moving.velocity), (0.3, GroundPoint::new(0.0, -1.0)));
        assert_eq!(error("0 stand in=1"), "line 1: action=NAME is missing");
        assert!(error("0 stand manner=upright:2").contains("from 0 to 1"));
        assert!(error("0 stand obstacle=1,2").contains("x,z,radius"));
    }

    #[test]
    fn times_run_down_while_a_goal_holds() {
        let text = "1 reach x=0 z=3 arrive=2 action=pass in=0.5\n9 end";
        let script = Script::parse(text).unwrap();
        assert_eq!(script.goal_at(1.0).arrive_in_secs, Some(2.0));
        let later = script.goal_at(2.5);
        assert_eq!((later.arrive_in_secs, later.action.unwrap().in_secs), (Some(0.5), Some(0.0)));
    }

    #[test]
    fn pushes_happen_once_and_leave_the_goal() {
        let text = "0 move heading=0 speed=1\n1.5 push part=chest newtons=200 heading=90 secs=0.2\n\
            3 end";
        let script = Script::parse(text).unwrap();
        assert_eq!(script.goal_at(2.0), Goal::walk(0.0, 1.0));
        let (at_secs, push) = script.pushes[0];
        assert_eq!((at_secs, push.part, push.duration_secs), (1.5, Role::Chest, 0.2));
        assert!(push.force_newtons.distance(Vec3::X * 200.0) < 1e-3);
        let frame = 1.0 / 30.0;
        let times = (0_u8..90).map(|index| f32::from(index) / 30.0);
        let begun: Vec<f32> =
            times.filter(|secs| script.pushes_within(*secs, frame).next().is_some()).collect();
        assert_eq!(begun, [1.5]);
        assert_eq!(error("0 push part=tail"), {
            let known = Role::ALL.map(Role::name).join(", ");
            format!("line 1: 'tail' is no part of the body; known are {known}")
        });
        assert_eq!(error("0 push part=head heading=0 secs=1"), "line 1: newtons=N is missing");
    }

    #[test]
    fn goals_hold_until_the_next() {
        let script = Script::parse("1 move heading=0 speed=1\n2 stand\n3 end").unwrap();
        assert_eq!(script.goal_at(0.5), Goal::STAND);
        assert_eq!(script.goal_at(1.0), Goal::walk(0.0, 1.0));
        assert_eq!(script.goal_at(9.0), Goal::STAND);
        assert_eq!(script.end_secs, 3.0);
    }
}
