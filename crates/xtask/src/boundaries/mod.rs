//! Module boundaries: allowed imports, table ownership, which code may write to the DOM, and what no release contains.
//!
//! The compiler enforces most boundaries through the crate manifests. These checks cover the rest.

mod dom;
mod features;
mod imports;
mod source;
mod tables;
mod web;
mod words;

use anyhow::Result;

use crate::repo::{Repo, files, read, relative_path};
use source::Source;

/// A source file of a crate, without its tests.
pub struct Code {
    pub crate_name: String,
    /// Relative to the repository root.
    pub path: String,
    /// Module path in the crate: `["rules", "limits"]` for `src/rules/limits.rs`.
    pub module: Vec<String>,
    pub source: Source,
}

pub fn check(repo: &Repo) -> Result<Vec<String>> {
    let code = read_code(repo)?;
    let mut violations = imports::check(repo, &code);
    violations.extend(tables::check(repo, &code)?);
    violations.extend(web::check(&repo.root)?);
    violations.extend(dom::check(&repo.root)?);
    violations.extend(words::check(repo)?);
    violations.extend(features::check(repo)?);
    if violations.is_empty() {
        println!("boundaries: {} Rust files, no violation", code.len());
    }
    Ok(violations)
}

fn read_code(repo: &Repo) -> Result<Vec<Code>> {
    let mut code = Vec::new();
    for member in &repo.crates {
        let sources = member.folder.join("src");
        for path in files(&sources, &[".rs"])? {
            let module = module_path(&relative_path(&sources, &path));
            // Skip the files of a `#[cfg(test)] mod tests;`.
            if module.iter().any(|part| part == "tests") {
                continue;
            }
            let file = relative_path(&repo.root, &path);
            let source = Source::parse(&read(&path)?, &module)
                .map_err(|error| error.context(format!("reading {file}")))?;
            code.push(Code { crate_name: member.name.clone(), path: file, module, source });
        }
    }
    Ok(code)
}

/// `rules/limits.rs` is `rules::limits`; `rules/mod.rs` is `rules`; `lib.rs` is the crate itself.
fn module_path(file: &str) -> Vec<String> {
    let mut parts: Vec<String> = file.trim_end_matches(".rs").split('/').map(str::to_owned).collect();
    if matches!(parts.last().map(String::as_str), Some("mod" | "lib" | "main")) {
        parts.pop();
    }
    parts
}

#[cfg(test)]
impl Code {
    /// Builds the `Code` that `crates/<name>/src/<file>` would give.
    fn sample(name: &str, file: &str, text: &str) -> Self {
        let module = module_path(file);
        let source = Source::parse(text, &module).expect("valid Rust sample");
        Self { crate_name: name.to_owned(), path: format!("crates/{name}/src/{file}"), module, source }
    }
}
