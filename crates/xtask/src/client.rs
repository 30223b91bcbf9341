//! Generates the TypeScript client of the Store API, and its reference in the handbook, from its OpenAPI description.
//!
//! `matjar openapi` prints the description. This task writes the types of its schemas and a table of its operations; the
//! few lines that send requests are written by hand, in `clients/typescript/src/index.ts`.

use std::collections::BTreeMap;
use std::env;
use std::fmt::Write as _;
use std::process::Command;

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use crate::fresh::{Files, differences};
use crate::reference;
use crate::repo::Repo;

const FOLDER: &str = "clients/typescript/src";
const FILE: &str = "generated.ts";
const DOCS_FOLDER: &str = "docs/src/capabilities";
const DOCS_FILE: &str = "store-api-reference.md";
const HEADER: &str = "// Written from the OpenAPI description by `make client`; never edited by hand.";

pub fn run(repo: &Repo, check: bool) -> Result<Vec<String>> {
    let server = env::current_exe().context("finding xtask's own path")?.with_file_name("matjar");
    let output = Command::new(&server)
        .arg("openapi")
        .current_dir(&repo.root)
        .output()
        .with_context(|| format!("starting {}", server.display()))?;
    ensure!(output.status.success(), "matjar openapi: {}", String::from_utf8_lossy(&output.stderr));
    let document: Value = serde_json::from_slice(&output.stdout).context("reading the description")?;
    let mut stale = Vec::new();
    for (folder, file, header, content) in [
        (FOLDER, FILE, HEADER, generate(&document)),
        (DOCS_FOLDER, DOCS_FILE, reference::HEADER, reference::generate(&document)),
    ] {
        let wanted = Files::from([(file.to_owned(), content)]);
        let path = repo.root.join(folder);
        let found = differences(&path, &wanted, |_, content| content.starts_with(header))?;
        if check {
            stale.extend(
                found.iter().map(|found| format!("{folder}/{}: run `make client`", found.describe())),
            );
            continue;
        }
        for difference in &found {
            difference.apply(&path, &wanted)?;
        }
        println!("{folder}/{file}: {} changed", found.len());
    }
    Ok(stale)
}

fn generate(document: &Value) -> String {
    let mut text = format!("{HEADER}\n");
    for (name, schema) in members(&document["components"]["schemas"]) {
        describe(&mut text, schema, "");
        let _ = writeln!(text, "export type {name} = {};\n", type_of(schema));
    }
    let operations = operations(document);
    text.push_str("/** The arguments and the answer of each operation. */\nexport interface Operations {\n");
    for (id, operation) in &operations {
        describe(&mut text, &operation["description"], "  ");
        let _ =
            writeln!(text, "  {id}: {{ args: {}; answer: {} }};", arguments(operation), answer(operation));
    }
    text.push_str("}\n\n/** Method and path of each operation. */\nexport const operations = {\n");
    for (id, operation) in &operations {
        let (method, path) = (operation["method"].as_str(), operation["path"].as_str());
        let _ = writeln!(
            text,
            "  {id}: {{ method: \"{}\", path: \"{}\" }},",
            method.unwrap_or_default().to_uppercase(),
            path.unwrap_or_default()
        );
    }
    text.push_str("} as const satisfies Record<keyof Operations, { method: string; path: string }>;\n");
    text
}

fn members(value: &Value) -> impl Iterator<Item = (&String, &Value)> {
    value.as_object().into_iter().flatten()
}

/// By id, with their method and path.
fn operations(document: &Value) -> BTreeMap<String, Value> {
    let mut found = BTreeMap::new();
    for (path, methods) in members(&document["paths"]) {
        for (method, operation) in members(methods) {
            let mut operation = operation.clone();
            operation["method"] = Value::from(method.as_str());
            operation["path"] = Value::from(path.as_str());
            found.insert(operation["operationId"].as_str().unwrap_or_default().to_owned(), operation);
        }
    }
    found
}

fn describe(text: &mut String, schema: &Value, indent: &str) {
    if let Some(words) = schema["description"].as_str() {
        let _ = writeln!(text, "{indent}/** {} */", words.replace("*/", "").replace('\n', " "));
    }
}

fn arguments(operation: &Value) -> String {
    let mut fields: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for parameter in operation["parameters"].as_array().into_iter().flatten() {
        let name = parameter["name"].as_str().unwrap_or_default();
        let mark = if parameter["required"] == true { "" } else { "?" };
        let place = parameter["in"].as_str().unwrap_or_default();
        fields.entry(place).or_default().push(format!("{name}{mark}: {}", type_of(&parameter["schema"])));
    }
    let mut parts = Vec::new();
    for (place, fields) in fields {
        let mark = if place == "path" { "" } else { "?" };
        parts.push(format!("{place}{mark}: {{ {} }}", fields.join("; ")));
    }
    let body = &operation["requestBody"]["content"]["application/json"]["schema"];
    if body.is_object() {
        parts.push(format!("body: {}", type_of(body)));
    }
    if parts.is_empty() { "Record<string, never>".to_owned() } else { format!("{{ {} }}", parts.join("; ")) }
}

/// The types of all successes; one without a body is `undefined`.
fn answer(operation: &Value) -> String {
    let successes = members(&operation["responses"]).filter(|(status, _)| status.starts_with('2'));
    union(successes.map(|(_, response)| match response.get("content") {
        Some(content) => type_of(&content["application/json"]["schema"]),
        None => "undefined".to_owned(),
    }))
}

fn type_of(schema: &Value) -> String {
    if let Some(name) = schema["$ref"].as_str() {
        return name.rsplit('/').next().unwrap_or_default().to_owned();
    }
    if let Some(values) = schema["enum"].as_array() {
        return union(values.iter().map(Value::to_string));
    }
    for (key, separator) in [("allOf", " & "), ("oneOf", " | "), ("anyOf", " | ")] {
        if let Some(parts) = schema[key].as_array() {
            return format!("({})", parts.iter().map(type_of).collect::<Vec<_>>().join(separator));
        }
    }
    match &schema["type"] {
        Value::Array(kinds) => {
            union(kinds.iter().map(|kind| plain(kind.as_str().unwrap_or_default(), schema)))
        }
        Value::String(kind) => plain(kind, schema),
        _ => "unknown".to_owned(),
    }
}

fn union(types: impl Iterator<Item = String>) -> String {
    let types: Vec<String> = types.collect();
    if types.len() == 1 { types.concat() } else { format!("({})", types.join(" | ")) }
}

fn plain(kind: &str, schema: &Value) -> String {
    match kind {
        "integer" | "number" => "number".to_owned(),
        "string" | "boolean" | "null" => kind.to_owned(),
        "array" => format!("{}[]", type_of(&schema["items"])),
        "object" => object(schema),
        _ => "unknown".to_owned(),
    }
}

fn object(schema: &Value) -> String {
    let Some(properties) = schema["properties"].as_object().filter(|properties| !properties.is_empty())
    else {
        let values = if schema["additionalProperties"].is_object() {
            type_of(&schema["additionalProperties"])
        } else {
            "unknown".to_owned()
        };
        return format!("Record<string, {values}>");
    };
    let required = |name: &str| {
        schema["required"].as_array().into_iter().flatten().any(|one| one.as_str() == Some(name))
    };
    let field = |(name, schema): (&String, &Value)| {
        let mark = if required(name) { "" } else { "?" };
        format!("{name}{mark}: {}", type_of(schema))
    };
    let fields: Vec<String> = properties.iter().map(field).collect();
    format!("{{ {} }}", fields.join("; "))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn schemas_become_types() {
        for (schema, expected) in [
            (json!({ "$ref": "#/components/schemas/Product" }), "Product"),
            (json!({ "type": "array", "items": { "type": "integer" } }), "number[]"),
            (json!({ "type": ["string", "null"] }), "(string | null)"),
            (json!({ "type": "string", "enum": ["a", "b"] }), "(\"a\" | \"b\")"),
            (json!({ "oneOf": [{ "type": "null" }, { "$ref": "#/x/Image" }] }), "(null | Image)"),
            (
                json!({ "type": "object", "properties": { "id": { "type": "integer" }, "name": { "type": "string" } },
                        "required": ["id"] }),
                "{ id: number; name?: string }",
            ),
            (
                json!({ "type": "object", "additionalProperties": { "type": "string" } }),
                "Record<string, string>",
            ),
            (json!({}), "unknown"),
        ] {
            assert_eq!(type_of(&schema), expected, "{schema}");
        }
    }

    #[test]
    fn an_operation_names_its_arguments_and_its_answer() {
        let document = json!({ "paths": { "/a/{id}": { "post": {
            "operationId": "pay",
            "parameters": [
                { "name": "id", "in": "path", "required": true, "schema": { "type": "string" } },
                { "name": "key", "in": "query", "schema": { "type": "string" } },
            ],
            "requestBody": { "content": { "application/json": { "schema": { "type": "object" } } } },
            "responses": {
                "200": { "content": { "application/json": { "schema": { "type": "string" } } } },
                "204": { "description": "Done." },
                "400": { "content": { "application/json": { "schema": { "type": "object" } } } },
            },
        } } } });
        let text = generate(&document);
        let line = "pay: { args: { path: { id: string }; query?: { key?: string }; body: Record<string, unknown> }; \
            answer: (string | undefined) };";
        assert!(text.contains(line), "{text}");
        assert!(text.contains("pay: { method: \"POST\", path: \"/a/{id}\" },"), "{text}");
    }
}
