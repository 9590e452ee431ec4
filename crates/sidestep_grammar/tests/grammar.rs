//! Shipped grammars hold, their samples parse again, and broken ones say what is wrong and where.

use sidestep_grammar::{BASKETBALL, Grammar, Problem, Symbol, TENNIS, parse};
use sidestep_motion::chance::Chance;

fn names(grammar: &Grammar, seed: u64, most: usize) -> Vec<String> {
    let sentence = grammar.sample(&mut Chance::new(seed, 0), most);
    sentence.iter().map(|word| grammar.action(word.action).name.clone()).collect()
}

fn accepts(grammar: &Grammar, names: &[String]) -> bool {
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    grammar.accepts(&names)
}

#[test]
fn ten_thousand_samples_parse_again() {
    for (text, count) in [(BASKETBALL, 10_000), (TENNIS, 1_000)] {
        let grammar = parse("shipped", text).unwrap();
        let mut longest = 0;
        for seed in 0..count {
            let sentence = names(&grammar, seed, 80);
            longest = longest.max(sentence.len());
            assert!(accepts(&grammar, &sentence), "{seed}: {sentence:?}");
        }
        assert!(longest > 40, "{longest}");
    }
}

/// A sample with one action exchanged is refused where a reader of the appendix would refuse it.
#[test]
fn what_the_game_forbids_is_refused() {
    let grammar = parse("basketball", BASKETBALL).unwrap();
    let words = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
    for (text, allowed) in [
        ("receive pass", true),
        ("run walk idle catch pivot_left pivot_left dribble dribble pivot_right shoot", true),
        ("receive layup walk catch dribble pass", true),
        ("receive", false),
        ("pass", false),
        ("receive dribble", false),
        ("receive walk pass", false),
        ("receive receive pass", false),
        ("receive pivot_left pivot_right pivot_left pass", false),
        ("receive dribble pivot_left dribble pass", false),
        ("receive pass walk", false),
        ("receive pass jump", false),
    ] {
        assert_eq!(accepts(&grammar, &words(text)), allowed, "{text}");
    }
    assert_eq!(grammar.first_refused(&["receive", "walk", "pass"]), Some(1));
    assert_eq!(grammar.first_refused(&["receive", "dribble"]), Some(2));
    assert_eq!(grammar.first_refused(&[]), Some(0));
}

#[test]
fn the_appendix_is_shipped_whole() {
    let grammar = parse("basketball", BASKETBALL).unwrap();
    let rules: Vec<(&str, usize)> =
        grammar.rules().iter().map(|rule| (rule.name.as_str(), rule.choices.len())).collect();
    assert_eq!(
        rules,
        [
            ("S", 2),
            ("Cycle", 1),
            ("Moves", 3),
            ("Move", 3),
            ("Grab", 2),
            ("Ballplay", 1),
            ("Pivot", 3),
            ("PivotL", 2),
            ("PivotR", 2),
            ("Dribbles", 3),
            ("Throw", 3)
        ]
    );
    assert_eq!(grammar.actions().len(), 11);
}

/// Two thirds of the sentences of `a | a S (2)` go on after each a, so they have 3 on average; lengths lie in
/// their bounds and come from the seed alone.
#[test]
fn weights_and_lengths_count() {
    let grammar = parse("x", "start S\nS = a | a S (2)\naction a 0.5..1.5").unwrap();
    let (mut words, mut secs) = (0.0, 0.0);
    for seed in 0..4000 {
        let sentence = grammar.sample(&mut Chance::new(seed, 0), 1000);
        assert_eq!(sentence, grammar.sample(&mut Chance::new(seed, 0), 1000));
        words += sentence.len() as f32;
        for word in sentence {
            assert!((0.5..=1.5).contains(&word.secs));
            secs += word.secs;
        }
    }
    assert!((words / 4000.0 - 3.0).abs() < 0.15, "{}", words / 4000.0);
    assert!((secs / words - 1.0).abs() < 0.02, "{}", secs / words);
}

#[test]
fn a_sentence_ends_soon_after_its_bound() {
    let grammar = parse("basketball", BASKETBALL).unwrap();
    for seed in 0..500 {
        // Ten actions, what is left of a cycle, and one more that was promised: a grab and a throw each.
        assert!(names(&grammar, seed, 10).len() <= 14, "seed {seed}");
    }
}

/// Rules that become nothing in many ways: the recogniser must not lose any.
#[test]
fn nothing_may_stand_anywhere() {
    let text = "start S\nS = A B A c | A\nA = empty | a\nB = A A b | empty\naction a 1..1\n\
                action b 1..1\naction c 1..1";
    let grammar = parse("x", text).unwrap();
    for (text, allowed) in
        [("", true), ("a", true), ("c", true), ("aaabac", true), ("bc", true), ("aac", true)]
            .into_iter()
            .chain([("aaaabac", false), ("b", false), ("cc", false), ("ab", false)])
    {
        let names: Vec<String> = text.chars().map(String::from).collect();
        assert_eq!(accepts(&grammar, &names), allowed, "{text}");
    }
    assert!(matches!(grammar.rules()[0].choices[0].symbols[3], Symbol::Action(_)));
}

#[test]
fn broken_grammars_say_what_is_wrong_and_where() {
    let tail = "\naction a 1..2\naction b 1..2";
    for (text, line, words) in [
        ("S = a", 0, "start NAME"),
        ("start T\nS = a", 1, "name one of: S"),
        ("start S\nS = a bb", 2, "is 'b' meant?"),
        ("start S\nS = a | b | S b c", 2, "add 'action c"),
        ("start S\nS = a T b\nT = a T | T b", 3, "'T' never ends"),
        ("start S\nS = a b\nT = a", 3, "'T' is never reached from 'S'"),
        ("start S\nS = a", 4, "'b' is never reached"),
        ("start S\nS = a | b\n\nS = b", 4, "already in line 2"),
        ("start S\nS = a | S S (2) | b", 2, "grows faster"),
        ("start S\nS = a | T b\nT = empty | a | T U\nU = empty", 3, "over and over"),
        ("start S\nS = a |  | b", 2, "'empty'"),
        ("start S\nS = a (x) | b", 2, "'x' is no weight"),
        ("start S\nS = a (-1) | b", 2, "no weight"),
        ("start S\n| a b", 2, "no rule stands before"),
        ("start S\nS = a b\nhello there", 3, "is no line"),
        ("start S\nS = a% b", 2, "is no name"),
        ("start S\nS = a b c\naction c 3..1", 3, "is no length"),
        ("start S\nS = a b c\naction c 1..nan", 3, "is no length"),
        ("start S\nS = a b c\naction c 1..2 eats", 3, "without, takes, holds or gives"),
        ("start S\nS = a b c\naction c 1..2 holds", 2, "'c' needs the ball"),
        ("start S\nS = d a b | d d\naction d 1..2 takes", 2, "'d' needs free hands"),
    ] {
        let text = format!("{text}{tail}");
        let error = parse("mine.grammar", &text).unwrap_err();
        let message = error.to_string();
        let right = message.contains(words) && message.starts_with("mine.grammar:");
        assert!(right && error.line == line, "{text}\n{message}");
    }
}

/// Through rules and round loops: T gives what S took, and who goes on has none.
#[test]
fn the_ball_is_followed_through_rules() {
    let text = "start S\nS = take T | take T S\nT = hold T | give\naction take 1..2 takes\n\
                action hold 1..2 holds\naction give 1..2 gives";
    assert!(parse("x", text).is_ok());
    let lost = text.replace("T = hold T | give", "T = hold T | give | give T");
    let error = parse("x", &lost).unwrap_err();
    assert_eq!(error.line, 3);
    assert!(matches!(error.problem, Problem::Ball { .. }), "{error}");
}

#[test]
fn actions_without_motion_are_named() {
    let grammar = parse("x", TENNIS).unwrap();
    assert!(grammar.check_labels(&["stroke", "return", "more"]).is_ok());
    let error = grammar.check_labels(&["stroke", "idle"]).unwrap_err().to_string();
    assert!(error.contains("'return'") && error.contains("stroke, idle"), "{error}");
}

#[test]
fn what_is_too_large_is_refused() {
    let many: String = (0..300).map(|i| format!("action a{i} 1..2\n")).collect();
    let error = parse("x", &many).unwrap_err();
    assert!(matches!(error.problem, Problem::TooLarge { what: "names", .. }));
    let long = format!("start S\nS = {}", "a ".repeat(5000));
    assert!(matches!(parse("x", &long).unwrap_err().problem, Problem::TooLarge { .. }));
}
