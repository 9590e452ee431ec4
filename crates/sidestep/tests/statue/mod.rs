//! A method of the tests' own: a statue that slides where it is told to. It remembers one pose of
//! the library and needs nothing else of it, so its file holds no library.

use glam::{Quat, Vec3};
use serde::{Deserialize, Serialize};
use sidestep::{
    control::{
        Abilities, Ability, Controller, FootLock, Footprint, Goal, Method, Output, Reader,
        SavedValue, SnapshotError, Start, Steering, Writer,
        method::{Column, Effort, MethodError, News, Preset, Saved, Stage},
        steer,
    },
    motion::{FrameId, GroundTransform, MotionLibrary, Pose, Skeleton, math::wrap_angle},
};
use std::sync::Arc;

/// The method.
pub(crate) struct Statues;

/// Its settings.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct StatueConfig {
    pub(crate) usual_speed: f32,
    pub(crate) stance: Stance,
}

/// Which pose it takes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Stance {
    pub(crate) frame: u32,
}

/// The controller.
pub(crate) struct Statue {
    config: StatueConfig,
    skeleton: Arc<Skeleton>,
    rate_hz: f32,
    pose: Pose,
}

impl Method for Statues {
    type Config = StatueConfig;
    type Controller = Statue;

    const NAME: &'static str = "statue";
    const TITLE: &'static str = "Statue";
    const SENTENCE: &'static str = "Slides where it is told to, in one pose.";
    const VERSION: u32 = 1;
    const EFFORT: Effort = Effort::Moment;

    fn presets() -> Vec<Preset<StatueConfig>> {
        let stance = Stance { frame: 3 };
        let slow = StatueConfig { usual_speed: 0.5, stance: stance.clone() };
        let fast = StatueConfig { usual_speed: 2.0, stance };
        let preset = |name, config| Preset { name, sentence: "A pace.", formerly: &[], config };
        vec![preset("slow", slow), preset("fast", fast)]
    }

    fn build(
        library: &Arc<MotionLibrary>,
        config: &StatueConfig,
        observe: &mut dyn FnMut(News<'_>),
    ) -> Result<Statue, MethodError> {
        observe(News::Stage(Stage::new("carving", 0.5)));
        if config.stance.frame as usize >= library.len() {
            return Err(format!("there is no frame {}", config.stance.frame).into());
        }
        let frame = FrameId(config.stance.frame);
        let mut pose = library.pose(frame).to_pose();
        library.ground(frame).inverse().transform_pose(&mut pose);
        observe(News::Note("it is of stone"));
        let (skeleton, rate_hz) = (Arc::clone(library.skeleton()), library.rate_hz());
        Ok(Statue { config: config.clone(), skeleton, rate_hz, pose })
    }

    fn config(statue: &Statue) -> &StatueConfig {
        &statue.config
    }

    fn library(_: &Statue) -> Option<&Arc<MotionLibrary>> {
        None
    }

    fn columns(statue: &Statue) -> Vec<Column<'_>> {
        let rotations: Vec<f32> = statue.pose.rotations.iter().flat_map(|q| q.to_array()).collect();
        vec![
            Column::new("material", [7_u8].as_slice()),
            Column::new("root", statue.pose.root_position.to_array().to_vec()),
            Column { name: "turns".to_owned().into(), width: 4, numbers: rotations.into() },
        ]
    }

    fn restore(saved: &Saved<'_, StatueConfig>) -> Result<Statue, MethodError> {
        let rotations = saved.tables.f32s("turns")?;
        let root = saved.tables.f32s("root")?;
        let ([x, y, z], [7]) = (&*root, &*saved.tables.u8s("material")?) else {
            return Err("this is no stone".into());
        };
        let pose = Pose {
            root_position: Vec3::new(*x, *y, *z),
            rotations: rotations.chunks_exact(4).map(Quat::from_slice).collect(),
        };
        if pose.rotations.len() != saved.skeleton.len() || !pose.is_finite() {
            return Err("the pose does not fit the skeleton".into());
        }
        let (skeleton, rate_hz) = (Arc::clone(saved.skeleton), saved.rate_hz);
        Ok(Statue { config: saved.config.clone(), skeleton, rate_hz, pose })
    }
}

impl Statue {
    fn write(&self, ground: GroundTransform, out: &mut Output) {
        out.ground = ground;
        out.pose.copy_from(self.pose.as_ref());
        ground.transform_pose(&mut out.pose);
    }
}

impl Controller for Statue {
    type Memory = GroundTransform;

    fn skeleton(&self) -> &Arc<Skeleton> {
        &self.skeleton
    }

    fn rate_hz(&self) -> f32 {
        self.rate_hz
    }

    fn abilities(&self) -> Abilities {
        [Ability::Stand, Ability::Move, Ability::Speed, Ability::Reach]
            .into_iter()
            .fold(Abilities::default(), |all, one| all.with(one, true))
    }

    fn feet(&self) -> Option<&FootLock> {
        None
    }

    fn begin(&self, start: Start<'_>, out: &mut Output) -> GroundTransform {
        let ground = match start {
            Start::Rest(ground) => ground,
            Start::State(body) => body.ground,
        };
        self.write(ground, out);
        ground
    }

    fn step(&self, ground: &mut GroundTransform, goal: &Goal, out: &mut Output) {
        let usual = self.config.usual_speed;
        if let Steering::Move { heading, pace, .. } = steer(&goal.travel, *ground, usual) {
            let way = pace.speed.unwrap_or(usual) / self.rate_hz;
            ground.heading = wrap_angle(heading);
            let step = ground.forward() * way;
            (ground.x, ground.z) = (ground.x + step.x, ground.z + step.z);
        }
        self.write(*ground, out);
    }

    fn carry(&self, ground: &mut GroundTransform, moved: GroundTransform) {
        *ground = moved * *ground;
    }

    fn save(&self, ground: &GroundTransform, to: &mut Writer<'_>) {
        ground.put(to);
    }

    fn load(
        &self,
        ground: &mut GroundTransform,
        from: &mut Reader<'_>,
    ) -> Result<(), SnapshotError> {
        *ground = SavedValue::get(from)?;
        Ok(())
    }

    fn footprint(&self) -> Footprint {
        Footprint {
            controller_bytes: size_of::<Self>(),
            memory_bytes: size_of::<GroundTransform>(),
        }
    }
}
