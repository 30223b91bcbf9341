//! Analyses a folded word: attached prefixes, endings, and the consonants that its plurals keep.
//!
//! There is no dictionary. A rule that is wrong for a word only adds a weak relative, and weak relatives are
//! used only if strong ones find too little.

/// The article with the letters that may be attached before it. Longest first: one of them is removed.
const ARTICLES: [&str; 8] = ["وبال", "ولل", "وال", "فال", "بال", "كال", "لل", "ال"];
/// One-letter prefixes that are either a preposition or part of the word.
const PARTICLES: [char; 4] = ['و', 'ف', 'ب', 'ل'];
/// Longest first. `ه` is also ta marbuta, after folding.
const ENDINGS: [&str; 11] = ["يات", "تين", "ات", "ون", "ين", "ان", "يه", "ها", "ه", "ي", "ا"];

fn long(text: &str, letters: usize) -> bool {
    text.chars().nth(letters - 1).is_some()
}

pub fn is_arabic(word: &str) -> bool {
    word.chars().next().is_some_and(|c| ('\u{600}'..'\u{700}').contains(&c))
}

/// Removes the article and the letters attached before it.
pub fn bare(word: &str) -> &str {
    let short = |article: &&str| word.strip_prefix(*article).filter(|rest| long(rest, 3));
    let rest = ARTICLES.iter().find_map(short).unwrap_or(word);
    // A loan word may start with these letters; they are removed with and without an article.
    rest.strip_prefix("ال").filter(|rest| long(rest, 3)).unwrap_or(rest)
}

/// Removes one attached letter that may be a preposition.
pub fn without_particle(word: &str) -> Option<&str> {
    word.strip_prefix(PARTICLES).filter(|rest| is_arabic(rest) && long(rest, 3)).map(bare)
}

/// Possessive endings, longest first: «قهوتي», «شنطتكم», «كتابهم».
const POSSESSIVES: [&str; 9] = ["كما", "هما", "كم", "هم", "هن", "نا", "ها", "ك", "ي"];

/// What a word may be without a possessive ending; after `ت`, also with ta marbuta.
pub fn possessed(word: &str) -> Vec<String> {
    let mut all = Vec::new();
    for ending in POSSESSIVES.iter().chain(["ه"].iter()) {
        let Some(rest) = word.strip_suffix(ending).filter(|rest| is_arabic(rest) && long(rest, 3)) else {
            continue;
        };
        all.extend(rest.strip_suffix('ت').filter(|rest| long(rest, 2)).map(|rest| format!("{rest}ه")));
        all.push(rest.to_owned());
    }
    all
}

fn without_ending(word: &str) -> &str {
    if !is_arabic(word) {
        // The plural is the only Latin ending that varies in queries here.
        return word.strip_suffix('s').filter(|rest| long(rest, 4)).unwrap_or(word);
    }
    let short = |ending: &&str| {
        let least = if *ending == "ه" { 2 } else { 3 };
        word.strip_suffix(*ending).filter(|rest| long(rest, least))
    };
    ENDINGS.iter().find_map(short).unwrap_or(word)
}

/// The light stem: without article and ending.
pub fn light(word: &str) -> &str {
    without_ending(bare(word))
}

/// All stems that the letters of a word allow.
pub fn loose(word: &str) -> Vec<&str> {
    let mut all = vec![light(word), bare(word)];
    if let Some(rest) = without_particle(bare(word)) {
        all.extend([rest, without_ending(rest)]);
    }
    all.sort_unstable();
    all.dedup();
    all
}

/// The consonants, without repetitions: a broken plural or the feminine of a colour keeps those of its singular
/// (`فنجان فناجين`, `اسود سودا`, `دله دلال`).
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
    for (index, c) in word.chars().enumerate() {
        let soft = c == 'ا' || matches!(c, 'و' | 'ي') && index > 0;
        if !soft && !out.ends_with(c) {
            out.push(c);
        }
    }
    out
}

/// The sound of a word without its vowels, the same in both scripts, so that a brand is found by either of its
/// spellings (`bunara بونارا`).
pub fn sound(word: &str) -> Option<String> {
    // A final `ه` is ta marbuta, which is silent.
    let bare = bare(word);
    let letters: Vec<char> = bare.strip_suffix('ه').unwrap_or(bare).chars().collect();
    let mut out = String::new();
    let mut index = 0;
    while let Some(&c) = letters.get(index) {
        let pair = letters.get(index + 1).copied().unwrap_or(' ');
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
            _ if index == 0 => ("a", 1),
            _ => ("", 1),
        };
        if !out.ends_with(code) || code.is_empty() {
            out.push_str(code);
        }
        index += taken;
    }
    long(&out, 2).then_some(out)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::fold::fold;

    #[test]
    fn attached_prefixes_and_endings_are_removed() {
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
    fn possessive_endings_lead_to_the_word() {
        for (one, other) in [
            ("قهوتي", "قهوة"),
            ("شنطتكم", "شنطة"),
            ("مقلمتك", "مقلمة"),
            ("عباءتها", "عباءة"),
            ("سماعاتي", "سماعات"),
            ("مصباحنا", "مصباح"),
            ("قميصه", "قميص"),
        ] {
            assert!(possessed(&fold(one)).contains(&fold(other)), "{one}");
        }
        assert!(possessed("سمك").is_empty());
    }

    #[test]
    fn a_short_word_is_not_stemmed() {
        assert_eq!(light("ورد"), "ورد");
        assert_eq!(light("الم"), "الم");
        assert_eq!(without_particle("ورد"), None);
    }
}
