//! The headline table of a README, from what a benchmark found.

use serde_json::{Map, Value, json};
use sidestep_measure::Source;
use std::fmt::Write;

/// A column of the table.
struct Column {
    input: &'static str,
    figure: &'static str,
    title: &'static str,
    digits: usize,
    /// Shares are shown as percentages.
    times: f64,
}

const COLUMNS: [Column; 7] = [
    column("direction steps", "censored_avg_secs", "settles (s)", 2),
    Column { times: 100.0, ..column("direction steps", "never_fraction", "never (%)", 1) },
    column("random player", "skate_cm_per_s", "skate (cm/s)", 2),
    column("random player", "jerk_ratio", "jerk / source", 2),
    column("random player", "planted_yaw_deg_per_s", "planted foot turns (°/s)", 0),
    column("random player", "swivel_p95_deg", "swivel p95 (°)", 0),
    column("random player", "hip_twist_p99_deg", "hip twist p99 (°)", 0),
];

/// Methods in the order of their lines; what is not here comes after.
const ORDER: [&str; 7] =
    ["follower", "matching", "clip-control", "field", "mobility", "clips", "neural"];

const fn column(
    input: &'static str,
    figure: &'static str,
    title: &'static str,
    digits: usize,
) -> Column {
    Column { input, figure, title, digits, times: 1.0 }
}

/// What the captured motion of a library itself does, by the names of the figures of rows.
pub fn source_figures(name: &str, seconds: f32, source: &Source) -> Value {
    let mut figures = Map::new();
    figures.insert("library".to_owned(), json!(name));
    figures.insert("seconds".to_owned(), json!(seconds.round()));
    figures.insert("skate_cm_per_s".to_owned(), json!(source.contacts.skate_cm_per_s()));
    figures.insert("jerk_ratio".to_owned(), json!(1.0));
    for (name, value) in source.feet.figures() {
        figures.insert(name.to_owned(), json!(value));
    }
    Value::Object(figures)
}

/// A table in Markdown of a `rows.json` with what it says of itself: for every library a line of its
/// captured motion, then one for every method that could be built. `None` where there are no rows.
pub fn headline_table(report: &Value) -> Option<String> {
    let rows = report["rows"].as_array()?;
    let mut text = "| data | method |".to_owned();
    COLUMNS.iter().for_each(|column| {
        let _ = write!(text, " {} |", column.title);
    });
    text = text + "\n|---|---|" + &"---|".repeat(COLUMNS.len()) + "\n";
    let mut libraries: Vec<&str> = Vec::new();
    for library in rows.iter().map(|row| word(row, "library")) {
        if !libraries.contains(&library) {
            libraries.push(library);
        }
    }
    for library in libraries {
        let of_library: Vec<&Value> =
            rows.iter().filter(|row| word(row, "library") == library).collect();
        let source = report["sources"]
            .as_array()
            .and_then(|sources| sources.iter().find(|source| word(source, "library") == library));
        text += &lines_of(library, source, &of_library);
    }
    Some(caption(report) + &text)
}

/// Under what circumstances it was found, and how the table is to be read.
fn caption(report: &Value) -> String {
    format!(
        "Found by `sidestep benchmark` ({}; {}). How soon a new direction is settled in, and how often never, is \
         taken from the input \"direction steps\", all else from \"random player\" (`docs/benchmark.md`; \
         `docs/measures.md` says what the figures mean). A figure is the mean over all takes; ± is half of \
         the range that 95 of 100 means of resampled takes lie in. `best` is what `build best` chose; the lines \
         of the source are what the actor's own feet do in the data.\n\n",
        word(report, "program"),
        word(report, "extent"),
    )
}

/// The lines of one library.
fn lines_of(library: &str, source: Option<&Value>, rows: &[&Value]) -> String {
    let seconds = source.and_then(|source| source["seconds"].as_f64());
    let data = seconds.map_or(library.to_owned(), |secs| format!("{library}, {secs:.0} s"));
    let mut lines: Vec<(String, Vec<String>)> = Vec::new();
    if let Some(source) = source {
        let cell = |column: &Column| source[column.figure].as_f64().map(|value| (value, None));
        let cells = COLUMNS.iter().map(|column| shown(column, cell(column))).collect();
        lines.push(("source".to_owned(), cells));
    }
    for entry in entries(rows) {
        let find = |column: &&Column| {
            rows.iter().find(|row| row["input"] == column.input && key(row) == entry)
        };
        let cell = |column: &Column| {
            let row = find(&column)?;
            let end = |at: usize| row["intervals"][column.figure][at].as_f64();
            // Of a single take nothing can be drawn again.
            let bounds = end(1).zip(end(0)).filter(|_| row["takes"] != 1);
            let half = bounds.map(|(high, low)| 0.5 * (high - low));
            Some((row[column.figure].as_f64()?, half))
        };
        let cells: Vec<String> = COLUMNS.iter().map(|column| shown(column, cell(column))).collect();
        if cells.iter().any(|cell| cell != "–") {
            lines.push((name(entry), cells));
        }
    }
    let mut text = String::new();
    for (index, (method, cells)) in lines.iter().enumerate() {
        let data = if index == 0 { data.as_str() } else { "" };
        let _ = writeln!(text, "| {data} | {method} | {} |", cells.join(" | "));
    }
    text
}

/// Methods with their settings: what was chosen first, then the defaults and what was tuned.
fn entries<'a>(rows: &[&'a Value]) -> Vec<(&'a str, &'a str)> {
    let mut found: Vec<(&str, &str)> = Vec::new();
    for row in rows {
        let (method, settings) = key(row);
        let is_shown = settings.is_empty() || settings == "best" || settings.contains("tuned");
        if is_shown && !found.contains(&(method, settings)) {
            found.push((method, settings));
        }
    }
    let place = |method: &str| ORDER.iter().position(|it| *it == method).unwrap_or(ORDER.len());
    found.sort_by_key(|(method, settings)| {
        (*settings != "best", place(method), !settings.is_empty())
    });
    found
}

fn name((method, settings): (&str, &str)) -> String {
    match settings {
        "" => format!("`{method}`"),
        "best" => format!("`best`: `{method}`"),
        settings if settings.contains("tuned") => format!("`{method}`, tuned"),
        settings => format!("`{method}`, {settings}"),
    }
}

fn key(row: &Value) -> (&str, &str) {
    (word(row, "method"), word(row, "settings"))
}

fn word<'a>(value: &'a Value, name: &str) -> &'a str {
    value[name].as_str().unwrap_or_default()
}

/// A mean, and half the width of its interval where it has one.
fn shown(column: &Column, found: Option<(f64, Option<f64>)>) -> String {
    let Some((mean, half)) = found else { return "–".to_owned() };
    let digits = column.digits;
    let mean = column.times * mean;
    match half {
        Some(half) => format!("{mean:.digits$} ± {:.digits$}", column.times * half),
        None => format!("{mean:.digits$}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_has_a_line_for_the_source_and_each_method_that_has_figures() {
        let row = |method: &str, settings: &str, secs: f64| {
            json!({"library": "a", "method": method, "settings": settings, "input": "direction steps",
                   "censored_avg_secs": secs, "never_fraction": 0.007,
                   "intervals": {"censored_avg_secs": [secs - 0.25, secs + 0.25]}})
        };
        let unbuilt = json!({"library": "a", "method": "neural", "settings": "",
                             "input": "direction steps", "cannot": "not built"});
        let report = json!({
            "program": "sidestep 1", "extent": "one take",
            "sources": [{"library": "a", "seconds": 150.0, "skate_cm_per_s": 6.66}],
            "rows": [row("clips", "", 1.25), row("clips", "paper", 9.0), row("matching", "b-tuned", 2.0),
                     row("matching", "", 1.5), unbuilt, row("follower", "best", 0.75)],
        });
        let table = headline_table(&report).unwrap();
        assert!(
            table.starts_with("Found by `sidestep benchmark` (sidestep 1; one take)."),
            "{table}"
        );
        let lines: Vec<&str> = table.lines().skip(4).collect();
        let begins = [
            "| a, 150 s | source | – | – | 6.66 | – |",
            "|  | `best`: `follower` | 0.75 ± 0.25 | 0.7 | – |",
            "|  | `matching` | 1.50 ± 0.25 |",
            "|  | `matching`, tuned | 2.00 ± 0.25 |",
            "|  | `clips` | 1.25 ± 0.25 |",
        ];
        assert_eq!(lines.len(), begins.len(), "{table}");
        for (line, begin) in lines.iter().zip(begins) {
            assert!(line.starts_with(begin), "{line}");
        }
        assert_eq!(headline_table(&json!({"rows": "nothing"})), None);
    }
}
