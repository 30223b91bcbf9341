//! Listing pages: the whole shop, one category, or search results.

mod listing_url;
mod search_results;

use std::collections::HashMap;

use catalog::{
    Card, Category,
    rules::listing::{IN_STOCK, ListingQuery, ON_SALE, RATED, Sort},
    service::{
        self,
        listing::{self, Facet, MAX_COUNTED, MAX_FILTERED, PriceRange},
    },
};
use edge::{
    AppError, Page, PageRequest, PublicShop,
    view::{LinkView, PageHead},
};
use kernel::{CategoryId, Currency, Money, msg};
use listing_url::{ListingUrl, RATING, rating_value};

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
pub const PARAMETERS: &[&str] = &[
    "paged",
    "orderby",
    "min_price",
    "max_price",
    "in_stock",
    "on_sale",
    "rating_filter",
    "s",
    "exact",
    "product_cat",
    "filter_*",
];

pub async fn render_shop(shop: PublicShop, request: PageRequest) -> Result<Page, AppError> {
    if let Some(words) = request.query("s") {
        return search_results::render(&shop, &request, words).await;
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
    let mut facets = listing::facets(&shop.db, scope.category).await?;
    let mut address = ListingUrl::read(&scope.url, request, &facets, &[]);
    if address.is_none() && scope.category.is_some() {
        // The links to categories keep the filters, and a category may have no product with a value.
        facets = listing::facets(&shop.db, None).await?;
        address = ListingUrl::read(&scope.url, request, &facets, &[]);
    }
    // An unknown filter is not found, so it never enters the page cache.
    let address = address.ok_or(AppError::NotFound)?;
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
    let counts = listing::term_counts(&shop.db, &query).await?;
    let range = listing::price_range(&shop.db, scope.category).await?;
    let mut chips = chips(shop, &address, &facets);
    if !chips.is_empty()
        && let Some(category) = scope.category
        && let Some(category) = scope.categories.iter().find(|one| one.id == category)
    {
        chips.insert(
            0,
            LinkView::new(&category.name, address.under(&above(scope.categories, category)).url()),
        );
    }
    let mut filters: Vec<_> = category_filter(shop, scope, &address).into_iter().collect();
    let has_ratings = match &counts {
        Some(_) => true,
        // Too many products to be counted with these filters: whether any has a rating is known without them.
        None => {
            let whole = ListingQuery { category: scope.category, ..ListingQuery::default() };
            let counts = listing::term_counts(&shop.db, &whole).await?.unwrap_or_default();
            RATED.iter().any(|(_, term)| counts.contains_key(term))
        }
    };
    filters.extend(rating_filter(shop, &address, counts.as_ref()).filter(|_| has_ratings));
    filters.extend(term_filters(shop, &address, &facets, counts.as_ref()));
    let mut view = ListingPageView {
        filters,
        price_range: price_range(&address, range),
        chips,
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

fn category_group(shop: &PublicShop, options: Vec<FilterOption>) -> Option<FilterView> {
    (!options.is_empty()).then(|| FilterView {
        name: "category".to_owned(),
        label: shop.messages.text(msg::catalog::FILTER_CATEGORY),
        options,
    })
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
        as_typed_url: None,
        no_hits: None,
        articles: Vec::new(),
        report: None,
        url: address.at_page(1).url(),
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
        if address.has("s") { msg::catalog::SORT_RELEVANCE } else { msg::catalog::SORT_DEFAULT },
        msg::catalog::SORT_POPULARITY,
        msg::catalog::SORT_RATING,
        msg::catalog::SORT_DATE,
        msg::catalog::SORT_PRICE,
        msg::catalog::SORT_PRICE_DESC,
    ];
    let options = ORDERS.iter().zip(labels).map(|((value, sort), label)| SortOption {
        value: (*value).to_owned(),
        label: shop.messages.text(label),
        url: address.sorted(*sort).url(),
    });
    SortView {
        action: address.path().to_owned(),
        hidden: address.fields(&["orderby", "paged"]),
        current: address.order().to_owned(),
        options: options.collect(),
    }
}

/// Availability and the values of attributes.
fn term_filters(
    shop: &PublicShop,
    address: &ListingUrl,
    facets: &[Facet],
    counts: Option<&HashMap<i32, i64>>,
) -> Vec<FilterView> {
    let mut filters = Vec::new();
    let text = |key| shop.messages.text(key);
    let mut availability = Vec::new();
    for (parameter, term, label) in [
        ("in_stock", IN_STOCK, text(msg::catalog::FILTER_IN_STOCK)),
        ("on_sale", ON_SALE, text(msg::catalog::FILTER_ON_SALE)),
    ] {
        let selected = address.has(parameter);
        availability.push(option(address, parameter, "1", label, term, selected, counts));
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
            option(address, &parameter, &facet.value, facet.value.clone(), facet.term, selected, counts)
        });
        filters.push(FilterView {
            name: group[0].attribute.clone(),
            label: group[0].label.clone(),
            options: options.take(MAX_OPTIONS).collect(),
        });
    }
    filters.retain(|filter| !filter.options.is_empty());
    filters
}

/// «4 نجوم فأكثر»
fn rating_label(shop: &PublicShop, stars: u8) -> String {
    shop.messages.text(msg::catalog::FILTER_RATING_FROM.with("count", i64::from(stars)))
}

/// The ratings, best first. `None` if no product has one.
fn rating_filter(
    shop: &PublicShop,
    address: &ListingUrl,
    counts: Option<&HashMap<i32, i64>>,
) -> Option<FilterView> {
    let chosen = address.value(RATING);
    let is_chosen = |stars: u8| chosen == Some(rating_value(stars).as_str());
    let highest = RATED.iter().rev().find(|(stars, _)| is_chosen(*stars)).map(|(stars, _)| *stars);
    let options = RATED.iter().rev().filter_map(|&(stars, term)| {
        // The counts are those of the products that the chosen rating leaves: too few for a lower one.
        let counts = counts.filter(|_| highest.is_none_or(|highest| stars >= highest));
        option(
            address,
            RATING,
            &rating_value(stars),
            rating_label(shop, stars),
            term,
            is_chosen(stars),
            counts,
        )
    });
    let options: Vec<FilterOption> = options.collect();
    (!options.is_empty()).then(|| FilterView {
        name: "rating".to_owned(),
        label: shop.messages.text(msg::catalog::FILTER_RATING),
        options,
    })
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

/// The category of the listing and those above it, which are ticked, and its children. Each is a listing of its own under
/// another path, with the same filters.
fn category_filter(shop: &PublicShop, scope: &ListingScope<'_>, address: &ListingUrl) -> Option<FilterView> {
    let count = |category: &Category| (!address.is_filtered()).then_some(category.product_count);
    let mut options = Vec::new();
    let mut next = scope.category;
    while let Some(category) = scope.categories.iter().find(|one| Some(one.id) == next) {
        options.insert(
            0,
            FilterOption {
                label: category.name.clone(),
                url: address.under(&above(scope.categories, category)).url(),
                count: count(category),
                selected: true,
            },
        );
        next = category.parent_id;
    }
    let children = scope
        .categories
        .iter()
        .filter(|category| category.parent_id == scope.category && category.product_count > 0)
        .map(|category| FilterOption {
            label: category.name.clone(),
            url: address.under(&category_url(&category.path)).url(),
            count: count(category),
            selected: false,
        });
    options.extend(children);
    category_group(shop, options)
}

/// The path of the listing above a category.
fn above(categories: &[Category], category: &Category) -> String {
    let parent = categories.iter().find(|one| Some(one.id) == category.parent_id);
    parent.map_or_else(|| SHOP_URL.to_owned(), |parent| category_url(&parent.path))
}

fn price_range(address: &ListingUrl, range: Option<PriceRange>) -> Option<PriceRangeView> {
    let range = range?;
    let whole = |money: Money| money.as_minor().div_euclid(minor_per_major());
    if whole(range.low) == whole(range.high) {
        return None;
    }
    Some(PriceRangeView {
        action: address.path().to_owned(),
        hidden: address.fields(&["min_price", "max_price", "paged"]),
        lowest: whole(range.low),
        highest: whole(range.high) + 1,
        from: address.price_from,
        to: address.price_to,
    })
}

/// Minor units in one unit of the shop's currency.
fn minor_per_major() -> i64 {
    i64::try_from(Currency::shop().minor_per_major()).unwrap_or(100)
}

/// A price in whole currency units.
fn money(whole: i64) -> Money {
    Money::from_minor(whole.saturating_mul(minor_per_major()))
}

/// Limits of prices, in words.
fn price_label(shop: &PublicShop, from: Option<Money>, to: Option<Money>) -> Option<String> {
    let text = match (from, to) {
        (Some(from), Some(to)) => {
            msg::catalog::FILTER_PRICE.with("from", from.format()).with("to", to.format())
        }
        (Some(from), None) => msg::catalog::FILTER_PRICE_FROM.with("from", from.format()),
        (None, Some(to)) => msg::catalog::FILTER_PRICE_TO.with("to", to.format()),
        (None, None) => return None,
    };
    Some(shop.messages.text(text))
}

fn chips(shop: &PublicShop, address: &ListingUrl, facets: &[Facet]) -> Vec<LinkView> {
    let mut chips = Vec::new();
    if let Some(prices) = price_label(shop, address.price_from.map(money), address.price_to.map(money)) {
        let without = address.without("min_price").without("max_price");
        chips.push(LinkView::new(prices, without.url()));
    }
    if let Some((stars, _)) =
        RATED.iter().find(|(stars, _)| address.value(RATING) == Some(rating_value(*stars).as_str()))
    {
        chips.push(LinkView::new(rating_label(shop, *stars), address.without(RATING).url()));
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
