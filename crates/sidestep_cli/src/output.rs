//! What the commands print: data on stdout, talk on stderr.

use anyhow::Result;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde::Serialize;
use std::{io::Write, time::Duration};

/// Prints one JSON object on stdout when asked for, else talks on stderr with `talk`.
pub(crate) fn report<T: Serialize>(json: bool, value: &T, talk: impl FnOnce(&T)) -> Result<()> {
    if json {
        let mut out = std::io::stdout().lock();
        serde_json::to_writer(&mut out, value)?;
        writeln!(out)?;
    } else {
        talk(value);
    }
    Ok(())
}

/// A bar for work of `length` parts. It shows only where somebody watches, and not for short work.
pub(crate) fn progress(length: usize, what: &str) -> ProgressBar {
    let bar =
        ProgressBar::with_draw_target(Some(length as u64), ProgressDrawTarget::stderr_with_hz(10));
    let style = ProgressStyle::with_template("{msg:12} {bar:40} {pos}/{len} {elapsed} eta {eta}");
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar.set_message(what.to_owned());
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}

/// A sign of life for work whose length nobody knows. It shows only where somebody watches.
pub(crate) fn spinner(what: &str) -> ProgressBar {
    let spinner = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr_with_hz(10));
    spinner.set_message(what.to_owned());
    spinner.enable_steady_tick(Duration::from_millis(200));
    spinner
}

/// The most memory the program has held so far, where the system tells.
pub(crate) fn peak_megabytes() -> Option<f64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    let kilobytes: f64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kilobytes / 1024.0)
}

/// Begins the count of [`peak_megabytes`] anew, where the system allows it.
pub(crate) fn forget_peak() {
    // Where it does not, the peak is that of all work so far.
    let _ = std::fs::write("/proc/self/clear_refs", "5");
}
