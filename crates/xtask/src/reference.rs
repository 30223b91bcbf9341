//! Writes the reference of the Store API into the handbook, from its OpenAPI description.
//!
//! Our own generator, because a page of the handbook is Markdown without scripts; the usual ones write a page of their own.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde_json::Value;

pub const HEADER: &str =
    "<!-- Written from the OpenAPI description by `make client`; never edited by hand. -->";

const BASE: &str = "/ar/wp-json/wc/store/v1";
const VERBS: [&str; 4] = ["get", "post", "put", "delete"];

pub fn generate(document: &Value) -> String {
    let mut text = format!("{HEADER}\n\n# Reference of the Store API\n\n");
    let _ = writeln!(
        text,
        "Every operation and every type of the [Store API](store-api.md). Paths are below `{BASE}`. A field with `?` may be \
         missing.\n\nEvery operation may also answer with the statuses that are listed as errors; their body is an \
         [Error](#error-type)."
    );
    for (group, operations) in groups(document) {
        let _ = writeln!(text, "\n## {}{}", group[..1].to_uppercase(), &group[1..]);
        for (path, verb, operation) in operations {
            describe_operation(&mut text, path, verb, operation);
        }
    }
    text.push_str("\n## Types\n");
    for (name, schema) in members(&document["components"]["schemas"]) {
        describe_type(&mut text, name, schema);
    }
    text
}

fn members(value: &Value) -> impl Iterator<Item = (&String, &Value)> {
    value.as_object().into_iter().flatten()
}

fn items(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

fn words(value: &Value) -> String {
    value.as_str().unwrap_or_default().replace('\n', " ").replace('|', "\\|")
}

/// Operations by their group, in the order of their paths.
fn groups(document: &Value) -> BTreeMap<&str, Vec<(&str, &str, &Value)>> {
    let mut groups: BTreeMap<&str, Vec<_>> = BTreeMap::new();
    for (path, methods) in members(&document["paths"]) {
        for verb in VERBS {
            let operation = &methods[verb];
            if let Some(group) = operation["tags"][0].as_str() {
                groups.entry(group).or_default().push((path.as_str(), verb, operation));
            }
        }
    }
    groups
}

fn describe_operation(text: &mut String, path: &str, verb: &str, operation: &Value) {
    let path = path.strip_prefix(BASE).filter(|rest| !rest.is_empty()).unwrap_or(path);
    let _ = writeln!(text, "\n### {}\n", words(&operation["operationId"]));
    let _ = writeln!(text, "`{} {path}`: {}\n", verb.to_uppercase(), words(&operation["summary"]));
    let mut rows: Vec<[String; 4]> = items(&operation["parameters"])
        .map(|one| {
            let mark = if one["required"] == true { "" } else { "?" };
            let name = format!("`{}`{mark}", words(&one["name"]));
            [name, words(&one["in"]), type_of(&one["schema"]), words(&one["schema"]["description"])]
        })
        .collect();
    let body = &operation["requestBody"]["content"]["application/json"]["schema"];
    rows.extend(fields(body).map(|[name, kind, note]| [name, "body".to_owned(), kind, note]));
    if !rows.is_empty() {
        text.push_str("| parameter | in | type | notes |\n|---|---|---|---|\n");
        for [name, place, kind, note] in rows {
            let _ = writeln!(text, "| {name} | {place} | {kind} | {note} |");
        }
        text.push('\n');
    }
    let (mut successes, mut errors) = (Vec::new(), Vec::new());
    for (status, answer) in members(&operation["responses"]) {
        let schema = &answer["content"]["application/json"]["schema"];
        match status.starts_with('2') {
            true if schema.is_object() => successes.push(format!("{status} {}", type_of(schema))),
            true => successes.push(format!("{status} without a body")),
            false => errors.push(status.as_str()),
        }
    }
    let _ = writeln!(text, "Answers {}. Otherwise {}.", successes.join(" or "), errors.join(", "));
}

/// Name, type and description of each field of an object.
fn fields(schema: &Value) -> impl Iterator<Item = [String; 3]> {
    members(&schema["properties"]).map(|(name, field)| {
        let is_required = items(&schema["required"]).any(|one| one.as_str() == Some(name));
        let mark = if is_required { "" } else { "?" };
        [format!("`{name}`{mark}"), type_of(field), words(&field["description"])]
    })
}

fn describe_type(text: &mut String, name: &str, schema: &Value) {
    let _ = writeln!(text, "\n### {name} type\n");
    let note = words(&schema["description"]);
    if !note.is_empty() {
        let _ = writeln!(text, "{note}\n");
    }
    // An object with the fields of others: those that are its own stand in the last part.
    let parts: Vec<&Value> = match schema["allOf"].as_array() {
        Some(parts) => parts.iter().collect(),
        None => vec![schema],
    };
    let others: Vec<String> =
        parts.iter().filter(|part| part["$ref"].is_string()).map(|part| type_of(part)).collect();
    if !others.is_empty() {
        let _ = writeln!(text, "All fields of {}, and:\n", others.join(" and "));
    }
    text.push_str("| field | type | notes |\n|---|---|---|\n");
    for [name, kind, note] in parts.into_iter().flat_map(fields) {
        let _ = writeln!(text, "| {name} | {kind} | {note} |");
    }
}

fn type_of(schema: &Value) -> String {
    if let Some(name) = schema["$ref"].as_str() {
        let name = name.rsplit('/').next().unwrap_or_default();
        // An operation may have the same name.
        return format!("[{name}](#{}-type)", name.to_lowercase());
    }
    if schema["enum"].is_array() {
        let values: Vec<String> = items(&schema["enum"]).map(|value| format!("`{}`", words(value))).collect();
        return values.join(", ");
    }
    for key in ["oneOf", "anyOf"] {
        if schema[key].is_array() {
            return items(&schema[key]).map(type_of).collect::<Vec<_>>().join(" or ");
        }
    }
    match &schema["type"] {
        Value::Array(kinds) => {
            let kind = |kind: &Value| plain(kind.as_str().unwrap_or_default(), schema);
            kinds.iter().map(kind).collect::<Vec<_>>().join(" or ")
        }
        Value::String(kind) => plain(kind, schema),
        _ => "anything".to_owned(),
    }
}

fn plain(kind: &str, schema: &Value) -> String {
    match kind {
        "array" => format!("list of {}", type_of(&schema["items"])),
        "object" if schema["properties"].is_object() => {
            let inner = fields(schema).map(|[name, kind, _]| format!("{name} {kind}")).collect::<Vec<_>>();
            format!("object: {}", inner.join("; "))
        }
        "object" if schema["additionalProperties"].is_object() => {
            format!("object of {}", type_of(&schema["additionalProperties"]))
        }
        kind => kind.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn an_operation_lists_its_parameters_and_its_answers() {
        let document = json!({
            "paths": { "/ar/wp-json/wc/store/v1/cart/items/{key}": { "put": {
                "operationId": "replaceItem", "summary": "Changes an item.", "tags": ["cart"],
                "parameters": [{ "name": "key", "in": "path", "required": true, "schema": { "type": "string" } }],
                "requestBody": { "content": { "application/json": { "schema": {
                    "type": "object", "properties": { "quantity": { "type": ["number", "null"] } }, "required": ["quantity"],
                } } } },
                "responses": {
                    "200": { "content": { "application/json": { "schema": { "$ref": "#/components/schemas/CartItem" } } } },
                    "204": {}, "404": {},
                },
            } } },
            "components": { "schemas": { "CartItem": {
                "type": "object", "description": "An item.",
                "properties": { "key": { "type": "string" }, "images": { "type": "array", "items": { "$ref": "#/x/Image" } } },
                "required": ["key"],
            } } },
        });
        let text = generate(&document);
        for line in [
            "## Cart",
            "### replaceItem",
            "`PUT /cart/items/{key}`: Changes an item.",
            "| `key` | path | string |  |",
            "| `quantity` | body | number or null |  |",
            "Answers 200 [CartItem](#cartitem-type) or 204 without a body. Otherwise 404.",
            "| `images`? | list of [Image](#image-type) |  |",
        ] {
            assert!(text.lines().any(|one| one == line), "{line} in {text}");
        }
    }
}
