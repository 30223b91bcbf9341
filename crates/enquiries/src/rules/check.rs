//! Which definitions are valid. A form that can never be sent, or a field that can never be seen, is refused when it is
//! saved, not when a visitor meets it.

use std::collections::BTreeSet;

use kernel::EmailAddress;

use super::{
    definition::{AfterSuccess, FormDefinition},
    element::{Element, ElementId, ElementKind, Validator},
    files::MAX_FILE_BYTES,
    values::{Value, Values},
    visibility::visible_elements,
};

const MAX_ELEMENTS: usize = 60;
const MAX_OPTIONS: usize = 100;
const MAX_RULES: usize = 20;
const MAX_RECIPIENTS: usize = 10;
/// Combinations of options that are tried to find out whether an element can be shown. With more of them it is assumed.
const MAX_COMBINATIONS: usize = 20_000;

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DefinitionError {
    #[error("the form has no field")]
    NoField,
    #[error("the form has no title or no text on its button")]
    TextMissing,
    #[error("too many elements, options or rules")]
    TooMany,
    #[error("two elements have the id {0}, or it is 0")]
    DuplicateId(ElementId),
    #[error("element {0} has no label")]
    LabelMissing(ElementId),
    #[error("element {0} has no options, an empty value, or one value twice")]
    InvalidOptions(ElementId),
    #[error("the limits of element {0} exclude every value")]
    InvalidLimits(ElementId),
    #[error("the default of element {0} is not one of its values")]
    InvalidDefault(ElementId),
    #[error("element {0} names element {1}, which does not exist")]
    UnknownElement(ElementId, ElementId),
    #[error("a condition of element {0} reads element {1}, which has no options or not this one")]
    InvalidRule(ElementId, ElementId),
    #[error("element {0} has conditions without rules")]
    NoRules(ElementId),
    #[error("element {0} depends on itself")]
    Cycle(ElementId),
    #[error("element {0} can never be shown")]
    NeverShown(ElementId),
    #[error("element {0} is a captcha, which has no conditions, or the second one")]
    InvalidCaptcha(ElementId),
    #[error("a validator of element {0} does not apply to it")]
    InvalidValidator(ElementId),
    #[error("the address after success is neither a path of the shop nor https")]
    InvalidRedirect,
    #[error("{0} is not an address of email")]
    InvalidRecipient(String),
    #[error("the confirmation names no e-mail element, or has no text")]
    InvalidConfirmation,
}

pub fn check_definition(form: &FormDefinition) -> Result<(), DefinitionError> {
    if form.title.trim().is_empty() || form.submit_label.trim().is_empty() || form.success.html.is_empty() {
        return Err(DefinitionError::TextMissing);
    }
    if form.elements.len() > MAX_ELEMENTS || form.recipients.len() > MAX_RECIPIENTS {
        return Err(DefinitionError::TooMany);
    }
    let is_input = |element: &Element| {
        element.kind.is_field()
            && !matches!(element.kind, ElementKind::Hidden { .. } | ElementKind::Captcha {})
    };
    if !form.elements.iter().any(is_input) {
        return Err(DefinitionError::NoField);
    }
    let mut ids = BTreeSet::new();
    for element in &form.elements {
        if element.id.0 == 0 || !ids.insert(element.id) {
            return Err(DefinitionError::DuplicateId(element.id));
        }
        check_element(form, element)?;
    }
    check_logic(form)?;
    check_delivery(form)
}

fn check_element(form: &FormDefinition, element: &Element) -> Result<(), DefinitionError> {
    let id = element.id;
    let needs_label = !matches!(element.kind, ElementKind::Hidden { .. } | ElementKind::Note { .. });
    if needs_label && element.label.trim().is_empty() {
        return Err(DefinitionError::LabelMissing(id));
    }
    let is_valid = match &element.kind {
        ElementKind::Number { min: Some(min), max: Some(max), .. } if min > max => false,
        ElementKind::Number { decimals, .. } => *decimals <= 4,
        ElementKind::Date { first_year, last_year } => {
            (1900..=2200).contains(first_year) && (*first_year..=2200).contains(last_year)
        }
        ElementKind::Upload { file_size_limit, allowed_extensions, .. } => {
            let is_extension =
                |name: &String| !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric());
            (1..=MAX_FILE_BYTES).contains(file_size_limit) && allowed_extensions.iter().all(is_extension)
        }
        _ => true,
    };
    if !is_valid {
        return Err(DefinitionError::InvalidLimits(id));
    }
    if let Some(options) = element.kind.options() {
        let values: BTreeSet<&str> = options.iter().map(|option| option.value.as_str()).collect();
        if options.len() > MAX_OPTIONS {
            return Err(DefinitionError::TooMany);
        }
        if options.is_empty() || values.len() != options.len() || values.contains("") {
            return Err(DefinitionError::InvalidOptions(id));
        }
    }
    if !default_fits(element) {
        return Err(DefinitionError::InvalidDefault(id));
    }
    let is_captcha = |one: &&Element| matches!(one.kind, ElementKind::Captcha {});
    if is_captcha(&element)
        && (form.logic.contains_key(&id) || form.elements.iter().filter(is_captcha).count() > 1)
    {
        return Err(DefinitionError::InvalidCaptcha(id));
    }
    element.validators.iter().try_for_each(|validator| check_validator(form, element, validator))
}

fn default_fits(element: &Element) -> bool {
    let Some(default) = &element.default else { return true };
    let is_option = |value: &String| {
        element.kind.options().is_some_and(|options| options.iter().any(|option| option.value == *value))
    };
    match (&element.kind, default) {
        (ElementKind::Select { .. } | ElementKind::Radio { .. }, Value::Text(value)) => {
            value.is_empty() || is_option(value)
        }
        (ElementKind::Checkboxes { .. }, Value::List(list)) => list.iter().all(is_option),
        (ElementKind::Date { .. }, Value::Date(_)) => true,
        (
            ElementKind::Text {}
            | ElementKind::Email {}
            | ElementKind::Phone {}
            | ElementKind::Number { .. }
            | ElementKind::Textarea { .. },
            Value::Text(_),
        ) => true,
        _ => false,
    }
}

fn check_validator(
    form: &FormDefinition,
    element: &Element,
    validator: &Validator,
) -> Result<(), DefinitionError> {
    let is_text = matches!(
        element.kind,
        ElementKind::Text {} | ElementKind::Email {} | ElementKind::Phone {} | ElementKind::Textarea { .. }
    );
    let is_date = matches!(element.kind, ElementKind::Date { .. });
    let fits = match validator {
        Validator::Length { min, max } => is_text && max.is_none_or(|max| *min <= max && max > 0),
        Validator::Digits {} | Validator::Code {} => matches!(element.kind, ElementKind::Text {}),
        Validator::Identical { element_id } => {
            let other = form.element(*element_id);
            let other = other.ok_or(DefinitionError::UnknownElement(element.id, *element_id))?;
            // Always shown, of the same kind, and another one.
            other.id != element.id
                && other.kind == element.kind
                && is_text
                && !form.logic.contains_key(&other.id)
        }
        Validator::FromToday {} | Validator::UntilToday {} => is_date,
    };
    if fits { Ok(()) } else { Err(DefinitionError::InvalidValidator(element.id)) }
}

fn check_logic(form: &FormDefinition) -> Result<(), DefinitionError> {
    for (id, logic) in &form.logic {
        form.element(*id).ok_or(DefinitionError::UnknownElement(*id, *id))?;
        if logic.rules.is_empty() {
            return Err(DefinitionError::NoRules(*id));
        }
        if logic.rules.len() > MAX_RULES {
            return Err(DefinitionError::TooMany);
        }
        for rule in &logic.rules {
            let read = form.element(rule.element_id);
            let read = read.ok_or(DefinitionError::UnknownElement(*id, rule.element_id))?;
            let options = read.kind.options().unwrap_or_default();
            let is_option = rule.value.is_empty() || options.iter().any(|option| option.value == rule.value);
            if options.is_empty() || !is_option {
                return Err(DefinitionError::InvalidRule(*id, rule.element_id));
            }
        }
    }
    for id in form.logic.keys() {
        let sources = sources(form, *id);
        if sources.contains(id) {
            return Err(DefinitionError::Cycle(*id));
        }
    }
    match form.logic.keys().find(|id| !can_show(form, **id)) {
        Some(id) => Err(DefinitionError::NeverShown(*id)),
        None => Ok(()),
    }
}

/// Every element that decides about this one, directly or through others.
fn sources(form: &FormDefinition, id: ElementId) -> BTreeSet<ElementId> {
    let mut found = BTreeSet::new();
    let mut waiting = vec![id];
    while let Some(one) = waiting.pop() {
        let rules = form.logic.get(&one).map(|logic| logic.rules.as_slice()).unwrap_or_default();
        waiting.extend(rules.iter().map(|rule| rule.element_id).filter(|read| found.insert(*read)));
    }
    found
}

/// Whether some choice shows the element: tries the values that rules name, and no value, of every source.
fn can_show(form: &FormDefinition, id: ElementId) -> bool {
    let mut candidates: Vec<(ElementId, Vec<Value>)> = Vec::new();
    for source in sources(form, id) {
        let named: BTreeSet<&str> = form
            .logic
            .values()
            .flat_map(|logic| &logic.rules)
            .filter(|rule| rule.element_id == source && !rule.value.is_empty())
            .map(|rule| rule.value.as_str())
            .collect();
        let Some(element) = form.element(source) else { return false };
        let unnamed = element.kind.options().unwrap_or_default().iter();
        let unnamed = unnamed.map(|option| option.value.as_str()).find(|value| !named.contains(value));
        // One option that no rule names stands for all of them.
        let values: Vec<&str> = named.into_iter().chain(unnamed).collect();
        candidates.push((source, combinations(&element.kind, &values)));
    }
    let count = candidates.iter().try_fold(1_usize, |count, (_, values)| count.checked_mul(values.len()));
    let Some(count) = count.filter(|count| *count <= MAX_COMBINATIONS) else { return true };
    (0..count).any(|index| {
        let mut rest = index;
        let mut values = Values::new();
        for (source, options) in &candidates {
            values.insert(*source, options[rest % options.len()].clone());
            rest /= options.len();
        }
        visible_elements(form, &values).contains(&id)
    })
}

/// What may be chosen among these options, nothing included.
fn combinations(kind: &ElementKind, values: &[&str]) -> Vec<Value> {
    match kind {
        ElementKind::Checkboxes { .. } if values.len() <= 12 => (0..1_usize << values.len())
            .map(|mask| {
                let ticked = values.iter().enumerate().filter(|(bit, _)| mask & (1 << bit) != 0);
                Value::List(ticked.map(|(_, value)| (*value).to_owned()).collect())
            })
            .collect(),
        ElementKind::Checkboxes { .. } => {
            let each = values.iter().map(|value| Value::List(vec![(*value).to_owned()]));
            let all = Value::List(values.iter().map(|value| (*value).to_owned()).collect());
            each.chain([Value::List(Vec::new()), all]).collect()
        }
        _ => [""].iter().chain(values).map(|value| Value::Text((*value).to_owned())).collect(),
    }
}

fn check_delivery(form: &FormDefinition) -> Result<(), DefinitionError> {
    if let AfterSuccess::Redirect { url } = &form.success.then
        && !is_redirect(url)
    {
        return Err(DefinitionError::InvalidRedirect);
    }
    if let Some(address) = form.recipients.iter().find(|address| EmailAddress::parse(address).is_err()) {
        return Err(DefinitionError::InvalidRecipient(address.clone()));
    }
    if let Some(confirmation) = &form.confirmation {
        let element = form.element(confirmation.email_element);
        let is_email = element.is_some_and(|element| matches!(element.kind, ElementKind::Email {}));
        let has_text = !confirmation.subject.trim().is_empty() && !confirmation.text.trim().is_empty();
        if !is_email || !has_text || confirmation.subject.contains(['\r', '\n']) {
            return Err(DefinitionError::InvalidConfirmation);
        }
    }
    Ok(())
}

/// A path of this shop, or another site by `https`; nothing that a browser reads differently.
fn is_redirect(url: &str) -> bool {
    if url.len() > 500 || url.chars().any(|c| c.is_control() || c.is_whitespace() || c == '\\') {
        return false;
    }
    match url.strip_prefix("https://") {
        Some(rest) => {
            let host = rest.split(['/', '?', '#']).next().unwrap_or_default();
            let is_host = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | ':');
            !host.is_empty() && host.contains('.') && host.chars().all(is_host)
        }
        None => url.starts_with('/') && !url.starts_with("//"),
    }
}
