//! `sidestep tactics`: a plan of the tactics board as one animation.

use crate::{args_build::Model, args_tactics::Tactics, commands::trained, files, output};
use anyhow::{Context, Result};
use serde::Serialize;
use sidestep_export::glb::{self, GlbOptions};
use sidestep_game::{Arrival, Board, Plan, Players};
use std::{sync::Arc, time::Instant};

/// Who plays where nobody is named.
const USUAL: Model = Model::Dribble;

#[derive(Serialize)]
struct Report {
    /// Everything but reading the controller: the plan, all players, the file.
    wall_secs: f64,
    players: usize,
    frames: usize,
    seconds: f32,
    passes: usize,
    /// Those that were taken by whom they were meant for.
    received: usize,
    /// The worst of all passes, and the median.
    pass_time_error_secs: Option<f32>,
    pass_place_error_m: Option<f32>,
    pass_time_error_p50_secs: Option<f32>,
    pass_place_error_p50_m: Option<f32>,
    /// Passes that left no hand at all.
    not_thrown: usize,
    shots: u32,
    scored: u32,
    rule_breaks: u32,
}

/// Runs the command.
pub(crate) fn run(args: &Tactics) -> Result<()> {
    let controller = match &args.controller {
        Some(path) => sidestep::decode_controller(files::map(path)?)
            .with_context(|| format!("cannot use {}", path.display()))?,
        None => trained::model(USUAL)?,
    };
    let begun = Instant::now();
    let text = String::from_utf8(files::read(&args.plan)?)
        .with_context(|| format!("{} is no text", args.plan.display()))?;
    let plan = Plan::parse(&text).with_context(|| args.plan.display().to_string())?;
    let plan = Arc::new(plan);
    let starts = (0..plan.players.len()).map(|player| plan.start(player));
    let mut players = Players::spawn(starts, &|at| controller.spawn(at));
    let (mut clips, board) = Board::act(&plan, &mut players, controller.rate_hz());
    for clip in &mut clips {
        clip.provenance.source = format!("acted out by Sidestep: {}", plan.name);
    }
    let bytes = glb::write_together(&plan.name, &clips, &GlbOptions::default())?;
    files::write(&args.output, &bytes)?;
    let counts = board.game().counts();
    let of = |of: fn(&Arrival) -> f32| sorted(board.arrivals().iter().map(of).collect());
    let secs = of(|arrival| (arrival.secs - arrival.planned_secs).abs());
    let metres = of(|arrival| arrival.off);
    let report = Report {
        wall_secs: begun.elapsed().as_secs_f64(),
        players: clips.len(),
        frames: clips.first().map_or(0, |clip| clip.len()),
        seconds: plan.secs,
        passes: plan.passes.len(),
        received: board.arrivals().iter().filter(|arrival| arrival.is_received).count(),
        pass_time_error_secs: secs.last().copied(),
        pass_place_error_m: metres.last().copied(),
        pass_time_error_p50_secs: secs.get(secs.len() / 2).copied(),
        pass_place_error_p50_m: metres.get(metres.len() / 2).copied(),
        not_thrown: plan.passes.len() - board.arrivals().len(),
        shots: counts.shots,
        scored: counts.scored,
        rule_breaks: counts.breaks,
    };
    output::report(args.json, &report, |report| {
        let Report { players, seconds, wall_secs, passes, received, shots, scored, .. } = report;
        eprintln!(
            "wrote {}: {players} players, {seconds} s, in {wall_secs:.2} s; {received} of {passes} passes \
             received, {scored} of {shots} shots scored",
            args.output.display()
        );
    })
}

fn sorted(mut numbers: Vec<f32>) -> Vec<f32> {
    numbers.sort_by(f32::total_cmp);
    numbers
}
