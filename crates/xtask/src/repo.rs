//! Where things are in this repository.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use anyhow::{Context, Result, ensure};
use serde_json::Value;

/// Folders that hold nothing of ours, wherever they are.
const FOREIGN: [&str; 4] = ["node_modules", "target", "dist", "book"];

pub struct Repo {
    pub root: PathBuf,
    /// Cargo's target folder, with room for our own scratch files.
    pub target: PathBuf,
    pub crates: Vec<Member>,
}

/// One crate of the workspace.
pub struct Member {
    pub name: String,
    pub id: String,
    pub folder: PathBuf,
    pub dependencies: Vec<Dependency>,
}

pub struct Dependency {
    /// As Rust code writes it, with underscores.
    pub name: String,
    pub dev: bool,
    pub optional: bool,
}

impl Repo {
    /// Asks cargo, which knows the workspace from any folder in it.
    pub fn find() -> Result<Self> {
        let output = cargo()
            .args(["metadata", "--format-version=1", "--no-deps", "--offline"])
            .output()
            .context("starting cargo metadata")?;
        ensure!(output.status.success(), "cargo metadata: {}", String::from_utf8_lossy(&output.stderr));
        let metadata: Value = serde_json::from_slice(&output.stdout).context("reading cargo metadata")?;

        let crates = list(&metadata["packages"]).map(Member::read).collect::<Result<_>>()?;
        Ok(Self {
            root: text(&metadata["workspace_root"])?.into(),
            target: text(&metadata["target_directory"])?.into(),
            crates,
        })
    }

    /// An empty folder for one task's files, outside the tree.
    pub fn scratch(&self, task: &str) -> Result<PathBuf> {
        let folder = self.target.join("xtask").join(task);
        if folder.exists() {
            fs::remove_dir_all(&folder).with_context(|| format!("emptying {}", folder.display()))?;
        }
        fs::create_dir_all(&folder).with_context(|| format!("making {}", folder.display()))?;
        Ok(folder)
    }

    pub fn is_crate(&self, name: &str) -> bool {
        self.crates.iter().any(|member| member.name == name)
    }
}

impl Member {
    fn read(package: &Value) -> Result<Self> {
        let manifest = Path::new(text(&package["manifest_path"])?);
        let dependencies = list(&package["dependencies"]).map(|dependency| {
            let name = dependency["rename"].as_str().map_or_else(|| text(&dependency["name"]), Ok)?;
            Ok(Dependency {
                name: name.replace('-', "_"),
                dev: dependency["kind"] == "dev",
                optional: dependency["optional"] == true,
            })
        });
        Ok(Self {
            name: text(&package["name"])?.to_owned(),
            id: text(&package["id"])?.to_owned(),
            folder: manifest.parent().context("a manifest is in a folder")?.to_owned(),
            dependencies: dependencies.collect::<Result<_>>()?,
        })
    }
}

/// The cargo that runs us, so that both use one toolchain.
pub fn cargo() -> Command {
    Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}

pub fn list(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

fn text(value: &Value) -> Result<&str> {
    value.as_str().context("cargo metadata has an unexpected shape")
}

/// Every file below a folder with one of the endings, sorted; none when there is no such folder.
pub fn files(folder: &Path, endings: &[&str]) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    collect(folder, endings, &mut found)?;
    found.sort();
    Ok(found)
}

fn collect(folder: &Path, endings: &[&str], found: &mut Vec<PathBuf>) -> Result<()> {
    if !folder.is_dir() {
        return Ok(());
    }
    for entry in fs::read_dir(folder).with_context(|| format!("listing {}", folder.display()))? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if path.is_dir() {
            if !name.starts_with('.') && !FOREIGN.contains(&&*name) {
                collect(&path, endings, found)?;
            }
        } else if endings.iter().any(|ending| name.ends_with(ending)) {
            found.push(path);
        }
    }
    Ok(())
}

pub fn read(path: &Path) -> Result<String> {
    fs::read_to_string(path).with_context(|| format!("reading {}", path.display()))
}

/// A path as messages show it: from the repository's root.
pub fn shown(root: &Path, path: &Path) -> String {
    path.strip_prefix(root).unwrap_or(path).display().to_string()
}
