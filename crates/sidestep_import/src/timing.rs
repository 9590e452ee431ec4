//! Which frames of a file become the clip: rate, dropped frames, range and every nth frame.

use crate::{
    error::ImportError,
    frames::FrameSelection,
    options::{ImportOptions, Note},
};

/// A time this much of a frame off a frame still means that frame: manifests round their times.
const SLACK_FRAMES: f64 = 0.01;

/// The frames of a file that become the clip, and the rate they have then.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Timing {
    pub(crate) selection: FrameSelection,
    /// Frames a second of the clip.
    pub(crate) rate_hz: f64,
    /// Time of the clip's first frame, in seconds after the dropped frames.
    pub(crate) start_secs: f64,
}

/// The rate that a frame time means: 0.0083333 is 120 Hz, not 120.00048.
pub(crate) fn rate_of(frame_time_secs: f64) -> f64 {
    let rate = 1.0 / frame_time_secs;
    let whole = rate.round();
    if whole >= 1.0 && (rate - whole).abs() < 1e-4 * whole { whole } else { rate }
}

/// Chooses the frames of a file of `frames` frames at `rate_hz`, of which `drop` are no motion.
pub(crate) fn choose(
    file: &str,
    options: &ImportOptions,
    (frames, rate_hz): (usize, f64),
    drop: usize,
) -> Result<Timing, ImportError> {
    check_options(file, options)?;
    let step = step(rate_hz, options.target_rate_hz);
    let (first, end) = match options.range_secs {
        None => (0, usize::MAX),
        Some((start, end)) => (frame_at(start, rate_hz), frame_at(end, rate_hz)),
    };
    let drop = drop.min(frames);
    let selection =
        FrameSelection { first: drop.saturating_add(first), end: drop.saturating_add(end), step };
    let selection = selection.within(frames);
    if selection.is_empty() && frames > drop {
        let secs = (frames - drop) as f64 / rate_hz;
        return Err(ImportError::Option {
            file: file.to_owned(),
            what: format!(
                "no frame lies in the range {:?}; there are {secs:.3} s",
                options.range_secs
            ),
            remedy: "correct the range".to_owned(),
        });
    }
    let start_secs = selection.first.saturating_sub(drop) as f64 / rate_hz;
    let rate_hz = rate_hz / step as f64;
    Ok(Timing { selection, rate_hz, start_secs })
}

/// Notes a range that reaches beyond the file.
pub(crate) fn note_short_file(
    options: &ImportOptions,
    (frames, rate_hz): (usize, f64),
    drop: usize,
    notes: &mut Vec<Note>,
) {
    let secs = frames.saturating_sub(drop) as f64 / rate_hz;
    // A manifest without an end gives the largest number there is.
    let ends = options.range_secs.map(|(_, end)| end).filter(|end| *end < f32::MAX);
    if let Some(end) = ends.filter(|end| f64::from(*end) > secs + 1.0 / rate_hz) {
        let message = format!("the range ends at {end} s, but the motion at {secs:.3} s");
        notes.push(Note::warning(message, "correct the end, or the rate"));
    }
}

/// The first frame at or after a time.
pub(crate) fn frame_at(secs: f32, rate_hz: f64) -> usize {
    (f64::from(secs) * rate_hz - SLACK_FRAMES).ceil() as usize
}

/// Every how-manieth frame gives the wanted rate; 1 where none does.
fn step(rate_hz: f64, target_rate_hz: Option<f32>) -> usize {
    let Some(target) = target_rate_hz.map(f64::from) else { return 1 };
    let ratio = rate_hz / target;
    let whole = ratio.round();
    match (1.0..1e6).contains(&whole) && (ratio - whole).abs() < 1e-3 * whole {
        true => whole as usize,
        false => 1,
    }
}

fn check_options(file: &str, options: &ImportOptions) -> Result<(), ImportError> {
    let bad = |what: String, remedy: &str| {
        Err(ImportError::Option { file: file.to_owned(), what, remedy: remedy.to_owned() })
    };
    let positive = |value: Option<f32>| value.is_none_or(|value| value > 0.0 && value < 1e9);
    if !positive(options.unit_m) {
        return bad(format!("unit_m is {:?}", options.unit_m), "give the metres of one unit");
    }
    if !positive(options.rate_hz) || !positive(options.target_rate_hz) {
        let rates = (options.rate_hz, options.target_rate_hz);
        return bad(format!("the rates are {rates:?}"), "give frames a second above zero");
    }
    let spans = options.labels.iter().filter_map(|label| label.range_secs);
    for (start, end) in options.range_secs.into_iter().chain(spans) {
        if !(start >= 0.0 && end > start && end.is_finite()) {
            return bad(
                format!("the range is {start} to {end} s"),
                "start at 0 or later, end after",
            );
        }
    }
    let moments = options.labels.iter().filter_map(|label| label.moment_secs);
    if let Some(moment) = moments.into_iter().find(|secs| !(*secs >= 0.0 && secs.is_finite())) {
        return bad(format!("a moment is at {moment} s"), "give seconds from 0 on");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frame_times_mean_whole_rates() {
        assert_eq!(rate_of(0.008_333_3), 120.0);
        assert_eq!(rate_of(0.033_333_3), 30.0);
        // 23.976 Hz is no 24 Hz.
        assert!((rate_of(0.041_708_3) - 23.976).abs() < 1e-3);
    }

    /// 120 Hz, one dropped frame, 0.5 to 1 s at 30 Hz: frames 61, 65, …, 117.
    #[test]
    fn range_and_rate_choose_frames() {
        let options = ImportOptions {
            range_secs: Some((0.5, 1.0)),
            target_rate_hz: Some(30.0),
            ..ImportOptions::default()
        };
        let timing = choose("f", &options, (500, 120.0), 1).unwrap();
        assert_eq!(timing.selection, FrameSelection { first: 61, end: 121, step: 4 });
        assert_eq!(timing.selection.len(), 15);
        assert_eq!((timing.rate_hz, timing.start_secs), (30.0, 0.5));
    }

    #[test]
    fn a_rate_that_does_not_divide_keeps_every_frame() {
        let options = ImportOptions { target_rate_hz: Some(50.0), ..ImportOptions::default() };
        let timing = choose("f", &options, (10, 120.0), 0).unwrap();
        assert_eq!((timing.selection.len(), timing.rate_hz), (10, 120.0));
    }

    #[test]
    fn a_range_beyond_the_file_is_an_error_and_an_empty_file_is_not() {
        let range_secs = Some((5.0, 6.0));
        let options = ImportOptions { range_secs, ..ImportOptions::default() };
        assert!(matches!(choose("f", &options, (10, 120.0), 0), Err(ImportError::Option { .. })));
        assert!(choose("f", &options, (0, 120.0), 1).unwrap().selection.is_empty());
    }

    #[test]
    fn a_range_that_reaches_beyond_the_file_is_noted() {
        let notes = |end| {
            let options =
                ImportOptions { range_secs: Some((0.0, end)), ..ImportOptions::default() };
            let mut notes = Vec::new();
            note_short_file(&options, (121, 120.0), 1, &mut notes);
            notes.len()
        };
        assert_eq!([notes(0.5), notes(1.005), notes(1.1), notes(f32::MAX)], [0, 0, 1, 0]);
    }

    #[test]
    fn senseless_settings_are_refused() {
        let check = |options: ImportOptions| {
            assert!(matches!(
                choose("f", &options, (10, 30.0), 0),
                Err(ImportError::Option { .. })
            ));
        };
        check(ImportOptions { rate_hz: Some(0.0), ..ImportOptions::default() });
        check(ImportOptions { unit_m: Some(f32::NAN), ..ImportOptions::default() });
        check(ImportOptions { range_secs: Some((2.0, 1.0)), ..ImportOptions::default() });
        check(ImportOptions { target_rate_hz: Some(f32::INFINITY), ..ImportOptions::default() });
    }
}
