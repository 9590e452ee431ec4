//! A player without a body: it goes where it is told, and lets go and takes a ball when it is asked to.

#![allow(dead_code, reason = "each test uses a part")]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use glam::{Quat, Vec2, Vec3};
use sidestep_control::{
    Abilities, Ability, Animate, Character, Controller, Event, FootLock, Footprint, Goal, Output,
    Reader, Saved, SnapshotError, Start, Travel, Writer, saved_value,
};
use sidestep_motion::{
    Contacts, GroundTransform, Held, Joint, JointId, Object, ObjectKind, Side, Skeleton,
    math::{atan2, cos, sin},
};
use std::sync::Arc;

pub(crate) const RATE_HZ: f32 = 30.0;
pub(crate) const TICK: f32 = 1.0 / RATE_HZ;

/// How fast it goes, in m/s.
const SPEED: f32 = 3.5;

pub(crate) struct Puppet {
    skeleton: Arc<Skeleton>,
    objects: Vec<ObjectKind>,
    /// Lets go and takes as it is asked to.
    is_able: bool,
}

#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Mind {
    own: bool,
}

saved_value!(Mind { own });

pub(crate) fn puppet(is_able: bool, has_ball: bool) -> Arc<Puppet> {
    let root = Joint {
        name: "root".to_owned(),
        parent: None,
        offset: Vec3::ZERO,
        rest: Quat::IDENTITY,
        tip: None,
    };
    let ball = ObjectKind { name: "ball".to_owned(), radius: 0.13 };
    Arc::new(Puppet {
        skeleton: Skeleton::new(vec![root]).unwrap().into(),
        objects: if has_ball { vec![ball] } else { Vec::new() },
        is_able,
    })
}

pub(crate) fn spawn(puppet: &Arc<Puppet>, at: GroundTransform) -> Box<dyn Animate> {
    Box::new(Character::new(puppet, Start::Rest(at)))
}

impl Puppet {
    fn show(&self, mind: &Mind, out: &mut Output) {
        out.pose.root_position = out.ground.position() + Vec3::Y;
        out.contacts = Contacts::new(true, true);
        for side in Side::BOTH {
            out.contacts = out.contacts.with_hand(side, mind.own);
        }
        let held_by = if mind.own { Held::By(JointId(0)) } else { Held::Free };
        for object in &mut out.objects {
            object.held_by = held_by;
            if mind.own {
                object.position = hands(out.ground);
            }
        }
    }
}

fn taken_at(goal: &Goal) -> Option<Vec2> {
    let action =
        goal.action.as_ref().filter(|action| ["receive", "catch"].contains(&&*action.label))?;
    match action.toward? {
        sidestep_control::Toward::Point(place) => Some(Vec2::new(place.x, place.z)),
        _ => None,
    }
}

fn hands(ground: GroundTransform) -> Vec3 {
    ground.transform_point(Vec3::new(0.0, 1.25, 0.35))
}

impl Controller for Puppet {
    type Memory = Mind;

    fn skeleton(&self) -> &Arc<Skeleton> {
        &self.skeleton
    }

    fn rate_hz(&self) -> f32 {
        RATE_HZ
    }

    fn abilities(&self) -> Abilities {
        Abilities::of(&[
            Ability::Move,
            Ability::Reach,
            Ability::Stand,
            Ability::Action,
            Ability::Arrival,
        ])
    }

    fn objects(&self) -> &[ObjectKind] {
        &self.objects
    }

    fn feet(&self) -> Option<&FootLock> {
        None
    }

    fn begin(&self, start: Start<'_>, out: &mut Output) -> Mind {
        out.ground = match start {
            Start::Rest(ground) => ground,
            Start::State(state) => state.ground,
        };
        out.objects.resize(self.objects.len(), Object::ORIGIN);
        let mind = Mind { own: true };
        self.show(&mind, out);
        mind
    }

    fn step(&self, mind: &mut Mind, goal: &Goal, out: &mut Output) {
        let had = mind.own;
        let here = Vec2::new(out.ground.x, out.ground.z);
        let way = match goal.travel {
            Travel::Reach { target, .. } => Vec2::new(target.x, target.z) - here,
            Travel::Move { heading, .. } => Vec2::new(sin(heading), cos(heading)) * 10.0,
            // Where a ball comes says where to be.
            _ => taken_at(goal).map_or(Vec2::ZERO, |ball| {
                (ball - here).clamp_length_min(0.35) - (ball - here).clamp_length(0.35, 0.35)
            }),
        };
        let step = way.clamp_length_max(SPEED * TICK);
        out.ground = GroundTransform::new(here.x + step.x, here.y + step.y, out.ground.heading);
        if way.length() > 0.1 {
            out.ground.heading = atan2(way.x, way.y);
        }
        let asked = |label: &[&str]| {
            goal.action.as_ref().is_some_and(|action| {
                label.contains(&&*action.label) && action.in_secs.is_none_or(|secs| secs < 0.02)
            })
        };
        match goal.ball {
            Some(ball) => {
                // It bends for a ball on the floor.
                let away = ball.position - hands(out.ground);
                let near = away.with_y(0.0).length() < 0.5 && away.y < 0.5;
                mind.own = self.is_able && near && !had && asked(&["receive", "catch"]);
                if let Some(object) = out.objects.first_mut() {
                    object.position = ball.position;
                }
            }
            None => mind.own &= !(self.is_able && asked(&["pass", "shoot"])),
        }
        if mind.own != had {
            out.events.add(Event::ActionMoment);
        }
        self.show(mind, out);
    }

    fn carry(&self, _: &mut Mind, _: GroundTransform) {}

    fn save(&self, mind: &Mind, to: &mut Writer<'_>) {
        mind.save(to);
    }

    fn load(&self, mind: &mut Mind, from: &mut Reader<'_>) -> Result<(), SnapshotError> {
        mind.load(from)
    }

    fn footprint(&self) -> Footprint {
        Footprint::default()
    }
}
