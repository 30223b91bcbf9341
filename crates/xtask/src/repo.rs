//! Paths, crates and files of this repository.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use anyhow::{Context, Result};
use cargo_metadata::{DependencyKind, MetadataCommand, Package, PackageId};

/// Folders without sources of the project, ignored at every level.
const IGNORED_FOLDERS: [&str; 4] = ["node_modules", "target", "dist", "book"];

pub struct Repo {
    pub root: PathBuf,
    /// Cargo's target folder; scratch files go to its `xtask` subfolder.
    pub target: PathBuf,
    pub crates: Vec<Member>,
}

/// One crate of the workspace.
pub struct Member {
    pub name: String,
    pub id: PackageId,
    pub folder: PathBuf,
    pub dependencies: Vec<Dependency>,
    /// What each feature implies.
    pub features: BTreeMap<String, Vec<String>>,
}

pub struct Dependency {
    /// As written in Rust code, with underscores.
    pub name: String,
    pub dev: bool,
    pub optional: bool,
    pub features: Vec<String>,
}

impl Repo {
    /// Reads the workspace from `cargo metadata`, which works from any folder in it.
    pub fn find() -> Result<Self> {
        let mut command = MetadataCommand::new();
        let metadata = command.no_deps().other_options(["--offline".to_owned()]).exec()?;
        let crates = metadata.packages.into_iter().map(Member::from_package).collect::<Result<_>>()?;
        Ok(Self { root: metadata.workspace_root.into(), target: metadata.target_directory.into(), crates })
    }

    /// Returns an empty scratch folder for a task, outside the source tree.
    pub fn scratch(&self, task: &str) -> Result<PathBuf> {
        let folder = self.target.join("xtask").join(task);
        if folder.exists() {
            fs::remove_dir_all(&folder).with_context(|| format!("clearing {}", folder.display()))?;
        }
        fs::create_dir_all(&folder).with_context(|| format!("creating {}", folder.display()))?;
        Ok(folder)
    }

    pub fn is_crate(&self, name: &str) -> bool {
        self.crates.iter().any(|member| member.name == name)
    }
}

impl Member {
    fn from_package(package: Package) -> Result<Self> {
        let folder = package.manifest_path.parent().context("manifest path has no parent folder")?;
        let dependencies = package.dependencies.iter().map(|dependency| Dependency {
            name: dependency.rename.as_ref().unwrap_or(&dependency.name).replace('-', "_"),
            dev: dependency.kind == DependencyKind::Development,
            optional: dependency.optional,
            features: dependency.features.clone(),
        });
        Ok(Self {
            name: package.name.to_string(),
            folder: folder.into(),
            dependencies: dependencies.collect(),
            id: package.id,
            features: package.features,
        })
    }
}

/// Returns the cargo that runs this program, so that both use the same toolchain.
pub fn cargo() -> Command {
    Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}

/// Returns every file below a folder with one of the suffixes, sorted. Empty if the folder does not exist.
pub fn files(folder: &Path, suffixes: &[&str]) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    collect(folder, suffixes, &mut found)?;
    found.sort();
    Ok(found)
}

fn collect(folder: &Path, suffixes: &[&str], found: &mut Vec<PathBuf>) -> Result<()> {
    if !folder.is_dir() {
        return Ok(());
    }
    for entry in fs::read_dir(folder).with_context(|| format!("listing {}", folder.display()))? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if path.is_dir() {
            if !name.starts_with('.') && !IGNORED_FOLDERS.contains(&&*name) {
                collect(&path, suffixes, found)?;
            }
        } else if suffixes.iter().any(|suffix| name.ends_with(suffix)) {
            found.push(path);
        }
    }
    Ok(())
}

pub fn read(path: &Path) -> Result<String> {
    fs::read_to_string(path).with_context(|| format!("reading {}", path.display()))
}

/// Returns a path relative to `root`, as messages show it.
pub fn relative_path(root: &Path, path: &Path) -> String {
    path.strip_prefix(root).unwrap_or(path).display().to_string()
}
