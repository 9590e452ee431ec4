//! What one may say of a file: units, axes, rates, roles.

use clap::Args as ClapArgs;
use sidestep_import::UpAxis;
use sidestep_motion::Role;

/// What overrules that which is detected in files.
#[derive(Debug, ClapArgs)]
pub(crate) struct FileSaid {
    /// Length of one unit of the files: m, cm, mm, in, cmu, or a number of metres.
    #[arg(long, value_parser = parse_unit)]
    pub(crate) unit: Option<f32>,
    /// The axis that points up in the files: x, y, z, or one of them negative, such as -z.
    #[arg(long, value_name = "AXIS", value_parser = parse_up, allow_hyphen_values = true)]
    pub(crate) up: Option<UpAxis>,
    /// The true frame rate of the files, when their header lies.
    #[arg(long, value_name = "HZ")]
    pub(crate) fps: Option<f32>,
    /// Say which joint plays a role, for instance --role left_toe=ball_l; may be repeated.
    #[arg(long = "role", value_name = "ROLE=JOINT", value_parser = parse_role)]
    pub(crate) roles: Vec<(Role, String)>,
}

pub(crate) fn parse_unit(text: &str) -> Result<f32, String> {
    let metres = match text {
        "m" => 1.0,
        "cm" => 0.01,
        "mm" => 0.001,
        "in" => 0.0254,
        // The CMU database: 0.45 units are an inch.
        "cmu" => 0.0254 / 0.45,
        number => number.parse().map_err(|_| "give m, cm, mm, in, cmu or a number of metres")?,
    };
    let is_length = f32::is_finite(metres) && metres > 0.0;
    if is_length { Ok(metres) } else { Err("a unit must be longer than nothing".to_owned()) }
}

fn parse_up(text: &str) -> Result<UpAxis, String> {
    UpAxis::from_name(text).ok_or_else(|| "give x, y, z or a negative one, such as -z".to_owned())
}

fn parse_role(text: &str) -> Result<(Role, String), String> {
    let (name, joint) = text.split_once('=').ok_or("give ROLE=JOINT")?;
    Ok((parse_part(name)?, joint.to_owned()))
}

pub(crate) fn parse_part(name: &str) -> Result<Role, String> {
    Role::from_name(name).ok_or_else(|| {
        let names: Vec<&str> = Role::ALL.iter().map(|role| role.name()).collect();
        format!("'{name}' is no role; there are {}", names.join(", "))
    })
}
