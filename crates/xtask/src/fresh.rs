//! Files that a program writes and people commit: compared, or written again.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

use crate::repo::read;

/// What a folder should hold: file name to content.
pub type Wanted = BTreeMap<String, String>;

/// How the committed files differ from the wanted ones. `ours` tells which of the other files in
/// the folder were written by the same program, and are now left over.
pub fn differences(
    folder: &Path,
    wanted: &Wanted,
    ours: impl Fn(&str, &str) -> bool,
) -> Result<Vec<Difference>> {
    let mut found = Vec::new();
    let committed = contents(folder)?;
    for (name, content) in wanted {
        match committed.get(name) {
            None => found.push(Difference::Missing(name.clone())),
            Some(old) if old != content => found.push(Difference::Stale(name.clone())),
            Some(_) => {}
        }
    }
    for (name, content) in &committed {
        if !wanted.contains_key(name) && ours(name, content) {
            found.push(Difference::LeftOver(name.clone()));
        }
    }
    Ok(found)
}

#[derive(Debug, PartialEq, Eq)]
pub enum Difference {
    Missing(String),
    Stale(String),
    LeftOver(String),
}

impl Difference {
    pub fn describe(&self) -> String {
        match self {
            Self::Missing(name) => format!("{name} is missing"),
            Self::Stale(name) => format!("{name} is not what the code says"),
            Self::LeftOver(name) => format!("{name} is no longer needed"),
        }
    }

    /// Makes the folder as it should be.
    pub fn settle(&self, folder: &Path, wanted: &Wanted) -> Result<()> {
        let done = match self {
            Self::Missing(name) | Self::Stale(name) => fs::write(folder.join(name), &wanted[name]),
            Self::LeftOver(name) => fs::remove_file(folder.join(name)),
        };
        done.with_context(|| format!("changing {}", folder.display()))
    }
}

/// The files of a folder, by name; none when there is no such folder.
pub fn contents(folder: &Path) -> Result<Wanted> {
    let mut contents = Wanted::new();
    if !folder.is_dir() {
        return Ok(contents);
    }
    for entry in fs::read_dir(folder).with_context(|| format!("listing {}", folder.display()))? {
        let path = entry?.path();
        if path.is_file() {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            contents.insert(name, read(&path)?);
        }
    }
    Ok(contents)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_generated_folder_is_compared_and_then_settled() {
        let folder = std::env::temp_dir().join(format!("xtask-fresh-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        for (name, content) in
            [("stale.ts", "old"), ("left.ts", "mine"), ("hand.ts", "yours"), ("same.ts", "same")]
        {
            fs::write(folder.join(name), content).expect("a file");
        }
        let wanted = Wanted::from([
            ("new.ts".into(), "new".into()),
            ("same.ts".into(), "same".into()),
            ("stale.ts".into(), "fresh".into()),
        ]);
        let compare = || differences(&folder, &wanted, |_, content| content == "mine").expect("readable");

        let found = compare();
        assert_eq!(
            found,
            [
                Difference::Missing("new.ts".into()),
                Difference::Stale("stale.ts".into()),
                Difference::LeftOver("left.ts".into())
            ]
        );

        for difference in found {
            difference.settle(&folder, &wanted).expect("writable");
        }
        assert_eq!(compare(), []);
        assert!(folder.join("hand.ts").exists());
        fs::remove_dir_all(&folder).expect("it is ours");
    }
}
