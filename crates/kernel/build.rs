//! Checks the texts in `messages/ar/` and turns each message into a constant.
//!
//! A fault in a text stops the build here, with file and line, rather than showing a shopper
//! half a sentence.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, process};

use fluent_syntax::ast::{Entry, Expression, InlineExpression, Pattern, PatternElement, VariantKey};
use fluent_syntax::parser;

/// The forms that must be chosen by `PLURAL`, as the library's own choice is wrong for Arabic.
const COUNTED_FORMS: [&str; 5] = ["zero", "one", "two", "few", "many"];

fn main() {
    // Asked for when it runs: a build folder may be shared by several clones, and outlive the one it was built from.
    let package = env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets CARGO_MANIFEST_DIR");
    let folder = Path::new(&package).join("../../messages/ar");
    println!("cargo::rerun-if-changed={}", folder.display());

    let mut faults = Vec::new();
    if fluent_files(&folder).is_empty() {
        faults.push(format!("no texts in {}", folder.display()));
    }
    let files: Vec<File> = fluent_files(&folder).iter().map(|path| File::read(path, &mut faults)).collect();
    if !faults.is_empty() {
        for fault in faults {
            println!("cargo::error={fault}");
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
    /// Without the capability: `min-qty`, or `email.error` for an attribute.
    id: String,
    /// What the message says, for the constant's documentation.
    summary: String,
}

impl File {
    fn read(path: &Path, faults: &mut Vec<String>) -> Self {
        println!("cargo::rerun-if-changed={}", path.display());
        let capability = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let mut file = Self { capability, path: path.to_owned(), texts: Vec::new() };
        let name = format!("messages/ar/{}.ftl", file.capability);

        let source = fs::read_to_string(path).unwrap_or_else(|error| {
            faults.push(format!("{name} cannot be read: {error}"));
            String::new()
        });
        let resource = parser::parse(source.as_str()).unwrap_or_else(|(resource, errors)| {
            for error in errors {
                let line = source[..error.pos.start].lines().count().max(1);
                faults.push(format!("{name}:{line}: {error}"));
            }
            resource
        });

        let mut check = Check { name: &name, defined: defined(&resource.body), faults };
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
            check.fault(id, "another message has the same constant");
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

/// What the parser lets through but the reader at run time would stumble over.
struct Check<'a> {
    name: &'a str,
    defined: BTreeSet<String>,
    faults: &'a mut Vec<String>,
}

impl Check<'_> {
    fn fault(&mut self, id: &str, what: &str) {
        self.faults.push(format!("{}: `{id}`: {what}", self.name));
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
                let counts = variants.iter().any(
                    |variant| matches!(variant.key, VariantKey::Identifier { name } if COUNTED_FORMS.contains(&name)),
                );
                if counts && !matches!(selector, InlineExpression::FunctionReference { .. }) {
                    self.fault(id, "choose counted forms with PLURAL($count)");
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
                self.fault(id, &format!("there is no function {}", function.name));
            }
            InlineExpression::MessageReference { id: other, .. } if !self.defined.contains(other.name) => {
                self.fault(id, &format!("there is no message {} in this file", other.name));
            }
            InlineExpression::TermReference { id: term, .. }
                if !self.defined.contains(&format!("-{}", term.name)) =>
            {
                self.fault(id, &format!("there is no term -{} in this file", term.name));
            }
            InlineExpression::Placeable { expression } => self.expression(id, expression),
            _ => {}
        }
    }
}

/// The text with its placeholders' names; of a counted text, the form for many things.
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
