//! The text of the kernels and the sizes they are compiled for.

use crate::{
    arrangement::Arrangement,
    layout::{Layout, LossWeights},
    settings::Settings,
};

const FORWARD_ROWS: usize = 32;
const BACK_ROWS: usize = 32;

/// Gradients of the loss are multiplied with this on their way back, so that halves can hold them: the
/// mean over steps and sequences would make them too small.
pub(super) fn gradient_scale(settings: &Settings) -> f32 {
    (8 * settings.steps * settings.batch) as f32
}

/// Sequences that a cluster of blocks works on together, forward and back.
pub(super) fn tile_rows(settings: &Settings) -> (usize, usize) {
    let rows = |wanted: usize| if settings.batch.is_multiple_of(wanted) { wanted } else { 32 };
    (rows(FORWARD_ROWS), rows(BACK_ROWS))
}

/// The kernels and the options of the compiler.
pub(super) fn source(
    layout: &Layout,
    loss: &LossWeights,
    settings: &Settings,
    sizes: &Arrangement,
) -> (String, Vec<String>) {
    let text = [
        include_str!("common.cu"),
        include_str!("chain.cu"),
        include_str!("loss.cu"),
        include_str!("descend.cu"),
    ]
    .concat();
    let mut options = vec!["-std=c++17".to_owned()];
    let mut define = |name: &str, value: String| options.push(format!("-D{name}={value}"));
    for (name, count) in counts(layout, settings, sizes) {
        define(name, count.to_string());
    }
    let rows = tile_rows(settings);
    define("TILE_ROWS", rows.0.to_string());
    define("TILE_ROWS_BACK", rows.1.to_string());
    for (name, number) in numbers(layout, loss, settings) {
        define(name, format!("({number:e}f)"));
    }
    let limit = (f64::from(settings.dropout) * 4_294_967_296.0) as u32;
    define("DROP_LIMIT", format!("{limit}u"));
    (text, options)
}

/// Sizes that the kernels know as they are compiled.
fn counts(
    layout: &Layout,
    settings: &Settings,
    sizes: &Arrangement,
) -> [(&'static str, usize); 16] {
    let ball = layout.ball.as_ref();
    [
        ("HIDDEN", sizes.hidden),
        ("LAYERS", sizes.layers),
        ("BATCH", settings.batch),
        ("STEPS", settings.steps),
        ("CHANNELS", sizes.channels),
        ("PADDED", sizes.padded),
        ("PARAMETERS", sizes.len()),
        ("FRAME", layout.frame),
        ("GOALS", layout.goals.len()),
        ("ROOT", layout.root),
        ("FEET", layout.feet.len()),
        ("LINKS", layout.links.len()),
        ("BALL", usize::from(ball.is_some())),
        ("HANDS", ball.map_or(0, |ball| ball.hands.len())),
        ("BALL_POSITION", ball.map_or(0, |ball| ball.position)),
        ("BALL_POSSESSION", ball.map_or(0, |ball| ball.possession)),
    ]
}

/// Numbers that they know.
fn numbers(layout: &Layout, loss: &LossWeights, settings: &Settings) -> [(&'static str, f32); 17] {
    let ball = layout.ball.as_ref();
    [
        ("NEAR_BOUND", layout.near_bound),
        ("PACE_BOUND", layout.pace_bound),
        ("PACE_SECS", layout.pace_secs),
        ("BALL_RADIUS", ball.map_or(0.0, |ball| ball.radius)),
        ("BALL_REACH", ball.map_or(0.0, |ball| ball.reach)),
        ("SLIDE", loss.slide),
        ("LINK", loss.link),
        ("PLACE", loss.place),
        ("PLACE_BOUND", loss.place_bound),
        ("HEADING", loss.heading),
        ("HAND", loss.hand),
        ("BOUNCE", loss.bounce),
        ("SCALE", gradient_scale(settings)),
        ("CLIP", settings.clip),
        ("BETA1", settings.beta1),
        ("BETA2", settings.beta2),
        ("DROP_SCALE", 1.0 / (1.0 - settings.dropout)),
    ]
}
