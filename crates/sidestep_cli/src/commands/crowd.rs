//! `sidestep measure crowd`: what a crowd costs, and how well it keeps clear of itself.

use crate::{args_measure::Measure, crowd_picture::Trails, files, pictures::write_picture};
use anyhow::{Context, Result, bail};
use cpu_time::ThreadTime;
use glam::Vec2;
use serde_json::{Value, json};
use sidestep::BuiltController;
use sidestep_clip_control::ClipController;
use sidestep_control::{Ability, Controller};
use sidestep_crowd::{
    Census, Company, Crowd, CrowdConfig, Detail, Repertoire, Scene, SceneKind, Watched,
};
use sidestep_mobility_map::MobilityMap;
use sidestep_picture::{Colour, Paint, Svg, Type};
use std::{path::Path, sync::Arc, time::Instant};

/// Seconds that are played for the census, with and without avoidance.
const AVOIDING_SECS: f32 = 120.0;
const WANDERING_SECS: f32 = 20.0;

/// A crowd of whole characters is drawn after so many seconds, so wide in pixels.
const DRAWN_SECS: f32 = 8.0;
const FIGURE_WIDTH: f32 = 760.0;

/// Crowds of these sizes are timed, to see whether the cost of one character stays the same.
const SIZES: [usize; 3] = [100, 1_000, 10_000];

/// Frames and repetitions of a timing; the best repetition counts.
const FRAMES: u32 = 10;
const REPETITIONS: u32 = 6;

/// Seconds of one frame at 30 Hz.
const FRAME_SECS: f64 = 1.0 / 30.0;

/// Runs the measure.
pub(crate) fn measure(args: &Measure) -> Result<Value> {
    let kind = scene_kind(args)?;
    let cannot = || format!("cannot use {}", args.file.display());
    let built = sidestep::decode_controller(files::map(&args.file)?).with_context(cannot)?;
    let serves = |it: &Arc<ClipController>| it.abilities().has(Ability::Obstacles);
    if built.downcast::<ClipController>().is_some_and(serves) {
        return company(args, &built, kind);
    }
    let repertoire = repertoire(&args.file, &built)?;
    let scene = Scene::new(kind, args.characters, args.seed)?;
    let config = CrowdConfig { seed: args.seed, avoid: args.avoid, ..CrowdConfig::default() };
    let walked = walk(&repertoire, scene, &config, args.picture.as_deref())?;
    let one_thread = rayon::ThreadPoolBuilder::new().num_threads(1).build()?;
    let timing = |characters, detail| -> Result<f64> {
        let config = CrowdConfig { avoid: false, detail, ..config.clone() };
        one_thread.install(|| frame_secs(&repertoire, characters, config))
    };
    let frame_secs = match args.avoid {
        true => walked.frame_secs,
        false => timing(args.characters, Detail::Near)?,
    };
    let far_secs = timing(args.characters, Detail::Far)?;
    let mut scaling = Vec::new();
    for characters in SIZES {
        scaling.push((characters, per_character(timing(characters, Detail::Near)?, characters)));
    }
    let ratio = scaling[SIZES.len() - 1].1 / scaling[0].1;
    let characters = args.characters as f64;
    let figures = &walked.figures;
    Ok(json!({
        "characters": args.characters,
        "scene": kind.name(),
        "avoid": args.avoid,
        "frame_ms": 1e3 * frame_secs,
        "us_per_character": 1e6 * frame_secs / characters,
        "characters_at_30hz": (characters * FRAME_SECS / frame_secs).floor(),
        "lowest_detail_frame_ms": 1e3 * far_secs,
        "lowest_detail_at_30hz": (characters * FRAME_SECS / far_secs).floor(),
        "wall_frame_ms_all_threads": 1e3 * walked.wall_frame_secs,
        "scaling_us_per_character": scaling,
        "scaling_ratio": ratio,
        "seconds": walked.seconds,
        "overlap_fraction": figures.overlap_fraction,
        "near_pairs": figures.near_pairs,
        "nearest_m": figures.nearest_metres,
        "stuck_fraction": figures.stuck_fraction,
        "arrived_fraction": figures.arrived_fraction,
        "last_arrival_secs": figures.last_arrival_secs,
        "slide_mean_cm_per_s": 100.0 * figures.slide_mean,
        "turn_mean_deg_per_s": figures.turn_mean.to_degrees(),
        "rate_mean": figures.rate_mean,
        "map_bytes": repertoire.bytes(),
    }))
}

fn repertoire(file: &Path, built: &BuiltController) -> Result<Arc<Repertoire>> {
    let Some(map) = built.downcast::<MobilityMap>() else {
        bail!(
            "a crowd needs a mobility map, or a controller that keeps clear of obstacles; {} is '{}'",
            file.display(),
            built.method()
        );
    };
    let repertoire = Repertoire::new(map.library(), map.graph(), map.table());
    Ok(Arc::new(repertoire.with_context(|| format!("cannot use {}", file.display()))?))
}

/// Measures a crowd of whole characters that keep clear of each other by their goals alone.
fn company(args: &Measure, built: &BuiltController, kind: SceneKind) -> Result<Value> {
    let scene = Scene::new(kind, args.characters, args.seed)?;
    let library = built.library().context("it has no library inside")?;
    if scene.maze.is_some() {
        bail!("{} has walls, which are no obstacles that move; try crossing", kind.name());
    }
    let speed = sidestep_control::median_moving_speed(library);
    let rate_hz = library.rate_hz();
    let spawn = |start| built.spawn(start);
    let mut company = Company::new(scene, (speed, rate_hz), &spawn);
    let mut census = Census::new();
    let frames = (AVOIDING_SECS * rate_hz) as u32;
    let (mut cpu, mut longest) = (0.0, 0.0_f64);
    let drawn_at = (DRAWN_SECS * rate_hz) as u32;
    for frame in 0..frames {
        if let Some(path) = args.picture.as_deref().filter(|_| frame == drawn_at) {
            write_picture(path, &company_figure(&company))?;
        }
        let start = cpu_time::ProcessTime::now();
        company.advance();
        let secs = start.elapsed().as_secs_f64();
        (cpu, longest) = (cpu + secs, longest.max(secs));
        census.observe(&company);
    }
    let figures = census.figures();
    Ok(json!({
        "characters": args.characters,
        "scene": kind.name(),
        "avoid": true,
        "frame_ms": 1e3 * cpu / f64::from(frames),
        "longest_frame_ms": 1e3 * longest,
        "seconds": AVOIDING_SECS,
        "overlap_fraction": figures.overlap_fraction,
        "near_pairs": figures.near_pairs,
        "nearest_m": figures.nearest_metres,
        "stuck_fraction": figures.stuck_fraction,
        "arrived_fraction": figures.arrived_fraction,
        "last_arrival_secs": figures.last_arrival_secs,
        "turn_mean_deg_per_s": figures.turn_mean.to_degrees(),
    }))
}

/// Everybody from above, with a line to whom each minds; who is somebody's obstacle has a disc (Figure 6).
fn company_figure(company: &Company) -> Svg {
    let mut places = Vec::new();
    company.places(&mut places);
    let obstacles = company.obstacles();
    let low = places.iter().copied().fold(Vec2::INFINITY, Vec2::min) - Vec2::splat(1.0);
    let high = places.iter().copied().fold(Vec2::NEG_INFINITY, Vec2::max) + Vec2::splat(1.0);
    let scale = FIGURE_WIDTH / (high.x - low.x).max(1.0);
    // Ahead is up and left is left.
    let pixel = |place: Vec2| (Vec2::new(high.x, high.y) - place) * scale + Vec2::new(0.0, 30.0);
    let height = (high.y - low.y) * scale + 40.0;
    let mut svg = Svg::new(FIGURE_WIDTH, height, "Who is whose obstacle");
    let title =
        format!("Who is whose obstacle, after {DRAWN_SECS:.0} s: a line leads to whom each minds");
    svg.text(Vec2::new(8.0, 20.0), &title, &Type::new(12.0, Colour::INK));
    for other in obstacles.iter().flatten() {
        let disc = Paint::fill(Colour::GREY).opacity(0.35);
        svg.ellipse(pixel(places[*other]), Vec2::splat(0.35 * scale), &disc);
    }
    for (place, other) in places.iter().zip(&obstacles) {
        if let Some(other) = other {
            svg.line(
                pixel(*place),
                pixel(places[*other]),
                &Paint::stroke(Colour::INK, 1.0).opacity(0.6),
            );
        }
        svg.ellipse(pixel(*place), Vec2::splat(0.12 * scale), &Paint::fill(Colour::INK));
    }
    svg
}

fn scene_kind(args: &Measure) -> Result<SceneKind> {
    let name = args.scene.as_deref().unwrap_or(if args.avoid { "crossing" } else { "field" });
    let Some(kind) = SceneKind::from_name(name) else {
        bail!("'{name}' is no scene; there are {}", SceneKind::ALL.map(SceneKind::name).join(", "));
    };
    Ok(kind)
}

struct Walked {
    figures: sidestep_crowd::Figures,
    seconds: f32,
    frame_secs: f64,
    wall_frame_secs: f64,
}

/// Lets a crowd walk and counts what it does.
fn walk(
    repertoire: &Arc<Repertoire>,
    scene: Scene,
    config: &CrowdConfig,
    picture: Option<&Path>,
) -> Result<Walked> {
    let seconds = if config.avoid { AVOIDING_SECS } else { WANDERING_SECS };
    let rate_hz = repertoire.library().rate_hz();
    let frames = (seconds * rate_hz) as u32;
    let mut trails = picture.map(|_| Trails::new(&scene));
    let mut crowd = Crowd::new(repertoire, scene, config.clone());
    let mut census = Census::new();
    let (mut cpu, mut wall) = (0.0, 0.0);
    for _ in 0..frames {
        let (cpu_start, wall_start) = (cpu_time::ProcessTime::now(), Instant::now());
        crowd.advance();
        crowd.write_poses();
        cpu += cpu_start.elapsed().as_secs_f64();
        wall += wall_start.elapsed().as_secs_f64();
        census.observe(&crowd);
        if let Some(trails) = &mut trails {
            trails.observe(&crowd);
        }
    }
    if let (Some(trails), Some(path)) = (trails, picture) {
        let drawn = trails.draw(&crowd);
        let is_png = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("png"));
        let bytes = if is_png { drawn.to_png(1.5)? } else { drawn.to_string().into_bytes() };
        files::write(path, &bytes)?;
    }
    Ok(Walked {
        figures: census.figures(),
        seconds,
        frame_secs: cpu / f64::from(frames),
        wall_frame_secs: wall / f64::from(frames),
    })
}

/// The best CPU time of one frame of a wandering crowd, poses included, on this thread.
fn frame_secs(repertoire: &Arc<Repertoire>, characters: usize, config: CrowdConfig) -> Result<f64> {
    let scene = Scene::new(SceneKind::Field, characters, config.seed)?;
    let mut crowd = Crowd::new(repertoire, scene, config);
    let mut best = f64::INFINITY;
    for _ in 0..REPETITIONS {
        let start = ThreadTime::now();
        for _ in 0..FRAMES {
            crowd.advance();
            crowd.write_poses();
        }
        best = best.min(start.elapsed().as_secs_f64() / f64::from(FRAMES));
    }
    Ok(best)
}

fn per_character(secs: f64, characters: usize) -> f64 {
    let characters = characters as f64;
    1e6 * secs / characters
}
