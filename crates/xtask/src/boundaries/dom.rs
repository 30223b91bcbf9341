//! In `web/src` only `runtime` writes into a page by hand. Everything else is rendered by React.

use std::collections::BTreeSet;
use std::path::Path;

use anyhow::Result;

use crate::repo::{files, read, shown};

/// Files whose nodes are still written by hand, because the island that takes their place is not there yet. The list only gets
/// shorter: an entry that is no longer needed is a fault as well.
const PENDING: [&str; 7] = [
    "checkout/coupon.ts",
    "checkout/fault-list.ts",
    "checkout/order-review.ts",
    "checkout/submit.ts",
    "payments/marks.ts",
    "payments/payment-form.ts",
    "payments/script-problem.ts",
];

/// The properties and methods that create, replace, fill or copy nodes.
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

/// What forms and addresses are called: these have an `append` too, and are no nodes.
const PAIRS: [&str; 7] = ["body", "data", "fields", "formData", "headers", "params", "query"];

/// `*.browser.ts` only forward, and stay small: so many lines all of them together.
const FORWARDING_LINES: usize = 250;

pub fn check(root: &Path) -> Result<Vec<String>> {
    let sources = root.join("web/src");
    let mut faults = Vec::new();
    let mut pending = BTreeSet::from(PENDING);
    let mut forwarding = 0;
    for path in files(&sources, &[".ts", ".tsx"])? {
        let inside = shown(&sources, &path);
        let is_ours = ["runtime/", "generated/", "testing/"].iter().all(|folder| !inside.starts_with(folder));
        if !is_ours || inside.contains(".test.") {
            continue;
        }
        let text = read(&path)?;
        if inside.ends_with(".browser.ts") {
            forwarding += text.lines().count();
        }
        let found = writes(&text);
        if !found.is_empty() && PENDING.contains(&inside.as_str()) {
            pending.remove(inside.as_str());
            continue;
        }
        let place = shown(root, &path);
        faults.extend(found.into_iter().map(|(line, what)| {
            format!("{place}:{line}: {what} writes into the page by hand: an island renders it")
        }));
    }
    faults.extend(pending.into_iter().map(|file| {
        format!("crates/xtask/src/boundaries/dom.rs: {file} no longer writes by hand: take it off the list")
    }));
    if forwarding > FORWARDING_LINES {
        faults.push(format!(
            "web/src/*/*.browser.ts: {forwarding} lines; what only forwards needs no more than {FORWARDING_LINES}"
        ));
    }
    Ok(faults)
}

/// The lines that write into a page, with what does it.
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

/// Whether a line has `.name`, other than on a form or an address.
fn is_used(code: &str, name: &str) -> bool {
    code.match_indices(name).any(|(at, _)| {
        let Some(before) = code[..at].strip_suffix('.') else { return false };
        let owner = before.trim_end_matches('?');
        let start = owner.rfind(|c: char| !c.is_alphanumeric() && c != '_').map_or(0, |at| at + 1);
        !(name == "append(" && PAIRS.contains(&&owner[start..]))
    })
}

/// `document.createElement(` (React's own has no owner, or is `React.`) and `textContent =`.
fn other_write(code: &str) -> Option<&'static str> {
    let creates = code.match_indices(".createElement(").any(|(at, _)| !code[..at].ends_with("React"));
    let fills = ["textContent", "innerText"].into_iter().find(|name| {
        code.match_indices(&format!(".{name}")).any(|(at, dotted)| {
            let rest = code[at + dotted.len()..].trim_start();
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
    fn every_way_of_writing_into_a_page_is_found() {
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
    fn reading_rendering_and_filling_in_forms_is_no_writing() {
        let text = "// box.innerHTML = html\n * node.append(x)\nconst text = node.textContent ?? \"\";\n\
                    if (a.textContent === b.textContent) return;\nbody.append(name, value);\nreturn createElement(Page, props);\n\
                    React.createElement(Page);\n<div dangerouslySetInnerHTML={{ __html: html }} />;\nconst first = isBefore(a);";
        assert_eq!(found(text), [""; 0]);
    }

    #[test]
    fn the_list_is_in_order_and_names_nothing_twice() {
        assert!(PENDING.is_sorted_by(|a, b| a < b));
    }
}
