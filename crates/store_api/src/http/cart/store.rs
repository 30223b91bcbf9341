//! What the cart's document needs of the catalogue. Reads tables of `catalog`.

use std::collections::BTreeMap;

use kernel::ProductId;
use sqlx::PgExecutor;

use super::view::ProductTexts;
use crate::view::product::escape_html;

/// The texts of products, by id.
pub async fn product_texts(
    db: impl PgExecutor<'_>,
    products: &[i64],
) -> sqlx::Result<BTreeMap<i64, ProductTexts>> {
    if products.is_empty() {
        return Ok(BTreeMap::new());
    }
    let rows = sqlx::query!(
        "select id, note, description, status <> 'published' as \"is_hidden!\" from products where id = any($1)",
        products
    )
    .fetch_all(db)
    .await?;
    let texts = rows.into_iter().map(|row| {
        let texts = ProductTexts {
            description: paragraphs(&row.description),
            short_description: row.note,
            is_hidden: row.is_hidden,
        };
        (row.id, texts)
    });
    Ok(texts.collect())
}

/// A description is plain text; the answer has it as HTML, as that of the product has.
fn paragraphs(texts: &[String]) -> String {
    texts.iter().map(|text| format!("<p>{}</p>", escape_html(text))).collect::<Vec<_>>().join("\n")
}

/// The product of a variation.
pub async fn product_of_variation(
    db: impl PgExecutor<'_>,
    variation: i64,
) -> sqlx::Result<Option<ProductId>> {
    let found = sqlx::query_scalar!("select product_id from variations where id = $1", variation)
        .fetch_optional(db)
        .await?;
    Ok(found.map(ProductId))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_paragraphs_become_html() {
        let texts = ["عسل <سدر>".to_owned(), "طبيعي".to_owned()];
        assert_eq!(paragraphs(&texts), "<p>عسل &lt;سدر&gt;</p>\n<p>طبيعي</p>");
    }
}
