//! Arabic in Latin letters, where digits stand for letters that Latin lacks: `3asal`, `7aqiba`, `2ahwa`.

use super::stem;

/// Letters that a digit stands for. The first is the usual one.
fn letters(digit: char) -> Option<&'static [char]> {
    Some(match digit {
        '2' => &['ا', 'ق'],
        '3' => &['ع'],
        '4' => &['ش', 'ذ'],
        '5' => &['خ'],
        '6' => &['ط'],
        '7' => &['ح'],
        '8' => &['ق', 'غ'],
        '9' => &['ص', 'ق'],
        _ => return None,
    })
}

/// Whether a word may be Arabic with digits as letters: single digits among letters.
pub fn may_be(word: &str) -> bool {
    let signs: Vec<char> = word.chars().collect();
    let count = |fits: fn(&char) -> bool| signs.iter().filter(|c| fits(c)).count();
    let digits = count(char::is_ascii_digit);
    (1..=3).contains(&digits)
        && count(char::is_ascii_lowercase) >= 2
        && signs.iter().all(|c| c.is_ascii_lowercase() || letters(*c).is_some())
        && !signs.windows(2).any(|pair| pair.iter().all(char::is_ascii_digit))
        // `mp3`, `usb2`: few letters before a final digit are a model.
        && (signs.len() > 4 || !signs.last().is_some_and(char::is_ascii_digit))
}

/// Spellings of the word with Arabic letters in place of digits, at most eight.
pub fn spellings(word: &str) -> Vec<String> {
    let mut all = vec![String::new()];
    for c in word.chars() {
        // A leading `g` is the Gulf's ق.
        let options: Vec<char> = match letters(c) {
            Some(options) => options.to_vec(),
            None if c == 'g' => vec!['g', 'ق'],
            None => vec![c],
        };
        all = all
            .iter()
            .flat_map(|start| options.iter().map(move |option| format!("{start}{option}")))
            .collect();
        all.truncate(8);
    }
    all
}

/// The sounds that a Latin word may have; see [`stem::sound`].
pub fn sounds(word: &str) -> Vec<String> {
    // The `t` of a noun before its genitive, and the article.
    let construct = ["at", "et", "it"].iter().find_map(|ending| word.strip_suffix(ending));
    let article = ["al", "el", "il"].iter().find_map(|article| word.strip_prefix(article));
    let long = |part: &&str| part.len() >= 4;
    let forms = std::iter::once(word).chain(construct.filter(long)).chain(article.filter(long));
    let spelt = forms.flat_map(spellings);
    let mut all: Vec<String> = spelt.filter_map(|one| stem::sound(&one)).collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// How well the vowels of a Latin word fit an Arabic one with the same consonants: the number that do not.
///
/// Long vowels are written in Arabic, so each of them needs a vowel in the Latin word at the same place between the
/// consonants; a doubled Latin vowel needs a long one.
pub fn vowel_misfits(latin: &str, arabic: &str) -> usize {
    let typed = vowel_slots(latin, |c| match c {
        'a' => Some('a'),
        'e' => Some('e'),
        'o' | 'u' | 'w' => Some('u'),
        'i' | 'y' => Some('i'),
        _ => None,
    });
    let known = vowel_slots(arabic, |c| match c {
        'ا' => Some('a'),
        'و' => Some('u'),
        'ي' => Some('i'),
        _ => None,
    });
    let fits = |long: &str, given: &str| match long.chars().next() {
        None => given.chars().count() < 2,
        // `e` stands for both.
        Some(vowel @ ('a' | 'i')) => given.contains([vowel, 'e']),
        Some(vowel) => given.contains(vowel),
    };
    let slots = typed.len().max(known.len());
    (0..slots)
        .filter(|slot| {
            let (given, long) =
                (typed.get(*slot).map_or("", String::as_str), known.get(*slot).map_or("", String::as_str));
            !fits(long, given)
        })
        .count()
}

/// The vowels before, between and after the consonants.
fn vowel_slots(word: &str, vowel: impl Fn(char) -> Option<char>) -> Vec<String> {
    let word = stem::bare(word);
    let mut slots = vec![String::new()];
    let mut before = ' ';
    for c in word.strip_suffix('ه').unwrap_or(word).chars() {
        match vowel(c) {
            Some(vowel) => slots.last_mut().expect("starts with one slot").push(vowel),
            // `kh`, `sh` and doubled letters are one consonant.
            None if c == before || c == 'h' && "ksctgdp".contains(before) => {}
            None => slots.push(String::new()),
        }
        before = c;
    }
    // The last vowel is often not written.
    if slots.len() > 1 && slots.last().is_some_and(|last| last.len() <= 1) {
        slots.pop();
    }
    slots
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::fold::fold;

    #[test]
    fn digits_are_letters_only_inside_words() {
        for word in ["3asal", "7aqiba", "sama3a", "maw2ed", "mo5mal", "3ood", "2ahwa", "fa7m"] {
            assert!(may_be(word), "{word}");
        }
        for word in ["v60", "kg520", "mp3", "a5", "usb2", "250g", "wa138"] {
            assert!(!may_be(word), "{word}");
        }
    }

    #[test]
    fn the_sound_is_that_of_the_arabic_word() {
        for (latin, arabic) in [
            ("3asal", "عسل"),
            ("7aqibat", "حقيبة"),
            ("el3asal", "عسل"),
            ("sama3a", "سماعة"),
            ("2ahwa", "قهوة"),
            ("gahwa", "قهوة"),
            ("maw2ed", "موقد"),
            ("mo5mal", "مخمل"),
            ("3abaya", "عباية"),
            ("6awila", "طاولة"),
        ] {
            let sound = stem::sound(&fold(arabic)).expect("long enough");
            assert!(sounds(latin).contains(&sound), "{latin} {:?} {sound}", sounds(latin));
        }
    }

    #[test]
    fn vowels_distinguish_words_with_the_same_consonants() {
        assert!(vowel_misfits("kitab", "كتاب") < vowel_misfits("kitab", "كتيب"));
        assert!(vowel_misfits("3asal", "عسل") < vowel_misfits("3asal", "عسيل"));
        assert!(vowel_misfits("daftar", "دفتر") < vowel_misfits("daftar", "دفاتر"));
    }
}
