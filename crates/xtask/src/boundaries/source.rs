//! Extracts the paths and string literals of a Rust file, outside its tests.
//!
//! Works on tokens: a syntax tree leaves the content of macros as tokens, and all SQL is inside `query!` macros.

use anyhow::Result;
use proc_macro2::{Delimiter, Group, Ident, TokenStream, TokenTree};

#[derive(Default)]
pub struct Source {
    pub paths: Vec<PathName>,
    pub strings: Vec<Text>,
}

/// A path such as `sqlx::query_as`, from a `use` declaration or from other code.
/// `self` and `super` are resolved to `crate::…`.
pub struct PathName {
    pub line: usize,
    pub parts: Vec<String>,
    /// Whether the path is re-exported by a `pub use`.
    pub public: bool,
}

/// The content of a string literal.
pub struct Text {
    pub line: usize,
    pub content: String,
}

impl Source {
    pub fn parse(text: &str, module: &[String]) -> Result<Self> {
        let tokens: TokenStream = text.parse().map_err(|error| anyhow::anyhow!("invalid Rust: {error}"))?;
        let mut source = Self::default();
        source.walk(tokens, module);
        Ok(source)
    }

    fn walk(&mut self, tokens: TokenStream, module: &[String]) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let mut index = 0;
        let mut public = false;
        while index < tokens.len() {
            let rest = &tokens[index..];
            if let Some((attribute, length)) = attribute(rest) {
                index += length;
                if is_test_only(attribute) {
                    index += item_length(&tokens[index..]);
                } else if !starts_with(attribute, "doc") {
                    self.walk(attribute.stream(), module);
                }
                continue;
            }
            index += match &rest[0] {
                TokenTree::Ident(word) if word == "pub" => {
                    public = true;
                    1
                }
                TokenTree::Ident(word) if word == "use" => {
                    let length = rest.iter().take_while(|token| !is_punct(token, ';')).count();
                    self.import(&rest[1..length], Vec::new(), public, module);
                    public = false;
                    length
                }
                TokenTree::Ident(word) if word == "mod" => match rest {
                    [_, TokenTree::Ident(name), TokenTree::Group(body), ..] => {
                        let inner = [module, &[name.to_string()]].concat();
                        self.walk(body.stream(), &inner);
                        3
                    }
                    _ => 1,
                },
                TokenTree::Ident(word) => {
                    public = false;
                    self.path(word, rest, module)
                }
                TokenTree::Group(group) => {
                    self.walk(group.stream(), module);
                    1
                }
                TokenTree::Literal(literal) => {
                    let line = literal.span().start().line;
                    if let Some(content) = string_content(&literal.to_string()) {
                        self.strings.push(Text { line, content });
                    }
                    1
                }
                TokenTree::Punct(_) => 1,
            };
        }
    }

    /// Records the path `a::b::c` at the front of `rest` and returns its length in tokens.
    fn path(&mut self, first: &Ident, rest: &[TokenTree], module: &[String]) -> usize {
        let mut parts = vec![first.to_string()];
        let mut length = 1;
        while let [colon, second, TokenTree::Ident(part), ..] = &rest[length..] {
            if !(is_punct(colon, ':') && is_punct(second, ':')) {
                break;
            }
            parts.push(part.to_string());
            length += 3;
        }
        if parts.len() > 1 {
            self.add(first.span().start().line, parts, false, module);
        }
        length
    }

    /// Records the paths of a `use` tree: `a::{b, c::d as e}` gives `a::b` and `a::c::d`.
    fn import(&mut self, tree: &[TokenTree], mut parts: Vec<String>, public: bool, module: &[String]) {
        let mut line = 0;
        for token in tree {
            line = token.span().start().line;
            match token {
                // The name after `as` is only an alias.
                TokenTree::Ident(word) if word == "as" => break,
                TokenTree::Ident(part) => parts.push(part.to_string()),
                TokenTree::Punct(punct) if punct.as_char() == '*' => parts.push("*".to_owned()),
                TokenTree::Group(group) => {
                    let inner: Vec<TokenTree> = group.stream().into_iter().collect();
                    for branch in
                        inner.split(|token| is_punct(token, ',')).filter(|branch| !branch.is_empty())
                    {
                        self.import(branch, parts.clone(), public, module);
                    }
                    return;
                }
                _ => {}
            }
        }
        if !parts.is_empty() {
            self.add(line, parts, public, module);
        }
    }

    fn add(&mut self, line: usize, parts: Vec<String>, public: bool, module: &[String]) {
        let parts = absolute(parts, module);
        self.paths.push(PathName { line, parts, public });
    }
}

/// Resolves `self::x` and `super::x` to `crate::…`.
fn absolute(parts: Vec<String>, module: &[String]) -> Vec<String> {
    let levels = parts.iter().take_while(|part| *part == "super").count();
    let is_relative = parts.first().is_some_and(|part| part == "self" || part == "super");
    if !is_relative {
        return parts;
    }
    let base = &module[..module.len().saturating_sub(levels)];
    let named = parts.iter().filter(|part| *part != "self" && *part != "super");
    std::iter::once("crate".to_owned()).chain(base.iter().cloned()).chain(named.cloned()).collect()
}

/// Returns the attribute `#[…]` or `#![…]` at the front and its length in tokens. Doc comments are attributes too.
fn attribute(tokens: &[TokenTree]) -> Option<(&Group, usize)> {
    let (group, length) = match tokens {
        [hash, bang, TokenTree::Group(group), ..] if is_punct(hash, '#') && is_punct(bang, '!') => (group, 3),
        [hash, TokenTree::Group(group), ..] if is_punct(hash, '#') => (group, 2),
        _ => return None,
    };
    (group.delimiter() == Delimiter::Bracket).then_some((group, length))
}

fn starts_with(group: &Group, word: &str) -> bool {
    matches!(group.stream().into_iter().next(), Some(TokenTree::Ident(first)) if first == word)
}

/// `#[cfg(test)]`, but not `#[cfg(any(test, feature = "…"))]`, which is also compiled outside tests.
fn is_test_only(attribute: &Group) -> bool {
    starts_with(attribute, "cfg") && attribute.stream().to_string().replace(' ', "") == "cfg(test)"
}

/// Returns the length of an item in tokens, up to the end of its body or its semicolon.
fn item_length(tokens: &[TokenTree]) -> usize {
    let ends = |token: &TokenTree| {
        is_punct(token, ';')
            || matches!(token, TokenTree::Group(group) if group.delimiter() == Delimiter::Brace)
    };
    tokens.iter().position(ends).map_or(tokens.len(), |last| last + 1)
}

fn is_punct(token: &TokenTree, wanted: char) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == wanted)
}

/// Returns the text between the quotes of `"…"` or `r#"…"#`. Escaped line ends become line ends.
fn string_content(literal: &str) -> Option<String> {
    let (raw, quoted) = match literal.strip_prefix('r') {
        Some(rest) => (true, rest.trim_matches('#')),
        None => (false, literal),
    };
    let content = quoted.strip_prefix('"')?.strip_suffix('"')?;
    Some(if raw { content.to_owned() } else { content.replace("\\n", "\n").replace("\\\n", "\n") })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn paths(text: &str, module: &[&str]) -> Vec<String> {
        let module: Vec<String> = module.iter().map(|part| (*part).to_owned()).collect();
        let source = Source::parse(text, &module).expect("valid Rust sample");
        source.paths.iter().map(|path| path.parts.join("::")).collect()
    }

    #[test]
    fn a_use_tree_is_split_into_paths() {
        let text = "pub use kernel::{Money, ids::{ProductId as Id, self}};\nuse axum::extract::*;";

        assert_eq!(
            paths(text, &[]),
            ["kernel::Money", "kernel::ids::ProductId", "kernel::ids::self", "axum::extract::*"]
        );
    }

    #[test]
    fn relative_paths_are_resolved() {
        let text = "use super::store; use super::super::http::Form; use self::deep::X;";

        assert_eq!(
            paths(text, &["rules", "limits"]),
            ["crate::rules::store", "crate::http::Form", "crate::rules::limits::deep::X"]
        );
    }

    #[test]
    fn a_path_in_an_expression_is_found() {
        let text = "fn f() -> sqlx::Result<()> { mod inner { use super::g; } tokio::time::sleep(x.y) }";

        assert_eq!(paths(text, &["rules"]), ["sqlx::Result", "crate::rules::g", "tokio::time::sleep"]);
    }

    #[test]
    fn comments_documentation_and_tests_are_ignored() {
        let text = "//! Not sqlx::query, \"update z\".\n/// See axum::Json, \"insert into x\".\n// tokio::spawn\nfn f() {}\n\
                    #[cfg(test)]\nmod tests { use sqlx::query; const SQL: &str = \"delete from y\"; }\n\
                    const TEXT: &str = r#\"select 1\"#;";
        let source = Source::parse(text, &[]).expect("valid Rust sample");

        assert!(source.paths.is_empty());
        let strings: Vec<_> = source.strings.iter().map(|text| (text.line, text.content.as_str())).collect();
        assert_eq!(strings, [(7, "select 1")]);
    }
}
