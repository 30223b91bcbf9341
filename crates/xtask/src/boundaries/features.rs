//! The feature `seeded-bugs` is for the fault kit: nothing enables it but `scripts/faults`.

use std::collections::BTreeSet;

use anyhow::Result;

use crate::repo::{Member, Repo, files, read, relative_path};

const FEATURE: &str = "seeded-bugs";

/// Where builds are described: everything but sources and documentation.
const BUILD_FOLDERS: [&str; 5] = ["scripts", ".ci", "deploy", ".github", ".cargo"];
const BUILD_FILES: [&str; 2] = ["Makefile", "Cargo.toml"];

/// The only one that may build with it.
const ALLOWED: &str = "scripts/faults";

pub fn check(repo: &Repo) -> Result<Vec<String>> {
    let mut violations: Vec<String> = repo.crates.iter().flat_map(enabled).collect();
    let folders = BUILD_FOLDERS.iter().map(|folder| repo.root.join(folder));
    let mut builds = Vec::new();
    for folder in folders {
        builds.extend(files(&folder, &[""])?);
    }
    builds.extend(BUILD_FILES.iter().map(|file| repo.root.join(file)));
    for path in builds {
        let file = relative_path(&repo.root, &path);
        // Pictures and the like are not text.
        if file != ALLOWED && read(&path).is_ok_and(|text| text.contains(FEATURE)) {
            violations.push(format!("{file} mentions the feature {FEATURE}, which no release may have"));
        }
    }
    Ok(violations)
}

/// Ways in which a manifest enables the feature without being asked to.
fn enabled(member: &Member) -> Vec<String> {
    let mut violations = Vec::new();
    let mut defaults = BTreeSet::from(["default"]);
    let mut open = vec!["default"];
    while let Some(name) = open.pop() {
        for implied in member.features.get(name).into_iter().flatten() {
            if defaults.insert(implied) {
                open.push(implied);
            }
        }
    }
    if defaults.iter().any(|name| names_it(name)) {
        violations.push(format!("{} has the feature {FEATURE} by default", member.name));
    }
    for dependency in member.dependencies.iter().filter(|one| one.features.iter().any(|name| names_it(name)))
    {
        violations.push(format!("{} enables the feature {FEATURE} of {}", member.name, dependency.name));
    }
    violations
}

/// `seeded-bugs` or `cart/seeded-bugs`.
fn names_it(feature: &str) -> bool {
    feature.rsplit('/').next() == Some(FEATURE)
}

#[cfg(test)]
mod tests {
    use cargo_metadata::PackageId;

    use super::*;
    use crate::repo::Dependency;

    fn member(features: &[(&str, &[&str])], of_dependency: &[&str]) -> Member {
        let list = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        Member {
            name: "storefront".to_owned(),
            id: PackageId { repr: String::new() },
            folder: Default::default(),
            features: features.iter().map(|(name, implied)| ((*name).to_owned(), list(implied))).collect(),
            dependencies: vec![Dependency {
                name: "cart".to_owned(),
                dev: false,
                optional: false,
                features: list(of_dependency),
            }],
        }
    }

    #[test]
    fn a_feature_that_must_be_asked_for_is_allowed() {
        assert_eq!(enabled(&member(&[("seeded-bugs", &["cart/seeded-bugs"])], &[])), [""; 0]);
    }

    #[test]
    fn seeded_bugs_are_in_no_default_and_in_no_dependency() {
        let by_default: &[(&str, &[&str])] = &[("default", &["all"]), ("all", &["cart/seeded-bugs"])];
        assert_eq!(enabled(&member(by_default, &[])).len(), 1);
        assert_eq!(enabled(&member(&[], &["seeded-bugs"])).len(), 1);
    }
}
