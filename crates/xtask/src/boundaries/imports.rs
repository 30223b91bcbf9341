//! Which modules may import which crates.

use std::collections::{BTreeMap, BTreeSet};

use super::Code;
use super::source::PathName;
use crate::repo::Repo;

/// Libraries without I/O, which rules may use in addition to other rules.
const PURE: [&str; 17] = [
    "alloc",
    "ammonia",
    "chrono",
    "core",
    "fluent_syntax",
    "hex",
    "infer",
    "kernel",
    "linkify",
    "percent_encoding",
    "serde",
    "sha2",
    "std",
    "thiserror",
    "ts_rs",
    "unicode_normalization",
    "serde_urlencoded",
];

/// Paths with I/O or a clock in libraries that are otherwise pure.
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

/// The binary's crate: it has a `store` but is no capability, so it needs no `service`.
const BINARY: &str = "storefront";

/// HTTP libraries, which a store may not use.
const HTTP: [&str; 7] = ["axum", "axum_extra", "http", "hyper", "reqwest", "tower", "tower_http"];

/// Libraries that do I/O or wait.
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
    let rules = Rules::from_code(code);
    let members: BTreeSet<&str> = repo.crates.iter().map(|member| member.name.as_str()).collect();
    let mut violations = check_manifests(repo);
    violations.extend(check_services(code));
    for file in code {
        // A path may start with a crate or a module name; only the manifest distinguishes them.
        let dependencies = repo.crates.iter().filter(|member| member.name == file.crate_name);
        let dependencies: BTreeSet<&str> =
            dependencies.flat_map(|member| &member.dependencies).map(|found| found.name.as_str()).collect();
        for path in &file.source.paths {
            if let Some(reason) = violation(file, path, &rules, &dependencies, &members) {
                let violation = format!("{}:{}: {} {reason}", file.path, path.line, path.parts.join("::"));
                // A line that names a crate several times is reported once.
                if violations.last() != Some(&violation) {
                    violations.push(violation);
                }
            }
        }
    }
    violations
}

fn violation(
    file: &Code,
    path: &PathName,
    rules: &Rules,
    dependencies: &BTreeSet<&str>,
    members: &BTreeSet<&str>,
) -> Option<&'static str> {
    let first = path.parts.first()?.as_str();
    let whole = path.parts.join("::");
    let second = path.parts.get(1).map_or("", String::as_str);
    // The library `http` has no such module, and `axum::http` is that library.
    let has_modules = dependencies.contains(first) && members.contains(first);
    if has_modules && second == "http" {
        return Some("is another crate's HTTP: call its `service`");
    }
    if has_modules && second == "store" {
        return Some("is another crate's store: call its `service`");
    }
    match file.module.first().map(String::as_str) {
        Some("rules") => {
            let impure = IMPURE.iter().any(|path| whole == *path || whole.starts_with(&format!("{path}::")))
                || matches!(whole.as_str(), "Utc::now" | "Local::now" | "SystemTime::now" | "Instant::now");
            // A derive that maps an enum to a column does no I/O.
            let foreign = dependencies.contains(first) && !PURE.contains(&first) && whole != "sqlx::Type";
            if impure {
                Some("does I/O: a rule receives the time and the settings as arguments")
            } else if (foreign || first == "crate") && !rules.allow(&file.crate_name, &path.parts) {
                Some("is not a rule: rules may use only kernel and rules of other crates")
            } else {
                None
            }
        }
        Some("store") if HTTP.contains(&first) || whole.starts_with("crate::http::") => {
            Some("is HTTP: a store contains only queries")
        }
        _ if file.crate_name == "kernel" && OUTSIDE.contains(&first) && first != "sqlx" => {
            Some("does I/O or waits: the kernel does neither")
        }
        _ => None,
    }
}

/// The paths that count as rules: `cart::rules::…`, and rules that a crate root re-exports.
struct Rules {
    /// By crate of this repository.
    reexported: BTreeMap<String, BTreeSet<String>>,
}

impl Rules {
    fn from_code(code: &[Code]) -> Self {
        let mut reexported = BTreeMap::<String, BTreeSet<String>>::new();
        for file in code.iter().filter(|file| file.module.is_empty()) {
            let names = file.source.paths.iter().filter(|path| path.public);
            let names = names.filter(|path| {
                path.parts.iter().find(|part| *part != "crate").is_some_and(|part| part == "rules")
            });
            let names = names.filter_map(|path| path.parts.last().cloned());
            reexported.entry(file.crate_name.clone()).or_default().extend(names);
        }
        Self { reexported }
    }

    fn allow(&self, name: &str, parts: &[String]) -> bool {
        let [first, second, ..] = parts else { return false };
        let name = if first == "crate" { name } else { first };
        second == "rules"
            || self.reexported.get(name).is_some_and(|names| names.contains(second) || names.contains("*"))
    }
}

/// Reports capabilities without a `service`. A capability has tables or endpoints.
fn check_services(code: &[Code]) -> Vec<String> {
    let crates_with = |names: &[&str]| -> BTreeSet<&str> {
        let files =
            code.iter().filter(|file| file.module.first().is_some_and(|name| names.contains(&name.as_str())));
        files.map(|file| file.crate_name.as_str()).collect()
    };
    let (capabilities, services) = (crates_with(&["store", "http"]), crates_with(&["service"]));
    let missing = capabilities.difference(&services).filter(|name| **name != BINARY);
    missing.map(|name| format!("crates/{name}: the capability has no `service` for others to call")).collect()
}

/// Reports forbidden dependencies in the manifests.
fn check_manifests(repo: &Repo) -> Vec<String> {
    let mut violations = Vec::new();
    for member in &repo.crates {
        let name = &member.name;
        for dependency in member.dependencies.iter().filter(|dependency| !dependency.dev) {
            if dependency.name == "testkit" {
                violations.push(format!("crates/{name}/Cargo.toml: testkit may only be a dev-dependency"));
            }
            let outside = OUTSIDE.contains(&&*dependency.name);
            if name == "kernel" && outside && !(dependency.name == "sqlx" && dependency.optional) {
                violations.push(format!(
                    "crates/kernel/Cargo.toml: the kernel does no I/O and may not use {}",
                    dependency.name
                ));
            }
        }
    }
    violations
}

#[cfg(test)]
mod tests {
    use cargo_metadata::PackageId;

    use super::*;
    use crate::repo::{Dependency, Member};

    fn repo() -> Repo {
        let member = |name: &str, dependencies: &[&str]| Member {
            name: name.to_owned(),
            id: PackageId { repr: name.to_owned() },
            folder: name.into(),
            dependencies: dependencies
                .iter()
                .map(|name| Dependency {
                    name: (*name).to_owned(),
                    dev: false,
                    optional: false,
                    features: Vec::new(),
                })
                .collect(),
            features: Default::default(),
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

    fn violations(files: &[(&str, &str, &str)]) -> Vec<String> {
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

        assert_eq!(violations(&[pricing, cart]), [""; 0]);
    }

    #[test]
    fn a_rule_that_uses_sql_http_io_or_the_clock_is_a_violation() {
        let rules = "use axum::Json;\nuse crate::store::load;\nuse pricing::store;\nuse super::http;\n\
                     fn f() { sqlx::query(); edge::now(); chrono::Utc::now(); std::fs::read(); Utc::now() }";

        let violations = violations(&[("cart", "rules/mod.rs", rules)]);

        assert_eq!(violations.len(), 9, "{violations:#?}");
        assert!(violations[0].starts_with("crates/cart/src/rules/mod.rs:1: axum::Json is not a rule"));
        assert!(violations[3].contains("crate::http is not a rule"));
        assert!(violations[6].contains("does I/O"));
    }

    #[test]
    fn a_rule_may_be_stored() {
        let rules = "#[derive(Debug, sqlx::Type)] pub enum State { Paid }";

        assert_eq!(violations(&[("cart", "rules.rs", rules)]), [""; 0]);
    }

    #[test]
    fn importing_the_http_of_another_crate_is_a_violation() {
        let service =
            "use pricing::http::show; use crate::http::Form; use http::StatusCode; use axum::http::Uri;";

        let violations = violations(&[("cart", "service.rs", service)]);

        assert_eq!(
            violations,
            ["crates/cart/src/service.rs:1: pricing::http::show is another crate's HTTP: call its `service`"]
        );
    }

    #[test]
    fn importing_the_store_of_another_crate_is_a_violation() {
        let service = "use pricing::store::load; use crate::store::lock; fn f() { store::save() }";

        assert_eq!(
            violations(&[("cart", "service.rs", service)]),
            [
                "crates/cart/src/service.rs:1: pricing::store::load is another crate's store: call its `service`"
            ]
        );
    }

    #[test]
    fn a_capability_without_a_service_is_a_violation() {
        let store = |name| (name, "store/lines.rs", "use sqlx::PgPool;");

        let violations = violations(&[
            store("cart"),
            store("pricing"),
            ("pricing", "service.rs", "pub use crate::store::load;"),
            store("storefront"),
            ("kernel", "money.rs", "use std::fmt;"),
        ]);

        assert_eq!(violations, ["crates/cart: the capability has no `service` for others to call"]);
    }

    #[test]
    fn the_tests_of_a_rule_may_use_anything() {
        let rules = "#[cfg(test)] mod tests { use crate::store; use axum::Json; }";

        assert_eq!(violations(&[("cart", "rules.rs", rules)]), [""; 0]);
    }

    #[test]
    fn a_store_may_not_use_http() {
        let store = "use sqlx::PgExecutor; use axum::Json; use crate::http::Form; use crate::rules::Cart;";

        assert_eq!(violations(&[("cart", "store.rs", store), ("cart", "service.rs", "")]).len(), 2);
    }

    #[test]
    fn no_crate_imports_the_handlers_of_another() {
        let pricing = ("pricing", "lib.rs", "mod http; pub mod service;");
        let handler =
            "use pricing::{service, http::show}; use crate::http::response; use axum::http::StatusCode;
             fn f() { pricing::http::render(); service::load() }";

        let violations =
            violations(&[pricing, ("cart", "http/page.rs", handler), ("cart", "service.rs", "")]);

        assert_eq!(violations.len(), 2, "{violations:#?}");
        assert!(violations[0].contains("pricing::http::show is another crate's HTTP"));
    }

    #[test]
    fn the_kernel_does_no_io() {
        let kernel =
            "#[cfg_attr(feature = \"sqlx\", derive(sqlx::Type))] struct A; fn f() { tokio::spawn() }";
        assert_eq!(violations(&[("kernel", "clock.rs", kernel)]).len(), 1);

        let mut repo = repo();
        let dependency = |name: &str, optional| Dependency {
            name: name.to_owned(),
            dev: false,
            optional,
            features: Vec::new(),
        };
        repo.crates[0].dependencies.extend([
            dependency("tokio", false),
            dependency("sqlx", true),
            dependency("testkit", false),
        ]);
        assert_eq!(check_manifests(&repo).len(), 2);
    }
}
