//! The few pieces of HTML that a report is made of.

use crate::{
    bootstrap::Interval,
    figures::{Better, Figure},
};
use std::fmt::Write;

/// Text as HTML shows it.
pub(crate) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// A table: its heads, then rows of cells that are HTML already. The last cell of a row that is too short
/// takes the room that is left.
pub(crate) fn table(heads: &[String], rows: &[Vec<String>]) -> String {
    let mut text = "<table><thead><tr>".to_owned();
    for head in heads {
        let _ = write!(text, "<th>{head}</th>");
    }
    text += "</tr></thead><tbody>\n";
    for row in rows {
        text += "<tr>";
        for (index, cell) in row.iter().enumerate() {
            let missing = heads.len().saturating_sub(row.len());
            let _ = match missing > 0 && index + 1 == row.len() {
                true => write!(text, "<td class=\"wide\" colspan=\"{}\">{cell}</td>", missing + 1),
                false => write!(text, "<td>{cell}</td>"),
            };
        }
        text += "</tr>\n";
    }
    text + "</tbody></table>\n"
}

/// A mean with its interval; a dash where there is none.
pub(crate) fn shown(figure: &Figure, found: Option<&Interval>, best: Option<f64>) -> String {
    let Some(found) = found else { return "–".to_owned() };
    let digits = figure.decimals;
    let mean = format!("{:.digits$}", found.mean);
    let is_best = figure.better != Better::Neither && best == Some(found.mean);
    let mean = if is_best { format!("<b>{mean}</b>") } else { mean };
    format!("{mean} <small>{:.digits$} to {:.digits$}</small>", found.low, found.high)
}

/// The best of some values.
pub(crate) fn best(figure: &Figure, values: impl Iterator<Item = f64>) -> Option<f64> {
    match figure.better {
        Better::Neither => None,
        Better::Less => values.reduce(f64::min),
        Better::More => values.reduce(f64::max),
    }
}

/// How a report looks.
pub(crate) const STYLE: &str = "\
body{font:15px/1.5 system-ui,sans-serif;max-width:1240px;margin:2em auto;padding:0 1em;color:#1c2430}\
h1{font-size:1.6em}h2{margin-top:2em;border-bottom:1px solid #ccd3dc}h3{margin-bottom:.3em}\
table{border-collapse:collapse;font-size:13px;margin:.5em 0 1em;display:block;overflow-x:auto}\
th,td{padding:.25em .6em;border-bottom:1px solid #e3e8ee;text-align:right;white-space:nowrap}\
th:first-child,td:first-child{text-align:left}th{background:#f3f6f9}small{color:#77818d}\
td.wide{white-space:normal;text-align:left}svg{max-width:100%;height:auto}.plots{display:flex;flex-wrap:wrap;gap:12px}\
.note{color:#555f6b;font-size:14px}";
