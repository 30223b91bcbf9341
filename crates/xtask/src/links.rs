//! Finds broken links in the documentation, and pages missing from the table of contents.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use anyhow::Result;

use crate::repo::{files, read, relative_path};

const FRONT_PAGES: [&str; 3] = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md"];
const SUMMARY: &str = "docs/src/SUMMARY.md";

pub fn check(root: &Path) -> Result<Vec<String>> {
    let front = FRONT_PAGES.iter().map(|name| root.join(name)).filter(|path| path.exists());
    let pages: Vec<PathBuf> = front.chain(files(&root.join("docs"), &[".md"])?).collect();
    let mut violations = Vec::new();
    for page in &pages {
        for (line, target) in links(&read(page)?) {
            if let Some(reason) = check_link(root, page, &target)? {
                violations.push(format!("{}:{line}: {target} {reason}", relative_path(root, page)));
            }
        }
    }
    violations.extend(unlisted_pages(root)?);
    violations.extend(crate::asvs::check(root)?);
    if violations.is_empty() {
        println!("links: {} pages, no broken link", pages.len());
    }
    Ok(violations)
}

/// Returns why a link is broken. Links to other sites are not checked.
fn check_link(root: &Path, page: &Path, target: &str) -> Result<Option<&'static str>> {
    if target.contains("://") || target.starts_with("mailto:") || target.starts_with("tel:") {
        return Ok(None);
    }
    if target.starts_with('/') {
        return Ok(Some("is absolute: use a path relative to this page"));
    }
    let (path, anchor) = target.split_once('#').unwrap_or((target, ""));
    let path = path.split('?').next().unwrap_or_default().replace("%20", " ");
    let file = if path.is_empty() {
        page.to_owned()
    } else {
        let Ok(file) = page.with_file_name("").join(path).canonicalize() else {
            return Ok(Some("does not exist"));
        };
        file
    };
    if !file.starts_with(root.canonicalize()?) {
        return Ok(Some("is outside the repository"));
    }
    let is_page = file.extension().is_some_and(|extension| extension == "md");
    if is_page && !anchor.is_empty() && !anchors(&read(&file)?).contains(anchor) {
        return Ok(Some("names a missing heading"));
    }
    Ok(None)
}

/// Reports pages that the table of contents does not list.
fn unlisted_pages(root: &Path) -> Result<Vec<String>> {
    let summary = root.join(SUMMARY);
    if !summary.exists() {
        return Ok(Vec::new());
    }
    let book = summary.with_file_name("");
    let named: BTreeSet<PathBuf> = links(&read(&summary)?)
        .iter()
        .filter_map(|(_, target)| book.join(target).canonicalize().ok())
        .collect();
    let pages = files(&book, &[".md"])?.into_iter().filter(|page| *page != summary);
    let missing = pages.filter(|page| page.canonicalize().is_ok_and(|page| !named.contains(&page)));
    Ok(missing
        .map(|page| format!("{}: {SUMMARY} does not list this page", relative_path(root, &page)))
        .collect())
}

/// Returns every link with its line: `[x](y)`, `[x]: y`, `src="y"` and `href="y"`, outside code.
fn links(markdown: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    for (line, text) in prose(markdown) {
        for (index, _) in text.match_indices("](") {
            let rest = &text[index + 2..];
            let target = match rest.strip_prefix('<') {
                Some(rest) => rest.split('>').next(),
                None => rest.split([')', ' ']).next(),
            };
            found.extend(target.map(|target| (line, target.to_owned())));
        }
        if let Some((name, target)) = text.split_once("]: ") {
            // A footnote `[^1]: …` is not a link.
            if name.starts_with('[') && !name.starts_with("[^") {
                found.extend(target.split_whitespace().next().map(|target| (line, target.to_owned())));
            }
        }
        for attribute in ["src=\"", "href=\""] {
            for (index, _) in text.match_indices(attribute) {
                let target = text[index + attribute.len()..].split('"').next();
                found.extend(target.map(|target| (line, target.to_owned())));
            }
        }
    }
    found.retain(|(_, target)| !target.is_empty());
    found
}

/// Returns the anchors of a page, as GitHub and mdBook generate them.
fn anchors(markdown: &str) -> BTreeSet<String> {
    let mut anchors = BTreeSet::new();
    for (_, text) in prose(markdown) {
        for (index, _) in text.match_indices("id=\"") {
            anchors.extend(text[index + 4..].split('"').next().map(str::to_owned));
        }
        let heading = text.trim_start_matches('#');
        if heading.len() == text.len() || !heading.starts_with(' ') {
            continue;
        }
        if let Some((_, id)) = heading.split_once("{#") {
            anchors.insert(id.trim_end_matches(['}', ' ']).to_owned());
        }
        let slug = slug(heading.trim());
        let free = (1..).map(|n| format!("{slug}-{n}")).find(|name| !anchors.contains(name));
        let taken = anchors.contains(&slug);
        anchors.extend(if taken { free } else { Some(slug) });
    }
    anchors
}

fn slug(heading: &str) -> String {
    let lowercase = heading.to_lowercase();
    let allowed = lowercase.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    allowed.map(|c| if c == ' ' { '-' } else { c }).collect()
}

/// Returns the numbered lines outside fenced code. Code spans are removed, except in headings.
fn prose(markdown: &str) -> Vec<(usize, String)> {
    let mut lines = Vec::new();
    let mut fence = None;
    for (index, line) in markdown.lines().enumerate() {
        let text = line.trim_start();
        let marker = ["```", "~~~"].into_iter().find(|marker| text.starts_with(marker));
        match (fence, marker) {
            (None, Some(marker)) => fence = Some(marker),
            (Some(open), Some(marker)) if open == marker => fence = None,
            (Some(_), _) => {}
            (None, None) if text.starts_with('#') => lines.push((index + 1, text.to_owned())),
            (None, None) => {
                // Every second part between backticks is code.
                let words: Vec<&str> = text.split('`').step_by(2).collect();
                lines.push((index + 1, words.join("`")));
            }
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_found_outside_code() {
        let page = "See [a](a.md#x) and ![b](<b c.png> \"t\").\n```\n[no](no.md)\n```\n`[no](no.md)` <img src=\"d.svg\">\n[e]: e.md\n[^1]: note";

        let found: Vec<_> =
            links(page).into_iter().map(|(line, target)| format!("{line} {target}")).collect();
        assert_eq!(found, ["1 a.md#x", "1 b c.png", "5 d.svg", "6 e.md"]);
    }

    #[test]
    fn headings_have_the_generated_anchors() {
        let page = "# One crate, or several?\n## `make check`\n## Same\n## Same\n## Own {#mine}\n<a id=\"here\"></a>";

        let anchors = anchors(page);
        for name in ["one-crate-or-several", "make-check", "same", "same-1", "mine", "here"] {
            assert!(anchors.contains(name), "{name} in {anchors:?}");
        }
    }

    #[test]
    fn broken_links_and_unlisted_pages_are_reported() {
        let root = std::env::temp_dir().join(format!("xtask-links-{}", std::process::id()));
        let book = root.join("docs/src");
        std::fs::create_dir_all(&book).expect("folder created");
        let pages = [
            (
                "README.md",
                "[a](docs/src/a.md) [b](docs/src/a.md#gone) [c](lost.md) [d](../out.md) [e](/x) [f](https://x.y)",
            ),
            ("docs/src/SUMMARY.md", "- [A](a.md)"),
            ("docs/src/a.md", "# A\n[up](#a)"),
            ("docs/src/b.md", "# B"),
        ];
        for (name, text) in pages {
            std::fs::write(root.join(name), text).expect("page written");
        }

        let violations = check(&root).expect("readable pages");
        std::fs::remove_dir_all(&root).expect("folder removed");

        assert_eq!(violations.len(), 5, "{violations:#?}");
        assert!(violations[0].starts_with("README.md:1: docs/src/a.md#gone names a missing heading"));
        assert!(violations[4].starts_with("docs/src/b.md: docs/src/SUMMARY.md does not list"));
    }
}
