//! Grammars: what is read from a stranger is refused or gives sentences that it allows.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sidestep_motion::chance::Chance;

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    let Ok(grammar) = sidestep_grammar::parse("fuzz.grammar", &text) else { return };
    for seed in 0..3 {
        let sentence = grammar.sample(&mut Chance::new(seed, 0), 24);
        // Rules that hold hundreds of actions make long sentences; parsing them is slow and shows nothing new.
        if sentence.len() > 200 {
            continue;
        }
        let names: Vec<&str> =
            sentence.iter().map(|word| grammar.action(word.action).name.as_str()).collect();
        assert!(grammar.accepts(&names), "{names:?}");
    }
});
