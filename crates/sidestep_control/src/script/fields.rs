//! The `name=value` fields of a line of a script.

use crate::{
    action::{Action, Toward},
    ground_point::GroundPoint,
    manner::Manner,
    path::{Path, PathError},
    surroundings::{Disc, Obstacles},
    travel::{Gait, Pace},
};
use glam::Vec3;

/// The `name=value` fields of a line; each goal takes those it understands.
#[derive(Default, PartialEq)]
pub(crate) struct Fields {
    x: Option<f32>,
    z: Option<f32>,
    heading: Option<f32>,
    pub(crate) facing: Option<f32>,
    speed: Option<f32>,
    pub(crate) gait: Option<Gait>,
    points: Vec<GroundPoint>,
    pub(crate) arrive: Option<f32>,
    action: Option<String>,
    within: Option<f32>,
    toward: Option<Toward>,
    manner: Vec<(String, f32)>,
    obstacles: Vec<Disc>,
}

impl Fields {
    pub(crate) fn read<'a>(words: impl Iterator<Item = &'a str>) -> Result<Self, String> {
        let mut fields = Self::default();
        for word in words {
            let Some((name, value)) = word.split_once('=') else {
                fields.points.push(point(word)?);
                continue;
            };
            match name {
                "x" => fields.x = Some(number(value)?),
                "z" => fields.z = Some(number(value)?),
                "heading" => fields.heading = Some(number(value)?.to_radians()),
                "facing" => fields.facing = Some(number(value)?.to_radians()),
                "speed" => fields.speed = Some(number(value)?),
                "gait" => {
                    let gait = Gait::from_name(value);
                    fields.gait = Some(gait.ok_or_else(|| format!("'{value}' is no gait"))?);
                }
                _ => fields.more(name, value)?,
            }
        }
        Ok(fields)
    }

    /// What a goal may say beside where to go.
    fn more(&mut self, name: &str, value: &str) -> Result<(), String> {
        match name {
            "arrive" => self.arrive = Some(number(value)?),
            "action" => self.action = Some(value.to_owned()),
            "in" => self.within = Some(number(value)?),
            "toward" => self.toward = Some(toward(value)?),
            "obstacle" => self.obstacles.push(disc(value)?),
            "manner" => {
                let (attribute, share) =
                    value.split_once(':').ok_or("write manner=NAME:SHARE, SHARE from 0 to 1")?;
                self.manner.push((attribute.to_owned(), number(share)?));
            }
            _ => {
                let known = "x, z, heading, facing, speed, gait, arrive, action, in, toward, \
                             manner, obstacle";
                return Err(format!("'{name}' is no field; known are {known}"));
            }
        }
        Ok(())
    }

    pub(crate) fn action(&mut self) -> Result<Option<Action>, String> {
        let (in_secs, toward) = (self.within.take(), self.toward.take());
        let Some(label) = self.action.take() else {
            let alone = in_secs.is_some() || toward.is_some();
            return if alone { Err("action=NAME is missing".to_owned()) } else { Ok(None) };
        };
        Ok(Some(Action { label: label.into(), in_secs, toward }))
    }

    pub(crate) fn manner(&mut self) -> Result<Manner, String> {
        let attributes = std::mem::take(&mut self.manner);
        let attributes: Vec<_> = attributes.iter().map(|(name, x)| (name.as_str(), *x)).collect();
        Manner::new(&attributes).map_err(|error| error.to_string())
    }

    pub(crate) fn obstacles(&mut self) -> Result<Obstacles, String> {
        Obstacles::new(&std::mem::take(&mut self.obstacles)).map_err(|error| error.to_string())
    }

    pub(crate) fn heading(&mut self) -> Result<f32, String> {
        self.heading.take().ok_or_else(|| "heading=DEG is missing".to_owned())
    }

    pub(crate) fn point(&mut self) -> Result<GroundPoint, String> {
        match (self.x.take(), self.z.take()) {
            (Some(x), Some(z)) => Ok(GroundPoint::new(x, z)),
            _ => Err("x=METRES and z=METRES are both needed".to_owned()),
        }
    }

    pub(crate) fn path(&mut self) -> Result<Path, String> {
        let points = std::mem::take(&mut self.points);
        Path::new(&points).map_err(|error: PathError| error.to_string())
    }

    pub(crate) fn pace(&mut self) -> Pace {
        Pace { speed: self.speed.take(), gait: self.gait.take() }
    }
}

pub(crate) fn number(text: &str) -> Result<f32, String> {
    let value = text.parse::<f32>().ok().filter(|value| value.is_finite());
    value.ok_or_else(|| format!("'{text}' is no number"))
}

/// A heading in degrees, or a place `x,y,z`.
fn toward(value: &str) -> Result<Toward, String> {
    match numbers(value)?[..] {
        [degrees] => Ok(Toward::Heading(degrees.to_radians())),
        [x, y, z] => Ok(Toward::Point(Vec3 { x, y, z })),
        _ => Err(format!("'{value}' is neither a heading in degrees nor a place x,y,z")),
    }
}

/// A disc `x,z,radius`, and its velocity `x,z` where it moves.
fn disc(value: &str) -> Result<Disc, String> {
    let (centre, radius, velocity) = match numbers(value)?[..] {
        [x, z, radius] => (GroundPoint { x, z }, radius, GroundPoint::default()),
        [x, z, radius, along_x, along_z] => {
            (GroundPoint { x, z }, radius, GroundPoint::new(along_x, along_z))
        }
        _ => return Err(format!("'{value}' is no obstacle; write x,z,radius or x,z,radius,vx,vz")),
    };
    Ok(Disc { centre, radius, velocity })
}

fn numbers(text: &str) -> Result<Vec<f32>, String> {
    text.split(',').map(number).collect()
}

fn point(word: &str) -> Result<GroundPoint, String> {
    let Some((x, z)) = word.split_once(',') else {
        return Err(format!("'{word}' is neither name=value nor a point x,z"));
    };
    Ok(GroundPoint::new(number(x)?, number(z)?))
}
