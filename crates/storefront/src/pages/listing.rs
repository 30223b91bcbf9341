//! Shelves by the page: the whole shop, one category, or what the search box asked for.

mod address;

use std::collections::HashMap;

use address::Address;
use catalog::{
    Card, Category,
    listing::{self, Facet, IN_STOCK, MOST_COUNTED, MOST_FILTERED, ON_SALE, Sort, Wanted},
    store,
};
use edge::{
    AppError, Page, PageRequest, PublicShop,
    view::{LinkView, PageHead},
};
use kernel::{CategoryId, Money, msg};

use super::{
    card, category_url,
    till::Till,
    view::{
        FilterOption, FilterView, ListingPageView, PageLink, PagesView, PriceRangeView, SortOption, SortView,
    },
};

const PER_PAGE: i64 = 24;
/// Values of one attribute that are offered.
const MOST_OPTIONS: usize = 12;
pub const SHOP_URL: &str = "/ar/shop/";

/// What the listings' pages may depend on.
pub const PARAMETERS: &[&str] =
    &["paged", "orderby", "min_price", "max_price", "in_stock", "on_sale", "s", "filter_*"];

pub async fn draw_shop(shop: PublicShop, request: PageRequest) -> Result<Page, AppError> {
    if let Some(words) = request.query("s") {
        return draw_search(&shop, &request, words).await;
    }
    let categories = store::categories(&shop.db).await?;
    let title = shop.messages.text(msg::catalog::ALL_PRODUCTS);
    let shelf =
        Shelf { category: None, title, url: SHOP_URL.to_owned(), above: Vec::new(), categories: &categories };
    draw(&shop, &request, &shelf).await
}

pub async fn draw_category(shop: PublicShop, request: PageRequest) -> Result<Page, AppError> {
    let path = request.path("path").strip_suffix('/').ok_or(AppError::NotFound)?.to_owned();
    let categories = store::categories(&shop.db).await?;
    let category = categories.iter().find(|category| category.path == path).ok_or(AppError::NotFound)?;
    let shelf = Shelf {
        category: Some(category.id),
        title: category.name.clone(),
        url: category_url(&path),
        above: ancestors(&categories, category),
        categories: &categories,
    };
    draw(&shop, &request, &shelf).await
}

struct Shelf<'a> {
    category: Option<CategoryId>,
    title: String,
    url: String,
    above: Vec<LinkView>,
    categories: &'a [Category],
}

/// From the topmost one down.
fn ancestors(categories: &[Category], category: &Category) -> Vec<LinkView> {
    let mut above = Vec::new();
    let mut parent = category.parent_id;
    while let Some(found) = categories.iter().find(|other| Some(other.id) == parent) {
        above.insert(0, LinkView::new(&found.name, category_url(&found.path)));
        parent = found.parent_id;
    }
    above
}

async fn draw(shop: &PublicShop, request: &PageRequest, shelf: &Shelf<'_>) -> Result<Page, AppError> {
    let facets = listing::facets(&shop.db, shelf.category).await?;
    // An unknown filter is no page of ours, so it is never kept as one.
    let address = Address::read(&shelf.url, request, &facets).ok_or(AppError::NotFound)?;
    let wanted = address.wanted(shelf.category);
    let count = listing::count(&shop.db, &wanted).await?;
    let most = if wanted.terms.is_empty() { MOST_COUNTED } else { MOST_FILTERED };
    let total = (count.min(most) + PER_PAGE - 1).div_euclid(PER_PAGE).max(1);
    if address.page > total {
        return Err(AppError::NotFound);
    }
    let first = (address.page - 1) * PER_PAGE;
    let ids = listing::page(&shop.db, &wanted, first, PER_PAGE).await?;
    let cards = store::cards(&shop.db, &ids).await?;
    let till = Till::open(&shop.kept, shop.clock.now()).await?.knowing(&shop.db, &cards).await?;
    let mut view = ListingPageView {
        filters: filters(shop, shelf, &address, &wanted, &facets).await?,
        price_range: price_range(shop, shelf, &address).await?,
        chips: chips(shop, &address, &facets),
        ..view(shop, &till, &address, shelf.title.clone(), &cards, count, total)
    };
    view.crumbs = [LinkView::new(shop.messages.text(msg::layout::HOME), "/ar/")]
        .into_iter()
        .chain(shelf.above.clone())
        .chain([LinkView::new(&shelf.title, &shelf.url)])
        .collect();
    let head = head(shop, &view, &address);
    Ok(finish(&till, head, &view, &cards))
}

async fn draw_search(shop: &PublicShop, request: &PageRequest, words: &str) -> Result<Page, AppError> {
    let address = Address::read(SHOP_URL, request, &[]).ok_or(AppError::NotFound)?;
    let first = (address.page - 1) * PER_PAGE;
    let found = search::find(&shop.db, words, first, PER_PAGE).await?;
    let total = (found.total + PER_PAGE - 1).div_euclid(PER_PAGE).max(1);
    if address.page > total {
        return Err(AppError::NotFound);
    }
    let ids: Vec<i64> = found.products.iter().map(|id| id.0).collect();
    let cards = store::cards(&shop.db, &ids).await?;
    let title = shop.messages.text(msg::catalog::SEARCH_RESULTS_FOR.with("query", words.to_owned()));
    let till = Till::open(&shop.kept, shop.clock.now()).await?.knowing(&shop.db, &cards).await?;
    let mut view = view(shop, &till, &address, title, &cards, found.total, total);
    // What fits best comes first; no other order makes sense of it.
    view.sort.options.clear();
    view.query = Some(words.to_owned());
    view.corrected = found.corrected;
    view.crumbs = vec![
        LinkView::new(shop.messages.text(msg::layout::HOME), "/ar/"),
        LinkView::new(&view.title, SHOP_URL),
    ];
    let mut head = head(shop, &view, &address);
    // Every spelling of every search would be a page of its own.
    head.no_index = true;
    Ok(finish(&till, head, &view, &cards))
}

fn finish(till: &Till, head: PageHead, view: &ListingPageView, cards: &[Card]) -> Page {
    let tags = card::tags(cards, till).into_iter().chain(["catalog".to_owned()]);
    Page::new(head, view).tagged(tags).changing_at(till.changes_after(cards))
}

/// Whether there may be more than were counted.
fn wanted_more(address: &Address, count: i64) -> bool {
    match address.wanted(None).terms.len() {
        0 => count == MOST_COUNTED && (address.price_from.is_some() || address.price_to.is_some()),
        _ => count == MOST_FILTERED,
    }
}

/// Everything but what only a shelf has.
fn view(
    shop: &PublicShop,
    till: &Till,
    address: &Address,
    title: String,
    cards: &[Card],
    count: i64,
    total: i64,
) -> ListingPageView {
    ListingPageView {
        title,
        intro: None,
        is_more: wanted_more(address, count),
        crumbs: Vec::new(),
        count,
        first: if cards.is_empty() { 0 } else { (address.page - 1) * PER_PAGE + 1 },
        cards: card::views(cards, till, shop.messages, true),
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

fn head(shop: &PublicShop, view: &ListingPageView, address: &Address) -> PageHead {
    // Orders and filters show the same products again.
    let own = address.cleared().at_page(address.page);
    PageHead {
        title: view.title.clone(),
        description: view.title.clone(),
        canonical_url: format!("{}{}", shop.origin, own.url()),
        no_index: address.is_filtered() || address.orders(),
        image_url: None,
        structured_data: vec![super::breadcrumbs(&shop.origin, &view.crumbs)],
    }
}

/// The names that addresses have for the orders, as they always were.
const ORDERS: [(&str, Sort); 6] = [
    ("menu_order", Sort::Arranged),
    ("popularity", Sort::Popular),
    ("rating", Sort::Rated),
    ("date", Sort::Newest),
    ("price", Sort::Cheapest),
    ("price-desc", Sort::Dearest),
];

fn sort(shop: &PublicShop, address: &Address) -> SortView {
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
    shelf: &Shelf<'_>,
    address: &Address,
    wanted: &Wanted,
    facets: &[Facet],
) -> Result<Vec<FilterView>, AppError> {
    let counts = listing::term_counts(&shop.db, wanted).await?;
    let mut filters: Vec<FilterView> = below(shop, shelf).into_iter().collect();
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
            options: options.take(MOST_OPTIONS).collect(),
        });
    }
    filters.retain(|filter| !filter.options.is_empty());
    Ok(filters)
}

/// A choice that would show nothing is not offered, unless it is the one that was made.
fn option(
    address: &Address,
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

/// The categories under this one, or the topmost ones: each is a shelf of its own, and its count is all of it.
fn below(shop: &PublicShop, shelf: &Shelf<'_>) -> Option<FilterView> {
    let options: Vec<_> = shelf
        .categories
        .iter()
        .filter(|category| category.parent_id == shelf.category && category.product_count > 0)
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
    shelf: &Shelf<'_>,
    address: &Address,
) -> Result<Option<PriceRangeView>, AppError> {
    let Some((low, high)) = listing::price_span(&shop.db, shelf.category).await? else { return Ok(None) };
    let whole = |money: Money| money.as_minor().div_euclid(100);
    if whole(low) == whole(high) {
        return Ok(None);
    }
    Ok(Some(PriceRangeView {
        action: address.path().to_owned(),
        hidden: address.fields(&["min_price", "max_price", "paged"]),
        lowest: whole(low),
        highest: whole(high) + 1,
        from: address.price_from,
        to: address.price_to,
    }))
}

fn chips(shop: &PublicShop, address: &Address, facets: &[Facet]) -> Vec<LinkView> {
    let mut chips = Vec::new();
    let money = |whole: i64| Money::minor(whole.saturating_mul(100)).format();
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

/// The first, the last and the neighbours; a gap where pages are left out.
fn pages(address: &Address, total: i64) -> PagesView {
    let current = address.page;
    let shown = (1..=total).filter(|page| *page == 1 || *page == total || (page - current).abs() <= 1);
    let mut links: Vec<PageLink> = Vec::new();
    let mut before = 0;
    for page in shown {
        if page > before + 1 {
            links.push(PageLink { label: "…".to_owned(), url: None, current: false });
        }
        links.push(PageLink {
            label: page.to_string(),
            url: Some(address.at_page(page).url()),
            current: page == current,
        });
        before = page;
    }
    PagesView {
        current,
        total,
        prev_url: (current > 1).then(|| address.at_page(current - 1).url()),
        next_url: (current < total).then(|| address.at_page(current + 1).url()),
        links,
    }
}
