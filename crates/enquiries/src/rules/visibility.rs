//! Which elements are shown.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    definition::FormDefinition,
    element::{ElementId, ElementKind},
    logic::{Logic, LogicAction, Match, Operator, Rule},
    values::{Value, Values},
};

/// The elements that are shown with these values, headings and notes included.
///
/// A rule sees a hidden element as empty, whatever was typed before it was hidden: a value that is not stored cannot
/// decide anything. An option that does not exist counts as none.
pub fn visible_elements(form: &FormDefinition, values: &Values) -> BTreeSet<ElementId> {
    let all: BTreeSet<ElementId> = form.elements.iter().map(|element| element.id).collect();
    let mut visible = all.clone();
    // Each round settles one more level of dependence. Definitions without cycles are settled when nothing changes; the
    // bound ends those that `check_definition` would refuse.
    for _ in 0..=form.logic.len() {
        let is_shown =
            |id: &ElementId| form.logic.get(id).is_none_or(|logic| is_shown(form, logic, values, &visible));
        let next: BTreeSet<ElementId> = all.iter().copied().filter(is_shown).collect();
        if next == visible {
            break;
        }
        visible = next;
    }
    visible
}

/// For each element that conditions read, the elements that depend on it: `dependents` of the form.
pub fn dependents(form: &FormDefinition) -> BTreeMap<ElementId, BTreeSet<ElementId>> {
    let mut dependents = BTreeMap::<ElementId, BTreeSet<ElementId>>::new();
    for (id, logic) in &form.logic {
        for rule in &logic.rules {
            dependents.entry(rule.element_id).or_default().insert(*id);
        }
    }
    dependents
}

fn is_shown(form: &FormDefinition, logic: &Logic, values: &Values, visible: &BTreeSet<ElementId>) -> bool {
    let matches = |rule: &Rule| {
        let chosen = match visible.contains(&rule.element_id) {
            true => chosen(form, rule.element_id, values),
            false => Vec::new(),
        };
        let is_equal = match rule.value.as_str() {
            "" => chosen.is_empty(),
            value => chosen.contains(&value),
        };
        is_equal == (rule.operator == Operator::Eq)
    };
    let matched = match logic.matching {
        Match::Any => logic.rules.iter().any(matches),
        Match::All => logic.rules.iter().all(matches),
    };
    matched == (logic.action == LogicAction::Show)
}

/// The chosen options of an element.
fn chosen<'a>(form: &FormDefinition, id: ElementId, values: &'a Values) -> Vec<&'a str> {
    let Some(element) = form.element(id) else { return Vec::new() };
    let Some(options) = element.kind.options() else { return Vec::new() };
    let sent: Vec<&str> = match (&element.kind, values.get(&id)) {
        (ElementKind::Checkboxes { .. }, Some(Value::List(list))) => {
            list.iter().map(String::as_str).collect()
        }
        (ElementKind::Select { .. } | ElementKind::Radio { .. }, Some(Value::Text(text))) => {
            vec![text.as_str()]
        }
        _ => Vec::new(),
    };
    sent.into_iter().filter(|value| options.iter().any(|option| option.value == *value)).collect()
}
