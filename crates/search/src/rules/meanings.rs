//! Other words for what the shop sells: English and dialect words, colours, materials, occasions and purposes. The owner
//! edits them in `search_meanings`.

use std::collections::HashMap;

use super::fold::fold;
use super::real_words::Familiarity;
use super::{real_words, stem};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MeaningKind {
    English,
    Dialect,
    Colour,
    Material,
    /// An occasion or a purpose, which stands for goods of several sorts.
    Concept,
}

impl MeaningKind {
    pub const ALL: [(Self, &str); 5] = [
        (Self::English, "english"),
        (Self::Dialect, "dialect"),
        (Self::Colour, "colour"),
        (Self::Material, "material"),
        (Self::Concept, "concept"),
    ];

    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|(_, known)| *known == name).map(|(kind, _)| *kind)
    }

    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(kind, _)| *kind == self).map_or("", |(_, name)| name)
    }
}

/// Limits of the table.
const MAX_WORD_CHARS: usize = 60;
const MAX_MEANING_CHARS: usize = 400;

/// Why a row of the owner is not saved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MeaningRefusal {
    /// Without letters or digits.
    NoWord,
    /// The word has too many letters or words.
    LongWord,
    LongMeaning,
    /// The word would be searched for itself.
    SameWord,
}

/// Checks and cleans what the owner typed: the word, and its meaning. An empty meaning switches the word off.
pub fn check(word: &str, meaning: &str) -> Result<(String, String), MeaningRefusal> {
    let word = kernel::text::clean(word, MAX_WORD_CHARS + 1);
    let folded = fold(&word);
    if folded.is_empty() {
        return Err(MeaningRefusal::NoWord);
    }
    if word.chars().count() > MAX_WORD_CHARS || folded.split(' ').count() > MAX_PHRASE {
        return Err(MeaningRefusal::LongWord);
    }
    let meaning = kernel::text::clean(meaning, MAX_MEANING_CHARS + 1);
    if meaning.chars().count() > MAX_MEANING_CHARS {
        return Err(MeaningRefusal::LongMeaning);
    }
    let ways: Vec<&str> =
        meaning.split(SEPARATORS).map(str::trim).filter(|way| !fold(way).is_empty()).collect();
    if ways.iter().any(|way| fold(way) == folded) {
        return Err(MeaningRefusal::SameWord);
    }
    Ok((word, ways.join("، ")))
}

/// Between the ways to say something.
const SEPARATORS: [char; 3] = ['،', ',', '|'];

/// One row of the table.
#[derive(Debug, Clone)]
pub struct Meaning {
    pub word: String,
    pub meaning: String,
    pub kind: MeaningKind,
}

/// What a word or phrase means: ways to say it, best first, each of one or more folded words.
#[derive(Debug, Clone)]
pub struct Entry {
    pub kind: MeaningKind,
    pub ways: Vec<Vec<String>>,
}

/// A phrase of more words is not looked up.
const MAX_PHRASE: usize = 4;

/// All meanings, by folded words.
#[derive(Debug, Default)]
pub struct Meanings {
    entries: HashMap<String, Entry>,
    /// Phrases by their letters without spaces, and words by at least four consonants, for broken plurals.
    loose: HashMap<String, String>,
    /// Words by the light stem of their first meaning, for goods that the catalogue names by such a word.
    names: HashMap<String, Vec<String>>,
}

impl Meanings {
    /// Of two rows with the same folded word the later one counts. A row without a meaning removes the word.
    pub fn new(rows: impl IntoIterator<Item = Meaning>) -> Self {
        let mut entries = HashMap::new();
        for row in rows {
            let words = |text: &str| -> Vec<String> { fold(text).split(' ').map(str::to_owned).collect() };
            let ways: Vec<Vec<String>> =
                row.meaning.split(SEPARATORS).map(words).filter(|way| !way[0].is_empty()).collect();
            let word = fold(&row.word);
            if ways.is_empty() {
                entries.remove(&word);
            } else if !word.is_empty() {
                entries.insert(word, Entry { kind: row.kind, ways });
            }
        }
        let mut names: HashMap<String, Vec<String>> = HashMap::new();
        for (word, entry) in &entries {
            if let [only] = entry.ways[0].as_slice()
                && entry.kind == MeaningKind::Dialect
                && !word.contains(' ')
            {
                names.entry(stem::light(only).to_owned()).or_default().push(word.clone());
            }
        }
        for words in names.values_mut() {
            words.sort_unstable();
        }
        let mut loose = HashMap::new();
        let mut keys: Vec<&String> = entries.keys().collect();
        keys.sort_unstable();
        for word in keys {
            if word.contains(' ') {
                loose.entry(word.replace(' ', "")).or_insert_with(|| word.clone());
            } else if entries[word].kind == MeaningKind::Dialect {
                let skeletons = stem::skeletons(word).into_iter().filter(|one| one.chars().count() >= 4);
                for skeleton in skeletons {
                    loose.entry(format!("~{skeleton}")).or_insert_with(|| word.clone());
                }
            }
        }
        Self { entries, loose, names }
    }

    /// The longest phrase at the start of `words` that has a meaning, and how many words it takes.
    pub fn longest(&self, words: &[&str]) -> Option<(&Entry, usize)> {
        (1..=words.len().min(MAX_PHRASE)).rev().find_map(|many| {
            let found = match &words[..many] {
                [word] => self.word(word),
                phrase => self.phrase(phrase),
            };
            found.map(|entry| (entry, many))
        })
    }

    fn phrase(&self, words: &[&str]) -> Option<&Entry> {
        let found = self.entries.get(&words.join(" "));
        found.or_else(|| {
            let bare: Vec<&str> = words.iter().map(|word| stem::bare(word)).collect();
            self.entries.get(&bare.join(" "))
        })
    }

    /// Whether the word itself stands for an occasion or a purpose.
    pub fn is_concept(&self, word: &str) -> bool {
        self.entries.get(word).is_some_and(|entry| entry.kind == MeaningKind::Concept)
    }

    /// The meaning of one word, also with article, attached preposition, possessive ending, or plural.
    pub fn word(&self, word: &str) -> Option<&Entry> {
        if let Some(entry) = self.entries.get(word) {
            return Some(entry);
        }
        if !stem::is_arabic(word) {
            let singular = [word.strip_suffix("es"), word.strip_suffix('s')];
            let with_y = word.strip_suffix("ies").map(|stem| format!("{stem}y"));
            let forms = singular.into_iter().flatten().map(str::to_owned).chain(with_y);
            return forms.filter(|form| form.len() > 2).find_map(|form| self.entries.get(&form));
        }
        let bare = stem::bare(word);
        let mut forms = vec![bare.to_owned()];
        forms.extend(short_article(word).map(str::to_owned));
        forms.extend(stem::possessed(bare));
        let plural = bare.strip_suffix("ات").filter(|rest| rest.chars().nth(2).is_some());
        forms.extend(plural.into_iter().flat_map(|rest| [format!("{rest}ه"), rest.to_owned()]));
        // The letters of a real word are its own: «بعيد» is no feast.
        if !real_words::is_real(word) {
            forms.extend(
                word.strip_prefix(['ب', 'ل', 'و'])
                    .filter(|rest| rest.chars().nth(1).is_some())
                    .map(str::to_owned),
            );
            let light = stem::light(word);
            forms.extend([light.to_owned(), format!("{light}ه")]);
        }
        forms.iter().find_map(|form| self.entries.get(form)).or_else(|| {
            let is_common = real_words::familiarity(word) == Familiarity::Common;
            let skeletons = stem::skeletons(word).into_iter().filter(|_| !is_common);
            let skeletons = skeletons.map(|skeleton| format!("~{skeleton}"));
            let keys = std::iter::once(bare.to_owned()).chain(skeletons);
            keys.filter_map(|key| self.loose.get(&key)).find_map(|word| self.entries.get(word))
        })
    }

    /// Words that mean the same good as this one, by which the catalogue may call it.
    pub fn names_of(&self, word: &str) -> &[String] {
        self.names.get(stem::light(word)).map_or(&[], Vec::as_slice)
    }

    pub fn len(&self) -> usize {
        self.entries.len()
    }

    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }
}

/// The article with its preposition before a short word, where [`stem::bare`] leaves it: «بالبر», «للحر».
fn short_article(word: &str) -> Option<&str> {
    let rest = ["وبال", "وال", "بال", "لل", "ال"].iter().find_map(|prefix| word.strip_prefix(prefix))?;
    (rest.chars().count() == 2).then_some(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Meanings {
        let row =
            |word: &str, meaning: &str, kind| Meaning { word: word.into(), meaning: meaning.into(), kind };
        Meanings::new([
            row("شنطة", "حقيبة", MeaningKind::Dialect),
            row("school bag", "حقيبة مدرسية، حقيبة", MeaningKind::English),
            row("bag", "حقيبة", MeaningKind::English),
            row("بر", "خيمة، موقد", MeaningKind::Concept),
            row("كوب", "", MeaningKind::Dialect),
            row("معلقة", "ملعقة", MeaningKind::Dialect),
            row("باور بنك", "بطارية", MeaningKind::Dialect),
        ])
    }

    #[test]
    fn a_word_is_found_in_its_forms() {
        let meanings = sample();
        for word in ["شنطه", "الشنطه", "شنطتي", "بالشنطه", "bags", "بالبر", "البر"]
        {
            assert!(meanings.word(word).is_some(), "{word}");
        }
        assert!(meanings.word("كوب").is_none());
        assert_eq!(meanings.names_of("حقايب"), &[] as &[String]);
        assert_eq!(meanings.names_of("حقيبه"), ["شنطه"]);
    }

    #[test]
    fn a_row_of_the_owner_is_cleaned_or_refused() {
        let saved = check(" شنطة ", "حقيبة ,  محفظة،، ");
        assert_eq!(saved, Ok(("شنطة".to_owned(), "حقيبة، محفظة".to_owned())));
        assert_eq!(check("شنطة", ""), Ok(("شنطة".to_owned(), String::new())), "switched off");
        assert_eq!(check(" «» ", "حقيبة"), Err(MeaningRefusal::NoWord));
        assert_eq!(check("من فضلك حقيبة سفر كبيرة", "حقيبة"), Err(MeaningRefusal::LongWord));
        assert_eq!(check(&"ش".repeat(61), "حقيبة"), Err(MeaningRefusal::LongWord));
        assert_eq!(check("شنطة", &"حقيبة،".repeat(80)), Err(MeaningRefusal::LongMeaning));
        assert_eq!(check("شنطة", "حقيبة، شنطه"), Err(MeaningRefusal::SameWord));
    }

    #[test]
    fn the_longest_phrase_counts() {
        let meanings = sample();
        let found =
            meanings.longest(&["school", "bag", "red"]).map(|(entry, many)| (entry.ways[0].len(), many));
        assert_eq!(found, Some((2, 2)));
    }
}
