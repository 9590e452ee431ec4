//! `sidestep perform`: the synthetic performer as a library.

use crate::{
    args::Perform,
    assemble::Assembly,
    commands::import::{self, Pending},
    output,
};
use anyhow::Result;
use sidestep_performer::PerformerConfig;
use std::time::Instant;

/// Runs the command.
pub(crate) fn run(args: &Perform) -> Result<()> {
    let start = Instant::now();
    let (seed, reaches) = (args.seed, args.reaches);
    let config = PerformerConfig { seed, reaches, ..PerformerConfig::default() };
    let clips = sidestep_performer::perform(&config);
    let assembly =
        Assembly { rate_hz: Some(args.rate), skeleton_of: None, retarget: false, mirror: false };
    let report = import::save(clips, &assembly, &args.output, Pending::nothing_read(start))?;
    output::report(args.json, &report, import::talk)
}
