//! Checks that the tests which `docs/src/asvs.md` names exist.

use std::path::{Path, PathBuf};

use anyhow::Result;

use crate::repo::read;

const PAGE: &str = "docs/src/asvs.md";

/// The endpoint tests, which the page names without this folder.
const ENDPOINT_TESTS: &str = "crates/storefront/tests";

pub fn check(root: &Path) -> Result<Vec<String>> {
    let page = root.join(PAGE);
    if !page.exists() {
        return Ok(Vec::new());
    }
    let mut violations = Vec::new();
    for (index, line) in read(&page)?.lines().enumerate() {
        for (file, name) in named_tests(line) {
            let path = path_of(root, file);
            let found = path.is_file() && contains_test(file, &read(&path)?, name);
            if !found {
                violations.push(format!("{PAGE}:{}: there is no test {file}::{name}", index + 1));
            }
        }
    }
    Ok(violations)
}

/// The tests in code spans: a file, two colons, and the name of a function or the title of a browser test.
fn named_tests(line: &str) -> impl Iterator<Item = (&str, &str)> {
    // Every second part between backticks is code.
    let spans = line.split('`').skip(1).step_by(2);
    let named = spans.filter_map(|span| span.split_once("::"));
    named.filter(|(file, _)| is_rust(file) || is_script(file))
}

fn is_rust(file: &str) -> bool {
    file.ends_with(".rs")
}

fn is_script(file: &str) -> bool {
    [".ts", ".tsx", ".mjs"].iter().any(|suffix| file.ends_with(suffix))
}

fn path_of(root: &Path, file: &str) -> PathBuf {
    match file.starts_with("it/") {
        true => root.join(ENDPOINT_TESTS).join(file),
        false => root.join(file),
    }
}

fn contains_test(file: &str, text: &str, name: &str) -> bool {
    match is_rust(file) {
        true => text.contains(&format!("fn {name}(")),
        false => ['"', '\'', '`'].iter().any(|quote| text.contains(&format!("{quote}{name}{quote}"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_are_named_by_file_and_name() {
        let line = "| 1.2.4 | test | `it/a.rs::one` and `e2e/b.spec.ts::a long title`, not `edge::nonce` |";

        let found: Vec<_> = named_tests(line).collect();
        assert_eq!(found, [("it/a.rs", "one"), ("e2e/b.spec.ts", "a long title")]);
    }

    #[test]
    fn a_test_that_does_not_exist_is_reported() {
        let root = std::env::temp_dir().join(format!("xtask-asvs-{}", std::process::id()));
        let files = [
            (
                PAGE,
                "`it/a.rs::one`\n`it/a.rs::on`\n`e2e/b.spec.ts::a title`\n`e2e/b.spec.ts::a`\n`it/c.rs::one`",
            ),
            ("crates/storefront/tests/it/a.rs", "#[test]\nfn one() {}"),
            ("e2e/b.spec.ts", "test(\"a title\", () => {});"),
        ];
        for (name, text) in files {
            let path = root.join(name);
            std::fs::create_dir_all(path.parent().expect("a folder")).expect("folder created");
            std::fs::write(path, text).expect("file written");
        }

        let violations = check(&root).expect("readable files");
        std::fs::remove_dir_all(&root).expect("folder removed");

        let lines = [
            "2: there is no test it/a.rs::on",
            "4: there is no test e2e/b.spec.ts::a",
            "5: there is no test it/c.rs::one",
        ];
        assert_eq!(violations, lines.map(|line| format!("{PAGE}:{line}")));
    }
}
