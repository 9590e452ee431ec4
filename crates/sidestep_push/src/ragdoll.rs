//! The ragdoll: the segments of a body as rigid bodies, joined by ball joints.
//!
//! Gravity is off and a body without velocity under no force stays as it is (motion fields, section
//! 5), so the simulation yields what the push does and nothing else. Impulse joints, not multibodies:
//! those gain energy and break down under strong pushes.

use crate::{body_plan::BodyPlan, config::PushConfig};
use glam::{Quat, Vec3};
use rapier3d::{
    dynamics::{
        GenericJoint, GenericJointBuilder, JointAxesMask, JointAxis, MassProperties,
        RigidBodyBuilder, RigidBodyHandle,
    },
    math::Pose as BodyPose,
    pipeline::PhysicsWorld,
};
use sidestep_control::saved_value;
use sidestep_motion::{
    Contacts, JointId, JointLimits, Pose, PoseRef, Side, Skeleton, kinematics::JointTransforms,
    math::unit,
};
use std::sync::Arc;

/// No segment moves faster than this, in metres a second.
const FASTEST: f32 = 6.0;

/// No limb turns faster than this, in radians a second.
const FASTEST_TURN: f32 = 15.0;

/// No part of the trunk turns faster than this, in radians a second: the ground holds the feet of a
/// real body against spinning even while it slips.
const FASTEST_TRUNK_TURN: f32 = 2.5;

/// Velocities of a segment in the world.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Motion {
    /// Of its centre of mass, in metres a second.
    pub linear: Vec3,
    /// In radians a second.
    pub angular: Vec3,
}

saved_value!(Motion { linear, angular });
saved_value!(Blow { joint, newtons, ticks });

/// A force on a joint.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Blow {
    /// The joint it acts on.
    pub joint: JointId,
    /// In the world.
    pub newtons: Vec3,
    /// Ticks that it acts, the last one perhaps in part.
    pub ticks: f32,
}

/// What a simulation begins with.
#[derive(Clone, Copy, Debug)]
pub struct Situation<'a> {
    /// The pose.
    pub pose: PoseRef<'a>,
    /// The feet pinned to the ground.
    pub pinned: Contacts,
    /// The force, from the first tick on.
    pub blow: Option<Blow>,
}

/// A body that can be simulated. Immutable and shared.
#[derive(Clone, Debug)]
pub struct Ragdoll {
    skeleton: Arc<Skeleton>,
    plan: BodyPlan,
    limits: JointLimits,
    tick_secs: f32,
    substeps: u32,
    joint_damping: f32,
    masses: Vec<MassProperties>,
}

impl Motion {
    /// Whether neither velocity is greater.
    pub(crate) fn is_within(&self, most: f32) -> bool {
        self.linear.length() <= most && self.angular.length() <= most
    }
}

impl Ragdoll {
    /// The ragdoll of a skeleton whose joints keep to `limits`.
    pub fn new(
        skeleton: &Arc<Skeleton>,
        limits: JointLimits,
        rate_hz: f32,
        config: &PushConfig,
    ) -> Self {
        let plan = BodyPlan::new(skeleton, config.mass_kg);
        let masses = plan.segments.iter().map(|segment| {
            let mut mass =
                MassProperties::from_capsule(1.0, Vec3::ZERO, segment.end, segment.radius);
            mass.set_mass(segment.mass_kg, true);
            mass
        });
        Self {
            masses: masses.collect(),
            skeleton: Arc::clone(skeleton),
            plan,
            limits,
            tick_secs: 1.0 / rate_hz,
            substeps: config.substeps.max(1),
            joint_damping: config.joint_damping,
        }
    }

    /// Its segments.
    pub fn plan(&self) -> &BodyPlan {
        &self.plan
    }

    /// The ranges its joints keep to.
    pub fn limits(&self) -> &JointLimits {
        &self.limits
    }

    /// Simulates `ticks` ticks. `velocities` has one entry for each segment, `pose` receives the
    /// pose and `before` that of the last tick but one.
    pub fn simulate(
        &self,
        situation: &Situation<'_>,
        ticks: u32,
        velocities: &mut [Motion],
        (before, pose): (&mut Pose, &mut Pose),
    ) {
        let mut at = JointTransforms::new(self.skeleton.len());
        at.compute(&self.skeleton, situation.pose);
        let (mut world, bodies) = self.world(&at, velocities);
        self.join(&mut world, &bodies, &at, situation.pinned);
        before.copy_from(situation.pose);
        pose.copy_from(situation.pose);
        for tick in 0..ticks {
            before.copy_from(pose.as_ref());
            self.advance(&mut world, &bodies, situation.blow, tick);
            self.read(&world, &bodies, situation.pose, pose);
        }
        for (motion, handle) in velocities.iter_mut().zip(&bodies) {
            let body = &world.bodies[*handle];
            *motion = Motion { linear: body.linvel(), angular: body.angvel() };
        }
    }

    fn world(
        &self,
        at: &JointTransforms,
        velocities: &[Motion],
    ) -> (PhysicsWorld, Vec<RigidBodyHandle>) {
        let mut world = PhysicsWorld::new();
        world.gravity = Vec3::ZERO;
        let dt = self.tick_secs / self.substeps as f32;
        world.integration_parameters.dt = dt;
        let segments = self.plan.segments.iter().zip(&self.masses).zip(velocities);
        let bodies = segments.map(|((segment, mass), motion)| {
            let place =
                BodyPose::from_parts(at.position(segment.joint), at.rotation(segment.joint));
            let body = RigidBodyBuilder::dynamic()
                .pose(place)
                .additional_mass_properties(*mass)
                .linvel(motion.linear)
                .angvel(motion.angular)
                .can_sleep(false);
            world.insert_body(body)
        });
        let bodies = bodies.collect();
        (world, bodies)
    }

    fn join(
        &self,
        world: &mut PhysicsWorld,
        bodies: &[RigidBodyHandle],
        at: &JointTransforms,
        pinned: Contacts,
    ) {
        for (index, segment) in self.plan.segments.iter().enumerate() {
            let Some(parent) = segment.parent else { continue };
            let joint = self.ball_joint(segment.joint, self.plan.segments[parent].joint, at);
            world.impulse_joints.insert(bodies[parent], bodies[index], joint, true);
        }
        let feet = Side::BOTH.into_iter().filter(|side| pinned.get(*side));
        for foot in feet.filter_map(|side| self.plan.feet[side.index()]) {
            let ankle = self.plan.segments[foot.segment].joint;
            for point in [Vec3::ZERO, foot.ball] {
                let place = at.position(ankle) + at.rotation(ankle) * point;
                let ground = world.insert_body(RigidBodyBuilder::fixed().translation(place));
                let joint = GenericJointBuilder::new(JointAxesMask::LOCKED_SPHERICAL_AXES)
                    .local_anchor1(Vec3::ZERO)
                    .local_anchor2(point)
                    .build();
                world.impulse_joints.insert(ground, bodies[foot.segment], joint, true);
            }
        }
    }

    /// A ball joint about `joint`, which is part of a segment that hangs from that of `parent`.
    ///
    /// Its frames are laid so that the mean rotation of the joint is zero: there the limits are.
    fn ball_joint(&self, joint: JointId, parent: JointId, at: &JointTransforms) -> GenericJoint {
        let range = self.limits.range(joint);
        // Joints between the two segments, such as a collar bone, keep the rotation they have.
        let above = self.skeleton.joint(joint).parent.unwrap_or(parent);
        let from_world = at.rotation(parent).conjugate();
        let anchor = from_world * (at.position(joint) - at.position(parent));
        let frame = unit(from_world * at.rotation(above) * range.mean);
        let mut ball = GenericJointBuilder::new(JointAxesMask::LOCKED_SPHERICAL_AXES)
            .local_frame1(BodyPose::from_parts(anchor, frame))
            .local_frame2(BodyPose::from_parts(Vec3::ZERO, Quat::IDENTITY));
        let axes = [JointAxis::AngX, JointAxis::AngY, JointAxis::AngZ];
        for (index, axis) in axes.into_iter().enumerate() {
            ball = ball.limits(axis, [range.least[index], range.most[index]]).motor_velocity(
                axis,
                0.0,
                self.joint_damping,
            );
        }
        ball.build()
    }

    fn advance(
        &self,
        world: &mut PhysicsWorld,
        bodies: &[RigidBodyHandle],
        blow: Option<Blow>,
        tick: u32,
    ) {
        for _ in 0..self.substeps {
            if let Some(blow) = blow {
                let share = (blow.ticks - tick as f32).clamp(0.0, 1.0);
                let newtons = blow.newtons * share;
                let struck = bodies[self.plan.segment_of[blow.joint.index()]];
                for handle in [bodies[0], struck] {
                    world.bodies[handle].reset_forces(false);
                }
                world.bodies[struck].add_force(newtons, true);
                // Nothing weighs anything here. Who stands is not lifted by less than its weight: the
                // ground bears so much less, or more.
                world.bodies[bodies[0]].add_force(Vec3::new(0.0, -newtons.y, 0.0), true);
            }
            world.step();
            for (handle, segment) in bodies.iter().zip(&self.plan.segments) {
                let fastest_turn = if segment.is_trunk { FASTEST_TRUNK_TURN } else { FASTEST_TURN };
                let body = &mut world.bodies[*handle];
                let (linear, angular) = (body.linvel(), body.angvel());
                if linear.length_squared() > FASTEST * FASTEST {
                    body.set_linvel(linear.clamp_length_max(FASTEST), false);
                }
                if angular.length_squared() > fastest_turn * fastest_turn {
                    body.set_angvel(angular.clamp_length_max(fastest_turn), false);
                }
            }
        }
    }

    /// Writes the pose that the bodies have; joints without a body keep their rotation.
    fn read(
        &self,
        world: &PhysicsWorld,
        bodies: &[RigidBodyHandle],
        from: PoseRef<'_>,
        pose: &mut Pose,
    ) {
        let mut world_from_joint: Vec<Quat> = Vec::with_capacity(self.skeleton.len());
        for (index, joint) in self.skeleton.joints().iter().enumerate() {
            let above = joint.parent.map_or(Quat::IDENTITY, |up| world_from_joint[up.index()]);
            let segment = self.plan.segment_of[index];
            if self.plan.segments[segment].joint.index() == index {
                let rotation = *world.bodies[bodies[segment]].rotation();
                pose.rotations[index] = unit(above.conjugate() * rotation);
            } else {
                pose.rotations[index] = from.rotations[index];
            }
            world_from_joint.push(above * pose.rotations[index]);
        }
        pose.root_position = world.bodies[bodies[0]].translation();
    }
}
