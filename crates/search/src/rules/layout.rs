//! Text that was typed with the keyboard set to the other script: `ri,m` for قهوة, «ؤخببثث» for coffee.

/// Keys of the Arabic (101) layout in the order of the Latin keys `KEYS`; a key may type two letters.
const KEYS: &str = "qwertyuiop[]asdfghjkl;'zxcvbnm,./`";
const LETTERS: [&str; 34] = [
    "ض", "ص", "ث", "ق", "ف", "غ", "ع", "ه", "خ", "ح", "ج", "د", "ش", "س", "ي", "ب", "ل", "ا", "ت", "ن", "م",
    "ك", "ط", "ئ", "ء", "ؤ", "ر", "لا", "ى", "ة", "و", "ز", "ظ", "ذ",
];
/// With the shift key, where it types a letter.
const SHIFTED: [(char, &str); 7] =
    [('H', "أ"), ('Y', "إ"), ('N', "آ"), ('T', "لإ"), ('G', "لأ"), ('B', "لآ"), ('J', "")];

/// The text that the same keys type with the Arabic layout.
pub fn to_arabic(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        let shifted = SHIFTED.iter().find(|(key, _)| *key == c).map(|(_, letters)| *letters);
        let plain = || KEYS.chars().position(|key| key == c.to_ascii_lowercase()).map(|index| LETTERS[index]);
        match shifted.or_else(plain) {
            Some(letters) => out.push_str(letters),
            None => out.push(c),
        }
    }
    out
}

/// The text that the same keys type with the Latin layout.
pub fn to_latin(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let shifted = SHIFTED.iter().filter(|(_, letters)| !letters.is_empty() && rest.starts_with(letters));
        let plain = LETTERS.iter().zip(KEYS.chars()).filter(|(letters, _)| rest.starts_with(**letters));
        let key = shifted
            .map(|(key, letters)| (letters.len(), key.to_ascii_lowercase()))
            .chain(plain.map(|(letters, key)| (letters.len(), key)))
            .max();
        let (taken, c) = key.unwrap_or((first.len_utf8(), first));
        out.push(c);
        rest = &rest[taken..];
    }
    out
}

/// Whether a text looks typed with the wrong layout: signs inside a Latin word that are letters on the Arabic keyboard,
/// no vowel, or Arabic letters where no Arabic word has them.
pub fn looks_swapped(text: &str) -> bool {
    let letters: Vec<char> = text.chars().collect();
    if letters.iter().any(char::is_ascii_alphabetic) {
        let inside = |c: &char| matches!(c, ';' | '[' | ']' | '\'' | '`' | ',' | '/');
        let no_vowel = letters.iter().filter(|c| c.is_ascii_alphabetic()).count() >= 3
            && !letters.iter().any(|c| c.is_ascii_digit() || "aeiouyAEIOUY".contains(*c));
        // An apostrophe is common in English: `men's`.
        let signs = letters.iter().filter(|c| inside(c)).count();
        return no_vowel || signs > 0 && !text.contains("'s") && !text.ends_with([',', '\'']);
    }
    let last = letters.len().saturating_sub(1);
    letters.iter().enumerate().any(|(index, c)| match c {
        'ة' | 'ى' => index < last,
        'ؤ' | 'ئ' | 'ء' => index == 0,
        _ => false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_directions_agree_with_the_keyboard() {
        for (latin, arabic) in [
            ("ri,m", "قهوة"),
            ("]tjv lkr'", "دفتر منقط"),
            ("slhum fg,j,e", "سماعة بلوتوث"),
            ("uf]hgvplk", "عبدالرحمن"),
            ("gffk", "لببن"),
            ("bfs", "لابس"),
        ] {
            assert_eq!(to_arabic(latin), arabic, "{latin}");
            assert_eq!(to_latin(arabic), latin, "{arabic}");
        }
        assert_eq!(to_arabic("Hwdw"), "أصيص");
        assert_eq!(to_latin("ؤخببثث"), "coffee");
        assert_eq!(to_latin("ةت-نق-50441"), "mj-kr-50441");
    }

    #[test]
    fn signs_inside_a_word_give_the_layout_away() {
        for text in ["lkr'", "s,]hx", "lwfhp", "ةخلاهمث", "ؤشق"] {
            assert!(looks_swapped(text), "{text}");
        }
        for text in ["coffee", "men's", "قهوة", "wallet", "مى", "bag,"] {
            assert!(!looks_swapped(text), "{text}");
        }
    }
}
