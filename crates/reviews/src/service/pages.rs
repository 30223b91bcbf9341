//! What pages show of reviews: the section with its first page, the grid, the slider and the badge.

use edge::PublicShop;
use serde_json::{Value, json};

use super::{
    form::{self, FormContext, form_view},
    links::{ListLinks, parameters},
    list::{list_of, list_view},
    views::{self, ReviewItem},
};
use crate::{
    ReviewSettings,
    rules::{Filter, Scope, Sort},
    store::{self, Summary, TagCount},
    urls::*,
    view::*,
};

/// Tiles in the strip of pictures and videos.
const STRIP_TILES: usize = 12;
/// Reviews in the slider.
const SLIDES: i64 = 8;

/// The cache tag of pages that show the reviews of a product.
pub fn purge_tag(product: i64) -> String {
    format!("reviews:{product}")
}

/// The cache tag of pages that show reviews of the whole shop.
pub const PURGE_TAG: &str = "reviews";

/// The tag of pages that show a product's stars, such as on its card.
pub fn rating_tag(product: i64) -> String {
    format!("rating:{product}")
}

/// The tag of pages that list topics.
pub const TOPICS_TAG: &str = "review-topics";

/// Purges what shows the text of a review, published or replied to.
pub fn purge_tags(product: Option<i64>) -> Vec<String> {
    [PURGE_TAG.to_owned()].into_iter().chain(product.map(purge_tag)).collect()
}

/// Purges what shows a review or its rating, after either was published or taken back.
pub fn figure_tags(product: Option<i64>) -> Vec<String> {
    purge_tags(product).into_iter().chain(product.map(rating_tag)).collect()
}

/// The reviews of a product, or all, with the page `index` of the list; the first page is 0.
pub async fn section(
    shop: &PublicShop,
    item: &ReviewItem,
    links: &ListLinks,
    filter: &Filter,
    index: i64,
) -> sqlx::Result<ReviewSectionView> {
    let scope = item.product.map_or(Scope::All, Scope::Product);
    let figures = store::summary_with_tags(&shop.db, scope.id(), &filter.tags).await?;
    section_with(shop, item, links, filter, index, figures).await
}

/// The first page of a product that has no published reviews. Reads nothing.
pub async fn empty_section(
    shop: &PublicShop,
    item: &ReviewItem,
    links: &ListLinks,
    filter: &Filter,
) -> sqlx::Result<ReviewSectionView> {
    section_with(shop, item, links, filter, 0, Default::default()).await
}

async fn section_with(
    shop: &PublicShop,
    item: &ReviewItem,
    links: &ListLinks,
    filter: &Filter,
    index: i64,
    (summary, tags): (Summary, Vec<TagCount>),
) -> sqlx::Result<ReviewSectionView> {
    let settings = shop.settings.get::<ReviewSettings>().await?;
    let scope = item.product.map_or(Scope::All, Scope::Product);
    let page = list_of(shop, &settings, scope, &summary, filter, index).await?;
    let now = shop.clock.now();
    let action = ALL_REVIEWS_URL.to_owned();
    Ok(ReviewSectionView {
        mode: settings.mode(),
        item: item.view.clone(),
        summary: summary_view(&summary, filter, links),
        strip: strip(shop, &settings, scope, &summary).await?,
        sort: ReviewSortView {
            action: action.clone(),
            name: parameters::SORT.to_owned(),
            hidden: links.hidden(filter, parameters::SORT),
            current: filter.sort.name().to_owned(),
            options: Sort::ALL
                .map(|sort| ReviewSortOption {
                    value: sort.name().to_owned(),
                    label: shop.messages.text(sort.label()),
                })
                .to_vec(),
        },
        search: ReviewSearchView {
            action,
            name: parameters::SEARCH.to_owned(),
            hidden: links.hidden(filter, parameters::SEARCH),
            query: filter.search.clone(),
            clear_url: links.url(&Filter { search: String::new(), ..filter.clone() }, 1),
        },
        tags: tag_views(tags, filter, links),
        list: list_view(shop, page, filter, links),
        add_url: links.write_url(),
        form: form_view(shop, item, FormContext::default()).await?,
        vote_url: VOTE_URL.to_owned(),
        security: shop.nonces.sign(form::nonces::LIST, "", now),
        attributes: None,
    })
}

fn summary_view(summary: &Summary, filter: &Filter, links: &ListLinks) -> Option<ReviewSummaryView> {
    let rated = summary.rated_count();
    let row = |rating: u8| {
        let count = summary.matching(Some(rating));
        HistogramRow {
            rating,
            count,
            share: u8::try_from((count * 100 + rated / 2) / rated.max(1)).unwrap_or(100),
            url: links.url(&Filter { rating: Some(rating), ..filter.clone() }, 1),
        }
    };
    Some(ReviewSummaryView {
        average: summary.average()?,
        count: summary.count,
        rows: (1..=5).rev().map(row).collect(),
        see_all_url: links.url(&Filter { rating: None, ..filter.clone() }, 1),
        selected: filter.rating,
    })
}

fn tag_views(tags: Vec<TagCount>, filter: &Filter, links: &ListLinks) -> Vec<ReviewTagView> {
    let view = |tag: TagCount| {
        let selected = filter.tags.contains(&tag.id);
        let mut changed = filter.clone();
        match selected {
            true => changed.tags.retain(|id| *id != tag.id),
            false => changed.tags.push(tag.id),
        }
        ReviewTagView {
            id: tag.id.to_string(),
            label: tag.label,
            count: tag.count,
            selected,
            url: links.url(&changed, 1),
        }
    };
    tags.into_iter().map(view).collect()
}

async fn strip(
    shop: &PublicShop,
    settings: &ReviewSettings,
    scope: Scope,
    summary: &Summary,
) -> sqlx::Result<Option<ReviewStripView>> {
    if summary.media == 0 {
        return Ok(None);
    }
    let limit = i64::try_from(STRIP_TILES).unwrap_or(0);
    let ids = store::list_with_media(&shop.db, scope, limit).await?;
    let reviews = views::load(shop, settings, &ids, false).await?;
    let media: Vec<ReviewMediaView> =
        reviews.into_iter().flat_map(|review| review.media).take(STRIP_TILES).collect();
    let more = (summary.media - i64::try_from(media.len()).unwrap_or(0)).max(0);
    Ok((!media.is_empty()).then_some(ReviewStripView { media, more }))
}

/// Reviews of products and of the shop, newest first, without those that are shown already.
pub async fn tiles(
    shop: &PublicShop,
    rating: Option<u8>,
    shown: &[i64],
    counts: (u32, u32),
) -> sqlx::Result<(Vec<ReviewView>, bool)> {
    let settings = shop.settings.get::<ReviewSettings>().await?;
    let (products, of_shop) = (i64::from(counts.0), i64::from(counts.1));
    // One more of each tells whether there are further ones.
    let mut first = store::grid_ids(&shop.db, false, rating, shown, products + 1).await?;
    let mut second = store::grid_ids(&shop.db, true, rating, shown, of_shop + 1).await?;
    let is_last = first.len() <= usize::try_from(products).unwrap_or(0)
        && second.len() <= usize::try_from(of_shop).unwrap_or(0);
    first.truncate(usize::try_from(products).unwrap_or(0));
    second.truncate(usize::try_from(of_shop).unwrap_or(0));
    first.append(&mut second);
    first.sort_unstable_by(|one, other| other.cmp(one));
    Ok((views::load(shop, &settings, &first, true).await?, is_last))
}

/// The grid with its first tiles.
pub async fn grid_view(shop: &PublicShop, rating: Option<u8>) -> sqlx::Result<ReviewGridView> {
    const COUNT: u32 = 9;
    const COUNT_SHOP: u32 = 3;
    let settings = shop.settings.get::<ReviewSettings>().await?;
    let links = ListLinks::all();
    let summary = store::summary(&shop.db, Scope::All.id()).await?;
    let filter = Filter { rating, ..Filter::default() };
    let (reviews, last_page) = tiles(shop, rating, &[], (COUNT, COUNT_SHOP)).await?;
    Ok(ReviewGridView {
        summary: summary_view(&summary, &filter, &links),
        attributes: ReviewGridAttributes {
            count: COUNT,
            count_shop_reviews: COUNT_SHOP,
            show_more: COUNT,
            comment_not_in: reviews.iter().map(|review| review.id.clone()).collect(),
        },
        reviews,
        last_page,
        add_url: links.write_url(),
        form: form_view(shop, &views::shop_item(&settings), FormContext::default()).await?,
        all_url: ALL_REVIEWS_URL.to_owned(),
    })
}

/// The newest good reviews, for the home page; `None` if there are none.
pub async fn slides(shop: &PublicShop) -> sqlx::Result<Option<ReviewSlidesView>> {
    let settings = shop.settings.get::<ReviewSettings>().await?;
    let filter = Filter { sort: Sort::Helpful, rating: Some(5), ..Filter::default() };
    let ids = store::page_ids(&shop.db, Scope::All, &filter, 0, SLIDES).await?;
    let reviews = views::load(shop, &settings, &ids, true).await?;
    Ok((!reviews.is_empty()).then(|| ReviewSlidesView { reviews, all_url: ALL_REVIEWS_URL.to_owned() }))
}

/// Figures of all reviews; `None` while there are none, or if the shop hides them.
pub async fn trust_badge(db: &sqlx::PgPool) -> sqlx::Result<Option<TrustBadgeView>> {
    let settings = store::settings(db).await?;
    if !settings.shows_badge {
        return Ok(None);
    }
    let summaries = store::summaries(db, &[0, -1]).await?;
    let all = summaries.get(&0).copied().unwrap_or_default();
    let of_shop = summaries.get(&-1).copied().unwrap_or_default();
    Ok(all.average().map(|average| TrustBadgeView {
        average,
        count: all.count,
        shop_average: of_shop.average(),
        product_average: all.without(&of_shop).average(),
        all_url: ALL_REVIEWS_URL.to_owned(),
    }))
}

/// The figures that search engines read.
#[derive(Debug, Clone)]
pub struct Rated {
    pub aggregate: Value,
    pub reviews: Vec<Value>,
}

/// `AggregateRating` and the first reviews; `None` without a rating.
pub fn rated(section: &ReviewSectionView) -> Option<Rated> {
    let summary = section.summary.as_ref()?;
    let count: i64 = summary.rows.iter().map(|row| row.count).sum();
    Some(Rated {
        aggregate: json!({
            "@type": "AggregateRating", "ratingValue": summary.average, "bestRating": 5, "worstRating": 1,
            "ratingCount": count, "reviewCount": summary.count,
        }),
        reviews: structured_reviews(&section.list.reviews),
    })
}

pub fn structured_reviews(reviews: &[ReviewView]) -> Vec<Value> {
    let rated = reviews.iter().filter(|review| review.rating > 0);
    rated
        .map(|review| {
            json!({
                "@type": "Review", "datePublished": review.datetime, "reviewBody": review.text,
                "author": { "@type": "Person", "name": review.author },
                "reviewRating": { "@type": "Rating", "ratingValue": review.rating, "bestRating": 5, "worstRating": 1 },
            })
        })
        .collect()
}
