//! Words that the glossary replaces (`docs/src/glossary.md`) do not come back.

use std::collections::{BTreeSet, HashSet};

use anyhow::Result;

use crate::repo::{Repo, files, read, relative_path};

/// Not allowed anywhere: code, comments, docs.
const EVERYWHERE: [&str; 22] = [
    "draw",
    "drawn",
    "draws",
    "drawing",
    "drawings",
    "postman",
    "desk",
    "shelf",
    "shelves",
    "shelving",
    "fate",
    "fates",
    "errand",
    "errands",
    "keeper",
    "surround",
    "mood",
    "moods",
    "patience",
    "unheard",
    "dice",
    "happenings",
];

/// Ordinary English in a sentence, but not as a name.
const AS_NAMES: [&str; 19] = [
    "letter", "letters", "till", "kept", "tidy", "told", "tell", "tells", "news", "wish", "asked", "means",
    "books", "beside", "lane", "lanes", "pace", "habit", "habits",
];

/// Names that stay: a part of a path, the word, and the reason.
const ALLOWED: [(&str, &str, &str); 12] = [
    ("docs/src/glossary.md", "", "the glossary lists the words"),
    ("crates/xtask/src/boundaries/words.rs", "", "this list"),
    ("crates/search/", "letter", "a letter of the alphabet"),
    ("crates/search/", "letters", "letters of the alphabet"),
    ("crates/paysim/", "letters", "letters of the alphabet, of which tokens are made"),
    ("crates/paysim/", "letter", "a letter of the alphabet"),
    ("crates/catalog/", "letters", "letters of a slug"),
    ("web/scripts/", "letter", "a letter of the alphabet"),
    ("e2e/countdown.spec.ts", "draw", "drawImage of the browser's canvas"),
    ("web/src/reviews/uploads.", "draw", "drawImage of the browser's canvas"),
    ("web/src/payments/PaymentFields.tsx", "draws", "what the browser's engine paints"),
    ("web/src/layout/Logo.tsx", "drawing", "a logo that is a picture"),
];

const CODE: [(&str, &[&str]); 4] = [
    ("crates", &[".rs", ".sql"]),
    ("web/src", &[".ts", ".tsx", ".css"]),
    ("e2e", &[".ts"]),
    ("scripts", &[".mjs"]),
];
const PROSE: [(&str, &[&str]); 2] = [("docs/src", &[".md"]), ("messages", &[".ftl"])];
const PROSE_FILES: [&str; 4] = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md"];

pub fn check(repo: &Repo) -> Result<Vec<String>> {
    let mut violations = Vec::new();
    for (folder, endings) in CODE {
        for path in files(&repo.root.join(folder), endings)? {
            let file = relative_path(&repo.root, &path);
            violations.extend(leftovers(&file, &read(&path)?, true));
        }
    }
    for (folder, endings) in PROSE {
        for path in files(&repo.root.join(folder), endings)? {
            let file = relative_path(&repo.root, &path);
            violations.extend(leftovers(&file, &read(&path)?, false));
        }
    }
    for file in PROSE_FILES {
        violations.extend(leftovers(file, &read(&repo.root.join(file))?, false));
    }
    Ok(violations)
}

fn leftovers(file: &str, text: &str, is_code: bool) -> Vec<String> {
    let mut found = BTreeSet::new();
    for (index, line) in text.lines().enumerate() {
        // Splitting a line into words costs far more than this, and nearly all lines have none of them.
        let lowered = line.to_ascii_lowercase();
        if !EVERYWHERE.iter().chain(&AS_NAMES).any(|word| lowered.contains(word)) {
            continue;
        }
        let code = if is_code { code_of(line) } else { "" };
        let (in_line, in_code) = (words_of(line), words_of(code));
        let words = EVERYWHERE.iter().filter(|word| in_line.contains(**word));
        let names = AS_NAMES.iter().filter(|word| in_code.contains(**word));
        for word in words.chain(names).filter(|word| !is_allowed(file, word)) {
            found.insert(format!("{file}:{}: `{word}` is replaced by the glossary", index + 1));
        }
    }
    found.into_iter().collect()
}

fn is_allowed(file: &str, word: &str) -> bool {
    ALLOWED
        .iter()
        .any(|(path, allowed, _)| file.starts_with(path) && (allowed.is_empty() || *allowed == word))
}

/// The line up to its comment, without its strings and test names, which are sentences.
fn code_of(line: &str) -> &str {
    let is_sentence = ["//", "*", "/*", "--", "#"].iter().any(|start| line.trim_start().starts_with(start))
        || line.contains("fn a_")
        || line.contains('"')
        || line.contains('`');
    if is_sentence { "" } else { line.split(" //").next().unwrap_or_default() }
}

/// The words of the line's names, in small letters: `kept_pages` and `isKept` contain `kept`.
fn words_of(line: &str) -> HashSet<String> {
    let names = line.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_'));
    names.flat_map(parts).map(str::to_ascii_lowercase).collect()
}

/// `keptPages`, `KeptPages` and `kept_pages` are `kept` and `pages`.
fn parts(name: &str) -> impl Iterator<Item = &str> {
    name.split('_').flat_map(|part| {
        let starts = part.char_indices().filter(|(at, c)| {
            *at == 0 || (c.is_ascii_uppercase() && part[..*at].ends_with(|c: char| c.is_ascii_lowercase()))
        });
        let starts: Vec<usize> = starts.map(|(at, _)| at).chain([part.len()]).collect();
        starts.windows(2).map(|pair| &part[pair[0]..pair[1]]).collect::<Vec<_>>()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn replaced_words_are_found_in_names_and_sentences() {
        let found = |text: &str| leftovers("crates/cart/src/lib.rs", text, true).len();
        assert_eq!(found("struct KeptPages;"), 1);
        assert_eq!(found("let is_drawn = true;"), 1);
        assert_eq!(found("// The page is drawn once."), 1);
        assert_eq!(found("// The copy is kept for an hour."), 0, "ordinary English");
        assert_eq!(found("let bookshelf = redrawn();"), 0, "other words");
    }

    #[test]
    fn exceptions_are_for_one_place() {
        assert_eq!(leftovers("crates/search/src/rules/typo.rs", "let letters = 3;", true), [""; 0]);
        assert_eq!(leftovers("crates/mail/src/lib.rs", "let letters = 3;", true).len(), 1);
    }
}
