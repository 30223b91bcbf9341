//! Templates: Fluent patterns with a fixed set of placeholders.
//!
//! `{name}` and `{ $name }` are the same placeholder. A text that depends on the number of products selects one of the six
//! plural forms of Arabic by `PLURAL(items)`; none may be missing. A refusal names line and column, because the person who
//! types a template is no programmer.

use std::fmt::Write as _;

use fluent_syntax::{
    ast::{
        CallArguments, Entry, Expression, Identifier, InlineExpression, Pattern, PatternElement, Variant,
        VariantKey,
    },
    parser,
    unicode::unescape_unicode_to_string,
};
use kernel::{Message, msg, plural};

use super::Cause;

pub const MAX_SUBJECT: usize = 1_000;
pub const MAX_BODY: usize = 8_000;
pub const MAX_BUTTON: usize = 60;

/// The plural forms, as variant keys.
pub const FORMS: [&str; 6] = ["zero", "one", "two", "few", "many", "other"];

/// The number by which plural forms are selected.
const ITEMS: &str = "items";
const PLURAL: &str = "PLURAL";

/// Deeper nesting is no text that a person wrote.
const MAX_DEPTH: usize = 4;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Template {
    pub subject: String,
    pub body: String,
    /// Label of the button.
    pub button: String,
}

/// A part of a template.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    Subject,
    Body,
    Button,
}

/// Counted from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Position {
    pub line: usize,
    pub column: usize,
}

/// Why a template is not stored.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    #[error("empty")]
    Empty,
    #[error("longer than {max} characters")]
    TooLong { max: usize },
    #[error("syntax error at {at:?}")]
    Syntax { at: Position },
    #[error("unknown placeholder {name:?} at {at:?}")]
    UnknownPlaceholder { name: String, at: Position },
    #[error("not a selection by the number of items, at {at:?}")]
    NotSelectable { at: Position },
    #[error("plural form {form} is missing at {at:?}")]
    MissingForm { form: &'static str, at: Position },
    #[error("unknown or repeated plural form {form:?} at {at:?}")]
    UnknownForm { form: String, at: Position },
}

impl Refusal {
    /// `cause` decides which placeholders are named.
    pub fn message(&self, cause: Cause) -> Message {
        let at = |message: Message, at: &Position| {
            message.with("line", at.line.to_string()).with("column", at.column.to_string())
        };
        match self {
            Self::Empty => msg::followups::TEMPLATE_EMPTY.into(),
            Self::TooLong { max } => msg::followups::TEMPLATE_TOO_LONG.with("max", *max),
            Self::Syntax { at: position } => at(msg::followups::TEMPLATE_SYNTAX.into(), position),
            Self::UnknownPlaceholder { name, at: position } => {
                let known: Vec<_> = placeholders(cause).iter().map(|name| format!("{{{name}}}")).collect();
                let message = msg::followups::TEMPLATE_PLACEHOLDER.with("name", name.as_str());
                at(message.with("known", known.join(" ")), position)
            }
            Self::NotSelectable { at: position } => at(msg::followups::TEMPLATE_SELECTOR.into(), position),
            Self::MissingForm { form, at: position } => {
                at(msg::followups::TEMPLATE_FORM_MISSING.with("form", *form), position)
            }
            Self::UnknownForm { form, at: position } => {
                at(msg::followups::TEMPLATE_FORM_UNKNOWN.with("form", form.as_str()), position)
            }
        }
    }
}

/// The placeholders of a cause.
pub fn placeholders(cause: Cause) -> &'static [&'static str] {
    match cause {
        Cause::AbandonedCart => &["name", "shop", "items", "product", "products", "link"],
        _ => &["name", "shop", "items", "product", "products", "number", "link"],
    }
}

/// The values of the placeholders.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Values {
    pub name: String,
    pub shop: String,
    /// Number of different products.
    pub items: u32,
    /// The first of them.
    pub product: String,
    pub products: String,
    /// Number of the order.
    pub number: String,
    pub link: String,
}

impl Values {
    fn find(&self, name: &str) -> Option<String> {
        Some(match name {
            "name" => self.name.clone(),
            "shop" => self.shop.clone(),
            ITEMS => self.items.to_string(),
            "product" => self.product.clone(),
            "products" => self.products.clone(),
            "number" => self.number.clone(),
            "link" => self.link.clone(),
            _ => return None,
        })
    }
}

/// Checks a template; the first refusal counts.
pub fn check(cause: Cause, template: &Template) -> Result<(), (Part, Refusal)> {
    let parts = [
        (Part::Subject, &template.subject, MAX_SUBJECT),
        (Part::Body, &template.body, MAX_BODY),
        (Part::Button, &template.button, MAX_BUTTON),
    ];
    for (part, text, max) in parts {
        check_text(cause, text, max).map_err(|refusal| (part, refusal))?;
    }
    Ok(())
}

fn check_text(cause: Cause, text: &str, max: usize) -> Result<(), Refusal> {
    if text.trim().is_empty() {
        return Err(Refusal::Empty);
    }
    if text.chars().count() > max {
        return Err(Refusal::TooLong { max });
    }
    let source = Source::new(text);
    let pattern = source.parse()?;
    Checker { source: &source, known: placeholders(cause) }.pattern(&pattern, 0)
}

/// Returns the text with the values in the right plural form. Values are isolated, so that a Latin name does not reverse the
/// sentence. `None` if the text is no template.
pub fn render(text: &str, values: &Values) -> Option<String> {
    let source = Source::new(text);
    let pattern = source.parse().ok()?;
    let mut out = String::new();
    write_pattern(&mut out, &pattern, values)?;
    Some(out.trim().to_owned())
}

/// Splits a rendered body at its empty lines.
pub fn paragraphs(body: &str) -> Vec<String> {
    let mut paragraphs = vec![String::new()];
    for line in body.lines() {
        let line = line.trim();
        match paragraphs.last_mut() {
            Some(last) if !line.is_empty() => {
                if !last.is_empty() {
                    last.push(' ');
                }
                last.push_str(line);
            }
            _ => paragraphs.push(String::new()),
        }
    }
    paragraphs.retain(|text| !text.is_empty());
    paragraphs
}

/// The text as the value of a Fluent message: every line is indented, so that none of them starts another message.
struct Source(String);

const HEAD: &str = "text =";
const INDENT: &str = "    ";

impl Source {
    fn new(text: &str) -> Self {
        let mut source = HEAD.to_owned();
        for line in text.lines() {
            source.push('\n');
            if !line.trim().is_empty() {
                source.push_str(INDENT);
                source.push_str(line);
            }
        }
        source.push('\n');
        Self(source)
    }

    fn parse(&self) -> Result<Pattern<&str>, Refusal> {
        let resource = parser::parse(self.0.as_str()).map_err(|(_, errors)| {
            let offset = errors.first().map_or(0, |error| error.pos.start);
            Refusal::Syntax { at: self.position(offset) }
        })?;
        let mut entries = resource.body.into_iter();
        match (entries.next(), entries.next()) {
            // An attribute is a line that begins with a dot and a name: its text would be lost.
            (Some(Entry::Message(message)), None) => match message.attributes.first() {
                Some(attribute) => Err(Refusal::Syntax { at: self.position_of(attribute.id.name) }),
                None => message.value.ok_or(Refusal::Empty),
            },
            _ => Err(Refusal::Syntax { at: self.position(0) }),
        }
    }

    /// Line and column of a byte, in the typed text.
    fn position(&self, offset: usize) -> Position {
        let offset = (0..=offset.min(self.0.trim_end().len()))
            .rev()
            .find(|at| self.0.is_char_boundary(*at))
            .unwrap_or(0);
        let before = &self.0[..offset];
        let line = before.matches('\n').count();
        let start = before.rfind('\n').map_or(0, |at| at + 1);
        let column = before[start..].chars().count().saturating_sub(INDENT.len()) + 1;
        Position { line: line.max(1), column }
    }

    /// The same for a part of the text, which the parser does not copy.
    fn position_of(&self, part: &str) -> Position {
        self.position(part.as_ptr().addr().saturating_sub(self.0.as_ptr().addr()))
    }
}

struct Checker<'a> {
    source: &'a Source,
    known: &'a [&'a str],
}

impl Checker<'_> {
    fn pattern(&self, pattern: &Pattern<&str>, depth: usize) -> Result<(), Refusal> {
        for element in &pattern.elements {
            if let PatternElement::Placeable { expression } = element {
                self.expression(expression, depth)?;
            }
        }
        Ok(())
    }

    fn expression(&self, expression: &Expression<&str>, depth: usize) -> Result<(), Refusal> {
        match expression {
            Expression::Inline(inline) => self.inline(inline, depth),
            Expression::Select { selector, variants } => {
                let at = self.selector(selector)?;
                if depth >= MAX_DEPTH {
                    return Err(Refusal::NotSelectable { at });
                }
                self.forms(variants, at)?;
                variants.iter().try_for_each(|variant| self.pattern(&variant.value, depth + 1))
            }
        }
    }

    fn inline(&self, inline: &InlineExpression<&str>, depth: usize) -> Result<(), Refusal> {
        match inline {
            InlineExpression::StringLiteral { .. } | InlineExpression::NumberLiteral { .. } => Ok(()),
            InlineExpression::VariableReference { id }
            | InlineExpression::MessageReference { id, attribute: None } => self.placeholder(id),
            InlineExpression::Placeable { expression } if depth < MAX_DEPTH => {
                self.expression(expression, depth + 1)
            }
            InlineExpression::FunctionReference { id, .. }
            | InlineExpression::MessageReference { id, .. }
            | InlineExpression::TermReference { id, .. } => Err(Refusal::UnknownPlaceholder {
                name: id.name.to_owned(),
                at: self.source.position_of(id.name),
            }),
            InlineExpression::Placeable { .. } => Err(Refusal::Syntax { at: self.source.position(0) }),
        }
    }

    fn placeholder(&self, id: &Identifier<&str>) -> Result<(), Refusal> {
        if self.known.contains(&id.name) {
            return Ok(());
        }
        Err(Refusal::UnknownPlaceholder { name: id.name.to_owned(), at: self.source.position_of(id.name) })
    }

    /// Only `PLURAL(items)` selects. Returns where it is.
    fn selector(&self, selector: &InlineExpression<&str>) -> Result<Position, Refusal> {
        match selector {
            InlineExpression::FunctionReference { id, arguments } if id.name == PLURAL => {
                let at = self.source.position_of(id.name);
                match counted(arguments) {
                    Some(id) if id.name == ITEMS => Ok(at),
                    Some(id) => {
                        self.placeholder(id)?;
                        Err(Refusal::NotSelectable { at })
                    }
                    None => Err(Refusal::NotSelectable { at }),
                }
            }
            InlineExpression::FunctionReference { id, .. }
            | InlineExpression::MessageReference { id, .. }
            | InlineExpression::TermReference { id, .. }
            | InlineExpression::VariableReference { id } => {
                Err(Refusal::NotSelectable { at: self.source.position_of(id.name) })
            }
            InlineExpression::StringLiteral { value } | InlineExpression::NumberLiteral { value } => {
                Err(Refusal::NotSelectable { at: self.source.position_of(value) })
            }
            InlineExpression::Placeable { .. } => Err(Refusal::NotSelectable { at: self.source.position(0) }),
        }
    }

    /// Each of the six forms once, and no other.
    fn forms(&self, variants: &[Variant<&str>], at: Position) -> Result<(), Refusal> {
        let mut found = Vec::new();
        for variant in variants {
            let (VariantKey::Identifier { name } | VariantKey::NumberLiteral { value: name }) = variant.key;
            if !FORMS.contains(&name) || found.contains(&name) {
                let at = self.source.position_of(name);
                return Err(Refusal::UnknownForm { form: name.to_owned(), at });
            }
            found.push(name);
        }
        match FORMS.iter().find(|form| !found.contains(form)) {
            Some(form) => Err(Refusal::MissingForm { form, at }),
            None => Ok(()),
        }
    }
}

/// The only argument of a function.
fn counted<'a>(arguments: &'a CallArguments<&'a str>) -> Option<&'a Identifier<&'a str>> {
    match (arguments.positional.as_slice(), arguments.named.as_slice()) {
        (
            [
                InlineExpression::VariableReference { id }
                | InlineExpression::MessageReference { id, attribute: None },
            ],
            [],
        ) => Some(id),
        _ => None,
    }
}

fn write_pattern(out: &mut String, pattern: &Pattern<&str>, values: &Values) -> Option<()> {
    for element in &pattern.elements {
        match element {
            PatternElement::TextElement { value } => out.push_str(value),
            PatternElement::Placeable { expression } => write_expression(out, expression, values)?,
        }
    }
    Some(())
}

fn write_expression(out: &mut String, expression: &Expression<&str>, values: &Values) -> Option<()> {
    match expression {
        Expression::Inline(inline) => write_inline(out, inline, values),
        Expression::Select { variants, .. } => {
            let form = plural(f64::from(values.items)).as_str();
            let is_form = |variant: &&Variant<&str>| matches!(variant.key, VariantKey::Identifier { name } if name == form);
            write_pattern(out, &variants.iter().find(is_form)?.value, values)
        }
    }
}

fn write_inline(out: &mut String, inline: &InlineExpression<&str>, values: &Values) -> Option<()> {
    match inline {
        InlineExpression::StringLiteral { value } => out.push_str(&unescape_unicode_to_string(value)),
        InlineExpression::NumberLiteral { value } => out.push_str(value),
        InlineExpression::VariableReference { id } | InlineExpression::MessageReference { id, .. } => {
            write!(out, "\u{2068}{}\u{2069}", values.find(id.name)?).ok()?;
        }
        InlineExpression::Placeable { expression } => write_expression(out, expression, values)?,
        _ => return None,
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::default_template;

    fn refusal(body: &str) -> Refusal {
        let template = Template { subject: "s".to_owned(), body: body.to_owned(), button: "b".to_owned() };
        let (part, refusal) = check(Cause::AbandonedCart, &template).expect_err(body);
        assert_eq!(part, Part::Body);
        refusal
    }

    fn at(line: usize, column: usize) -> Position {
        Position { line, column }
    }

    const ALL_FORMS: &str = "{ PLURAL($items) ->
    [zero] 0
    [one] 1
    [two] 2
    [few] f {items}
    [many] m {items}
   *[other] o {items}
}";

    #[test]
    fn the_texts_of_the_program_are_valid() {
        for cause in Cause::ALL {
            assert_eq!(check(cause, &default_template(cause)), Ok(()), "{cause:?}");
        }
    }

    #[test]
    fn each_of_the_six_forms_is_selected() {
        let cases = [
            (0, "0"),
            (1, "1"),
            (2, "2"),
            (3, "f 3"),
            (10, "f 10"),
            (11, "m 11"),
            (100, "o 100"),
            (103, "f 103"),
        ];
        for (items, expected) in cases {
            let values = Values { items, ..Values::default() };
            let text = render(ALL_FORMS, &values).expect("a template");
            assert_eq!(kernel::text::without_isolates(&text), expected);
        }
    }

    #[test]
    fn a_wrong_placeholder_is_refused_with_its_position() {
        let wrong = Refusal::UnknownPlaceholder { name: "nam".to_owned(), at: at(2, 8) };
        assert_eq!(refusal("مرحبًا\nأهلاً {nam}"), wrong);
        // Only orders have a number.
        assert!(matches!(refusal("{number}"), Refusal::UnknownPlaceholder { .. }));
        assert!(matches!(refusal("{ -term }"), Refusal::UnknownPlaceholder { .. }));
        assert!(matches!(refusal("{ NUMBER($items) }"), Refusal::UnknownPlaceholder { .. }));
        assert!(matches!(refusal("{ name.title }"), Refusal::UnknownPlaceholder { .. }));
    }

    #[test]
    fn a_missing_or_unknown_plural_form_is_refused() {
        for form in FORMS.iter().filter(|form| **form != "other") {
            let without: Vec<_> =
                ALL_FORMS.lines().filter(|line| !line.contains(&format!("[{form}]"))).collect();
            assert_eq!(refusal(&without.join("\n")), Refusal::MissingForm { form, at: at(1, 3) });
        }
        let unknown = ALL_FORMS.replace("[many]", "[lots]");
        assert_eq!(refusal(&unknown), Refusal::UnknownForm { form: "lots".to_owned(), at: at(6, 6) });
        let twice = ALL_FORMS.replace("[many]", "[few]");
        assert_eq!(refusal(&twice), Refusal::UnknownForm { form: "few".to_owned(), at: at(6, 6) });
        let by_name = ALL_FORMS.replace("PLURAL($items)", "$items");
        assert!(matches!(refusal(&by_name), Refusal::NotSelectable { .. }));
        let of_name = ALL_FORMS.replace("$items)", "$name)");
        assert!(matches!(refusal(&of_name), Refusal::NotSelectable { .. }));
        // A wrong placeholder inside a form is found as well.
        let inside = ALL_FORMS.replace("f {items}", "f {count}");
        assert!(matches!(refusal(&inside), Refusal::UnknownPlaceholder { at: Position { line: 5, .. }, .. }));
    }

    #[test]
    fn what_fluent_reads_as_something_else_is_refused() {
        for text in ["{", "{name", "}", ".attribute = x", "a\n.b = c", "{ PLURAL(items) }", "[x] y", "{اسم}"]
        {
            let refused = refusal(text);
            assert!(
                matches!(refused, Refusal::Syntax { .. } | Refusal::UnknownPlaceholder { .. }),
                "{text}: {refused:?}"
            );
        }
        assert_eq!(refusal(" \n "), Refusal::Empty);
        assert_eq!(refusal(&"a".repeat(MAX_BODY + 1)), Refusal::TooLong { max: MAX_BODY });
    }

    #[test]
    fn values_are_text_and_never_a_template() {
        let values = Values { name: "{shop} { PLURAL".to_owned(), shop: "x".to_owned(), ..Values::default() };
        let text = render("مرحبًا {name}", &values).expect("a template");
        assert_eq!(text, "مرحبًا \u{2068}{shop} { PLURAL\u{2069}");
    }

    #[test]
    fn empty_lines_separate_paragraphs() {
        assert_eq!(paragraphs("a\nb\n\n\n c \n"), ["a b", "c"]);
        let text = render("a\n\n{ \"{\" }b", &Values::default()).expect("a template");
        assert_eq!(paragraphs(&text), ["a", "{b"]);
    }
}
