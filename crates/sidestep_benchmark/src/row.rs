//! Rows: the takes of all seeds of a cell as means with intervals, and as a table of text.

use crate::{
    bootstrap::{Interval, interval},
    cell::Cell,
    figures::FIGURES,
};
use serde::Serialize;
use serde_json::{Map, Value, json};
use std::{collections::BTreeMap, fmt::Write};

/// What a method costs. Times differ from run to run and are no part of what must be the same twice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, serde::Deserialize)]
pub struct Cost {
    /// Wall seconds of the build.
    pub build_secs: f64,
    /// Microseconds of processor time of one step.
    pub step_us: f64,
    /// Bytes of the controller, its library included.
    pub controller_bytes: usize,
}

/// The cells of all seeds of one method and its settings, on one library, under one input.
#[derive(Clone, Debug)]
pub struct CellsOf<'a> {
    /// Name of the library.
    pub library: &'a str,
    /// Name of the method.
    pub method: &'a str,
    /// What its settings are called; empty for what one gets who names none.
    pub settings: &'a str,
    /// Name of the input.
    pub input: &'a str,
    /// One cell for each seed.
    pub cells: Vec<Cell>,
    /// What it costs, where it could be built.
    pub cost: Option<Cost>,
}

/// A row of the benchmark.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// Name of the library.
    pub library: String,
    /// Name of the method.
    pub method: String,
    /// What its settings are called.
    pub settings: String,
    /// Name of the input.
    pub input: String,
    /// Seeds.
    pub seeds: usize,
    /// Takes of all seeds.
    pub takes: usize,
    /// Means with intervals, by the names of figures.
    pub figures: BTreeMap<String, Interval>,
    /// Why there are none.
    pub cannot: Option<String>,
    /// What the input asks for and the method leaves out.
    pub unserved: Vec<String>,
    /// What it costs.
    pub cost: Option<Cost>,
}

impl Row {
    /// The method with its settings, as tables call it.
    pub fn entry(&self) -> String {
        match self.settings.is_empty() {
            true => self.method.clone(),
            false => format!("{}, {}", self.method, self.settings),
        }
    }

    /// A figure, where the row has it.
    pub fn figure(&self, name: &str) -> Option<&Interval> {
        self.figures.get(name)
    }

    /// The row as one flat object: figures under their names, intervals beside them.
    pub fn to_json(&self) -> Value {
        let mut row = Map::new();
        row.insert("library".into(), json!(self.library));
        row.insert("method".into(), json!(self.method));
        row.insert("settings".into(), json!(self.settings));
        row.insert("input".into(), json!(self.input));
        row.insert("seeds".into(), json!(self.seeds));
        row.insert("takes".into(), json!(self.takes));
        row.insert("cannot".into(), json!(self.cannot));
        row.insert("unserved".into(), json!(self.unserved));
        for (name, found) in &self.figures {
            row.insert(name.clone(), json!(short(found.mean)));
        }
        let bounds = |found: &Interval| json!([short(found.low), short(found.high)]);
        let intervals: Map<String, Value> =
            self.figures.iter().map(|(name, found)| (name.clone(), bounds(found))).collect();
        row.insert("intervals".into(), Value::Object(intervals));
        Value::Object(row)
    }
}

/// A row for each group of cells, in their order.
pub fn rows_of(groups: &[CellsOf<'_>]) -> Vec<Row> {
    groups.iter().map(row_of).collect()
}

fn row_of(group: &CellsOf<'_>) -> Row {
    let mut values: BTreeMap<String, Vec<f64>> = BTreeMap::new();
    for cell in &group.cells {
        for (name, value) in cell.takes.iter().flatten().chain(&cell.whole) {
            values.entry(name.clone()).or_default().push(*value);
        }
    }
    let figures = values.into_iter().filter_map(|(name, of)| Some((name, interval(&of)?)));
    let mut unserved: Vec<String> =
        group.cells.iter().flat_map(|cell| cell.unserved.clone()).collect();
    unserved.sort();
    unserved.dedup();
    Row {
        library: group.library.to_owned(),
        method: group.method.to_owned(),
        settings: group.settings.to_owned(),
        input: group.input.to_owned(),
        seeds: group.cells.len(),
        takes: group.cells.iter().map(|cell| cell.takes.len()).sum(),
        figures: figures.collect(),
        cannot: group.cells.iter().find_map(|cell| cell.cannot.clone()),
        unserved,
        cost: group.cost,
    }
}

/// A number as files have it: to a millionth.
fn short(value: f64) -> f64 {
    (1e6 * value).round() / 1e6
}

/// All rows as comma-separated values: every figure, then both ends of every interval.
pub fn csv(rows: &[Row]) -> String {
    let mut text = "library,method,settings,input,seeds,takes,cannot".to_owned();
    for figure in &FIGURES {
        let name = figure.name;
        let _ = write!(text, ",{name},{name}_low,{name}_high");
    }
    text.push('\n');
    for row in rows {
        let cannot = row.cannot.clone().unwrap_or_default();
        let words = [&row.library, &row.method, &row.settings, &row.input].map(|word| quoted(word));
        let _ = write!(text, "{},{},{},{}", words.join(","), row.seeds, row.takes, quoted(&cannot));
        for figure in &FIGURES {
            let _ = match row.figure(figure.name) {
                Some(found) => {
                    write!(text, ",{:.5},{:.5},{:.5}", found.mean, found.low, found.high)
                }
                None => write!(text, ",,,"),
            };
        }
        text.push('\n');
    }
    text
}

/// A word as a field: in quotes where it needs them.
fn quoted(word: &str) -> String {
    match word.contains([',', '"', '\n']) {
        true => format!("\"{}\"", word.replace('"', "\"\"").replace('\n', " ")),
        false => word.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cell(values: &[f64]) -> Cell {
        let take = |value: &f64| BTreeMap::from([("skate_cm_per_s".to_owned(), *value)]);
        Cell { takes: values.iter().map(take).collect(), ..Cell::default() }
    }

    fn group(cells: Vec<Cell>) -> CellsOf<'static> {
        let (library, method, settings, input) = ("a, b", "clips", "", "line");
        CellsOf { library, method, settings, input, cells, cost: None }
    }

    #[test]
    fn a_row_is_the_mean_over_the_takes_of_all_seeds() {
        let rows = rows_of(&[group(vec![cell(&[1.0, 2.0]), cell(&[3.0, 6.0])])]);
        let found = rows[0].figure("skate_cm_per_s").unwrap();
        assert_eq!((found.mean, found.n, rows[0].takes, rows[0].seeds), (3.0, 4, 4, 2));
        assert!(found.low >= 1.0 && found.high <= 6.0 && found.low < 3.0 && found.high > 3.0);
        let json = rows[0].to_json();
        assert_eq!(json["skate_cm_per_s"], 3.0);
        let low = json["intervals"]["skate_cm_per_s"][0].as_f64().unwrap();
        assert!((low - found.low).abs() < 1e-6);
    }

    #[test]
    fn what_cannot_be_served_is_a_reason_and_no_zero() {
        let rows = rows_of(&[group(vec![Cell::cannot("it has no line")])]);
        assert_eq!(rows[0].cannot.as_deref(), Some("it has no line"));
        assert!(rows[0].figures.is_empty());
        let text = csv(&rows);
        let line = text.lines().nth(1).unwrap();
        assert!(line.starts_with("\"a, b\",clips,,line,1,0,it has no line,,,"), "{line}");
        assert_eq!(
            text.lines().next().unwrap().matches(',').count(),
            line.replace("a, b", "").matches(',').count()
        );
    }
}
