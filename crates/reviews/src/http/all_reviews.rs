//! The page of all reviews. It also lists the reviews of one product in every order, for browsers without script.

use edge::{
    AppError, Page, PageRequest, PublicShop,
    view::{LinkView, PageHead},
};
use kernel::msg;

use super::lists::AllAttributes;
use crate::{
    ReviewSettings,
    rules::{Filter, MAX_PAGES},
    service::{self, ListLinks, PURGE_TAG, TOPICS_TAG, parameters},
    urls::ALL_REVIEWS_URL,
    view::AllReviewsPageView,
};

pub const PARAMETERS: &[&str] = &[
    parameters::RATING,
    parameters::SORT,
    parameters::SEARCH,
    parameters::TAGS,
    parameters::PAGE,
    parameters::PRODUCT,
];

pub async fn render(shop: PublicShop, request: PageRequest) -> Result<Page, AppError> {
    let settings = shop.settings.get::<ReviewSettings>().await?;
    let query = |name: &str| request.query(name).unwrap_or_default();
    let tags: Vec<i64> = query(parameters::TAGS).split(',').filter_map(|tag| tag.parse().ok()).collect();
    let filter = Filter::from_request(
        query(parameters::SORT),
        query(parameters::RATING),
        query(parameters::SEARCH),
        &tags,
    );
    let page: i64 = query(parameters::PAGE).parse().unwrap_or(1);
    if !(1..=MAX_PAGES).contains(&page) {
        return Err(AppError::NotFound);
    }
    let product = match query(parameters::PRODUCT) {
        "" => None,
        product => Some(product.parse::<i64>().map_err(|_| AppError::NotFound)?),
    };
    let (item, links) = match product {
        Some(product) => {
            let item = service::find_item(&shop.db, product).await?.ok_or(AppError::NotFound)?;
            (item, ListLinks::of_product(product))
        }
        None => (service::shop_item(&settings), ListLinks::all()),
    };
    let mut section = service::section(&shop, &item, &links, &filter, page - 1).await?;
    let attributes = AllAttributes { per_page: Some(settings.page_size), product };
    section.attributes = Some(serde_json::to_string(&attributes).expect("attributes serialize to JSON"));
    let has_reviews = !section.list.reviews.is_empty();
    if page > 1 && !has_reviews {
        return Err(AppError::NotFound);
    }
    let text = |message: kernel::Message| shop.messages.text(message);
    let title = match product {
        Some(_) => text(msg::reviews::PRODUCT_TITLE.with("name", item.view.name.as_str())),
        None => text(msg::reviews::TITLE.into()),
    };
    let mut crumbs = vec![LinkView::new(text(msg::layout::HOME.into()), "/ar/")];
    if product.is_some() {
        crumbs.push(LinkView::new(item.view.name.as_str(), item.view.url.as_str()));
    }
    crumbs.push(LinkView::new(title.as_str(), ALL_REVIEWS_URL));
    let is_first = request.queries().next().is_none();
    let head = PageHead {
        title: kernel::text::without_isolates(&title),
        description: kernel::text::without_isolates(&title),
        canonical_url: format!("{}{ALL_REVIEWS_URL}", shop.origin),
        // Only the first page of the shop's own list is worth finding.
        no_index: !is_first,
        image_url: None,
        structured_data: Vec::new(),
    };
    let grid = match is_first && has_reviews {
        true => Some(service::grid_view(&shop, None).await?),
        false => None,
    };
    let view = AllReviewsPageView { title, crumbs, section, grid };
    let tags = [PURGE_TAG.to_owned(), TOPICS_TAG.to_owned(), "media:review".to_owned()]
        .into_iter()
        .chain(product.map(|id| format!("product:{id}")));
    Ok(Page::new(head, &view).tagged(tags))
}
