//! Call 22: pages of a product's questions, and searches in them.

use axum::{Json, extract::State};
use edge::{AppError, Fields, Shop, regions::Regions};
use serde::Deserialize;

use crate::{
    rules::{Position, REQUEST_FIRST_PAGE},
    service::{self, Query},
    store,
    view::QuestionListAnswer,
};

/// `permalink` is ignored: the product's address is known.
#[derive(Debug, Deserialize)]
pub struct ListForm {
    #[serde(rename = "productID")]
    product: i64,
    /// The page before the wanted one.
    #[serde(default)]
    page: Option<i64>,
    #[serde(default)]
    search: String,
    #[serde(default)]
    cr_attributes: String,
}

/// `html` is empty without questions: that is how the browser knows.
pub async fn show_more(
    State(shop): State<Shop>,
    Fields(form): Fields<ListForm>,
) -> Result<Json<QuestionListAnswer>, AppError> {
    let after = service::parse_attributes(&form.cr_attributes);
    let position = Position::after_page(form.page.unwrap_or(REQUEST_FIRST_PAGE), after);
    let position = position.ok_or(AppError::BadRequest("no such page"))?;
    let public = shop.public();
    let found = store::find_product(&public.db, form.product).await?;
    let found = found.ok_or(AppError::BadRequest("no such product"))?;
    let list = service::list(&public, found.id, &found.slug, &Query::new(&form.search, position)).await?;
    let html = match list.questions.is_empty() {
        true => String::new(),
        false => {
            let rendered = Regions::new().with("questions", &list).render(&shop.renderer).await?;
            rendered.into_values().next().unwrap_or_default()
        }
    };
    Ok(Json(QuestionListAnswer { page: list.page, html, last_page: list.last_page, list }))
}
