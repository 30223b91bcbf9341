//! Parameters of queries.

use serde_json::{Value, json};

/// The schema of a parameter by its name: a name means the same everywhere.
fn schema(name: &str) -> Value {
    let list = |kind: &str| json!({ "type": "array", "items": { "type": kind } });
    match name {
        "page" => json!({ "type": "integer", "minimum": 1, "default": 1 }),
        "per_page" => json!({ "type": "integer", "minimum": 0, "maximum": 100 }),
        "offset" => json!({ "type": "integer", "minimum": 0 }),
        "order" => json!({ "type": "string", "enum": ["asc", "desc"] }),
        "include" | "exclude" | "parent" | "parent_exclude" | "rating" => list("integer"),
        "stock_status" => json!({
            "type": "array",
            "items": { "type": "string", "enum": ["instock", "outofstock", "onbackorder"] },
        }),
        "featured"
        | "on_sale"
        | "hide_empty"
        | "calculate_price_range"
        | "calculate_stock_status_counts"
        | "calculate_rating_counts" => json!({ "type": "boolean" }),
        "after" | "before" => json!({ "type": "string", "format": "date-time" }),
        "date_column" => {
            json!({ "type": "string", "enum": ["date", "date_gmt", "modified", "modified_gmt"], "default": "date" })
        }
        "category_operator" | "tag_operator" | "brand_operator" => {
            json!({ "type": "string", "enum": ["in", "not_in", "and"], "default": "in" })
        }
        "attribute_relation" => json!({ "type": "string", "enum": ["in", "and"], "default": "and" }),
        "type" => json!({
            "type": "string",
            "enum": ["simple", "grouped", "external", "variable", "variation", "bundle"],
        }),
        "catalog_visibility" => {
            json!({ "type": "string", "enum": ["any", "visible", "catalog", "search", "hidden"] })
        }
        _ => json!({ "type": "string" }),
    }
}

pub fn describe(name: &str) -> Value {
    // A family of names, such as `attributes[0][slug]`.
    if let Some(family) = name.strip_suffix("[*") {
        let entry = json!({ "type": "object", "additionalProperties": { "type": "string" } });
        return json!({
            "name": family, "in": "query", "style": "deepObject", "explode": true,
            "schema": { "type": "object", "additionalProperties": entry },
        });
    }
    let schema = schema(name);
    let is_list = schema["type"] == "array";
    let mut described = json!({ "name": name, "in": "query", "schema": schema });
    if is_list {
        described["explode"] = json!(false);
    }
    described
}
