//! Names of the parameters that public answers depend on.

/// Lists of terms.
pub const TERMS: &[&str] =
    &["page", "per_page", "search", "exclude", "include", "order", "orderby", "hide_empty"];

pub const REVIEWS: &[&str] = &["page", "per_page", "offset", "order", "orderby", "category_id", "product_id"];

/// Filters and orders of products. `context` changes nothing: both contexts have the same fields.
const PRODUCT_FILTERS: [&str; 28] = [
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
];

/// The list of products.
pub const PRODUCTS: &[&str] = &with::<31, 3>(["page", "per_page", "offset"]);

/// The same filters, and which figures are wanted.
pub const COLLECTION_DATA: &[&str] = &with::<32, 4>([
    "calculate_price_range",
    "calculate_stock_status_counts",
    "calculate_attribute_counts[*",
    "calculate_rating_counts",
]);

/// The filters and more names. `N` is how many there are together.
const fn with<const N: usize, const M: usize>(more: [&'static str; M]) -> [&'static str; N] {
    let mut all = [""; N];
    let mut index = 0;
    while index < N {
        all[index] = if index < M { more[index] } else { PRODUCT_FILTERS[index - M] };
        index += 1;
    }
    all
}

/// What shows that a client may see an order.
pub const ORDER: &[&str] = &["key", "billing_email"];
