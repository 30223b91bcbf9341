//! In `web/src`, `ui` and `runtime` may not import a capability.

use std::path::{Component, Path};

use anyhow::Result;

use crate::repo::{files, read, relative_path};

/// The folders that may not import a capability.
const NEUTRAL: [&str; 2] = ["ui", "runtime"];
/// The folders that they may import.
const SHARED: [&str; 5] = ["fonts", "generated", "runtime", "styles", "ui"];

pub fn check(root: &Path) -> Result<Vec<String>> {
    let sources = root.join("web/src");
    let mut violations = Vec::new();
    for folder in NEUTRAL {
        for path in files(&sources.join(folder), &[".ts", ".tsx", ".css"])? {
            let inside = relative_path(&sources, &path);
            // Tests may use a capability's components.
            if inside.contains(".test.") {
                continue;
            }
            for (line, target) in imports(&read(&path)?) {
                let other = folder_of(&inside, &target).filter(|other| !SHARED.contains(&other.as_str()));
                if let Some(other) = other {
                    let file = relative_path(root, &path);
                    violations.push(format!("{file}:{line}: {folder} may not import the capability {other}"));
                }
            }
        }
    }
    Ok(violations)
}

/// Returns the imports of a file with their lines: `from "x"`, `import "x"`, `import("x")`, `@import "x"`.
fn imports(text: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let line_text = line.trim_start();
        if line_text.starts_with("//") || line_text.starts_with('*') {
            continue;
        }
        for keyword in ["from", "import"] {
            for (index_in_line, _) in line.match_indices(keyword) {
                let rest = line[index_in_line + keyword.len()..].trim_start().trim_start_matches(['(', ' ']);
                let Some(quote) = rest.chars().next().filter(|c| matches!(c, '"' | '\'')) else { continue };
                if let Some((target, _)) = rest[1..].split_once(quote) {
                    found.push((index + 1, target.to_owned()));
                }
            }
        }
    }
    found
}

/// Returns the folder of `web/src` that an import resolves to, or `None` for a package or a path outside.
fn folder_of(from: &str, target: &str) -> Option<String> {
    if !target.starts_with('.') {
        return None;
    }
    let joined = Path::new(from).parent()?.join(target);
    let mut parts = Vec::new();
    for part in joined.components() {
        match part {
            Component::ParentDir => _ = parts.pop()?,
            Component::Normal(part) => parts.push(part.to_string_lossy().into_owned()),
            _ => {}
        }
    }
    // A file directly in `web/src` has no folder.
    (parts.len() > 1).then(|| parts.swap_remove(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn imports_are_found_in_every_spelling() {
        let text = "import { t } from \"./messages\";\nimport '../cart/x';\nconst a = await import(\"../catalog/y\");\n\
                    // import \"../no\"\nexport { z } from \"react\";\nimport.meta.glob(\"../*/*.island.tsx\");";

        let found: Vec<_> =
            imports(text).into_iter().map(|(line, target)| format!("{line} {target}")).collect();
        assert_eq!(found, ["1 ./messages", "2 ../cart/x", "3 ../catalog/y", "5 react"]);
    }

    #[test]
    fn an_import_resolves_to_its_folder() {
        assert_eq!(folder_of("ui/Dialog.tsx", "../cart/MiniCart").as_deref(), Some("cart"));
        assert_eq!(folder_of("ui/form/Field.tsx", "../../runtime/queue").as_deref(), Some("runtime"));
        assert_eq!(folder_of("ui/Dialog.tsx", "./Button").as_deref(), Some("ui"));
        assert_eq!(folder_of("ui/Dialog.tsx", "react"), None);
        assert_eq!(folder_of("ui/text-parts.ts", "../../../messages/ar/common.ftl?raw"), None);
    }
}
