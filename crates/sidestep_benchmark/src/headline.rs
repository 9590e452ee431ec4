//! The headline table of a README, from the rows of a benchmark.

use serde_json::Value;
use std::fmt::Write;

/// The columns: input, figure, title and digits.
const COLUMNS: [(&str, &str, &str, usize); 8] = [
    ("direction steps", "censored_avg_secs", "settles (s)", 2),
    ("direction steps", "never_fraction", "never", 3),
    ("random player", "skate_cm_per_s", "skate (cm/s)", 2),
    ("random player", "jerk_ratio", "jerk / source", 2),
    ("random player", "planted_yaw_deg_per_s", "planted foot turns (°/s)", 0),
    ("random player", "swivel_p95_deg", "swivel p95 (°)", 0),
    ("random player", "liveliness", "liveliness", 2),
    ("targets", "reached_fraction", "targets reached", 2),
];

/// A table in Markdown of the rows of a `rows.json`: every library, every method that could be built, with
/// half the width of each interval. `None` where these are no rows.
pub fn headline_table(rows: &Value) -> Option<String> {
    let rows = rows.as_array()?;
    let word = |row: &Value, name: &str| row[name].as_str().unwrap_or_default().to_owned();
    let mut text = "| data | method |".to_owned();
    COLUMNS.iter().for_each(|(_, _, title, _)| {
        let _ = write!(text, " {title} |");
    });
    text += "\n|---|---|";
    text += &"---|".repeat(COLUMNS.len());
    text.push('\n');
    let mut seen: Vec<(String, String, String)> = Vec::new();
    for row in rows {
        let key = (word(row, "library"), word(row, "method"), word(row, "settings"));
        let is_shown = key.2.is_empty() || key.2 == "best" || key.2.starts_with("tuned");
        if !is_shown || seen.contains(&key) {
            continue;
        }
        let is_first = seen.iter().all(|(library, ..)| *library != key.0);
        let of = |row: &&Value| {
            (word(row, "library"), word(row, "method"), word(row, "settings")) == key
        };
        let mine: Vec<&Value> = rows.iter().filter(of).collect();
        let cells: Vec<String> = COLUMNS.iter().map(|column| cell(&mine, *column)).collect();
        if cells.iter().any(|cell| cell != "–") {
            let settings = if key.2.is_empty() { String::new() } else { format!(", {}", key.2) };
            let data = if is_first { key.0.as_str() } else { "" };
            let _ = writeln!(text, "| {data} | `{}`{settings} | {} |", key.1, cells.join(" | "));
        }
        seen.push(key);
    }
    Some(text)
}

fn cell(rows: &[&Value], (input, figure, _, digits): (&str, &str, &str, usize)) -> String {
    let row = rows.iter().find(|row| row["input"] == input);
    let Some((row, mean)) = row.and_then(|row| Some((row, row[figure].as_f64()?))) else {
        return "–".to_owned();
    };
    let end = |at: usize| row["intervals"][figure][at].as_f64().unwrap_or(mean);
    let half = 0.5 * (end(1) - end(0));
    format!("{mean:.digits$} ± {half:.digits$}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn the_table_has_a_line_for_each_method_that_has_figures() {
        let rows = json!([
            {"library": "a", "method": "clips", "settings": "", "input": "direction steps",
             "censored_avg_secs": 1.25, "intervals": {"censored_avg_secs": [1.0, 1.5]}},
            {"library": "a", "method": "clips", "settings": "paper", "input": "direction steps",
             "censored_avg_secs": 9.0, "intervals": {}},
            {"library": "a", "method": "neural", "settings": "", "input": "direction steps",
             "cannot": "not built"},
        ]);
        let table = headline_table(&rows).unwrap();
        assert_eq!(table.lines().count(), 3, "{table}");
        let line = table.lines().nth(2).unwrap();
        assert!(line.starts_with("| a | `clips` | 1.25 ± 0.25 | – |"), "{line}");
        assert_eq!(headline_table(&json!("nothing")), None);
    }
}
