//! The cases that a Rust rule and its TypeScript twin both run.

use std::fs;
use std::path::Path;

use serde::de::DeserializeOwned;

/// The cases of one file in the repository's `vectors/` folder, such as `bundles/limits.json`.
///
/// # Panics
/// When the file is missing, malformed or empty: a test that runs no case proves nothing.
pub fn vectors<T: DeserializeOwned>(path: &str) -> Vec<T> {
    // Asked for when it runs: a build folder may be shared by several clones.
    let package = std::env::var_os("CARGO_MANIFEST_DIR").expect("cargo runs the tests");
    let file = Path::new(&package).join("../../vectors").join(path);
    let json =
        fs::read_to_string(&file).unwrap_or_else(|error| panic!("vectors/{path} cannot be read: {error}"));
    let cases: Vec<T> = serde_json::from_str(&json)
        .unwrap_or_else(|error| panic!("vectors/{path} does not fit its cases: {error}"));
    assert!(!cases.is_empty(), "vectors/{path} has no cases");
    cases
}
