//! Film strips and an animated page of motion files, to look at.
//!
//! `cargo run -p sidestep_picture --example look -- FOLDER FILE…` writes a PNG of each file and one
//! page of all of them into FOLDER.

use sidestep_import::{ImportOptions, read};
use sidestep_picture::{FilmStripOptions, animated_page, film_strip};
use std::{error::Error, fs, path::PathBuf, time::Instant};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args_os().skip(1).map(PathBuf::from);
    let folder = arguments.next().ok_or("name the folder to write into, then the files")?;
    let mut clips = Vec::new();
    for path in arguments {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let companion = |other: &str| fs::read(path.with_file_name(other)).ok();
        let options = ImportOptions { target_rate_hz: Some(60.0), ..ImportOptions::default() };
        let imported = read(&name, &fs::read(&path)?, &options, &companion)?;
        for clip in imported.clips {
            let start = Instant::now();
            let sheet = film_strip(&clip, &FilmStripOptions::default());
            fs::write(folder.join(format!("{}.svg", clip.name)), sheet.to_string())?;
            fs::write(folder.join(format!("{}.png", clip.name)), sheet.to_png(1.0)?)?;
            eprintln!("{}: {:.0} ms", clip.name, start.elapsed().as_secs_f32() * 1e3);
            clips.push(clip);
        }
    }
    fs::write(folder.join("page.html"), animated_page(&clips, "Motion"))?;
    Ok(())
}
