//! What a folded word is made of: attached prefixes, endings, and the consonants that stay
//! the same in its plurals.
//!
//! Nothing here knows any particular word. A rule that is wrong for one word only adds a weak
//! relative to it, and weak relatives are asked for when strong ones find nothing.

/// The article with what may be written before it. Longest first: one of them is taken off.
const ARTICLES: [&str; 8] = ["وبال", "ولل", "وال", "فال", "بال", "كال", "لل", "ال"];
/// One letter in front, which is a preposition or part of the word: only a relative can tell.
const PARTICLES: [char; 4] = ['و', 'ف', 'ب', 'ل'];
/// Longest first. `ه` is ta marbuta too, after folding.
const ENDINGS: [&str; 11] = ["يات", "تين", "ات", "ون", "ين", "ان", "يه", "ها", "ه", "ي", "ا"];

fn long(text: &str, letters: usize) -> bool {
    text.chars().nth(letters - 1).is_some()
}

pub fn is_arabic(word: &str) -> bool {
    word.chars().next().is_some_and(|c| ('\u{600}'..'\u{700}').contains(&c))
}

/// Without the article and what is written in front of it.
pub fn bare(word: &str) -> &str {
    let short = |article: &&str| word.strip_prefix(*article).filter(|rest| long(rest, 3));
    let rest = ARTICLES.iter().find_map(short).unwrap_or(word);
    // A borrowed word may open with these letters, and then loses them with and without an article.
    rest.strip_prefix("ال").filter(|rest| long(rest, 3)).unwrap_or(rest)
}

/// Without one attached letter, for words in which that may be a preposition.
pub fn without_particle(word: &str) -> Option<&str> {
    word.strip_prefix(PARTICLES).filter(|rest| is_arabic(rest) && long(rest, 3)).map(bare)
}

fn without_ending(word: &str) -> &str {
    if !is_arabic(word) {
        // A Latin plural is the only ending that shoppers here vary.
        return word.strip_suffix('s').filter(|rest| long(rest, 4)).unwrap_or(word);
    }
    let short = |ending: &&str| {
        let least = if *ending == "ه" { 2 } else { 3 };
        word.strip_suffix(*ending).filter(|rest| long(rest, least))
    };
    ENDINGS.iter().find_map(short).unwrap_or(word)
}

/// The light stem: article and ending taken off.
pub fn light(word: &str) -> &str {
    without_ending(bare(word))
}

/// Stems of a word read in every way that its letters allow.
pub fn loose(word: &str) -> Vec<&str> {
    let mut all = vec![light(word), bare(word)];
    if let Some(rest) = without_particle(bare(word)) {
        all.extend([rest, without_ending(rest)]);
    }
    all.sort_unstable();
    all.dedup();
    all
}

/// The consonants, once each in a row: what a broken plural or the feminine of a colour keeps
/// of its singular (`فنجان فناجين`, `اسود سودا`, `دله دلال`).
pub fn skeletons(word: &str) -> Vec<String> {
    if !is_arabic(word) {
        return Vec::new();
    }
    let mut all: Vec<String> = [light(word), bare(word)].into_iter().map(consonants).collect();
    all.retain(|skeleton| long(skeleton, 2));
    all.dedup();
    all
}

fn consonants(word: &str) -> String {
    let mut out = String::new();
    for (at, c) in word.chars().enumerate() {
        let soft = c == 'ا' || matches!(c, 'و' | 'ي') && at > 0;
        if !soft && !out.ends_with(c) {
            out.push(c);
        }
    }
    out
}

/// How a word sounds without its vowels, the same in both scripts, so that a brand is found by
/// either of its spellings (`bunara بونارا`).
pub fn sound(word: &str) -> Option<String> {
    // A final `ه` is a ta marbuta, which nobody hears.
    let bare = bare(word);
    let letters: Vec<char> = bare.strip_suffix('ه').unwrap_or(bare).chars().collect();
    let mut out = String::new();
    let mut at = 0;
    while let Some(&c) = letters.get(at) {
        let pair = letters.get(at + 1).copied().unwrap_or(' ');
        let (code, taken) = match (c, pair) {
            ('k', 'h') => ("x", 2),
            ('s', 'h') | ('c', 'h') => ("$", 2),
            ('g', 'h') => ("j", 2),
            ('t', 'h') => ("t", 2),
            ('d', 'h') => ("d", 2),
            ('p', 'h') => ("f", 2),
            ('خ', _) => ("x", 1),
            ('ش', _) => ("$", 1),
            ('b' | 'p' | 'ب', _) => ("b", 1),
            ('t' | 'ت' | 'ط' | 'ث', _) => ("t", 1),
            ('j' | 'g' | 'ج' | 'غ', _) => ("j", 1),
            ('h' | 'ح' | 'ه', _) => ("h", 1),
            ('d' | 'د' | 'ض' | 'ذ', _) => ("d", 1),
            ('r' | 'ر', _) => ("r", 1),
            ('z' | 'ز' | 'ظ', _) => ("z", 1),
            ('s' | 'س' | 'ص', _) => ("s", 1),
            ('f' | 'v' | 'ف', _) => ("f", 1),
            ('k' | 'c' | 'q' | 'ك' | 'ق', _) => ("k", 1),
            ('x', _) => ("ks", 1),
            ('l' | 'ل', _) => ("l", 1),
            ('m' | 'م', _) => ("m", 1),
            ('n' | 'ن', _) => ("n", 1),
            _ if at == 0 => ("a", 1),
            _ => ("", 1),
        };
        if !out.ends_with(code) || code.is_empty() {
            out.push_str(code);
        }
        at += taken;
    }
    long(&out, 2).then_some(out)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::fold::fold;

    #[test]
    fn attached_prefixes_and_endings_come_off() {
        for (one, other) in [
            ("القهوة", "قهوة"),
            ("والقهوة", "قهوه"),
            ("بالهيل", "هيل"),
            ("للرجال", "رجال"),
            ("ساعات", "ساعة"),
            ("تركية", "تركي"),
            ("كبسولات", "كبسولة"),
            ("الإلكترونيات", "الكترونية"),
        ] {
            assert_eq!(light(&fold(one)), light(&fold(other)), "{one} {other}");
        }
    }

    #[test]
    fn a_broken_plural_keeps_its_consonants() {
        for (one, other) in [
            ("فنجان", "فناجين"),
            ("مبخرة", "مباخر"),
            ("كوب", "أكواب"),
            ("دلة", "دلال"),
            ("صينية", "صواني"),
            ("وسادة", "وسائد"),
            ("طاجن", "طواجن"),
            ("صحن", "صحون"),
            ("فاكهة", "فواكه"),
            ("أسود", "سوداء"),
            ("ماكينة", "مكائن"),
            ("هدية", "هدايا"),
        ] {
            let (one, other) = (fold(one), fold(other));
            let shared = skeletons(&one).into_iter().any(|skeleton| skeletons(&other).contains(&skeleton));
            assert!(shared, "{one} {:?} {other} {:?}", skeletons(&one), skeletons(&other));
        }
    }

    #[test]
    fn a_brand_sounds_the_same_in_both_scripts() {
        for (latin, arabic) in [
            ("Bunara", "بونارا"),
            ("Mokhadur", "مخادور"),
            ("Attarix", "عطاركس"),
            ("Velmara", "فلمارا"),
            ("Shahdoon", "شهدون"),
        ] {
            assert_eq!(sound(&fold(latin)), sound(&fold(arabic)), "{latin}");
        }
    }

    #[test]
    fn a_short_word_is_left_alone() {
        assert_eq!(light("ورد"), "ورد");
        assert_eq!(light("الم"), "الم");
        assert_eq!(without_particle("ورد"), None);
    }
}
