//! Draws a film strip of every clip, and one page in which all of them move.
//!
//! `cargo run -p sidestep_performer --example film_strips -- FOLDER [SEED]`

use sidestep_performer::{PerformerConfig, perform};
use sidestep_picture::{FilmStripOptions, animated_page, film_strip};
use std::{error::Error, fs, path::PathBuf};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let folder = PathBuf::from(arguments.next().unwrap_or_else(|| "film_strips".to_owned()));
    let seed = arguments.next().map_or(Ok(PerformerConfig::default().seed), |seed| seed.parse())?;
    fs::create_dir_all(&folder)?;
    let clips = perform(&PerformerConfig { seed, ..PerformerConfig::default() });
    for clip in &clips {
        let picture = film_strip(clip, &FilmStripOptions::default()).to_png(1.0)?;
        fs::write(folder.join(format!("{}.png", clip.name)), picture)?;
    }
    fs::write(folder.join("performance.html"), animated_page(&clips, "The synthetic performer"))?;
    Ok(())
}
