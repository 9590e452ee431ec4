//! The report: one page with everything in it, as text.

use crate::{
    figures::{FIGURES, Figure, figure},
    html::{STYLE, best, escaped, shown, table},
    inputs::INPUTS,
    papers::PRINTED,
    plots::{ANSWERS, LOOKS, frontiers},
    row::Row,
};
use std::fmt::Write;

/// Under what circumstances the figures were found.
#[derive(Clone, Debug, Default)]
pub struct About {
    /// Version and commit of the program.
    pub program: String,
    /// The machine, without its name.
    pub machine: String,
    /// Seeds, takes and their lengths, in words.
    pub extent: String,
    /// Processor and wall time, in words.
    pub effort: String,
}

/// A picture of one moment under one method.
#[derive(Clone, Debug)]
pub struct Picture {
    /// Name of the library.
    pub library: String,
    /// The method and its settings.
    pub entry: String,
    /// The picture as SVG.
    pub svg: String,
}

/// The page. Rows with settings of their own are shown as ablations, the others as the table.
pub fn report_page(about: &About, rows: &[Row], pictures: &[Picture]) -> String {
    let mut page = format!(
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Sidestep benchmark</title>\
         <style>{STYLE}</style><body><h1>Sidestep benchmark</h1>\n"
    );
    page += &intro(about);
    for library in libraries(rows) {
        let of_library: Vec<&Row> = rows.iter().filter(|row| row.library == library).collect();
        let _ = writeln!(page, "<h2>{}</h2>", escaped(library));
        page += &headline(&of_library);
        page += "<div class=\"plots\">";
        for plot in frontiers(&of_library) {
            page += &plot.to_string();
        }
        page += "</div>\n";
        page += &ablations(&of_library);
        page += &inputs(&of_library);
        page += &strips(library, pictures);
    }
    page += &papers(rows);
    page + "</body></html>\n"
}

/// The libraries in the order of their rows.
pub(crate) fn libraries(rows: &[Row]) -> Vec<&str> {
    let mut names: Vec<&str> = Vec::new();
    for row in rows {
        if !names.contains(&row.library.as_str()) {
            names.push(&row.library);
        }
    }
    names
}

fn intro(about: &About) -> String {
    let lines = [&about.program, &about.machine, &about.extent, &about.effort];
    let lines = lines.map(|line| format!("<li>{}</li>", escaped(line))).concat();
    format!(
        "<ul>{lines}</ul><p class=\"note\">Every take begins at rest and is judged alone, by the code that \
         <code>sidestep score</code> judges runs of other systems with; a figure is the mean over all takes \
         of all seeds, and the small numbers say where 95 of 100 means of resampled takes lie. Inputs are \
         traces: <code>sidestep benchmark LIBRARY --inputs FOLDER</code> writes them. \
         <code>docs/measures.md</code> says what every figure means. Bold is the best mean of a column; \
         intervals that overlap say that it need not be.</p>\n"
    )
}

/// Figures of the main table, with the input that each is taken from.
const HEADLINE: [(&str, &str); 10] = [
    (ANSWERS, "censored_avg_secs"),
    (ANSWERS, "never_fraction"),
    (LOOKS, "skate_cm_per_s"),
    (LOOKS, "jerk_ratio"),
    (LOOKS, "pop_ratio"),
    (LOOKS, "planted_yaw_deg_per_s"),
    (LOOKS, "swivel_p95_deg"),
    (LOOKS, "liveliness"),
    (LOOKS, "nearest_distance"),
    (LOOKS, "added_yaw_deg_per_s"),
];

fn headline(rows: &[&Row]) -> String {
    let plain: Vec<&Row> = rows.iter().copied().filter(|row| row.settings.is_empty()).collect();
    format!(
        "<h3>Every method as it is built by default</h3><p class=\"note\">Response under {ANSWERS}, looks \
         under {LOOKS}.</p>{}",
        entries_table(&plain)
    )
}

fn ablations(rows: &[&Row]) -> String {
    let has_settings = |row: &&&Row| !row.settings.is_empty();
    let methods: Vec<&str> =
        rows.iter().filter(has_settings).map(|row| row.method.as_str()).collect();
    if methods.is_empty() {
        return String::new();
    }
    let shown: Vec<&Row> =
        rows.iter().copied().filter(|row| methods.contains(&row.method.as_str())).collect();
    format!(
        "<h3>Ablations and other settings</h3><p class=\"note\">The same, with one thing changed.</p>{}",
        entries_table(&shown)
    )
}

/// One line for each method and its settings.
fn entries_table(rows: &[&Row]) -> String {
    let mut entries: Vec<String> = Vec::new();
    for row in rows {
        if !entries.contains(&row.entry()) {
            entries.push(row.entry());
        }
    }
    let find = |entry: &str, input: &str| {
        rows.iter().copied().find(|row| row.input == input && row.entry() == entry)
    };
    let columns: Vec<(&str, &Figure)> =
        HEADLINE.iter().filter_map(|(input, name)| Some((*input, figure(name)?))).collect();
    let bests: Vec<Option<f64>> = columns
        .iter()
        .map(|(input, figure)| {
            let of = |entry: &String| Some(find(entry, input)?.figure(figure.name)?.mean);
            best(figure, entries.iter().filter_map(of))
        })
        .collect();
    let mut heads = vec!["method".to_owned()];
    heads.extend(columns.iter().map(|(_, figure)| figure.title.to_owned()));
    heads.extend(["step (µs)", "build (s)"].map(str::to_owned));
    let lines: Vec<Vec<String>> = entries
        .iter()
        .map(|entry| {
            let mut line = vec![escaped(entry)];
            if let Some(reason) = find(entry, ANSWERS).and_then(|row| row.cannot.as_ref()) {
                line.push(format!("<small>{}</small>", escaped(reason)));
                return line;
            }
            for ((input, figure), best) in columns.iter().zip(&bests) {
                let found = find(entry, input).and_then(|row| row.figure(figure.name));
                line.push(shown(figure, found, *best));
            }
            let cost = find(entry, ANSWERS).and_then(|row| row.cost);
            line.push(cost.map_or("–".to_owned(), |cost| format!("{:.1}", cost.step_us)));
            line.push(cost.map_or("–".to_owned(), |cost| format!("{:.1}", cost.build_secs)));
            line
        })
        .collect();
    table(&heads, &lines)
}

/// A table for each input, with the figures that some row of it has.
fn inputs(rows: &[&Row]) -> String {
    let mut text = "<h3>Input by input</h3>\n".to_owned();
    for input in &INPUTS {
        let of_input: Vec<&Row> = rows
            .iter()
            .copied()
            .filter(|row| row.input == input.name && row.settings.is_empty())
            .collect();
        if of_input.is_empty() {
            continue;
        }
        let (name, sentence) = (input.name, escaped(input.sentence));
        let _ = writeln!(text, "<details><summary><b>{name}</b>: {sentence}</summary>");
        text += &input_table(&of_input);
        text += "</details>\n";
    }
    text
}

fn input_table(rows: &[&Row]) -> String {
    let has = |figure: &&Figure| rows.iter().any(|row| row.figure(figure.name).is_some());
    let columns: Vec<&Figure> = FIGURES.iter().filter(has).collect();
    let mut heads = vec!["method".to_owned()];
    heads.extend(columns.iter().map(|figure| figure.title.to_owned()));
    heads.push("not served".to_owned());
    let lines: Vec<Vec<String>> = rows
        .iter()
        .map(|row| {
            let mut line = vec![escaped(&row.entry())];
            for figure in &columns {
                let means = rows.iter().filter_map(|row| Some(row.figure(figure.name)?.mean));
                line.push(shown(figure, row.figure(figure.name), best(figure, means)));
            }
            let reason = row.cannot.clone().unwrap_or_else(|| row.unserved.join(", "));
            line.push(format!("<small>{}</small>", escaped(&reason)));
            line
        })
        .collect();
    table(&heads, &lines)
}

fn strips(library: &str, pictures: &[Picture]) -> String {
    let mut text = String::new();
    for picture in pictures.iter().filter(|picture| picture.library == library) {
        if text.is_empty() {
            text += "<h3>The same moment under every method</h3><p class=\"note\">The first change of \
                     direction of the first take.</p>\n";
        }
        let _ = writeln!(text, "<h4>{}</h4>{}", escaped(&picture.entry), picture.svg);
    }
    text
}

/// What the papers print, beside the rows that are nearest to it.
fn papers(rows: &[Row]) -> String {
    let mut text = "<h2>Beside the papers</h2>\n".to_owned();
    let libraries = libraries(rows);
    let mut heads = vec!["paper".to_owned(), "prints".to_owned()];
    heads.extend(libraries.iter().map(|library| escaped(library)));
    heads.push("remark".to_owned());
    let line = |printed: &crate::papers::Printed| {
        let mut line =
            vec![escaped(printed.paper), format!("<small>{}</small>", escaped(printed.says))];
        line.extend(libraries.iter().map(|library| ours_in(rows, library, printed)));
        line.push(format!("<small>{}</small>", escaped(printed.remark)));
        line
    };
    let lines: Vec<Vec<String>> = PRINTED.iter().map(line).collect();
    text += &table(&heads, &lines).replace("<td>", "<td class=\"wide\">");
    text
}

fn ours_in(rows: &[Row], library: &str, printed: &crate::papers::Printed) -> String {
    let Some(ours) = printed.ours else { return "–".to_owned() };
    let row = rows.iter().find(|row| {
        row.library == library
            && row.method == ours.method
            && row.settings == ours.settings
            && row.input == ours.input
    });
    let Some((row, figure)) = row.zip(figure(ours.figure)) else { return "not run".to_owned() };
    match &row.cannot {
        Some(reason) => format!("<small>{}</small>", escaped(reason)),
        None => shown(figure, row.figure(figure.name), None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        cell::Cell,
        row::{CellsOf, rows_of},
    };
    use std::collections::BTreeMap;

    #[test]
    fn the_page_shows_figures_reasons_and_nothing_from_elsewhere() {
        let take = BTreeMap::from([("censored_avg_secs".to_owned(), 0.75)]);
        let cells = vec![Cell { takes: vec![take], ..Cell::default() }];
        let group = |method, cells| CellsOf {
            library: "a <library>",
            method,
            settings: "",
            input: ANSWERS,
            cells,
            cost: None,
        };
        let rows = rows_of(&[
            group("clips", cells),
            group("neural", vec![Cell::cannot("it must be trained")]),
        ]);
        let page = report_page(&About::default(), &rows, &[]);
        assert!(page.contains("0.75") && page.contains("it must be trained"));
        assert!(page.contains("a &lt;library&gt;") && !page.contains("a <library>"));
        assert!(!page.contains("src=") && !page.contains("href="), "it must be self-contained");
    }
}
