//! Walking through text bytes word by word, remembering where the words stand.

use crate::{
    error::{ImportError, Place},
    number,
};

/// Bytes looked at in one go when words are only counted.
const BLOCK: usize = 64;

/// A position in a text, with the name of its file for errors.
#[derive(Clone)]
pub(crate) struct Scanner<'a> {
    pub(crate) file: &'a str,
    pub(crate) bytes: &'a [u8],
    pub(crate) at: usize,
}

impl<'a> Scanner<'a> {
    /// At the start of the text, after a byte order mark.
    pub(crate) fn new(file: &'a str, bytes: &'a [u8]) -> Self {
        let at = if bytes.starts_with(b"\xef\xbb\xbf") { 3 } else { 0 };
        Self { file, bytes, at }
    }

    /// The place of a byte. Lines are counted only here, when an error needs them.
    pub(crate) fn place(&self, at: usize) -> Place {
        Place::new(self.file, line_of(self.bytes, at))
    }

    /// Moves to the next word and returns it, with braces as words of their own; empty at the end.
    pub(crate) fn word(&mut self) -> &'a [u8] {
        self.skip_blanks();
        let rest = &self.bytes[self.at..];
        let length = match rest.first() {
            None => 0,
            Some(b'{' | b'}') => 1,
            Some(_) => rest.iter().position(|byte| ends_word(*byte)).unwrap_or(rest.len()),
        };
        self.at += length;
        &rest[..length]
    }

    /// The next word without moving past it.
    pub(crate) fn peek(&self) -> &'a [u8] {
        self.clone().word()
    }

    /// What stands between here and the end of the line or the next brace, without outer blanks.
    pub(crate) fn rest_of_line(&mut self) -> String {
        let rest = &self.bytes[self.at..];
        let ends = |byte: &u8| matches!(byte, b'\r' | b'\n' | b'{' | b'}');
        let length = rest.iter().position(ends).unwrap_or(rest.len());
        self.at += length;
        text(&rest[..length])
    }

    /// A number, named `what` in the error where it is none.
    pub(crate) fn number(&mut self, what: &str) -> Result<f64, ImportError> {
        let word = self.word();
        match number::read(word, 0) {
            Some((value, end)) if end == word.len() => Ok(value),
            _ => Err(self.not_a_number(self.at - word.len(), word, what)),
        }
    }

    /// The error for a word that should be a number.
    pub(crate) fn not_a_number(&self, at: usize, word: &[u8], what: &str) -> ImportError {
        let remedy = if word.contains(&b',') {
            "write decimals with a point"
        } else {
            "export the file again or repair the value"
        };
        ImportError::NotANumber {
            place: self.place(at),
            what: what.to_owned(),
            text: shorten(word),
            remedy: remedy.to_owned(),
        }
    }

    /// The error for something else than `expected`, at the word that ends here.
    pub(crate) fn expected(&self, expected: &str, word: &[u8], remedy: &str) -> ImportError {
        let found = if word.is_empty() {
            "the end of the file".into()
        } else {
            format!("'{}'", shorten(word))
        };
        ImportError::Syntax {
            place: self.place(self.at - word.len()),
            expected: expected.to_owned(),
            found,
            remedy: remedy.to_owned(),
        }
    }

    pub(crate) fn skip_blanks(&mut self) {
        let rest = &self.bytes[self.at..];
        let blanks = rest.iter().position(|byte| !number::is_blank(*byte));
        self.at += blanks.unwrap_or(rest.len());
    }
}

/// The lines of a text with where they start; CR, LF and CRLF all end a line.
pub(crate) fn lines(bytes: &[u8]) -> impl Iterator<Item = (usize, &[u8])> {
    let mut start = 0;
    bytes.split(|byte| matches!(byte, b'\r' | b'\n')).map(move |line| {
        let at = start;
        start += line.len() + 1;
        (at, line)
    })
}

/// The words of a line.
pub(crate) fn words(line: &[u8]) -> impl Iterator<Item = &[u8]> {
    line.split(|byte| number::is_blank(*byte)).filter(|word| !word.is_empty())
}

/// Moves past `count` words separated by blanks, without reading them. Returns where the last one
/// ends and how many there were.
///
/// PERF: several gigabytes a second, since a block of bytes is counted in one go.
pub(crate) fn skip_words(bytes: &[u8], mut at: usize, count: usize) -> (usize, usize) {
    let mut words = 0;
    while words < count && at + BLOCK < bytes.len() {
        let here = &bytes[at..at + BLOCK];
        let next = &bytes[at + 1..=at + BLOCK];
        let ends = here
            .iter()
            .zip(next)
            .map(|(a, b)| u8::from(!number::is_blank(*a) & number::is_blank(*b)));
        let ends = usize::from(ends.sum::<u8>());
        if words + ends >= count {
            break;
        }
        words += ends;
        at += BLOCK;
    }
    let mut end = at;
    while words < count && at < bytes.len() {
        let last = bytes.get(at + 1).is_none_or(|byte| number::is_blank(*byte));
        at += 1;
        if last && !number::is_blank(bytes[at - 1]) {
            words += 1;
            end = at;
        }
    }
    (end, words)
}

/// A word for an error message, however long or odd it is.
pub(crate) fn shorten(word: &[u8]) -> String {
    let text = text(&word[..word.len().min(128)]);
    let mut short: String = text.chars().take(32).collect();
    if short.len() < text.len() || word.len() > 128 {
        short.push('…');
    }
    short.replace(char::is_control, "?")
}

/// Bytes as text: odd ones become question marks, blanks at the ends go.
pub(crate) fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).trim_matches(|c: char| c.is_control() || c == ' ').to_owned()
}

/// The line of a byte, counted from 1; CR, LF and CRLF all end a line.
fn line_of(bytes: &[u8], at: usize) -> usize {
    let before = &bytes[..at.min(bytes.len())];
    let ends = before.iter().enumerate().filter(|(index, byte)| match byte {
        b'\n' => *index == 0 || before[index - 1] != b'\r',
        b'\r' => true,
        _ => false,
    });
    1 + ends.count()
}

fn ends_word(byte: u8) -> bool {
    number::is_blank(byte) || byte == b'{' || byte == b'}'
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn lines_end_in_every_way() {
        let text = b"a\nb\rc\r\nd\n\ne";
        let line = |c: u8| line_of(text, text.iter().position(|byte| *byte == c).unwrap());
        assert_eq!([b'a', b'b', b'c', b'd', b'e'].map(line), [1, 2, 3, 4, 6]);
    }

    proptest! {
        #[test]
        fn skipping_words_agrees_with_splitting(text in "[ab\t\n ]{0,300}", count in 0_usize..100) {
            let words = text.split_ascii_whitespace().count();
            let (end, skipped) = skip_words(text.as_bytes(), 0, count);
            prop_assert_eq!(skipped, words.min(count));
            prop_assert_eq!(text[..end].split_ascii_whitespace().count(), skipped);
            let rest = text[end..].split_ascii_whitespace().count();
            prop_assert_eq!(rest, words - skipped);
        }
    }
}
