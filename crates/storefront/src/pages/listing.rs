//! Shelves by the page: the whole shop, one category, or what the search box asked for.

use catalog::{
    Category,
    store::{self, Shelf},
};
use edge::{
    AppError, Page, PageRequest, PublicShop,
    view::{LinkView, PageHead},
};
use kernel::msg;

use super::{
    card, category_url,
    view::{ListingPageView, PageLink, PagesView},
};

const PER_PAGE: i64 = 24;
/// Paging by counting is only cheap near the front.
const LAST_PAGE: i64 = 50;

pub async fn draw_shop(shop: PublicShop, request: PageRequest) -> Result<Page, AppError> {
    let title = shop.messages.text(msg::catalog::ALL_PRODUCTS);
    if let Some(words) = request.query("s") {
        return draw_search(&shop, words).await;
    }
    let categories = store::categories(&shop.db).await?;
    let count = categories
        .iter()
        .filter(|category| category.parent_id.is_none())
        .map(|category| category.product_count)
        .sum();
    draw(&shop, &request, Shelf::Newest, title, "/ar/shop/".to_owned(), Vec::new(), count).await
}

pub async fn draw_category(shop: PublicShop, request: PageRequest) -> Result<Page, AppError> {
    let path = request.path("path").strip_suffix('/').ok_or(AppError::NotFound)?.to_owned();
    let categories = store::categories(&shop.db).await?;
    let category = categories.iter().find(|category| category.path == path).ok_or(AppError::NotFound)?;
    let crumbs = ancestors(&categories, category);
    let shelf = Shelf::Category(category.id);
    let url = category_url(&path);
    draw(&shop, &request, shelf, category.name.clone(), url, crumbs, category.product_count).await
}

fn ancestors(categories: &[Category], category: &Category) -> Vec<LinkView> {
    let parent = categories.iter().find(|other| Some(other.id) == category.parent_id);
    parent.map(|parent| LinkView::new(&parent.name, category_url(&parent.path))).into_iter().collect()
}

async fn draw(
    shop: &PublicShop,
    request: &PageRequest,
    shelf: Shelf<'_>,
    title: String,
    url: String,
    between: Vec<LinkView>,
    count: i64,
) -> Result<Page, AppError> {
    let now = shop.clock.now();
    let total = ((count + PER_PAGE - 1) / PER_PAGE).clamp(1, LAST_PAGE);
    let current = match request.query("paged") {
        None => 1,
        Some(text) => {
            text.parse().ok().filter(|page| (1..=total).contains(page)).ok_or(AppError::NotFound)?
        }
    };
    let cards = store::shelf(&shop.db, shelf, (current - 1) * PER_PAGE, PER_PAGE).await?;
    let mut crumbs = vec![LinkView::new(shop.messages.text(msg::layout::HOME), "/ar/")];
    crumbs.extend(between);
    crumbs.push(LinkView::new(&title, &url));
    let view = ListingPageView {
        cards: card::views(&cards, now, true),
        pages: (total > 1).then(|| pages(&url, current, total)),
        title: title.clone(),
        crumbs,
        count,
        query: None,
    };
    let canonical_url = format!("{}{}", shop.origin, page_url(&url, current));
    let head = PageHead {
        description: title.clone(),
        title,
        canonical_url,
        no_index: false,
        image_url: None,
        structured_data: Vec::new(),
    };
    let tags = card::tags(&cards).chain(["catalog".to_owned()]);
    Ok(Page::new(head, &view).tagged(tags).changing_at(card::changes_after(&cards, now)))
}

async fn draw_search(shop: &PublicShop, words: &str) -> Result<Page, AppError> {
    let now = shop.clock.now();
    let cards = store::shelf(&shop.db, Shelf::Named(words), 0, PER_PAGE * 2).await?;
    let title = shop.messages.text(msg::catalog::SEARCH_RESULTS_FOR.with("query", words.to_owned()));
    let view = ListingPageView {
        title: title.clone(),
        crumbs: vec![
            LinkView::new(shop.messages.text(msg::layout::HOME), "/ar/"),
            LinkView::new(&title, "/ar/shop/"),
        ],
        count: i64::try_from(cards.len()).unwrap_or(i64::MAX),
        cards: card::views(&cards, now, true),
        pages: None,
        query: Some(words.to_owned()),
    };
    let head = PageHead {
        description: title.clone(),
        title,
        canonical_url: format!("{}/ar/shop/", shop.origin),
        // Every spelling of every search would be a page of its own.
        no_index: true,
        image_url: None,
        structured_data: Vec::new(),
    };
    let tags = card::tags(&cards).chain(["catalog".to_owned()]);
    Ok(Page::new(head, &view).tagged(tags).changing_at(card::changes_after(&cards, now)))
}

fn page_url(url: &str, page: i64) -> String {
    if page == 1 { url.to_owned() } else { format!("{url}?paged={page}") }
}

/// The first, the last and the neighbours; a gap where pages are left out.
fn pages(url: &str, current: i64, total: i64) -> PagesView {
    let shown = (1..=total).filter(|page| *page == 1 || *page == total || (page - current).abs() <= 1);
    let mut links: Vec<PageLink> = Vec::new();
    let mut before = 0;
    for page in shown {
        if page > before + 1 {
            links.push(PageLink { label: "…".to_owned(), url: None, current: false });
        }
        links.push(PageLink {
            label: page.to_string(),
            url: Some(page_url(url, page)),
            current: page == current,
        });
        before = page;
    }
    PagesView {
        current,
        total,
        prev_url: (current > 1).then(|| page_url(url, current - 1)),
        next_url: (current < total).then(|| page_url(url, current + 1)),
        links,
    }
}
