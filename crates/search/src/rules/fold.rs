//! Folds spelling variants into one form, and splits text into words.
//!
//! Both the index and the queries are folded by this code, so they cannot differ.

use kernel::digits;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// Removes differences in spelling that do not change the word: tashkeel and tatweel, the forms of alef, hamza
/// and ya, ta marbuta, digit sets, Latin case and accents, and punctuation.
///
/// Separators become one space. A point inside a number and a dash inside a Latin code stay, because [`words`]
/// needs them.
pub fn fold(text: &str) -> String {
    let digits = digits::fold(text);
    let plain: Vec<char> = digits.nfkd().filter(|&c| !is_ignorable(c)).flat_map(fold_letter).collect();
    let mut out = String::with_capacity(digits.len());
    for (index, &c) in plain.iter().enumerate() {
        let before = index.checked_sub(1).and_then(|index| plain.get(index)).copied().unwrap_or(' ');
        let after = plain.get(index + 1).copied().unwrap_or(' ');
        let folded = match c {
            c if c.is_alphanumeric() => c,
            '.' | ',' if before.is_ascii_digit() && after.is_ascii_digit() => '.',
            '-' | '_' | '/' if before.is_ascii_alphanumeric() && after.is_ascii_alphanumeric() => '-',
            '×' | '*' => 'x',
            _ => ' ',
        };
        if folded != ' ' || !(out.is_empty() || out.ends_with(' ')) {
            out.push(folded);
        }
    }
    out.truncate(out.trim_end().len());
    out
}

/// Marks that do not change which word it is. After decomposition, a hamza above or below a letter is such a
/// mark too.
fn is_ignorable(c: char) -> bool {
    is_combining_mark(c)
        || c.is_control() && !c.is_whitespace()
        || matches!(c, '\u{640}' | 'ء' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
}

fn fold_letter(c: char) -> impl Iterator<Item = char> {
    let c = match c {
        'ٱ' | 'ٲ' | 'ٳ' => 'ا',
        'ى' | 'ی' | 'ې' | 'ے' => 'ي',
        'ة' | 'ھ' | 'ہ' | 'ە' | 'ۃ' => 'ه',
        'ک' | 'گ' => 'ك',
        'پ' => 'ب',
        'چ' => 'ج',
        'ڤ' => 'ف',
        'ژ' => 'ز',
        other => other,
    };
    c.to_lowercase()
}

/// Kind of a token, which decides how it may be matched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TokenKind {
    /// Letters: matched with stems, spelling variants and typing mistakes.
    Word,
    /// `250`, without a unit.
    Number,
    /// `250g`: a number with its unit, in the smallest unit of its kind.
    Size,
    /// `kg520`: Latin letters with digits. Matched exactly.
    Code,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Token {
    pub text: String,
    pub kind: TokenKind,
    /// What the token was composed of: the number of a size, the pieces of a code. They are indexed too, so
    /// that each of them alone finds the product.
    pub parts: Vec<String>,
    /// Of a query's token: other ways to say it, best first, each of one or more words; see [`super::meanings`].
    pub ways: Vec<Vec<String>>,
    /// Of a query's token: the products need not have it.
    pub is_soft: bool,
}

impl Token {
    pub fn new(text: impl Into<String>, kind: TokenKind) -> Self {
        Self::of_parts(text.into(), kind, Vec::new())
    }

    pub fn of_parts(text: String, kind: TokenKind, parts: Vec<String>) -> Self {
        Self { text, kind, parts, ways: Vec::new(), is_soft: false }
    }
}

/// Splits a text into tokens: see [`TokenKind`]. A number and the unit after it are one token, with or without
/// a space and in any spelling of the unit.
pub fn words(text: &str) -> Vec<Token> {
    let folded = fold(text);
    let mut raw = Vec::new();
    for piece in folded.split(' ').filter(|piece| !piece.is_empty()) {
        cut(piece, &mut raw);
    }
    measure(raw)
}

/// Splits a piece where the script changes or a number begins, but leaves a Latin code whole: `250غ` is two
/// words, `kg-520` and `v60` one.
fn cut(piece: &str, out: &mut Vec<Token>) {
    let mut rest = piece;
    while let Some(first) = rest.chars().next() {
        let latin = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-');
        let end = if latin(first) {
            rest.find(|c| !latin(c)).unwrap_or(rest.len())
        } else {
            rest.find(latin).unwrap_or(rest.len())
        };
        let (run, tail) = rest.split_at(end);
        rest = tail;
        if latin(first) { cut_latin(run, out) } else { out.push(Token::new(run, TokenKind::Word)) }
    }
}

fn cut_latin(run: &str, out: &mut Vec<Token>) {
    let run = run.trim_matches(['.', '-']);
    if run.is_empty() {
        return;
    }
    if number(run).is_some() {
        out.push(Token::new(run, TokenKind::Number));
        return;
    }
    if run.bytes().all(|c| c.is_ascii_alphabetic()) {
        out.push(Token::new(run, TokenKind::Word));
        return;
    }
    // `250g` is a number and a unit, `80x120` two numbers.
    let digits = run.find(|c: char| !(c.is_ascii_digit() || c == '.')).unwrap_or(run.len());
    if let (Some(_), Some(_)) = (number(&run[..digits]), unit(&run[digits..])) {
        out.push(Token::new(&run[..digits], TokenKind::Number));
        out.push(Token::new(&run[digits..], TokenKind::Word));
        return;
    }
    if !run.bytes().any(|c| c.is_ascii_digit()) {
        out.extend(run.split(['-', '.']).map(|part| Token::new(part, TokenKind::Word)));
        return;
    }
    let mut parts: Vec<String> = Vec::new();
    let mut before = None;
    for c in run.chars() {
        if !c.is_ascii_alphanumeric() {
            before = None;
            continue;
        }
        match parts.last_mut() {
            Some(part) if before == Some(c.is_ascii_digit()) => part.push(c),
            _ => parts.push(c.into()),
        }
        before = Some(c.is_ascii_digit());
    }
    out.push(Token::of_parts(parts.concat(), TokenKind::Code, parts));
}

fn number(text: &str) -> Option<f64> {
    let plain = text.starts_with(|c: char| c.is_ascii_digit())
        && text.bytes().all(|c| c.is_ascii_digit() || c == b'.')
        && text.len() <= 9;
    plain.then(|| text.parse().ok()).flatten()
}

/// A unit in any of its spellings: the base unit, and the factor to it.
fn unit(word: &str) -> Option<(&'static str, f64)> {
    let word = word.strip_prefix("ال").unwrap_or(word);
    Some(match word {
        "غ" | "غم" | "غرام" | "غرامات" | "غراما" | "جرام" | "جرامات" | "جراما" | "جم" | "قرام" | "جرم"
        | "غر" | "g" | "gm" | "gr" | "gram" | "grams" => ("g", 1.0),
        "كغ" | "كغم" | "كجم" | "كلغ" | "كيلو" | "كيلوغرام" | "كيلوجرام" | "كيلوات" | "ك" | "كيلوا" | "kg"
        | "kgs" | "kilo" => ("g", 1000.0),
        "مل" | "ملي" | "ملل" | "مليلتر" | "ملليلتر" | "ml" => ("ml", 1.0),
        "لتر" | "ليتر" | "لترات" | "ل" | "l" | "lt" | "ltr" | "liter" | "litre" => {
            ("ml", 1000.0)
        }
        "واط" | "وات" | "w" | "watt" | "watts" => ("w", 1.0),
        "سم" | "سنتي" | "سنتيمتر" | "cm" => ("cm", 1.0),
        _ => return None,
    })
}

/// Whether a folded word is a unit of weight, volume, power or length.
pub fn is_unit(word: &str) -> bool {
    unit(word).is_some()
}

fn fraction(word: &str) -> Option<f64> {
    Some(match word {
        "نصف" | "نص" => 0.5,
        "ثلث" | "تلت" => 1.0 / 3.0,
        "ربع" => 0.25,
        "ثمن" | "تمن" => 0.125,
        _ => return None,
    })
}

/// "And a half" or "and a quarter", after a kilo or a litre.
fn and_more(word: &str) -> Option<f64> {
    fraction(word.strip_prefix('و')?)
}

/// Joins a number with the unit after it, or with `x` and another number. "Half a kilo", and a kilo without a
/// number, are sizes as well.
fn measure(raw: Vec<Token>) -> Vec<Token> {
    let mut out: Vec<Token> = Vec::with_capacity(raw.len());
    let mut rest = raw.into_iter().peekable();
    while let Some(token) = rest.next() {
        let next = rest.peek().map(|next| next.text.clone()).unwrap_or_default();
        let amount = match token.kind {
            TokenKind::Number => number(&token.text),
            TokenKind::Word => {
                fraction(&token.text).filter(|_| unit(&next).is_some_and(|(_, many)| many > 1.0))
            }
            _ => None,
        };
        let lone = unit(&token.text).filter(|(_, many)| *many > 1.0 && token.text.chars().count() > 2);
        if let Some(amount) = amount {
            if let Some((base, many)) = unit(&next) {
                rest.next();
                let more = rest.next_if(|word| many > 1.0 && and_more(&word.text).is_some());
                let more = more.and_then(|word| and_more(&word.text)).unwrap_or(0.0);
                out.push(size(amount + more, base, many, &token));
                continue;
            }
            let mut ahead = rest.clone();
            let crossed = ahead.next().is_some_and(|word| matches!(word.text.as_str(), "x" | "في"));
            if let Some(other) = ahead.next().filter(|other| crossed && other.kind == TokenKind::Number) {
                rest = ahead;
                let text = format!("{}x{}", token.text, other.text);
                out.push(Token::of_parts(text, TokenKind::Code, vec![token.text, other.text]));
                continue;
            }
        } else if let Some((base, many)) = lone.filter(|_| token.kind == TokenKind::Word) {
            let more = rest.next_if(|word| and_more(&word.text).is_some());
            let more = more.and_then(|word| and_more(&word.text)).unwrap_or(0.0);
            let mut size = size(1.0 + more, base, many, &token);
            size.parts = vec![token.text];
            out.push(size);
            continue;
        }
        out.push(token);
    }
    out
}

fn size(amount: f64, base: &str, many: f64, from: &Token) -> Token {
    let value = (amount * many * 1000.0).round() / 1000.0;
    let parts = if from.kind == TokenKind::Number { vec![from.text.clone()] } else { Vec::new() };
    Token::of_parts(format!("{value}{base}"), TokenKind::Size, parts)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn texts(text: &str) -> Vec<String> {
        words(text).into_iter().map(|word| word.text).collect()
    }

    #[test]
    fn spelling_variants_fold_to_one_form() {
        for (one, other) in [
            ("قَهْوَة", "قهوه"),
            ("إسبريسو", "اسبريسو"),
            ("آسام", "أسام"),
            ("قهــــوة", "قهوة"),
            ("مستكى", "مستكي"),
            ("نيء", "ني"),
            ("كهربائية", "كهربايية"),
            ("ﻗﻬﻮﺓ", "قهوة"),
            ("Café", "CAFE"),
            ("٢٥٠", "250"),
            ("۲۵۰", "250"),
        ] {
            assert_eq!(fold(one), fold(other), "{one} {other}");
        }
    }

    #[test]
    fn a_size_is_one_word_in_every_spelling_of_its_unit() {
        for text in
            ["250 غ", "٢٥٠غ", "250غرام", "250 جرام", "250 g", "250g", "0.25 كغ", "ربع كيلو", "٠٫٢٥ كيلو"]
        {
            assert_eq!(texts(text), ["250g"], "{text}");
        }
        assert_eq!(texts("1.2 لتر"), ["1200ml"]);
        assert_eq!(texts("عسل كيلو"), ["عسل", "1000g"]);
        assert_eq!(texts("2 كيلو ونص"), ["2500g"]);
        assert_eq!(texts("لتر ونصف"), ["1500ml"]);
    }

    #[test]
    fn a_code_is_one_word_with_or_without_its_dash() {
        assert_eq!(texts("ميزان KG-520"), ["ميزان", "kg520"]);
        assert_eq!(texts("ميزان kg520"), ["ميزان", "kg520"]);
        assert_eq!(texts("DN-QM-1001"), ["dnqm1001"]);
        assert_eq!(texts("سجادة 80×120 سم"), texts("سجاده ٨٠ * ١٢٠ سم"));
    }

    proptest! {
        #[test]
        fn folding_twice_changes_nothing(text in "\\PC{0,40}|[ء-ي0-9a-z. -]{0,40}") {
            let once = fold(&text);
            prop_assert_eq!(fold(&once), once);
        }

        #[test]
        fn words_hold_letters_and_digits_only(text in "\\PC{0,40}|[ء-ي0-9a-z. -]{0,40}") {
            for word in words(&text) {
                prop_assert!(word.text.chars().all(|c| c.is_alphanumeric() || c == '.'), "{:?}", word);
            }
        }
    }
}
