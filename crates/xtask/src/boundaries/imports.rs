//! Which files of a crate may use what.

use std::collections::{BTreeMap, BTreeSet};

use super::Code;
use super::source::PathName;
use crate::repo::Repo;

/// What a rule may use beside `kernel` and other rules: libraries that only compute.
const PURE: [&str; 13] = [
    "alloc",
    "chrono",
    "core",
    "hex",
    "kernel",
    "percent_encoding",
    "serde",
    "sha2",
    "std",
    "thiserror",
    "ts_rs",
    "unicode_normalization",
    "serde_urlencoded",
];

/// Doors to the outside world in libraries that otherwise only compute.
const IMPURE: [&str; 9] = [
    "chrono::Local",
    "chrono::Utc::now",
    "std::env",
    "std::fs",
    "std::net",
    "std::process",
    "std::thread",
    "std::time::Instant",
    "std::time::SystemTime",
];

/// Requests and responses: not a query's business.
const HTTP: [&str; 7] = ["axum", "axum_extra", "http", "hyper", "reqwest", "tower", "tower_http"];

/// What waits, or talks to the outside.
const OUTSIDE: [&str; 10] = [
    "axum",
    "futures_util",
    "graphile_worker",
    "http",
    "hyper",
    "redis",
    "reqwest",
    "sqlx",
    "tokio",
    "tower",
];

pub fn check(repo: &Repo, code: &[Code]) -> Vec<String> {
    let rules = Rules::of(code);
    let mut faults = manifests(repo);
    for file in code {
        // A path may start with a crate's name or with a module's: only manifests tell them apart.
        let dependencies = repo.crates.iter().filter(|member| member.name == file.crate_name);
        let dependencies: BTreeSet<&str> =
            dependencies.flat_map(|member| &member.dependencies).map(|found| found.name.as_str()).collect();
        for path in &file.source.paths {
            if let Some(fault) = fault(file, path, &rules, &dependencies) {
                let fault = format!("{}:{}: {} {fault}", file.place, path.line, path.parts.join("::"));
                // One line may name a crate several times.
                if faults.last() != Some(&fault) {
                    faults.push(fault);
                }
            }
        }
    }
    faults
}

fn fault(file: &Code, path: &PathName, rules: &Rules, dependencies: &BTreeSet<&str>) -> Option<&'static str> {
    let first = path.parts.first()?.as_str();
    let whole = path.parts.join("::");
    match file.module.first().map(String::as_str) {
        Some("rules") => {
            let impure = IMPURE.iter().any(|door| whole == *door || whole.starts_with(&format!("{door}::")))
                || matches!(whole.as_str(), "Utc::now" | "Local::now" | "SystemTime::now" | "Instant::now");
            let foreign = dependencies.contains(first) && !PURE.contains(&first);
            if impure {
                Some("reaches outside: a rule is told the time and its settings")
            } else if (foreign || first == "crate") && !rules.allow(&file.crate_name, &path.parts) {
                Some("is no rule: rules use kernel and other crates' rules only")
            } else {
                None
            }
        }
        Some("store") if HTTP.contains(&first) || whole.starts_with("crate::http::") => {
            Some("is about requests: a store only queries")
        }
        _ if file.crate_name == "kernel" && OUTSIDE.contains(&first) && first != "sqlx" => {
            Some("waits or reaches outside: the kernel does neither")
        }
        _ => None,
    }
}

/// Which names lead to rules: `cart::rules::…`, and what a crate's root passes on from its rules.
struct Rules {
    passed_on: BTreeMap<String, BTreeSet<String>>,
}

impl Rules {
    fn of(code: &[Code]) -> Self {
        let mut passed_on = BTreeMap::<String, BTreeSet<String>>::new();
        for file in code.iter().filter(|file| file.module.is_empty()) {
            let names = file.source.paths.iter().filter(|path| path.public);
            let names = names.filter(|path| {
                path.parts.iter().find(|part| *part != "crate").is_some_and(|part| part == "rules")
            });
            let names = names.filter_map(|path| path.parts.last().cloned());
            passed_on.entry(file.crate_name.clone()).or_default().extend(names);
        }
        Self { passed_on }
    }

    fn allow(&self, name: &str, parts: &[String]) -> bool {
        let [first, second, ..] = parts else { return false };
        let name = if first == "crate" { name } else { first };
        second == "rules"
            || self.passed_on.get(name).is_some_and(|names| names.contains(second) || names.contains("*"))
    }
}

/// What manifests must not say.
fn manifests(repo: &Repo) -> Vec<String> {
    let mut faults = Vec::new();
    for member in &repo.crates {
        let name = &member.name;
        for dependency in member.dependencies.iter().filter(|dependency| !dependency.dev) {
            if dependency.name == "testkit" {
                faults.push(format!("crates/{name}/Cargo.toml: testkit is only ever a dev-dependency"));
            }
            let outside = OUTSIDE.contains(&&*dependency.name);
            if name == "kernel" && outside && !(dependency.name == "sqlx" && dependency.optional) {
                faults.push(format!(
                    "crates/kernel/Cargo.toml: the kernel does no I/O, so no {}",
                    dependency.name
                ));
            }
        }
    }
    faults
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::repo::{Dependency, Member};

    fn repo() -> Repo {
        let member = |name: &str, dependencies: &[&str]| Member {
            name: name.to_owned(),
            id: name.to_owned(),
            folder: name.into(),
            dependencies: dependencies
                .iter()
                .map(|name| Dependency { name: (*name).to_owned(), dev: false, optional: false })
                .collect(),
        };
        Repo {
            root: "".into(),
            target: "".into(),
            crates: vec![
                member("kernel", &["chrono", "serde"]),
                member("pricing", &["kernel", "edge", "sqlx"]),
                member("cart", &["kernel", "edge", "pricing", "axum", "sqlx", "chrono", "serde"]),
            ],
        }
    }

    fn faults(files: &[(&str, &str, &str)]) -> Vec<String> {
        let code: Vec<Code> = files.iter().map(|(name, file, text)| Code::sample(name, file, text)).collect();
        check(&repo(), &code)
    }

    #[test]
    fn a_rule_may_use_the_kernel_and_other_rules() {
        let pricing = ("pricing", "lib.rs", "pub mod rules; pub use rules::{Sale, price as best_price};");
        let cart = (
            "cart",
            "rules.rs",
            "use kernel::Money; use pricing::rules::price; use pricing::Sale; use std::fmt; use serde::Serialize;
             use crate::rules::limits::Limit; pub enum Problem { A } use Problem::A; fn f() { limits::check(Sale::NONE) }",
        );

        assert_eq!(faults(&[pricing, cart]), [""; 0]);
    }

    #[test]
    fn a_rule_that_queries_answers_or_asks_the_time_breaks_a_boundary() {
        let rules = "use axum::Json;\nuse crate::store::load;\nuse pricing::store;\nuse super::http;\n\
                     fn f() { sqlx::query(); edge::now(); chrono::Utc::now(); std::fs::read(); Utc::now() }";

        let faults = faults(&[("cart", "rules/mod.rs", rules)]);

        assert_eq!(faults.len(), 9, "{faults:#?}");
        assert!(faults[0].starts_with("crates/cart/src/rules/mod.rs:1: axum::Json is no rule"));
        assert!(faults[3].contains("crate::http is no rule"));
        assert!(faults[6].contains("reaches outside"));
    }

    #[test]
    fn the_tests_of_a_rule_may_use_anything() {
        let rules = "#[cfg(test)] mod tests { use crate::store; use axum::Json; }";

        assert_eq!(faults(&[("cart", "rules.rs", rules)]), [""; 0]);
    }

    #[test]
    fn a_store_knows_no_requests() {
        let store = "use sqlx::PgExecutor; use axum::Json; use crate::http::Form; use crate::rules::Cart;";

        assert_eq!(faults(&[("cart", "store.rs", store)]).len(), 2);
    }

    #[test]
    fn the_kernel_stays_dry() {
        let kernel =
            "#[cfg_attr(feature = \"sqlx\", derive(sqlx::Type))] struct A; fn f() { tokio::spawn() }";
        assert_eq!(faults(&[("kernel", "clock.rs", kernel)]).len(), 1);

        let mut repo = repo();
        let wet = |name: &str, optional| Dependency { name: name.to_owned(), dev: false, optional };
        repo.crates[0].dependencies.extend([wet("tokio", false), wet("sqlx", true), wet("testkit", false)]);
        assert_eq!(manifests(&repo).len(), 2);
    }
}
