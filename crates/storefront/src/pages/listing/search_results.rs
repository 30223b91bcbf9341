//! Search results: a listing of the products that a query finds.

use catalog::{
    Card, Category,
    rules::listing::{Entry, Sort, arrange, tally},
    service::{self, listing::PriceRange},
};
use edge::{AppError, Page, PageRequest, PublicShop, view::LinkView};
use kernel::{Money, msg};
use search::{Constraint, Search, SearchResults, TypedConstraint, Understanding};

use super::{
    ORDERS, PER_PAGE, SHOP_URL, category_group, chips, finish, head, listing, listing_url::ListingUrl,
    price_label, price_range, rating_filter, term_filters, view,
};
use crate::{
    pages::{
        card, category_url,
        price_calculator::PriceCalculator,
        view::{CardView, FilterOption, FilterView, NoHitsView, ProductRowView, SearchReportView},
    },
    search_words::{self, REPORT_URL, SearchSettings},
    server::layout::ShopSettings,
    store::find_setting,
};

/// Products that a search without results shows.
const BEST_SELLERS: i64 = 8;
/// Posts and pages below the products.
const MAX_ARTICLES: i64 = 4;

/// The results of a search are few enough to be narrowed, counted and sorted here.
pub async fn render(shop: &PublicShop, request: &PageRequest, words: &str) -> Result<Page, AppError> {
    let facets = listing::facets(&shop.db, None).await?;
    let categories = service::categories(&shop.db).await?;
    let address = ListingUrl::read(SHOP_URL, request, &facets, &categories).ok_or(AppError::NotFound)?;
    let is_ranked_by_use = shop.settings.get::<SearchSettings>().await?.rank_by_use;
    let meanings = search_words::meanings(&shop.settings, &shop.db).await?;
    let search = Search::new(&shop.db, &meanings).by_use(is_ranked_by_use);
    let found = match address.has("exact") {
        true => search.find_as_typed(words, 0, search::MAX_RANKED).await?,
        false => search.find(words, 0, search::MAX_RANKED).await?,
    };
    let ranked: Vec<i64> = found.products.iter().map(|id| id.0).collect();
    let entries = listing::entries(&shop.db, &ranked).await?;
    let matching = arranged(&entries, &address, &found);
    let count = i64::try_from(matching.len()).unwrap_or(search::MAX_RANKED);
    let total = (count + PER_PAGE - 1).div_euclid(PER_PAGE).max(1);
    if address.page > total {
        return Err(AppError::NotFound);
    }
    let first = usize::try_from((address.page - 1) * PER_PAGE).unwrap_or(0);
    let per_page = usize::try_from(PER_PAGE).unwrap_or(0);
    let ids: Vec<i64> = matching.iter().skip(first).take(per_page).map(|entry| entry.product_id).collect();
    let plain = without_constraints(words, &found.understood);
    let is_none = entries.is_empty() && !is_only_narrowed(&search, &found, &plain).await?;
    let best_sellers = match is_none {
        true => service::list_cards(&shop.db, None, Sort::Popular, BEST_SELLERS).await?,
        false => Vec::new(),
    };
    let shown = service::cards(&shop.db, &ids).await?;
    let cards: Vec<Card> = shown.iter().chain(&best_sellers).cloned().collect();
    let title = shop.messages.text(msg::catalog::SEARCH_RESULTS_FOR.with("query", words.to_owned()));
    let calculator =
        PriceCalculator::load(&shop.settings, shop.clock.now()).await?.with_bundles(&shop.db, &cards).await?;
    let ratings = card::ratings(&shop.db, &cards).await?;
    let card_views = card::views(&shown, &ratings, &calculator, shop.messages, true);
    let mut view = view(shop, &address, title, card_views, count, total);
    view.query = Some(words.to_owned());
    view.report = report(&address, &found, is_none, is_ranked_by_use);
    if found.corrected.is_some() {
        view.corrected.clone_from(&found.corrected);
        view.as_typed_url = Some(address.cleared().with("exact", "1").url());
    }
    if is_none {
        let best_sellers = card::views(&best_sellers, &ratings, &calculator, shop.messages, false);
        view.no_hits = Some(no_hits(shop, &categories, best_sellers).await?);
    } else {
        let counts = tally(&matching);
        let prices = entries.iter().map(|entry| entry.price);
        let range = prices.clone().min().zip(prices.max()).map(|(low, high)| PriceRange { low, high });
        view.filters = result_categories(shop, &address, &categories, &matching).into_iter().collect();
        view.filters.extend(rating_filter(shop, &address, Some(&counts)));
        view.filters.extend(term_filters(shop, &address, &facets, Some(&counts)));
        view.price_range = price_range(&address, range);
        view.chips = constraint_chips(shop, &address, words, &found.understood);
        if !view.chips.is_empty() {
            view.clear_url = searching(&address.cleared(), &plain);
        }
        if let Some(order) = requested_order(&address, &found) {
            view.sort.current = order_name(order).to_owned();
        }
        if let Some(path) = address.value("product_cat")
            && let Some(category) = categories.iter().find(|one| one.path == path)
        {
            view.chips.push(LinkView::new(&category.name, address.without("product_cat").url()));
        }
        view.chips.extend(chips(shop, &address, &facets));
    }
    let mut articles_change_at = None;
    if address.page == 1 {
        let wanted = found.corrected.as_deref().unwrap_or(words);
        let now = shop.clock.now();
        (view.articles, articles_change_at) =
            content::service::find_articles(&shop.db, wanted, now, MAX_ARTICLES).await?;
    }
    view.crumbs = vec![
        LinkView::new(shop.messages.text(msg::layout::HOME), "/ar/"),
        LinkView::new(&view.title, SHOP_URL),
    ];
    let mut head = head(shop, &view, &address);
    // Otherwise every spelling of every query would be indexed as a page.
    head.no_index = true;
    let changes_at = [calculator.changes_after(&cards), articles_change_at].into_iter().flatten().min();
    let tags = [search::MEANINGS_TAG.to_owned(), content::service::tags::SEARCH.to_owned()];
    Ok(finish(&calculator, head, &view, &cards).tagged(tags).changing_at(changes_at))
}

/// The order that the query asks for, unless the page was sorted by another one.
fn requested_order(address: &ListingUrl, found: &SearchResults) -> Option<Sort> {
    let order = match found.understood.order? {
        search::Order::Cheapest => Sort::PriceAscending,
        search::Order::Dearest => Sort::PriceDescending,
        search::Order::Newest => Sort::Newest,
        search::Order::Popular => Sort::Popular,
        search::Order::Rated => Sort::Rated,
        search::Order::Largest | search::Order::Smallest => return None,
    };
    (!address.has_custom_order()).then_some(order)
}

fn order_name(order: Sort) -> &'static str {
    ORDERS.iter().find(|(_, sort)| *sort == order).map_or(ORDERS[0].0, |(name, _)| name)
}

/// The results that the filters leave, in the order of the page. The search itself orders by price, age and size; sales and
/// ratings are known here.
fn arranged(entries: &[Entry], address: &ListingUrl, found: &SearchResults) -> Vec<Entry> {
    let mut query = address.query(None);
    let Some(order @ (Sort::Popular | Sort::Rated)) = requested_order(address, found) else {
        return arrange(entries, &query);
    };
    let relevant = &found.products[..found.relevant.min(found.products.len())];
    let is_relevant = |entry: &&Entry| relevant.iter().any(|id| id.0 == entry.product_id);
    let (best, others): (Vec<&Entry>, Vec<&Entry>) = entries.iter().partition(is_relevant);
    let others = arrange(&others.into_iter().cloned().collect::<Vec<_>>(), &query);
    query.sort = order;
    let best = arrange(&best.into_iter().cloned().collect::<Vec<_>>(), &query);
    best.into_iter().chain(others).collect()
}

fn without_constraints(words: &str, understood: &Understanding) -> String {
    understood
        .constraints
        .iter()
        .fold(words.to_owned(), |left, constraint| understood.without(&left, &constraint.typed))
}

/// Whether a query without results has some without its constraints: then they are shown, and can be taken away.
async fn is_only_narrowed(
    search: &Search<'_>,
    found: &SearchResults,
    plain: &str,
) -> Result<bool, sqlx::Error> {
    if found.understood.constraints.is_empty() || plain.is_empty() {
        return Ok(false);
    }
    Ok(search.find(plain, 0, 1).await?.total > 0)
}

/// The same page for other words; the whole shop without words.
fn searching(address: &ListingUrl, words: &str) -> String {
    if words.is_empty() { SHOP_URL.to_owned() } else { address.with("s", words).url() }
}

/// What the query was understood to ask for beside goods. Each chip leads to the query without those words.
fn constraint_chips(
    shop: &PublicShop,
    address: &ListingUrl,
    words: &str,
    understood: &Understanding,
) -> Vec<LinkView> {
    let groups = understood.constraints.chunk_by(|one, other| one.typed == other.typed);
    let chip = |constraints: &[TypedConstraint]| {
        let label = constraint_label(shop, constraints)?;
        Some(LinkView::new(label, searching(address, &understood.without(words, &constraints[0].typed))))
    };
    groups.filter_map(chip).collect()
}

/// The constraints that the same words express: one, or both limits of a price.
fn constraint_label(shop: &PublicShop, constraints: &[TypedConstraint]) -> Option<String> {
    let (mut from, mut to): (Option<Money>, Option<Money>) = (None, None);
    for constraint in constraints {
        match constraint.constraint {
            Constraint::MinPrice(price) => from = Some(price),
            Constraint::MaxPrice(price) => to = Some(price),
            Constraint::OnSale => return Some(shop.messages.text(msg::catalog::FILTER_ON_SALE)),
            Constraint::Order(order) => {
                return Some(shop.messages.text(match order {
                    search::Order::Cheapest => msg::catalog::SORT_PRICE,
                    search::Order::Dearest => msg::catalog::SORT_PRICE_DESC,
                    search::Order::Newest => msg::catalog::SORT_DATE,
                    search::Order::Popular => msg::catalog::SORT_POPULARITY,
                    search::Order::Rated => msg::catalog::SORT_RATING,
                    search::Order::Largest => msg::catalog::SORT_LARGEST,
                    search::Order::Smallest => msg::catalog::SORT_SMALLEST,
                }));
            }
        }
    }
    price_label(shop, from, to)
}

/// A query is reported from its first page, before it is filtered or sorted.
fn report(
    address: &ListingUrl,
    found: &SearchResults,
    is_none: bool,
    has_choices: bool,
) -> Option<SearchReportView> {
    let is_first = address.page == 1 && !address.is_filtered() && !address.has_custom_order();
    let is_unanswered = is_first && !address.has("exact") && (is_none || found.corrected.is_some());
    let has_choices = has_choices && !is_none;
    (is_unanswered || has_choices).then(|| SearchReportView {
        url: REPORT_URL.to_owned(),
        is_unanswered,
        has_choices,
    })
}

/// Ways on from a search without results.
async fn no_hits(
    shop: &PublicShop,
    categories: &[Category],
    best_sellers: Vec<CardView>,
) -> Result<NoHitsView, AppError> {
    let about: ShopSettings = find_setting(&shop.db, "shop").await?.unwrap_or_default();
    let tops = categories.iter().filter(|one| one.parent_id.is_none() && one.product_count > 0);
    Ok(NoHitsView {
        categories: tops.map(|one| LinkView::new(&one.name, category_url(&one.path))).collect(),
        ask_url: Some(about.contact_url).filter(|url| !url.is_empty()),
        best_sellers: ProductRowView {
            title: shop.messages.text(msg::catalog::MOST_WANTED),
            more_url: Some(format!("{SHOP_URL}?orderby=popularity")),
            cards: best_sellers,
        },
    })
}

/// The top-level categories of the results. A tick narrows the results, and another replaces it.
fn result_categories(
    shop: &PublicShop,
    address: &ListingUrl,
    categories: &[Category],
    matching: &[Entry],
) -> Option<FilterView> {
    let chosen = address.value("product_cat");
    let option = |category: &Category| {
        let count = matching.iter().filter(|entry| entry.categories.contains(&category.id.0)).count();
        let selected = chosen == Some(category.path.as_str());
        let url = if selected {
            address.without("product_cat")
        } else {
            address.with("product_cat", &category.path)
        };
        (count > 0 || selected).then(|| FilterOption {
            label: category.name.clone(),
            url: url.url(),
            count: i64::try_from(count).ok(),
            selected,
        })
    };
    let tops = categories.iter().filter(|category| category.parent_id.is_none());
    category_group(shop, tops.filter_map(option).collect())
}
