//! Bends, shortens and hurries an episode, within bounds and with its feet kept.

use crate::config::AugmentConfig;
use sidestep_edit::{Stretch, edit_path, warp_time};
use sidestep_motion::{Clip, chance::Chance};

/// Bends and shortens the path of `clip`, then plays it at changing speed.
pub(crate) fn perturb(clip: &Clip, config: &AugmentConfig, chance: &mut Chance) -> Clip {
    let stretches = draw(clip.len(), clip.rate_hz, config, chance, |chance, frames| Stretch {
        frames,
        length: chance.between(config.length.0, config.length.1),
        angle: chance.between(-config.angle, config.angle),
    });
    let bent = edit_path(clip, &stretches);
    let rates = draw(clip.len(), clip.rate_hz, config, chance, |chance, frames| {
        (frames, chance.between(config.speed.0, config.speed.1))
    });
    warp_time(&bent, &rates)
}

/// Divides the frames into stretches of random lengths, with something drawn for each.
fn draw<T>(
    frames: usize,
    rate_hz: f32,
    config: &AugmentConfig,
    chance: &mut Chance,
    mut each: impl FnMut(&mut Chance, usize) -> T,
) -> Vec<T> {
    let mut drawn = Vec::new();
    let mut left = frames;
    while left > 0 {
        let secs = chance.between(config.stretch_secs.0, config.stretch_secs.1);
        let count = ((secs * rate_hz).round() as usize).clamp(2, left.max(2)).min(left);
        drawn.push(each(chance, count));
        left -= count;
    }
    drawn
}
