//! Pictures of motion: film strips and plots as SVG and PNG.
//!
//! It turns motion into text and bytes and opens no file. The same input gives the same bytes on
//! every machine; nothing a clip holds can make a picture fail.
//!
//! ```
//! use sidestep_motion::{Clip, Joint, Skeleton};
//! use sidestep_picture::{FilmStripOptions, film_strip};
//! # use glam::{Quat, Vec3};
//! # use std::sync::Arc;
//! # let joint = Joint {
//! #     name: "hips".into(), parent: None, offset: Vec3::ZERO, rest: Quat::IDENTITY, tip: Some(Vec3::Y),
//! # };
//! # let clip = Clip {
//! #     name: "stand".into(), skeleton: Arc::new(Skeleton::new(vec![joint])?), rate_hz: 30.0,
//! #     root_positions: vec![Vec3::Y], rotations: vec![Quat::IDENTITY], labels: vec![],
//! #     contacts: None, objects: vec![], floor: None, provenance: Default::default(),
//! # };
//! let sheet = film_strip(&clip, &FilmStripOptions::default());
//! let svg: String = sheet.to_string();
//! let png: Vec<u8> = sheet.to_png(1.0)?;
//! assert!(svg.starts_with("<svg") && png.starts_with(b"\x89PNG"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod axis;
mod bar_chart;
mod body;
mod camera;
mod chart;
mod curves;
mod figure;
mod film_strip;
mod ground;
mod ground_path;
mod heat_map;
mod label_rows;
mod line_chart;
mod mesh;
mod number;
mod page;
mod page_data;
mod palette;
mod png;
mod polar_map;
mod raster;
mod scatter;
mod scene;
mod strip;
mod subject;
mod svg;

pub use axis::Axis;
pub use bar_chart::{BarChart, bar_chart};
pub use camera::View;
pub use film_strip::{CameraMotion, FilmStripOptions, Layout, film_strip, film_strip_of};
pub use heat_map::{Bins, HeatMap, heat_map, marked_heat_map};
pub use line_chart::{LineChart, Series, line_chart};
pub use page::{animated_page, animated_page_of};
pub use palette::Colour;
pub use png::PictureError;
pub use polar_map::{PolarMap, polar_map};
pub use scatter::{Scatter, ScatterPoint, scatter};
pub use subject::Subject;
pub use svg::{Anchor, Paint, Rect, Svg, Type, beside, stacked};
