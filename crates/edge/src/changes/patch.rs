//! Which fields an edit changes, and whether it clashes with edits that were made meanwhile.

use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::{Map, Value};

use super::Change;

/// The changed fields of a thing, with their values. Read from and written to the typed fields of the thing: a field or a
/// value that the type does not know is refused by [`Patch::apply`].
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Patch(pub Map<String, Value>);

impl Patch {
    /// All fields of a thing.
    pub fn of<T: Serialize>(fields: &T) -> serde_json::Result<Self> {
        serde_json::from_value(serde_json::to_value(fields)?)
    }

    /// The fields in which `after` differs from `before`.
    pub fn between<T: Serialize>(before: &T, after: &T) -> serde_json::Result<Self> {
        let before = Self::of(before)?;
        let after = Self::of(after)?;
        Ok(after.without(&before))
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn fields(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }

    pub fn has(&self, field: &str) -> bool {
        self.0.contains_key(field)
    }

    /// Without the fields that have the same value in `other`.
    #[must_use]
    pub fn without(self, other: &Self) -> Self {
        Self(self.0.into_iter().filter(|(field, value)| other.0.get(field) != Some(value)).collect())
    }

    /// The values of the same fields in `other`.
    #[must_use]
    pub fn values_in(&self, other: &Self) -> Self {
        let known = self.0.keys().filter_map(|field| Some((field.clone(), other.0.get(field)?.clone())));
        Self(known.collect())
    }

    /// The fields of a thing with these changes.
    pub fn apply<T: Serialize + DeserializeOwned>(&self, to: &T) -> serde_json::Result<T> {
        let mut all = Self::of(to)?;
        all.0.extend(self.0.clone());
        serde_json::from_value(Value::Object(all.0))
    }
}

/// What became of the fields of an edit that was made on an older version.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Comparison {
    /// Others changed them, this edit does not.
    pub merged: Vec<String>,
    /// Others gave them another value than this edit does.
    pub clashing: Vec<String>,
}

/// Compares an edit with the changes since its version, oldest first. A field that has its old value again, or already the
/// wanted one, does not clash.
pub fn compare(wanted: &Patch, since: &[Change], current: &Patch) -> Comparison {
    let mut comparison = Comparison::default();
    let mut seen = Vec::new();
    for change in since {
        for (field, old) in &change.before.0 {
            if seen.contains(&field) {
                continue;
            }
            seen.push(field);
            let now = current.0.get(field);
            if now == Some(old) {
                continue;
            }
            match wanted.0.get(field) {
                None => comparison.merged.push(field.clone()),
                Some(value) if now == Some(value) => {}
                Some(_) => comparison.clashing.push(field.clone()),
            }
        }
    }
    comparison
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn patch(value: Value) -> Patch {
        serde_json::from_value(value).expect("an object")
    }

    fn change(version: i64, before: Value, after: Value) -> Change {
        let at = chrono::DateTime::UNIX_EPOCH;
        let (before, after) = (patch(before), patch(after));
        Change { version, actor: "staff 1".to_owned(), at, before, after, undoes: None }
    }

    /// [D05]
    #[test]
    fn fields_that_only_others_changed_are_merged() {
        let since = [change(2, json!({"name": "a"}), json!({"name": "b"}))];
        let found = compare(&patch(json!({"price": 2})), &since, &patch(json!({"name": "b", "price": 1})));
        assert_eq!(found, Comparison { merged: vec!["name".to_owned()], clashing: Vec::new() });
    }

    /// [D06]
    #[test]
    fn another_value_of_the_same_field_clashes_and_the_same_value_does_not() {
        let since = [change(2, json!({"name": "a"}), json!({"name": "b"}))];
        let current = patch(json!({"name": "b"}));
        let clash = compare(&patch(json!({"name": "c"})), &since, &current);
        assert_eq!(clash.clashing, ["name"]);
        assert_eq!(compare(&patch(json!({"name": "b"})), &since, &current), Comparison::default());
    }

    /// [D07]
    #[test]
    fn a_field_that_was_changed_and_changed_back_does_not_clash() {
        let since = [
            change(2, json!({"name": "a"}), json!({"name": "b"})),
            change(3, json!({"name": "b"}), json!({"name": "a"})),
        ];
        let found = compare(&patch(json!({"name": "c"})), &since, &patch(json!({"name": "a"})));
        assert_eq!(found, Comparison::default());
    }

    #[test]
    fn a_patch_has_the_changed_fields_and_makes_the_new_thing_of_the_old_one() {
        #[derive(Debug, PartialEq, Serialize, Deserialize)]
        #[serde(deny_unknown_fields)]
        struct Fields {
            name: String,
            price: Option<i64>,
        }
        let old = Fields { name: "a".to_owned(), price: Some(1) };
        let new = Fields { name: "a".to_owned(), price: None };
        let patch = Patch::between(&old, &new).expect("a patch");
        assert_eq!(patch.fields().collect::<Vec<_>>(), ["price"]);
        assert_eq!(patch.apply(&old).expect("fields"), new);
        assert_eq!(patch.values_in(&Patch::of(&old).expect("fields")).0["price"], json!(1));
        assert!(self::patch(json!({"colour": 1})).apply(&old).is_err(), "an unknown field");
        assert!(self::patch(json!({"name": 1})).apply(&old).is_err(), "a value of another type");
    }
}
