//! Plans as text: TOML, as docs/tactics.md teaches it. What is wrong is named with its line and a remedy.

use crate::plan::{MOST_PLAYERS, MOST_SECS, Pass, Plan, PlanPlayer, REBOUND_SECS, Shot};
use glam::Vec2;
use serde::Deserialize;
use sidestep_court::aim::PASS_SPEED;
use toml::Spanned;

/// Nobody runs faster, in m/s.
const FASTEST: f32 = 6.0;

/// A path leads no farther than this from the hoop, in metres.
const FARTHEST: f32 = 30.0;

/// A ball is had for so long before it is thrown, in seconds.
const HAS_SECS: f32 = 0.6;

/// No pass is faster or slower, in m/s.
const PASS_SPEEDS: (f32, f32) = (2.5, 14.0);

/// The most points of all paths.
const MOST_POINTS: usize = 5_000;

/// Why a text is no plan.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {problem}; {remedy}")]
pub struct PlanError {
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong.
    pub problem: String,
    /// What would be right.
    pub remedy: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    name: String,
    secs: Spanned<f32>,
    #[serde(default)]
    players: Vec<Spanned<PlayerText>>,
    #[serde(default)]
    passes: Vec<Spanned<PassText>>,
    #[serde(default)]
    shots: Vec<Spanned<ShotText>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PlayerText {
    name: Spanned<String>,
    #[serde(default)]
    ball: bool,
    path: Vec<Spanned<[f32; 3]>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PassText {
    at: f32,
    arrives: Option<f32>,
    from: Spanned<String>,
    to: Spanned<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ShotText {
    at: f32,
    by: Spanned<String>,
    rebound: Option<Spanned<String>>,
}

/// Where in the text something is wrong: a byte, the problem and the remedy.
type Wrong = (usize, String, String);

impl Plan {
    /// Reads a plan.
    ///
    /// ```
    /// let text = r#"
    ///     secs = 4.0
    ///     [[players]]
    ///     name = "Ada"
    ///     path = [[0.0, -2.0, 5.0], [3.0, 0.0, 4.0]]
    ///     [[shots]]
    ///     at = 3.0
    ///     by = "Ada"
    /// "#;
    /// let plan = sidestep_game::Plan::parse(text)?;
    /// assert_eq!(plan.place(0, 1.5).to_array(), [-1.0, 4.5]);
    /// # Ok::<(), sidestep_game::PlanError>(())
    /// ```
    pub fn parse(text: &str) -> Result<Self, PlanError> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let line = |at: usize| {
            let before = &text.as_bytes()[..at.min(text.len())];
            1 + before.iter().filter(|byte| **byte == b'\n').count()
        };
        let fail = |(at, problem, remedy): Wrong| PlanError { line: line(at), problem, remedy };
        let file: File = toml::from_str(text).map_err(|error| {
            let at = error.span().map_or(0, |span| span.start);
            fail(wrong(at, error.message(), "see docs/tactics.md for what a plan says"))
        })?;
        read(&file).map_err(fail)
    }
}

fn read(file: &File) -> Result<Plan, Wrong> {
    let (at, secs) = (file.secs.span().start, *file.secs.get_ref());
    if !(1.0..=MOST_SECS).contains(&secs) {
        return Err(wrong(at, format!("secs is {secs}"), "write 1 to 300 seconds"));
    }
    let players = players(file, secs)?;
    let begins: Vec<_> = file.players.iter().filter(|player| player.get_ref().ball).collect();
    if let [_, second, ..] = begins.as_slice() {
        let remedy = "write `ball = true` for one of them";
        return Err(wrong(second.span().start, "two players begin with the ball", remedy));
    }
    let ball = file.players.iter().position(|player| player.get_ref().ball).unwrap_or(0);
    let name = if file.name.is_empty() { "plan".to_owned() } else { file.name.clone() };
    let mut plan = Plan { name, secs, ball, players, passes: Vec::new(), shots: Vec::new() };
    let mut passes: Vec<(usize, Pass)> = Vec::new();
    for row in &file.passes {
        passes.push((row.span().start, pass(row, &plan)?));
    }
    let mut shots: Vec<(usize, Shot)> = Vec::new();
    for row in &file.shots {
        shots.push((row.span().start, shot(row, &plan)?));
    }
    passes.sort_by(|a, b| a.1.at_secs.total_cmp(&b.1.at_secs));
    shots.sort_by(|a, b| a.1.at_secs.total_cmp(&b.1.at_secs));
    check_possession(&plan, &passes, &shots)?;
    plan.passes = passes.into_iter().map(|(_, pass)| pass).collect();
    plan.shots = shots.into_iter().map(|(_, shot)| shot).collect();
    Ok(plan)
}

fn players(file: &File, secs: f32) -> Result<Vec<PlanPlayer>, Wrong> {
    if file.players.is_empty() {
        return Err(wrong(0, "nobody plays", "add [[players]] with name and path"));
    }
    if let Some(many) = file.players.get(MOST_PLAYERS) {
        let problem = format!("{} players", file.players.len());
        return Err(wrong(many.span().start, problem, "a plan takes 10 at most"));
    }
    let points: usize = file.players.iter().map(|player| player.get_ref().path.len()).sum();
    if points > MOST_POINTS {
        return Err(wrong(0, format!("{points} points"), "5,000 at most, of all paths"));
    }
    let mut players: Vec<PlanPlayer> = Vec::new();
    for row in &file.players {
        let PlayerText { name, path, .. } = row.get_ref();
        let (at, own) = (name.span().start, name.get_ref());
        if own.is_empty() || players.iter().any(|player| player.name == *own) {
            let remedy = "give each player a name of his own";
            return Err(wrong(at, format!("the name '{own}' does not tell him apart"), remedy));
        }
        check_path(row.span().start, path, secs)?;
        let path = path.iter().map(|point| *point.get_ref()).collect();
        players.push(PlanPlayer { name: own.clone(), path });
    }
    Ok(players)
}

fn check_path(row: usize, path: &[Spanned<[f32; 3]>], secs: f32) -> Result<(), Wrong> {
    if path.is_empty() {
        return Err(wrong(row, "the path has no point", "write [[seconds, x, z], ...]"));
    }
    let mut before: Option<[f32; 3]> = None;
    for point in path {
        let (at, [when, x, z]) = (point.span().start, *point.get_ref());
        if !(0.0..=secs).contains(&when) {
            let remedy = format!("write a time from 0 to {secs}");
            return Err((at, format!("{when} s is no time of this plan"), remedy));
        }
        if !(x.abs() <= FARTHEST && z.abs() <= FARTHEST) {
            let problem = format!("({x}, {z}) is no place on the court");
            return Err(wrong(at, problem, "the hoop is at (0, 0), the court along +z, in metres"));
        }
        if let Some([then, was_x, was_z]) = before {
            let way = Vec2::new(x - was_x, z - was_z).length();
            if when <= then {
                let problem = format!("{when} s comes after {then} s");
                return Err(wrong(at, problem, "put the points in order of time"));
            }
            if way / (when - then) > FASTEST {
                let speed = way / (when - then);
                let problem = format!("{way:.1} m in {:.1} s are {speed:.1} m/s", when - then);
                return Err(wrong(at, problem, "nobody runs faster than 6: give it more time"));
            }
        }
        before = Some([when, x, z]);
    }
    Ok(())
}

fn find(plan: &Plan, name: &Spanned<String>) -> Result<usize, Wrong> {
    let found = plan.players.iter().position(|player| player.name == *name.get_ref());
    found.ok_or_else(|| {
        let names: Vec<&str> = plan.players.iter().map(|player| player.name.as_str()).collect();
        let problem = format!("there is no player '{}'", name.get_ref());
        (name.span().start, problem, format!("there are {}", names.join(", ")))
    })
}

fn check_time(at: usize, when: f32, secs: f32) -> Result<(), Wrong> {
    if (0.0..=secs).contains(&when) {
        return Ok(());
    }
    let remedy = format!("write a time from 0 to {secs}");
    Err((at, format!("{when} s is no time of this plan"), remedy))
}

fn pass(row: &Spanned<PassText>, plan: &Plan) -> Result<Pass, Wrong> {
    let (at, text) = (row.span().start, row.get_ref());
    let (from, to) = (find(plan, &text.from)?, find(plan, &text.to)?);
    check_time(at, text.at, plan.secs)?;
    if from == to {
        return Err(wrong(text.to.span().start, "nobody passes to himself", "name another player"));
    }
    let here = plan.place(from, text.at);
    let usual = (here.distance(plan.place(to, text.at + 0.6)) / PASS_SPEED).clamp(0.35, 1.6);
    let arrives_secs = text.arrives.unwrap_or(text.at + usual);
    check_time(at, arrives_secs, plan.secs)?;
    let (way, secs) = (here.distance(plan.place(to, arrives_secs)), arrives_secs - text.at);
    let can =
        secs >= 0.2 && way / secs <= PASS_SPEEDS.1 && (secs < 0.8 || way / secs >= PASS_SPEEDS.0);
    if !can {
        let problem = format!("the pass has {secs:.2} s for {way:.1} m");
        return Err(wrong(at, problem, "passes go 2.5 to 14 m/s: move `arrives` or a player"));
    }
    Ok(Pass { at_secs: text.at, arrives_secs, from, to })
}

fn shot(row: &Spanned<ShotText>, plan: &Plan) -> Result<Shot, Wrong> {
    let (at, text) = (row.span().start, row.get_ref());
    check_time(at, text.at, plan.secs)?;
    let by = find(plan, &text.by)?;
    let rebound = text.rebound.as_ref().map(|name| find(plan, name)).transpose()?;
    Ok(Shot { at_secs: text.at, by, rebound })
}

/// Whoever throws must have the ball then.
fn check_possession(
    plan: &Plan,
    passes: &[(usize, Pass)],
    shots: &[(usize, Shot)],
) -> Result<(), Wrong> {
    let passed = passes.iter().map(|(at, p)| (*at, p.at_secs, p.from, Some(p.to), p.arrives_secs));
    let shot =
        shots.iter().map(|(at, s)| (*at, s.at_secs, s.by, s.rebound, s.at_secs + REBOUND_SECS));
    let mut throws: Vec<_> = passed.chain(shot).collect();
    throws.sort_by(|a, b| a.1.total_cmp(&b.1));
    let name = |player: usize| plan.players[player].name.as_str();
    let (mut holder, mut since) = (Some(plan.ball), 0.0);
    for (at, when, by, to, until) in throws {
        if holder != Some(by) {
            let has = holder.map_or("nobody", name);
            let problem = format!("{} does not have the ball at {when} s: {has} has", name(by));
            return Err(wrong(at, problem, "pass it to him first, or name `rebound` of the shot"));
        }
        if when < since + HAS_SECS {
            let problem = format!("{} has the ball from {since:.2} s on only", name(by));
            let remedy = format!("let him throw it at {:.2} s or later", since + HAS_SECS);
            return Err((at, problem, remedy));
        }
        (holder, since) = (to, until);
    }
    Ok(())
}

fn wrong(at: usize, problem: impl Into<String>, remedy: &str) -> Wrong {
    (at, problem.into(), remedy.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const HEAD: &str = "secs = 10\n[[players]]\nname = \"A\"\npath = [[0, 0, 5]]\n[[players]]\nname = \"B\"\npath = [[0, 4, 5], [4, 4, 1]]\n";

    fn fails(tail: &str) -> String {
        Plan::parse(&format!("{HEAD}{tail}")).unwrap_err().to_string()
    }

    #[test]
    fn a_pass_is_there_where_its_receiver_is() {
        let tail =
            "[[passes]]\nat = 1\nfrom = \"A\"\nto = \"B\"\n[[shots]]\nat = 3.0\nby = \"B\"\n";
        let plan = Plan::parse(&format!("{HEAD}{tail}")).unwrap();
        // B is at (4, 3.4) at 1.6 s: 4.31 m away, 0.54 s at 8 m/s.
        assert!((plan.passes[0].arrives_secs - 1.539).abs() < 1e-3, "{:?}", plan.passes);
        assert_eq!((plan.ball, plan.shots[0].by), (0, 1));
        assert_eq!(plan.place(1, 2.0), Vec2::new(4.0, 3.0));
        assert_eq!(plan.place(1, 9.0), Vec2::new(4.0, 1.0));
        assert!((plan.speed(1, 2.0) - 1.0).abs() < 1e-4);
    }

    #[test]
    fn what_is_wrong_is_told_with_its_line_and_a_remedy() {
        let told = fails("[[passes]]\nat = 1\nfrom = \"B\"\nto = \"A\"\n");
        assert_eq!(
            told,
            "line 8: B does not have the ball at 1 s: A has; pass it to him first, or name `rebound` of the shot"
        );
        let told = fails("[[shots]]\nat = 2\nby = \"C\"\n");
        assert_eq!(told, "line 10: there is no player 'C'; there are A, B");
        let told = fails("[[shots]]\nat = 0.2\nby = \"A\"\n");
        assert!(told.starts_with("line 8: A has the ball from 0.00 s on only; let him"), "{told}");
        let told = fails("[[shots]]\nat = 20\nby = \"A\"\n");
        assert_eq!(told, "line 8: 20 s is no time of this plan; write a time from 0 to 10");
        let told = fails("[[passes]]\nat = 1\narrives = 1.25\nfrom = \"A\"\nto = \"B\"\n");
        assert!(told.contains("the pass has 0.25 s for 4.2 m"), "{told}");
        let told = fails("colour = 3\n");
        assert!(told.starts_with("line 8: unknown field `colour`"), "{told}");
    }

    #[test]
    fn paths_are_in_order_and_can_be_run() {
        let path = |path: &str| {
            let text = format!("secs = 10\n[[players]]\nname = \"A\"\npath = [\n{path}\n]\n");
            Plan::parse(&text).map(|_| ()).map_err(|error| error.to_string())
        };
        assert_eq!(path("[0, 0, 0], [2, 0, 8]"), Ok(()));
        let told = path("[0, 0, 0],\n[1, 0, 8]").unwrap_err();
        assert_eq!(
            told,
            "line 6: 8.0 m in 1.0 s are 8.0 m/s; nobody runs faster than 6: give it more time"
        );
        assert!(path("[2, 0, 0],\n[1, 0, 1]").unwrap_err().starts_with("line 6: 1 s comes after"));
        assert!(path("[nan, 0, 0]").unwrap_err().starts_with("line 5"));
        assert!(path("[0, inf, 0]").unwrap_err().contains("no place on the court"));
        assert!(path("").unwrap_err().contains("has no point"));
    }

    proptest! {
        #[test]
        fn no_text_panics(text in "[\\[\\]a-z=0-9\". \n,-]{0,200}") {
            let _ = Plan::parse(&text);
        }
    }
}
