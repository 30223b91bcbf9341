//! The boundaries between the modules: who may use whom, who may write which table, and who may write into a page.
//!
//! Most of them are kept by the compiler, through each crate's manifest. These are the others.

mod dom;
mod imports;
mod source;
mod tables;
mod web;

use anyhow::Result;

use crate::repo::{Repo, files, read, shown};
use source::Source;

/// A file of a crate that the shop is built from, without its tests.
pub struct Code {
    /// The crate's name.
    pub crate_name: String,
    /// From the repository's root.
    pub place: String,
    /// Its module path in the crate: `["rules", "limits"]` for `src/rules/limits.rs`.
    pub module: Vec<String>,
    pub source: Source,
}

pub fn check(repo: &Repo) -> Result<Vec<String>> {
    let code = read_code(repo)?;
    let mut faults = imports::check(repo, &code);
    faults.extend(tables::check(repo, &code)?);
    faults.extend(web::check(&repo.root)?);
    faults.extend(dom::check(&repo.root)?);
    if faults.is_empty() {
        println!("boundaries: {} Rust files, every one is kept", code.len());
    }
    Ok(faults)
}

fn read_code(repo: &Repo) -> Result<Vec<Code>> {
    let mut code = Vec::new();
    for member in &repo.crates {
        let sources = member.folder.join("src");
        for path in files(&sources, &[".rs"])? {
            let module = module_path(&shown(&sources, &path));
            // The file of a `mod tests;` under `#[cfg(test)]`.
            if module.iter().any(|part| part == "tests") {
                continue;
            }
            let place = shown(&repo.root, &path);
            let source = Source::parse(&read(&path)?, &module)
                .map_err(|error| error.context(format!("reading {place}")))?;
            code.push(Code { crate_name: member.name.clone(), place, module, source });
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
    /// A file as it would be read from `crates/<name>/src/<file>`.
    fn sample(name: &str, file: &str, text: &str) -> Self {
        let module = module_path(file);
        let source = Source::parse(text, &module).expect("the sample is Rust");
        Self { crate_name: name.to_owned(), place: format!("crates/{name}/src/{file}"), module, source }
    }
}
