//! Committed generated files: compared with the generator's output, or updated.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

use crate::repo::read;

/// Files of a folder: name to content.
pub type Files = BTreeMap<String, String>;

/// Compares the committed files with the generated ones. `is_generated` tells which of the other files in the folder
/// came from the same generator; these are left over.
pub fn differences(
    folder: &Path,
    wanted: &Files,
    is_generated: impl Fn(&str, &str) -> bool,
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
        if !wanted.contains_key(name) && is_generated(name, content) {
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
            Self::Stale(name) => format!("{name} is out of date"),
            Self::LeftOver(name) => format!("{name} is no longer needed"),
        }
    }

    /// Updates the folder.
    pub fn apply(&self, folder: &Path, wanted: &Files) -> Result<()> {
        let result = match self {
            Self::Missing(name) | Self::Stale(name) => fs::write(folder.join(name), &wanted[name]),
            Self::LeftOver(name) => fs::remove_file(folder.join(name)),
        };
        result.with_context(|| format!("updating {}", folder.display()))
    }
}

/// Reads the files of a folder. Empty if the folder does not exist.
pub fn contents(folder: &Path) -> Result<Files> {
    let mut contents = Files::new();
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
    fn a_generated_folder_is_compared_and_then_updated() {
        let folder = std::env::temp_dir().join(format!("xtask-fresh-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("folder created");
        for (name, content) in
            [("stale.ts", "old"), ("left.ts", "mine"), ("hand.ts", "yours"), ("same.ts", "same")]
        {
            fs::write(folder.join(name), content).expect("file written");
        }
        let wanted = Files::from([
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
            difference.apply(&folder, &wanted).expect("writable");
        }
        assert_eq!(compare(), []);
        assert!(folder.join("hand.ts").exists());
        fs::remove_dir_all(&folder).expect("folder removed");
    }
}
