//! A question's own page, with all its answers.

use edge::{AppError, Page, PageRequest, PublicShop, view::PageHead};
use kernel::{msg, text};

use crate::{
    service::{self, parameters},
    store,
};

pub const PARAMETERS: &[&str] = &[parameters::AFTER];

pub async fn render(shop: PublicShop, request: PageRequest) -> Result<Page, AppError> {
    let id: i64 = request.path("id").parse().map_err(|_| AppError::NotFound)?;
    let found = store::find_public(&shop.db, id).await?.ok_or(AppError::NotFound)?;
    let after = request.query(parameters::AFTER).map(str::parse).transpose();
    let after: Option<i64> = after.map_err(|_| AppError::NotFound)?;
    let (tags, name) = (found.product.tags(), found.product.name.clone());
    let view = service::question_page(&shop, found, after).await?;
    if after.is_some() && view.question.answers.is_empty() {
        return Err(AppError::NotFound);
    }
    let description = msg::questions::PAGE_DESCRIPTION
        .with("name", name.as_str())
        .with("question", text::clean(&view.question.text, 150));
    let head = PageHead {
        title: text::clean(&view.question.text, 70),
        description: text::without_isolates(&shop.messages.text(description)),
        canonical_url: format!("{}{}", shop.origin, view.question.url),
        // A question without an answer helps nobody who searches.
        no_index: after.is_some() || view.question.answer_count == 0,
        image_url: None,
        structured_data: vec![service::structured(&shop.origin, &view.question).to_string()],
    };
    Ok(Page::new(head, &view).tagged(tags))
}
