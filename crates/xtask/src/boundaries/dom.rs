//! In `web/src` only `runtime` may change the DOM directly; React renders everything else.

use std::path::Path;

use anyhow::Result;

use crate::repo::{files, read, relative_path};

/// Properties and methods that create, replace, fill or copy nodes.
const WRITES: [&str; 15] = [
    "innerHTML",
    "outerHTML",
    "insertAdjacent",
    "replaceChildren",
    "replaceWith",
    "cloneNode",
    "importNode",
    "appendChild",
    "insertBefore",
    "createElementNS",
    "createTextNode",
    "append(",
    "prepend(",
    "before(",
    "after(",
];

/// Usual names of `FormData`, `Headers` and `URLSearchParams` variables, whose `append` does not touch the DOM.
const PAIRS: [&str; 7] = ["body", "data", "fields", "formData", "headers", "params", "query"];

/// Maximum number of lines of all `*.browser.ts` files together; these files only forward browser APIs.
const MAX_FORWARDING_LINES: usize = 250;

pub fn check(root: &Path) -> Result<Vec<String>> {
    let sources = root.join("web/src");
    let mut violations = Vec::new();
    let mut forwarding = 0;
    for path in files(&sources, &[".ts", ".tsx"])? {
        let inside = relative_path(&sources, &path);
        let is_checked =
            ["runtime/", "generated/", "testing/"].iter().all(|folder| !inside.starts_with(folder));
        if !is_checked || inside.contains(".test.") {
            continue;
        }
        let text = read(&path)?;
        if inside.ends_with(".browser.ts") {
            forwarding += text.lines().count();
        }
        let found = writes(&text);
        let file = relative_path(root, &path);
        violations.extend(found.into_iter().map(|(line, what)| {
            format!("{file}:{line}: {what} changes the DOM directly; render it in an island")
        }));
    }
    if forwarding > MAX_FORWARDING_LINES {
        violations.push(format!(
            "web/src/*/*.browser.ts: {forwarding} lines in total; the maximum is {MAX_FORWARDING_LINES}"
        ));
    }
    Ok(violations)
}

/// Returns the lines that change the DOM, with the property or method used.
fn writes(text: &str) -> Vec<(usize, &'static str)> {
    let mut found = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let code = line.trim_start();
        if code.starts_with("//") || code.starts_with('*') || code.starts_with("/*") {
            continue;
        }
        let what = WRITES.into_iter().find(|name| is_used(code, name)).or_else(|| other_write(code));
        found.extend(what.map(|what| (index + 1, what.trim_end_matches('('))));
    }
    found
}

/// Whether a line uses `.name`, except `append` on one of [`PAIRS`].
fn is_used(code: &str, name: &str) -> bool {
    code.match_indices(name).any(|(index, _)| {
        let Some(before) = code[..index].strip_suffix('.') else { return false };
        let owner = before.trim_end_matches('?');
        let start = owner.rfind(|c: char| !c.is_alphanumeric() && c != '_').map_or(0, |index| index + 1);
        !(name == "append(" && PAIRS.contains(&&owner[start..]))
    })
}

/// Finds `document.createElement(` (React's has no receiver, or is `React.`) and assignments to `textContent`.
fn other_write(code: &str) -> Option<&'static str> {
    let creates = code.match_indices(".createElement(").any(|(index, _)| !code[..index].ends_with("React"));
    let fills = ["textContent", "innerText"].into_iter().find(|name| {
        code.match_indices(&format!(".{name}")).any(|(index, dotted)| {
            let rest = code[index + dotted.len()..].trim_start();
            let rest = rest
                .strip_prefix("??")
                .or(rest.strip_prefix("||"))
                .or(rest.strip_prefix('+'))
                .unwrap_or(rest);
            rest.starts_with('=') && !rest.starts_with("==")
        })
    });
    if creates { Some("createElement") } else { fills }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<&'static str> {
        writes(text).into_iter().map(|(_, what)| what).collect()
    }

    #[test]
    fn every_way_of_changing_the_dom_is_found() {
        let text = "const made = document.createElement(\"a\");\nmade.textContent = name;\nlabel.textContent ??= name;\n\
                    box?.replaceChildren(made);\nold.replaceWith(made);\nbox.innerHTML = html;\nform.append(box, status);\n\
                    place.insertAdjacentHTML(\"beforeend\", html);\nbutton.after(link);\nnode.cloneNode(true);";
        let expected = [
            "createElement",
            "textContent",
            "textContent",
            "replaceChildren",
            "replaceWith",
            "innerHTML",
            "append",
            "insertAdjacent",
            "after",
            "cloneNode",
        ];
        assert_eq!(found(text), expected);
        assert_eq!(writes(text)[3].0, 4);
    }

    #[test]
    fn reading_rendering_and_form_data_are_not_reported() {
        let text = "// box.innerHTML = html\n * node.append(x)\nconst text = node.textContent ?? \"\";\n\
                    if (a.textContent === b.textContent) return;\nbody.append(name, value);\nreturn createElement(Page, props);\n\
                    React.createElement(Page);\n<div dangerouslySetInnerHTML={{ __html: html }} />;\nconst first = isBefore(a);";
        assert_eq!(found(text), [""; 0]);
    }
}
