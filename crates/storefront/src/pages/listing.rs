//! Listing pages: the whole shop, one category, or search results.

mod listing_url;

use std::collections::HashMap;

use catalog::{
    Card, Category,
    rules::listing::{IN_STOCK, ListingQuery, ON_SALE, Sort},
    service::{
        self,
        listing::{self, Facet, MAX_COUNTED, MAX_FILTERED},
    },
};
use edge::{
    AppError, Page, PageRequest, PublicShop,
    view::{LinkView, PageHead},
};
use kernel::{CategoryId, Money, msg};
use listing_url::ListingUrl;

use super::{
    card, category_url,
    price_calculator::PriceCalculator,
    view::{
        CardView, FilterOption, FilterView, ListingPageView, PageLink, PagesView, PriceRangeView, SortOption,
        SortView,
    },
};

const PER_PAGE: i64 = 24;
/// Maximum number of options per filter.
const MAX_OPTIONS: usize = 12;
pub const SHOP_URL: &str = "/ar/shop/";

/// Query parameters that listing pages depend on.
pub const PARAMETERS: &[&str] =
    &["paged", "orderby", "min_price", "max_price", "in_stock", "on_sale", "s", "filter_*"];

pub async fn render_shop(shop: PublicShop, request: PageRequest) -> Result<Page, AppError> {
    if let Some(words) = request.query("s") {
        return render_search(&shop, &request, words).await;
    }
    let categories = service::categories(&shop.db).await?;
    let title = shop.messages.text(msg::catalog::ALL_PRODUCTS);
    let scope = ListingScope {
        category: None,
        title,
        url: SHOP_URL.to_owned(),
        ancestors: Vec::new(),
        categories: &categories,
    };
    render(&shop, &request, &scope).await
}

pub async fn render_category(shop: PublicShop, request: PageRequest) -> Result<Page, AppError> {
    let path = request.path("path").strip_suffix('/').ok_or(AppError::NotFound)?.to_owned();
    let categories = service::categories(&shop.db).await?;
    let category = categories.iter().find(|category| category.path == path).ok_or(AppError::NotFound)?;
    let scope = ListingScope {
        category: Some(category.id),
        title: category.name.clone(),
        url: category_url(&path),
        ancestors: ancestors(&categories, category),
        categories: &categories,
    };
    render(&shop, &request, &scope).await
}

struct ListingScope<'a> {
    category: Option<CategoryId>,
    title: String,
    url: String,
    ancestors: Vec<LinkView>,
    categories: &'a [Category],
}

/// Returns the ancestors of a category, topmost first.
fn ancestors(categories: &[Category], category: &Category) -> Vec<LinkView> {
    let mut above = Vec::new();
    let mut parent = category.parent_id;
    while let Some(found) = categories.iter().find(|other| Some(other.id) == parent) {
        above.insert(0, LinkView::new(&found.name, category_url(&found.path)));
        parent = found.parent_id;
    }
    above
}

async fn render(
    shop: &PublicShop,
    request: &PageRequest,
    scope: &ListingScope<'_>,
) -> Result<Page, AppError> {
    let facets = listing::facets(&shop.db, scope.category).await?;
    // An unknown filter is not found, so it never enters the page cache.
    let address = ListingUrl::read(&scope.url, request, &facets).ok_or(AppError::NotFound)?;
    let query = address.query(scope.category);
    let count = listing::count(&shop.db, &query).await?;
    let max_counted = if query.terms.is_empty() { MAX_COUNTED } else { MAX_FILTERED };
    let total = (count.min(max_counted) + PER_PAGE - 1).div_euclid(PER_PAGE).max(1);
    if address.page > total {
        return Err(AppError::NotFound);
    }
    let first = (address.page - 1) * PER_PAGE;
    let ids = listing::page(&shop.db, &query, first, PER_PAGE).await?;
    let cards = service::cards(&shop.db, &ids).await?;
    let calculator =
        PriceCalculator::load(&shop.settings, shop.clock.now()).await?.with_bundles(&shop.db, &cards).await?;
    let ratings = card::ratings(&shop.db, &cards).await?;
    let card_views = card::views(&cards, &ratings, &calculator, shop.messages, true);
    let mut view = ListingPageView {
        filters: filters(shop, scope, &address, &query, &facets).await?,
        price_range: price_range(shop, scope, &address).await?,
        chips: chips(shop, &address, &facets),
        ..view(shop, &address, scope.title.clone(), card_views, count, total)
    };
    view.crumbs = [LinkView::new(shop.messages.text(msg::layout::HOME), "/ar/")]
        .into_iter()
        .chain(scope.ancestors.clone())
        .chain([LinkView::new(&scope.title, &scope.url)])
        .collect();
    let head = head(shop, &view, &address);
    Ok(finish(&calculator, head, &view, &cards))
}

async fn render_search(shop: &PublicShop, request: &PageRequest, words: &str) -> Result<Page, AppError> {
    let address = ListingUrl::read(SHOP_URL, request, &[]).ok_or(AppError::NotFound)?;
    let first = (address.page - 1) * PER_PAGE;
    let found = search::find(&shop.db, words, first, PER_PAGE).await?;
    let total = (found.total + PER_PAGE - 1).div_euclid(PER_PAGE).max(1);
    if address.page > total {
        return Err(AppError::NotFound);
    }
    let ids: Vec<i64> = found.products.iter().map(|id| id.0).collect();
    let cards = service::cards(&shop.db, &ids).await?;
    let title = shop.messages.text(msg::catalog::SEARCH_RESULTS_FOR.with("query", words.to_owned()));
    let calculator =
        PriceCalculator::load(&shop.settings, shop.clock.now()).await?.with_bundles(&shop.db, &cards).await?;
    let ratings = card::ratings(&shop.db, &cards).await?;
    let card_views = card::views(&cards, &ratings, &calculator, shop.messages, true);
    let mut view = view(shop, &address, title, card_views, found.total, total);
    // Search results are sorted by relevance only.
    view.sort.options.clear();
    view.query = Some(words.to_owned());
    view.corrected = found.corrected;
    view.crumbs = vec![
        LinkView::new(shop.messages.text(msg::layout::HOME), "/ar/"),
        LinkView::new(&view.title, SHOP_URL),
    ];
    let mut head = head(shop, &view, &address);
    // Otherwise every spelling of every query would be indexed as a page.
    head.no_index = true;
    Ok(finish(&calculator, head, &view, &cards))
}

fn finish(calculator: &PriceCalculator, head: PageHead, view: &ListingPageView, cards: &[Card]) -> Page {
    let tags = card::tags(cards, calculator).into_iter().chain(["catalog".to_owned()]);
    Page::new(head, view).tagged(tags).changing_at(calculator.changes_after(cards))
}

/// Whether there may be more products than were counted.
fn may_have_more(address: &ListingUrl, count: i64) -> bool {
    match address.query(None).terms.len() {
        0 => count == MAX_COUNTED && (address.price_from.is_some() || address.price_to.is_some()),
        _ => count == MAX_FILTERED,
    }
}

/// Returns the view without breadcrumbs and filters.
fn view(
    shop: &PublicShop,
    address: &ListingUrl,
    title: String,
    cards: Vec<CardView>,
    count: i64,
    total: i64,
) -> ListingPageView {
    ListingPageView {
        title,
        intro: None,
        is_more: may_have_more(address, count),
        crumbs: Vec::new(),
        count,
        first: if cards.is_empty() { 0 } else { (address.page - 1) * PER_PAGE + 1 },
        cards,
        pages: (total > 1).then(|| pages(address, total)),
        query: None,
        corrected: None,
        sort: sort(shop, address),
        filters: Vec::new(),
        price_range: None,
        chips: Vec::new(),
        clear_url: address.cleared().url(),
        shop_url: SHOP_URL.to_owned(),
    }
}

fn head(shop: &PublicShop, view: &ListingPageView, address: &ListingUrl) -> PageHead {
    // Sorted and filtered listings show the same products, so their canonical URL is that of the plain listing.
    let canonical = address.cleared().at_page(address.page);
    PageHead {
        title: view.title.clone(),
        description: view.title.clone(),
        canonical_url: format!("{}{}", shop.origin, canonical.url()),
        no_index: address.is_filtered() || address.has_custom_order(),
        image_url: None,
        structured_data: vec![super::breadcrumbs(&shop.origin, &view.crumbs)],
    }
}

/// Names of the sort orders in URLs. Existing links use them, so they must not change.
const ORDERS: [(&str, Sort); 6] = [
    ("menu_order", Sort::Arranged),
    ("popularity", Sort::Popular),
    ("rating", Sort::Rated),
    ("date", Sort::Newest),
    ("price", Sort::PriceAscending),
    ("price-desc", Sort::PriceDescending),
];

fn sort(shop: &PublicShop, address: &ListingUrl) -> SortView {
    let labels = [
        msg::catalog::SORT_DEFAULT,
        msg::catalog::SORT_POPULARITY,
        msg::catalog::SORT_RATING,
        msg::catalog::SORT_DATE,
        msg::catalog::SORT_PRICE,
        msg::catalog::SORT_PRICE_DESC,
    ];
    let options = ORDERS.iter().zip(labels).map(|((value, _), label)| SortOption {
        value: (*value).to_owned(),
        label: shop.messages.text(label),
    });
    SortView {
        action: address.path().to_owned(),
        hidden: address.fields(&["orderby", "paged"]),
        current: address.order().to_owned(),
        options: options.collect(),
    }
}

async fn filters(
    shop: &PublicShop,
    scope: &ListingScope<'_>,
    address: &ListingUrl,
    query: &ListingQuery,
    facets: &[Facet],
) -> Result<Vec<FilterView>, AppError> {
    let counts = listing::term_counts(&shop.db, query).await?;
    let mut filters: Vec<FilterView> = subcategory_filter(shop, scope).into_iter().collect();
    let text = |key| shop.messages.text(key);
    let mut availability = Vec::new();
    for (parameter, term, label) in [
        ("in_stock", IN_STOCK, text(msg::catalog::FILTER_IN_STOCK)),
        ("on_sale", ON_SALE, text(msg::catalog::FILTER_ON_SALE)),
    ] {
        let selected = address.has(parameter);
        availability.push(option(address, parameter, "1", label, term, selected, counts.as_ref()));
    }
    filters.push(FilterView {
        name: "availability".to_owned(),
        label: text(msg::catalog::FILTER_AVAILABILITY),
        options: availability.into_iter().flatten().collect(),
    });
    for group in facets.chunk_by(|one, other| one.attribute == other.attribute) {
        let parameter = format!("filter_{}", group[0].attribute);
        let options = group.iter().filter_map(|facet| {
            let selected = address.value(&parameter) == Some(facet.value.as_str());
            option(
                address,
                &parameter,
                &facet.value,
                facet.value.clone(),
                facet.term,
                selected,
                counts.as_ref(),
            )
        });
        filters.push(FilterView {
            name: group[0].attribute.clone(),
            label: group[0].label.clone(),
            options: options.take(MAX_OPTIONS).collect(),
        });
    }
    filters.retain(|filter| !filter.options.is_empty());
    Ok(filters)
}

/// Returns `None` for an option that matches no product, unless it is selected.
fn option(
    address: &ListingUrl,
    parameter: &str,
    value: &str,
    label: String,
    term: i32,
    selected: bool,
    counts: Option<&HashMap<i32, i64>>,
) -> Option<FilterOption> {
    let count = counts.map(|counts| counts.get(&term).copied().unwrap_or(0));
    if count == Some(0) && !selected {
        return None;
    }
    let url = if selected { address.without(parameter) } else { address.with(parameter, value) }.url();
    Some(FilterOption { label, url, count, selected })
}

/// Links to the child categories, or to the top-level ones. Each is a separate listing, so its count ignores the
/// filters.
fn subcategory_filter(shop: &PublicShop, scope: &ListingScope<'_>) -> Option<FilterView> {
    let options: Vec<_> = scope
        .categories
        .iter()
        .filter(|category| category.parent_id == scope.category && category.product_count > 0)
        .map(|category| FilterOption {
            label: category.name.clone(),
            url: category_url(&category.path),
            count: Some(category.product_count),
            selected: false,
        })
        .collect();
    (!options.is_empty()).then(|| FilterView {
        name: "category".to_owned(),
        label: shop.messages.text(msg::catalog::FILTER_CATEGORY),
        options,
    })
}

async fn price_range(
    shop: &PublicShop,
    scope: &ListingScope<'_>,
    address: &ListingUrl,
) -> Result<Option<PriceRangeView>, AppError> {
    let Some(range) = listing::price_range(&shop.db, scope.category).await? else { return Ok(None) };
    let whole = |money: Money| money.as_minor().div_euclid(100);
    if whole(range.low) == whole(range.high) {
        return Ok(None);
    }
    Ok(Some(PriceRangeView {
        action: address.path().to_owned(),
        hidden: address.fields(&["min_price", "max_price", "paged"]),
        lowest: whole(range.low),
        highest: whole(range.high) + 1,
        from: address.price_from,
        to: address.price_to,
    }))
}

fn chips(shop: &PublicShop, address: &ListingUrl, facets: &[Facet]) -> Vec<LinkView> {
    let mut chips = Vec::new();
    let money = |whole: i64| Money::from_minor(whole.saturating_mul(100)).format();
    let prices = match (address.price_from, address.price_to) {
        (Some(from), Some(to)) => {
            Some(msg::catalog::FILTER_PRICE.with("from", money(from)).with("to", money(to)))
        }
        (Some(from), None) => Some(msg::catalog::FILTER_PRICE_FROM.with("from", money(from))),
        (None, Some(to)) => Some(msg::catalog::FILTER_PRICE_TO.with("to", money(to))),
        (None, None) => None,
    };
    if let Some(prices) = prices {
        let without = address.without("min_price").without("max_price");
        chips.push(LinkView::new(shop.messages.text(prices), without.url()));
    }
    for (parameter, label) in
        [("in_stock", msg::catalog::FILTER_IN_STOCK), ("on_sale", msg::catalog::FILTER_ON_SALE)]
    {
        if address.has(parameter) {
            chips.push(LinkView::new(shop.messages.text(label), address.without(parameter).url()));
        }
    }
    for facet in facets {
        let parameter = format!("filter_{}", facet.attribute);
        if address.value(&parameter) == Some(facet.value.as_str()) {
            let label = format!("{}: {}", facet.label, facet.value);
            chips.push(LinkView::new(label, address.without(&parameter).url()));
        }
    }
    chips
}

/// Links to the first page, the last page and the neighbours, with a gap where pages are omitted.
fn pages(address: &ListingUrl, total: i64) -> PagesView {
    let current = address.page;
    let shown = (1..=total).filter(|page| *page == 1 || *page == total || (page - current).abs() <= 1);
    let mut links: Vec<PageLink> = Vec::new();
    let mut previous = 0;
    for page in shown {
        if page > previous + 1 {
            links.push(PageLink { label: "…".to_owned(), url: None, current: false });
        }
        links.push(PageLink {
            label: page.to_string(),
            url: Some(address.at_page(page).url()),
            current: page == current,
        });
        previous = page;
    }
    PagesView {
        current,
        total,
        prev_url: (current > 1).then(|| address.at_page(current - 1).url()),
        next_url: (current < total).then(|| address.at_page(current + 1).url()),
        links,
    }
}
