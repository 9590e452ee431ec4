//! `sidestep perform`: the synthetic performer as a library.

use crate::{args::Perform, commands::import, output};
use anyhow::Result;
use sidestep_assemble::{Assembly, Gathered};
use sidestep_performer::PerformerConfig;
use std::time::Instant;

/// Runs the command.
pub(crate) fn run(args: &Perform) -> Result<()> {
    let start = Instant::now();
    let Perform { seed, reaches, spins, falls, .. } = *args;
    let config = PerformerConfig { seed, reaches, spins, falls, ..PerformerConfig::default() };
    let clips = sidestep_performer::perform(&config);
    let gathered = Gathered { clips, ..Gathered::default() };
    let assembly = Assembly { rate_hz: Some(args.rate), retarget: false, ..Assembly::default() };
    let report = import::save(gathered, &assembly, &args.output, start)?;
    output::report(args.json, &report, import::talk)
}
