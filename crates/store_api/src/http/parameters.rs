//! Names of the parameters that public answers depend on.

/// Lists of terms.
pub const TERMS: &[&str] =
    &["page", "per_page", "search", "exclude", "include", "order", "orderby", "hide_empty"];

pub const REVIEWS: &[&str] = &["page", "per_page", "offset", "order", "orderby", "category_id", "product_id"];

/// Those of the list of products without paging, and which figures are wanted.
pub const COLLECTION_DATA: &[&str] = &[
    "search",
    "slug",
    "after",
    "before",
    "date_column",
    "exclude",
    "include",
    "order",
    "orderby",
    "parent",
    "parent_exclude",
    "type",
    "sku",
    "featured",
    "category",
    "category_operator",
    "tag",
    "tag_operator",
    "brand",
    "brand_operator",
    "on_sale",
    "min_price",
    "max_price",
    "stock_status",
    "attributes[*",
    "attribute_relation",
    "catalog_visibility",
    "rating",
    "calculate_price_range",
    "calculate_stock_status_counts",
    "calculate_attribute_counts[*",
    "calculate_rating_counts",
];

/// What shows that a client may see an order.
pub const ORDER: &[&str] = &["key", "billing_email"];
