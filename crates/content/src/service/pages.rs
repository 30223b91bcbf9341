//! Public pages: an item, the blog, a category, the search.

use catalog::PictureView;
use chrono::{DateTime, SecondsFormat, Utc};
use edge::{
    AppError, Page, PublicShop, ShopZone,
    view::{LinkView, PageHead},
};
use kernel::{Zone, msg};
use reviews::{
    rules::page_numbers,
    view::{ReviewPageLink, ReviewPagesView},
};
use serde_json::json;
use sqlx::PgPool;

use super::{
    blocks::{self, BlockPage, BlockSources, LoadedBlocks, earlier},
    comments::{CommentRequest, comments_view},
    tags,
};
use crate::{
    rules::{Block, ItemKind, excerpt, query_words, reading_minutes},
    store::{self, Category, Listed, Version},
    urls::{self, BLOG_URL, FEED_URL},
    view::*,
};

/// Posts of a page of the blog.
const PAGE_SIZE: i64 = 12;
const MAX_PAGES: i64 = 800;
/// Results of a search.
const MAX_RESULTS: i64 = 50;
const EXCERPT_CHARS: usize = 180;
const DESCRIPTION_CHARS: usize = 155;

/// The page at an address. An old address leads to the new one.
pub async fn item_page(
    shop: &PublicShop,
    sources: &BlockSources,
    slug: &str,
    comments: &CommentRequest,
) -> Result<Page, AppError> {
    let now = shop.clock.now();
    let version = store::find_current(&shop.db, slug, now).await?.filter(|version| !version.is_hidden);
    let Some(version) = version else {
        return match store::find_redirect(&shop.db, &urls::item(slug)).await? {
            Some(target) => Err(AppError::Moved(target)),
            None => Err(AppError::NotFound),
        };
    };
    render_item(shop, sources, &version, comments, None).await
}

/// The page at an address with the first page of its comments, from other sources: a form that was refused is shown in
/// its page.
pub async fn page_from(shop: &PublicShop, sources: &BlockSources, slug: &str) -> Result<Page, AppError> {
    item_page(shop, sources, slug, &CommentRequest::default()).await
}

/// Names of the forms that the public page at an address shows.
pub async fn form_names(shop: &PublicShop, slug: &str) -> sqlx::Result<Vec<String>> {
    let version = store::find_current(&shop.db, slug, shop.clock.now()).await?;
    let version = version.filter(|version| !version.is_hidden);
    let blocks = version.map(|version| version.blocks.0).unwrap_or_default();
    let name = |block: Block| match block {
        Block::Form { name } => Some(name),
        _ => None,
    };
    Ok(blocks.into_iter().filter_map(name).collect())
}

/// Builds the page of a version, whatever its state.
pub async fn render_item(
    shop: &PublicShop,
    sources: &BlockSources,
    version: &Version,
    comments: &CommentRequest,
    preview: Option<PreviewView>,
) -> Result<Page, AppError> {
    let url = urls::item(&version.slug);
    let block_page = BlockPage { url: &url, hero: &version.picture, is_preview: preview.is_some() };
    let loaded = blocks::load(shop, sources, &version.blocks, block_page).await?;
    let zone = shop.settings.get::<ShopZone>().await?;
    let mut page_tags = vec![tags::item(version.item_id)];
    page_tags.extend(loaded.tags.iter().cloned());
    let changes_at = earlier(loaded.changes_at, version.next_start);
    let page = match version.kind {
        ItemKind::Page => {
            // Pages have no comments: their parameters would only make further copies.
            if !comments.is_first() {
                return Err(AppError::NotFound);
            }
            let siblings = match version.page_group.as_str() {
                "" => Vec::new(),
                group => store::list_group(&shop.db, group, shop.clock.now()).await?,
            };
            if !version.page_group.is_empty() {
                page_tags.push(tags::group(&version.page_group));
            }
            let group_start = match siblings.is_empty() {
                true => None,
                false => store::next_start(&shop.db, shop.clock.now()).await?,
            };
            let head = head(shop, version, &loaded, Vec::new());
            let view = page_view(shop, &zone, version, loaded, &siblings, preview);
            Page::new(head, &view).changing_at(earlier(changes_at, group_start))
        }
        ItemKind::Post => {
            if !comments.is_known_address() {
                return Err(AppError::NotFound);
            }
            let categories = store::categories(&shop.db).await?;
            let (section, thread) = comments_view(shop, version, comments).await?;
            page_tags.extend([tags::comments(version.item_id), tags::CATEGORIES.to_owned()]);
            let article = article(shop, version, &loaded, section.count);
            let mut head = head(shop, version, &loaded, vec![article]);
            head.no_index = !comments.is_first();
            let view = post_view(shop, &zone, version, loaded, (&categories, section), preview);
            let page = Page::new(head, &view).changing_at(changes_at);
            match &thread {
                Some(thread) => page.hold("comments", thread),
                None => page,
            }
        }
    };
    Ok(page.tagged(page_tags))
}

fn hero(version: &Version, loaded: &LoadedBlocks) -> Option<PictureView> {
    loaded.pictures.get(&version.picture).map(|picture| picture.clone().with_alt(&version.title))
}

fn description(version: &Version) -> String {
    let text = if version.lead.is_empty() { &version.plain } else { &version.lead };
    excerpt(text, DESCRIPTION_CHARS)
}

fn head(
    shop: &PublicShop,
    version: &Version,
    loaded: &LoadedBlocks,
    structured_data: Vec<String>,
) -> PageHead {
    PageHead {
        title: version.title.clone(),
        description: description(version),
        canonical_url: format!("{}{}", shop.origin, urls::item(&version.slug)),
        no_index: false,
        image_url: loaded
            .pictures
            .get(&version.picture)
            .map(|one| format!("{}{}", shop.origin, one.fallback_url)),
        structured_data,
    }
}

fn article(shop: &PublicShop, version: &Version, loaded: &LoadedBlocks, comments: i64) -> String {
    let published = version.published_at.or(version.valid_from);
    let image =
        loaded.pictures.get(&version.picture).map(|one| format!("{}{}", shop.origin, one.fallback_url));
    json!({
        "@context": "https://schema.org", "@type": "BlogPosting", "headline": version.title,
        "description": description(version), "inLanguage": "ar",
        "datePublished": published.map(|time| time.to_rfc3339_opts(SecondsFormat::Secs, true)),
        "dateModified": version.valid_from.map(|time| time.to_rfc3339_opts(SecondsFormat::Secs, true)),
        "author": { "@type": "Person", "name": version.author },
        "mainEntityOfPage": format!("{}{}", shop.origin, urls::item(&version.slug)),
        "image": image, "commentCount": comments,
    })
    .to_string()
}

fn page_view(
    shop: &PublicShop,
    zone: &Zone,
    version: &Version,
    loaded: LoadedBlocks,
    siblings: &[Listed],
    preview: Option<PreviewView>,
) -> ContentPageView {
    let url = urls::item(&version.slug);
    ContentPageView {
        hero: hero(version, &loaded),
        title: version.title.clone(),
        lead: version.lead.clone(),
        crumbs: vec![
            LinkView::new(shop.messages.text(msg::layout::HOME), "/ar/"),
            LinkView::new(version.title.as_str(), url.as_str()),
        ],
        updated: (!siblings.is_empty()).then(|| zone.date(version.valid_from.unwrap_or(version.saved_at))),
        siblings: match siblings.len() {
            0 | 1 => Vec::new(),
            _ => {
                siblings.iter().map(|one| LinkView::new(one.title.as_str(), urls::item(&one.slug))).collect()
            }
        },
        url,
        blocks: loaded.views,
        preview,
    }
}

fn post_view(
    shop: &PublicShop,
    zone: &Zone,
    version: &Version,
    loaded: LoadedBlocks,
    (categories, comments): (&[Category], CommentsView),
    preview: Option<PreviewView>,
) -> PostPageView {
    let published = version.published_at.or(version.valid_from).unwrap_or(version.saved_at);
    let own = categories.iter().filter(|category| version.categories.contains(&category.id));
    PostPageView {
        hero: hero(version, &loaded),
        title: version.title.clone(),
        lead: version.lead.clone(),
        crumbs: vec![
            LinkView::new(shop.messages.text(msg::layout::HOME), "/ar/"),
            LinkView::new(shop.messages.text(msg::content::BLOG), BLOG_URL),
            LinkView::new(version.title.as_str(), urls::item(&version.slug)),
        ],
        author: version.author.clone(),
        date: zone.date(published),
        datetime: published.to_rfc3339_opts(SecondsFormat::Secs, true),
        reading_minutes: reading_minutes(&version.plain),
        categories: own.map(|one| LinkView::new(one.name.as_str(), urls::category(&one.slug))).collect(),
        blocks: loaded.views,
        comments,
        preview,
    }
}

/// A page of the blog, the first being 1; of one category if given.
pub async fn blog_page(shop: &PublicShop, category: Option<&str>, page: i64) -> Result<Page, AppError> {
    if !(1..=MAX_PAGES).contains(&page) {
        return Err(AppError::NotFound);
    }
    let now = shop.clock.now();
    let categories = store::categories(&shop.db).await?;
    let category = match category {
        None => None,
        Some(slug) => Some(categories.iter().find(|one| one.slug == slug).ok_or(AppError::NotFound)?),
    };
    let id = category.map(|category| category.id);
    let posts = store::list_posts(&shop.db, id, now, (page - 1) * PAGE_SIZE, PAGE_SIZE).await?;
    if page > 1 && posts.is_empty() {
        return Err(AppError::NotFound);
    }
    let count = store::count_posts(&shop.db, id, now).await?;
    let own_url = category.map_or_else(|| BLOG_URL.to_owned(), |category| urls::category(&category.slug));
    let blog = shop.messages.text(msg::content::BLOG);
    let title = category.map_or_else(|| blog.clone(), |category| category.name.clone());
    let mut crumbs =
        vec![LinkView::new(shop.messages.text(msg::layout::HOME), "/ar/"), LinkView::new(blog, BLOG_URL)];
    if category.is_some() {
        crumbs.push(LinkView::new(title.as_str(), own_url.as_str()));
    }
    let next = store::next_start(&shop.db, now).await?;
    let view = BlogPageView {
        crumbs,
        categories: category_links(shop, &categories, id),
        search: search_view(String::new()),
        posts: cards(shop, &posts).await?,
        pages: pages_view(page, count, PAGE_SIZE, &|number| page_url(&own_url, number)),
        feed_url: FEED_URL.to_owned(),
        title: title.clone(),
    };
    let head = list_head(shop, title, page_url(&own_url, page), false);
    let page_tags = [tags::POSTS.to_owned(), tags::CATEGORIES.to_owned()];
    Ok(Page::new(head, &view).tagged(page_tags).changing_at(next))
}

/// Posts and pages for a query of the shop's search: the newest that have all its words. The time is when that changes by
/// itself.
pub async fn find_articles(
    db: &PgPool,
    query: &str,
    now: DateTime<Utc>,
    limit: i64,
) -> sqlx::Result<(Vec<LinkView>, Option<DateTime<Utc>>)> {
    let words = query_words(query);
    if words.is_empty() {
        return Ok((Vec::new(), None));
    }
    let found = store::search(db, &words, now, limit).await?;
    let links = found.iter().map(|item| LinkView::new(&item.title, urls::item(&item.slug))).collect();
    Ok((links, store::next_start(db, now).await?))
}

/// What was found in posts and pages.
pub async fn search_page(shop: &PublicShop, query: &str) -> Result<Page, AppError> {
    let now = shop.clock.now();
    let words = query_words(query);
    let found = match words.is_empty() {
        true => Vec::new(),
        false => store::search(&shop.db, &words, now, MAX_RESULTS).await?,
    };
    let categories = store::categories(&shop.db).await?;
    let title = shop.messages.text(msg::content::SEARCH_TITLE.with("query", query));
    let next = store::next_start(&shop.db, now).await?;
    let view = BlogPageView {
        title: title.clone(),
        crumbs: vec![
            LinkView::new(shop.messages.text(msg::layout::HOME), "/ar/"),
            LinkView::new(shop.messages.text(msg::content::BLOG), BLOG_URL),
        ],
        categories: category_links(shop, &categories, Some(0)),
        search: search_view(query.to_owned()),
        posts: cards(shop, &found).await?,
        pages: None,
        feed_url: FEED_URL.to_owned(),
    };
    let head = list_head(shop, kernel::text::without_isolates(&title), BLOG_URL.to_owned(), true);
    let page_tags = [tags::SEARCH.to_owned(), tags::CATEGORIES.to_owned()];
    Ok(Page::new(head, &view).tagged(page_tags).changing_at(next))
}

fn list_head(shop: &PublicShop, title: String, url: String, no_index: bool) -> PageHead {
    PageHead {
        description: title.clone(),
        title,
        canonical_url: format!("{}{url}", shop.origin),
        no_index,
        image_url: None,
        structured_data: Vec::new(),
    }
}

fn search_view(query: String) -> BlogSearchView {
    BlogSearchView {
        action: BLOG_URL.to_owned(),
        name: "s".to_owned(),
        query,
        clear_url: BLOG_URL.to_owned(),
    }
}

/// The whole blog, then its categories. `current` is a category; `None` is the whole blog.
fn category_links(shop: &PublicShop, categories: &[Category], current: Option<i64>) -> Vec<BlogCategoryLink> {
    let all = BlogCategoryLink {
        label: shop.messages.text(msg::content::ALL_POSTS),
        url: BLOG_URL.to_owned(),
        current: current.is_none(),
    };
    let links = categories.iter().map(|one| BlogCategoryLink {
        label: one.name.clone(),
        url: urls::category(&one.slug),
        current: current == Some(one.id),
    });
    [all].into_iter().chain(links).collect()
}

async fn cards(shop: &PublicShop, listed: &[Listed]) -> sqlx::Result<Vec<PostCardView>> {
    let zone = shop.settings.get::<ShopZone>().await?;
    let names: Vec<String> =
        listed.iter().map(|one| one.picture.clone()).filter(|name| !name.is_empty()).collect();
    let pictures = catalog::service::pictures(&shop.db, &names).await?;
    let card = |one: &Listed| {
        let published = one.published_at.filter(|_| one.kind == ItemKind::Post);
        PostCardView {
            title: one.title.clone(),
            url: urls::item(&one.slug),
            excerpt: excerpt(if one.lead.is_empty() { &one.plain } else { &one.lead }, EXCERPT_CHARS),
            picture: pictures.get(&one.picture).map(|picture| picture.clone().with_alt("")),
            date: published.map(|time| zone.date(time)).unwrap_or_default(),
            datetime: published
                .map(|time| time.to_rfc3339_opts(SecondsFormat::Secs, true))
                .unwrap_or_default(),
            reading_minutes: reading_minutes(&one.plain),
        }
    };
    Ok(listed.iter().map(card).collect())
}

fn page_url(url: &str, page: i64) -> String {
    if page == 1 { url.to_owned() } else { format!("{url}?paged={page}") }
}

/// Numbered pages; `None` if there is one.
pub fn pages_view(
    current: i64,
    count: i64,
    page_size: i64,
    url: &dyn Fn(i64) -> String,
) -> Option<ReviewPagesView> {
    let total = (count + page_size - 1) / page_size;
    if total <= 1 {
        return None;
    }
    let links = page_numbers(current, total)
        .into_iter()
        .map(|page| ReviewPageLink { page, url: page.map(url) })
        .collect();
    Some(ReviewPagesView {
        current,
        total,
        links,
        prev_url: (current > 1).then(|| url(current - 1)),
        next_url: (current < total).then(|| url(current + 1)),
    })
}
