//! The questions of a product on a page of their own: searches and further pages, for browsers without script.

use edge::{
    AppError, Page, PageRequest, PublicShop,
    view::{LinkView, PageHead},
};
use kernel::msg;

use crate::{
    rules::Position,
    service::{self, Query, parameters},
    store,
    urls::list_url,
    view::QuestionsPageView,
};

pub const PARAMETERS: &[&str] = &[parameters::SEARCH, parameters::AFTER];

pub async fn render(shop: PublicShop, request: PageRequest) -> Result<Page, AppError> {
    let product = store::find_product_by_slug(&shop.db, request.path("slug")).await?;
    let product = product.ok_or(AppError::NotFound)?;
    let position = match request.query(parameters::AFTER) {
        // Which page it is does not matter to links.
        Some(after) => Position { page: 1, after: Some(after.parse().map_err(|_| AppError::NotFound)?) },
        None => Position::FIRST,
    };
    let query = Query::new(request.query(parameters::SEARCH).unwrap_or_default(), position);
    let section = service::section(&shop, product.id, &product.slug, &query).await?;
    if position.after.is_some() && section.list.questions.is_empty() {
        return Err(AppError::NotFound);
    }
    let text = |message: kernel::Message| shop.messages.text(message);
    let title = text(msg::questions::PRODUCT_TITLE.with("name", product.name.as_str()));
    let item = service::item_view(&product);
    let head = PageHead {
        title: kernel::text::without_isolates(&title),
        description: kernel::text::without_isolates(&title),
        canonical_url: format!("{}{}", shop.origin, list_url(&product.slug)),
        no_index: request.queries().next().is_some() || section.count == 0,
        image_url: None,
        structured_data: Vec::new(),
    };
    let view = QuestionsPageView {
        crumbs: vec![
            LinkView::new(text(msg::layout::HOME.into()), "/ar/"),
            LinkView::new(item.name.as_str(), item.url.as_str()),
            LinkView::new(text(msg::questions::TITLE.into()), list_url(&product.slug)),
        ],
        title,
        item,
        section,
    };
    Ok(Page::new(head, &view).tagged(product.tags()))
}
