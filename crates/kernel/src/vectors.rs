//! Test cases shared by a Rust rule and its TypeScript implementation.

use std::fs;
use std::path::Path;

use serde::de::DeserializeOwned;

/// Reads the cases of one file in the repository's `vectors/` folder, such as `bundles/limits.json`.
///
/// # Panics
/// If the file is missing, malformed or empty: a test without cases proves nothing.
pub fn vectors<T: DeserializeOwned>(path: &str) -> Vec<T> {
    // Read at run time: a build folder may be shared by several clones.
    let package = std::env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets CARGO_MANIFEST_DIR");
    let file = Path::new(&package).join("../../vectors").join(path);
    let json =
        fs::read_to_string(&file).unwrap_or_else(|error| panic!("vectors/{path} cannot be read: {error}"));
    let cases: Vec<T> = serde_json::from_str(&json)
        .unwrap_or_else(|error| panic!("vectors/{path} does not match the case type: {error}"));
    assert!(!cases.is_empty(), "vectors/{path} has no cases");
    cases
}
