//! Values at paths in a group of settings.

use serde_json::{Map, Value};

/// `over`, where it says something, in place of `under`.
pub fn merged(under: Value, over: Value) -> Value {
    match (under, over) {
        (Value::Object(mut under), Value::Object(over)) => {
            for (name, value) in over {
                let below = under.remove(&name).unwrap_or(Value::Null);
                under.insert(name, merged(below, value));
            }
            Value::Object(under)
        }
        (_, over) => over,
    }
}

/// The value at a path of names with dots between them.
pub fn at<'a>(value: &'a Value, path: &str) -> Option<&'a Value> {
    path.split('.').try_fold(value, |inside, name| inside.get(name))
}

/// Puts a value at a path.
pub fn put(value: &mut Value, path: &str, new: Value) {
    let mut inside = value;
    for name in path.split('.') {
        if !inside.is_object() {
            *inside = Value::Object(Map::new());
        }
        inside = &mut inside[name];
    }
    *inside = new;
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_path_leads_into_objects() {
        let mut value =
            merged(json!({ "cod": { "enabled": false, "days": 1 } }), json!({ "cod": { "days": 2 } }));
        assert_eq!(at(&value, "cod.days"), Some(&json!(2)));
        assert_eq!(at(&value, "cod.enabled"), Some(&json!(false)), "what is not said stays");
        put(&mut value, "bacs.days", json!(3));
        assert_eq!(at(&value, "bacs.days"), Some(&json!(3)));
    }
}
