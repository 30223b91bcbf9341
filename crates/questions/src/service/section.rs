//! The questions of a product, a page at a time.

use edge::PublicShop;
use reviews::rules::query_keys;
use serde::{Deserialize, Serialize};

use super::{form, views};
use crate::{
    QuestionSettings,
    rules::Position,
    store::{self, FoundProduct},
    urls::{TAB, VOTE_URL, ask_url, list_url, product_url},
    view::{QuestionListView, QuestionSearchView, QuestionSectionView},
};

/// Names of the parameters in links and forms.
pub mod parameters {
    pub const SEARCH: &str = "qsearch";
    /// The last question of the page before.
    pub const AFTER: &str = "qafter";
}

const MAX_SEARCH_CHARS: usize = 100;
/// Milliseconds between the last key and a search.
const SEARCH_DELAY: u32 = 500;

/// The cache tag of pages that show the questions of a product.
pub fn purge_tag(product: i64) -> String {
    format!("questions:{product}")
}

/// Which questions of a product are listed.
#[derive(Debug, Clone)]
pub struct Query {
    pub search: String,
    pub position: Position,
}

impl Query {
    pub const FIRST: Self = Self { search: String::new(), position: Position::FIRST };

    pub fn new(search: &str, position: Position) -> Self {
        Self { search: kernel::text::clean(search, MAX_SEARCH_CHARS), position }
    }
}

/// `cr_attributes` of a request.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default)]
struct Attributes {
    #[serde(skip_serializing_if = "Option::is_none")]
    after: Option<i64>,
}

/// `cr_attributes` of the request for the page that follows the question `last`.
fn attributes(last: Option<i64>) -> String {
    serde_json::to_string(&Attributes { after: last }).unwrap_or_default()
}

/// The last question of the page before, if `cr_attributes` say. Attributes of another origin say nothing.
pub fn parse_attributes(given: &str) -> Option<i64> {
    serde_json::from_str::<Attributes>(given).unwrap_or_default().after
}

/// The questions of a product with one page of its list.
pub async fn section(
    shop: &PublicShop,
    product: i64,
    slug: &str,
    query: &Query,
) -> sqlx::Result<QuestionSectionView> {
    let count = store::count(&shop.db, product).await?;
    let list = match count {
        0 => empty(shop, query),
        _ => list(shop, product, slug, query).await?,
    };
    section_with(shop, product, slug, query, count, list).await
}

/// The section of a product that has no published questions. Reads nothing.
pub async fn empty_section(shop: &PublicShop, product: i64, slug: &str) -> sqlx::Result<QuestionSectionView> {
    section_with(shop, product, slug, &Query::FIRST, 0, empty(shop, &Query::FIRST)).await
}

async fn section_with(
    shop: &PublicShop,
    product: i64,
    slug: &str,
    query: &Query,
    count: i64,
    list: QuestionListView,
) -> sqlx::Result<QuestionSectionView> {
    let settings = shop.settings.get::<QuestionSettings>().await?;
    Ok(QuestionSectionView {
        product_id: product.to_string(),
        permalink: product_url(slug),
        attributes: attributes(None),
        count,
        search: QuestionSearchView {
            action: list_url(slug),
            name: parameters::SEARCH.to_owned(),
            query: query.search.clone(),
            clear_url: format!("{}{TAB}", product_url(slug)),
            delay_ms: SEARCH_DELAY,
        },
        list,
        ask_url: ask_url(product),
        form: form::form_view(shop, &settings, product, shop.clock.now()),
    })
}

/// One page of a list.
pub async fn list(
    shop: &PublicShop,
    product: i64,
    slug: &str,
    query: &Query,
) -> sqlx::Result<QuestionListView> {
    let settings = shop.settings.get::<QuestionSettings>().await?;
    let size = settings.page_size();
    let Some(offset) = query.position.offset(size) else { return Ok(empty(shop, query)) };
    let before = query.position.before();
    // One more tells whether there are further ones.
    let mut questions = match query.search.is_empty() {
        true => store::page(&shop.db, product, before, offset, size + 1).await?,
        false => {
            let keys = query_keys(&query.search, Some(product));
            let found = store::search(&shop.db, &keys, before, offset + size + 1).await?;
            let page = found.into_iter().skip(usize::try_from(offset).unwrap_or(usize::MAX));
            let ids: Vec<i64> = page.take(usize::try_from(size + 1).unwrap_or(0)).collect();
            store::load(&shop.db, &ids).await?
        }
    };
    let is_last = questions.len() <= usize::try_from(size).unwrap_or(0);
    questions.truncate(usize::try_from(size).unwrap_or(0));
    let last = questions.last().map(|question| question.id);
    Ok(QuestionListView {
        questions: views::with_answers(shop, &settings, product, questions).await?,
        last_page: is_last,
        attributes: attributes(last),
        more_url: last.filter(|_| !is_last).map(|last| more_url(slug, &query.search, last)),
        ..empty(shop, query)
    })
}

fn empty(shop: &PublicShop, query: &Query) -> QuestionListView {
    QuestionListView {
        questions: Vec::new(),
        page: query.position.page,
        last_page: true,
        attributes: attributes(None),
        more_url: None,
        vote_url: VOTE_URL.to_owned(),
        vote_nonce: shop.nonces.sign(form::nonces::VOTE, "", shop.clock.now()),
    }
}

fn more_url(slug: &str, search: &str, last: i64) -> String {
    let last = last.to_string();
    let mut pairs = vec![(parameters::AFTER, last.as_str())];
    if !search.is_empty() {
        pairs.insert(0, (parameters::SEARCH, search));
    }
    format!("{}?{}", list_url(slug), serde_urlencoded::to_string(&pairs).unwrap_or_default())
}

impl FoundProduct {
    pub(crate) fn tags(&self) -> Vec<String> {
        vec![purge_tag(self.id), format!("product:{}", self.id)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attributes_are_read_back_and_foreign_ones_ignored() {
        assert_eq!(parse_attributes(&attributes(Some(9))), Some(9));
        assert_eq!(attributes(None), "{}");
        for foreign in ["", "[]", "x", r#"{"after":"x"}"#, r#"{"shop":1}"#] {
            assert_eq!(parse_attributes(foreign), None, "{foreign}");
        }
    }
}
