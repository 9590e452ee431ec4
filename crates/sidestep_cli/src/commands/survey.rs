//! `sidestep survey`: what a motion field can reach, where it is trapped, what its data lacks.

use crate::{args_build, files, output, survey_plot};
use anyhow::{Context, Result, bail};
use sidestep_motion_field::{
    Follower, MotionField,
    survey::{Reach, Survey, SurveyConfig, survey},
};

/// Shortages, ends and clips that are told; all of them are in the JSON.
const MOST_TOLD: usize = 12;

/// Runs the command.
pub(crate) fn run(args: &args_build::Survey) -> Result<()> {
    let controller = sidestep::decode_controller(files::map(&args.controller)?)
        .with_context(|| format!("cannot use {}", args.controller.display()))?;
    let spinner = output::spinner("surveying");
    let config = SurveyConfig { starts: args.n, ..SurveyConfig::default() };
    let field = controller.downcast::<MotionField>().map(|field| survey(&**field, &config));
    let follower = || controller.downcast::<Follower>().map(|it| survey(&**it, &config));
    let Some(found) = field.or_else(follower) else {
        bail!(
            "a survey needs a motion field or a follower; {} is '{}'",
            args.controller.display(),
            controller.method()
        );
    };
    spinner.finish_and_clear();
    if let Some(path) = &args.output {
        let plot = survey_plot::draw(&found);
        let is_png = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("png"));
        let bytes = if is_png { plot.to_png(2.0)? } else { plot.to_string().into_bytes() };
        files::write(path, &bytes)?;
    }
    output::report(args.json, &found, talk)
}

fn talk(found: &Survey) {
    eprintln!("{} states of {} clips, {:.0} s\n", found.states, found.clips, found.seconds);
    eprintln!(
        "what leads where            core  stuck  unreachable  sources  absorbing sets (clip ends)"
    );
    tell_reach("any action", &found.by_any_action);
    tell_reach("policy, all goals", &found.by_policy);
    tell_reach("left alone", &found.left_alone);
    let visits = &found.visits;
    eprintln!(
        "\nsteered characters ({} starts, {} frames) come by {} states, {:.0} %; least used clips:",
        visits.starts,
        visits.frames,
        visits.visited_states,
        100.0 * visits.visited_fraction
    );
    for clip in visits.clips.iter().take(5) {
        eprintln!(
            "    {:<24} {:>4.0} % of {} states",
            clip.clip,
            100.0 * clip.visited_fraction,
            clip.states
        );
    }
    eprintln!("\nclips that end farthest from anything that goes on (1 is the usual distance):");
    for end in found.ends.iter().take(5) {
        eprintln!(
            "    {:<24} {:>5.1}  at {:.1} m/s, like {} at {:.1} s",
            end.clip,
            end.distance_over_median,
            end.speed_m_per_s,
            end.continued_by,
            end.continued_at_secs
        );
    }
    for kept in &found.redundancy {
        eprintln!(
            "keeping {:>3.0} % of the states leaves all within {:.3} of a kept one, {:.1} frames",
            100.0 * kept.kept_fraction,
            kept.radius,
            kept.radius_in_frames
        );
    }
    tell_shortages(found);
}

fn tell_reach(name: &str, reach: &Reach) {
    let ends = reach.absorbing.iter().filter(|set| set.is_clip_end).count();
    eprintln!(
        "{name:<20} {:>9.1} % {:>6} {:>12} {:>8}  {:>9} ({ends})",
        100.0 * reach.core_fraction,
        reach.stuck_states,
        reach.unreachable_states,
        reach.sources,
        reach.absorbing.len()
    );
}

fn tell_shortages(found: &Survey) {
    eprintln!("\n{} shortages", found.shortages.len());
    for shortage in found.shortages.iter().take(MOST_TOLD) {
        eprintln!("    {}\n        {}", shortage.finding, shortage.remedy);
    }
    if found.shortages.len() > MOST_TOLD {
        eprintln!("    and {} more (--json tells all)", found.shortages.len() - MOST_TOLD);
    }
}
