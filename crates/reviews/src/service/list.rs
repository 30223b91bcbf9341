//! One page of a list.

use edge::PublicShop;
use kernel::msg;

use super::{links::ListLinks, views};
use crate::{
    ReviewSettings,
    rules::{Filter, MAX_PAGES, Scope, page_numbers},
    store::{self, Summary},
    urls::*,
    view::*,
};

/// One page of a list of reviews.
#[derive(Debug)]
pub struct ReviewPage {
    pub reviews: Vec<ReviewView>,
    /// The first page is 0.
    pub index: i64,
    pub size: i64,
    /// Reviews on all pages.
    pub total: i64,
    /// There are more than `total`: a search counts the newest matches only.
    pub has_more: bool,
}

impl ReviewPage {
    pub fn page_count(&self) -> i64 {
        ((self.total + self.size - 1) / self.size).clamp(1, MAX_PAGES)
    }

    pub fn is_last(&self) -> bool {
        self.index + 1 >= self.page_count()
    }
}

/// Loads page `index`, counted from 0. Pages after the last, and after [`MAX_PAGES`], are empty.
pub async fn list(
    shop: &PublicShop,
    settings: &ReviewSettings,
    scope: Scope,
    filter: &Filter,
    index: i64,
) -> sqlx::Result<ReviewPage> {
    let summary = store::summary(&shop.db, scope.id()).await?;
    list_of(shop, settings, scope, &summary, filter, index).await
}

/// The same for a caller that has the figures already.
pub async fn list_of(
    shop: &PublicShop,
    settings: &ReviewSettings,
    scope: Scope,
    summary: &Summary,
    filter: &Filter,
    index: i64,
) -> sqlx::Result<ReviewPage> {
    let size = settings.page_size();
    if summary.count == 0 {
        return Ok(ReviewPage {
            reviews: Vec::new(),
            index: index.clamp(0, MAX_PAGES),
            size,
            total: 0,
            has_more: false,
        });
    }
    if let (Scope::Product(product), 0) = (scope, index)
        && *filter == Filter::default()
    {
        let rows = store::newest(&shop.db, product, size).await?;
        let reviews = views::with_media(shop, settings, rows, false).await?;
        return Ok(ReviewPage { reviews, index, size, total: summary.count, has_more: false });
    }
    let index = index.clamp(0, MAX_PAGES);
    let offset = index * size;
    let candidates = store::candidates(&shop.db, scope, filter, offset + size + 1).await?;
    let (ids, total, has_more) = match candidates {
        Some(candidates) => {
            let sorted = match filter.takes_newest_first() {
                true => candidates.ids,
                false => store::sort_candidates(&shop.db, &candidates.ids, filter).await?,
            };
            let total = i64::try_from(sorted.len()).unwrap_or(0);
            let page = sorted.into_iter().skip(usize::try_from(offset).unwrap_or(0));
            (page.take(usize::try_from(size).unwrap_or(0)).collect(), total, candidates.has_more)
        }
        None => {
            let total = summary.matching(filter.rating);
            (store::page_ids(&shop.db, scope, filter, offset, size).await?, total, false)
        }
    };
    let ids: Vec<i64> = if index < MAX_PAGES { ids } else { Vec::new() };
    let reviews = views::load(shop, settings, &ids, scope == Scope::All).await?;
    Ok(ReviewPage { reviews, index, size, total, has_more })
}

/// The list as a region. `links`: for visitors without script; the page of all reviews has numbered pages too.
pub fn list_view(shop: &PublicShop, page: ReviewPage, filter: &Filter, links: &ListLinks) -> ReviewListView {
    let text = |message: kernel::Message| shop.messages.text(message);
    let shown = (page.index * page.size).min(page.total) + i64::try_from(page.reviews.len()).unwrap_or(0);
    let count_row = match page.has_more {
        true => msg::reviews::COUNT_ROW_CAPPED,
        false => msg::reviews::COUNT_ROW,
    };
    let number = page.index + 1;
    ReviewListView {
        page: number,
        last_page: page.is_last(),
        count_row: match page.reviews.is_empty() {
            true => String::new(),
            false => text(count_row.with("shown", shown).with("total", page.total)),
        },
        show_more_label: text(msg::reviews::SHOW_MORE.into()),
        more_url: (!page.is_last()).then(|| links.url(filter, number + 1)),
        pages: pages(&page, filter, links),
        vote_url: VOTE_URL.to_owned(),
        reviews: page.reviews,
    }
}

fn pages(page: &ReviewPage, filter: &Filter, links: &ListLinks) -> Option<ReviewPagesView> {
    let (current, total) = (page.index + 1, page.page_count());
    let url = |number: i64| links.url(filter, number);
    (total > 1).then(|| ReviewPagesView {
        current,
        total,
        links: page_numbers(current, total)
            .into_iter()
            .map(|number| ReviewPageLink { page: number, url: number.map(url) })
            .collect(),
        prev_url: (current > 1).then(|| url(current - 1)),
        next_url: (current < total).then(|| url(current + 1)),
    })
}
