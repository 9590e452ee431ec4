//! Writers of motion: BVH, GLB with a simple body, CSV of joint positions.
//!
//! Values in, text or bytes out; files are opened at the edges of the project, not here.
//!
//! ```
//! use sidestep_export::bvh;
//! # use sidestep_motion::{Clip, Joint, Provenance, Skeleton};
//! # use glam::{Quat, Vec3};
//! # let hips = Joint {
//! #     name: "Hips".into(), parent: None, offset: Vec3::ZERO, rest: Quat::IDENTITY, tip: None,
//! # };
//! # let clip = Clip {
//! #     name: "still".into(), skeleton: Skeleton::new(vec![hips])?.into(), rate_hz: 30.0,
//! #     root_positions: vec![Vec3::Y], rotations: vec![Quat::IDENTITY], labels: vec![],
//! #     contacts: None, objects: vec![], floor: None, provenance: Provenance::default(),
//! # };
//! let text = bvh::write(&clip, &bvh::BvhOptions::default())?;
//! assert!(text.starts_with("HIERARCHY\nROOT Hips\n"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod bvh;
pub mod csv;
mod error;
mod euler;
pub mod glb;

pub use error::ExportError;
