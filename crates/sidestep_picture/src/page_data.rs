//! Numbers and names in the compact forms the animated page reads.

/// Values as whole multiples of a step that just holds the largest one.
pub(crate) fn quantised(values: &[f32]) -> (f32, Vec<i16>) {
    let largest = values.iter().map(|value| value.abs()).fold(1e-6, f32::max);
    let step = largest / f32::from(i16::MAX);
    let words = values.iter().map(|value| (value / step).round() as i16).collect();
    (step, words)
}

/// Bytes as base64 text with padding (RFC 4648, section 4).
pub(crate) fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let byte = |place: usize| u32::from(chunk.get(place).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for place in 0..4 {
            let letter = LETTERS[(bits >> (18 - 6 * place) & 63) as usize];
            text.push(if place > chunk.len() { '=' } else { char::from(letter) });
        }
    }
    text
}

/// Text as a JSON string that also ends no script element.
pub(crate) fn json_string(text: &str) -> String {
    let mut json = String::with_capacity(text.len() + 2);
    json.push('"');
    for letter in text.chars() {
        match letter {
            '"' => json.push_str("\\\""),
            '\\' => json.push_str("\\\\"),
            '<' | '>' | '&' | '\u{2028}' | '\u{2029}' => push_escape(&mut json, letter),
            letter if letter.is_control() => push_escape(&mut json, letter),
            letter => json.push(letter),
        }
    }
    json.push('"');
    json
}

fn push_escape(json: &mut String, letter: char) {
    json.push_str(&format!("\\u{:04x}", u32::from(letter)));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_is_that_of_the_standard() {
        // Section 10 of RFC 4648.
        for (bytes, text) in [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foob", "Zm9vYg=="),
            ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"),
        ] {
            assert_eq!(base64(bytes.as_bytes()), text);
        }
    }

    #[test]
    fn a_name_cannot_leave_its_script() {
        assert_eq!(json_string("a\"</script>\n"), r#""a\"\u003c/script\u003e\u000a""#);
    }

    #[test]
    fn quantised_values_come_back() {
        let values = [0.0, 1.0, -2.0, 0.333];
        let (step, words) = quantised(&values);
        for (value, word) in values.iter().zip(words) {
            assert!((value - f32::from(word) * step).abs() <= 0.51 * step);
        }
    }
}
