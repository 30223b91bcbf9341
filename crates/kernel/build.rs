//! Checks the texts in `messages/ar/` and generates one constant per message.
//!
//! An error in a text fails the build with file and line, so that shoppers never see half a sentence.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, process};

use fluent_syntax::ast::{Entry, Expression, InlineExpression, Pattern, PatternElement, VariantKey};
use fluent_syntax::parser;

/// Variant keys that must be selected with `PLURAL`: the library's own plural rule is wrong for Arabic.
const PLURAL_FORMS: [&str; 5] = ["zero", "one", "two", "few", "many"];

fn main() {
    // Read at run time: a build folder may be shared by several clones and outlive the one it was built from.
    let package = env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets CARGO_MANIFEST_DIR");
    let folder = Path::new(&package).join("../../messages/ar");
    println!("cargo::rerun-if-changed={}", folder.display());

    let mut errors = Vec::new();
    if fluent_files(&folder).is_empty() {
        errors.push(format!("no message files in {}", folder.display()));
    }
    let files: Vec<File> = fluent_files(&folder).iter().map(|path| File::read(path, &mut errors)).collect();
    if !errors.is_empty() {
        for error in errors {
            println!("cargo::error={error}");
        }
        process::exit(1);
    }

    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    fs::write(out.join("messages.rs"), generate(&files)).expect("OUT_DIR is writable");
}

fn fluent_files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut files: Vec<_> = entries
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|end| end == "ftl"))
        .collect();
    files.sort();
    files
}

struct File {
    capability: String,
    path: PathBuf,
    texts: Vec<Text>,
}

struct Text {
    constant: String,
    /// Id without the capability: `min-qty`, or `email.error` for an attribute.
    id: String,
    /// Text of the message, for the constant's documentation.
    summary: String,
}

impl File {
    fn read(path: &Path, errors: &mut Vec<String>) -> Self {
        println!("cargo::rerun-if-changed={}", path.display());
        let capability = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let mut file = Self { capability, path: path.to_owned(), texts: Vec::new() };
        let name = format!("messages/ar/{}.ftl", file.capability);

        let source = fs::read_to_string(path).unwrap_or_else(|error| {
            errors.push(format!("{name} cannot be read: {error}"));
            String::new()
        });
        let resource = parser::parse(source.as_str()).unwrap_or_else(|(resource, parse_errors)| {
            for error in parse_errors {
                let line = source[..error.pos.start].lines().count().max(1);
                errors.push(format!("{name}:{line}: {error}"));
            }
            resource
        });

        let mut check = Check { name: &name, defined: defined(&resource.body), errors };
        for entry in &resource.body {
            let (id, attributes) = match entry {
                Entry::Message(message) => {
                    if let Some(value) = &message.value {
                        file.add(message.id.name, value, &mut check);
                    }
                    (message.id.name, &message.attributes)
                }
                Entry::Term(term) => {
                    check.pattern(term.id.name, &term.value);
                    (term.id.name, &term.attributes)
                }
                _ => continue,
            };
            for attribute in attributes {
                let id = format!("{id}.{}", attribute.id.name);
                if matches!(entry, Entry::Message(_)) {
                    file.add(&id, &attribute.value, &mut check);
                } else {
                    check.pattern(&id, &attribute.value);
                }
            }
        }
        file
    }

    fn add(&mut self, id: &str, value: &Pattern<&str>, check: &mut Check<'_>) {
        check.pattern(id, value);
        let constant = id.replace(['-', '.'], "_").to_uppercase();
        if self.texts.iter().any(|text| text.constant == constant) {
            check.report(id, "another message has the same constant");
        }
        self.texts.push(Text { constant, id: id.to_owned(), summary: summary(value) });
    }
}

fn defined(body: &[Entry<&str>]) -> BTreeSet<String> {
    let names = body.iter().filter_map(|entry| match entry {
        Entry::Message(message) => Some(message.id.name.to_owned()),
        Entry::Term(term) => Some(format!("-{}", term.id.name)),
        _ => None,
    });
    names.collect()
}

/// Reports errors that the parser accepts but that would fail at run time.
struct Check<'a> {
    name: &'a str,
    defined: BTreeSet<String>,
    errors: &'a mut Vec<String>,
}

impl Check<'_> {
    fn report(&mut self, id: &str, error: &str) {
        self.errors.push(format!("{}: `{id}`: {error}", self.name));
    }

    fn pattern(&mut self, id: &str, pattern: &Pattern<&str>) {
        for element in &pattern.elements {
            if let PatternElement::Placeable { expression } = element {
                self.expression(id, expression);
            }
        }
    }

    fn expression(&mut self, id: &str, expression: &Expression<&str>) {
        match expression {
            Expression::Inline(inline) => self.inline(id, inline),
            Expression::Select { selector, variants } => {
                self.inline(id, selector);
                let is_plural = variants.iter().any(
                    |variant| matches!(variant.key, VariantKey::Identifier { name } if PLURAL_FORMS.contains(&name)),
                );
                if is_plural && !matches!(selector, InlineExpression::FunctionReference { .. }) {
                    self.report(id, "select plural forms with PLURAL($count)");
                }
                for variant in variants {
                    self.pattern(id, &variant.value);
                }
            }
        }
    }

    fn inline(&mut self, id: &str, inline: &InlineExpression<&str>) {
        match inline {
            InlineExpression::FunctionReference { id: function, .. } if function.name != "PLURAL" => {
                self.report(id, &format!("unknown function {}", function.name));
            }
            InlineExpression::MessageReference { id: other, .. } if !self.defined.contains(other.name) => {
                self.report(id, &format!("no message {} in this file", other.name));
            }
            InlineExpression::TermReference { id: term, .. }
                if !self.defined.contains(&format!("-{}", term.name)) =>
            {
                self.report(id, &format!("no term -{} in this file", term.name));
            }
            InlineExpression::Placeable { expression } => self.expression(id, expression),
            _ => {}
        }
    }
}

/// Returns the text with the names of its placeholders; for a text with plural forms, the default form.
fn summary(pattern: &Pattern<&str>) -> String {
    let parts = pattern.elements.iter().map(|element| match element {
        PatternElement::TextElement { value } => (*value).to_owned(),
        PatternElement::Placeable { expression: Expression::Inline(inline) } => match inline {
            InlineExpression::VariableReference { id } => format!("{{ ${} }}", id.name),
            _ => "{ … }".to_owned(),
        },
        PatternElement::Placeable { expression: Expression::Select { variants, .. } } => {
            let default = variants.iter().find(|variant| variant.default);
            default.map(|variant| summary(&variant.value)).unwrap_or_default()
        }
    });
    parts.collect::<String>().split_whitespace().collect::<Vec<_>>().join(" ")
}

fn generate(files: &[File]) -> String {
    let mut modules = String::new();
    let mut all = String::new();
    let mut sources = String::new();
    for File { capability, path, texts } in files {
        let module = capability.replace('-', "_");
        _ = writeln!(modules, "    pub mod {module} {{\n        use crate::messages::Key;");
        for Text { constant, id, summary } in texts {
            let doc = format!("{summary:?}");
            _ = writeln!(modules, "        #[doc = {doc}]");
            _ = writeln!(modules, "        pub const {constant}: Key = Key(\"{capability}.{id}\");");
            _ = writeln!(all, "    msg::{module}::{constant},");
        }
        modules.push_str("    }\n");
        _ = writeln!(sources, "    ({capability:?}, include_str!({path:?})),");
    }
    format!(
        "pub mod msg {{\n{modules}}}\n\n\
         pub(super) const ALL: &[super::Key] = &[\n{all}];\n\n\
         pub(super) const SOURCES: &[(&str, &str)] = &[\n{sources}];\n"
    )
}
