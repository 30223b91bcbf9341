//! Calls 16 to 21: lists of reviews.

use axum::{
    Json,
    extract::State,
    response::{IntoResponse, Response},
};
use edge::{AppError, Fields, Shop, regions::Regions, view::Success};
use http::StatusCode;
use serde::{Deserialize, Serialize, de::DeserializeOwned};

use crate::{
    ReviewSettings,
    rules::{Filter, MAX_PAGES, Scope},
    service::{self, ListLinks},
    store,
    view::{ReviewGridAnswer, ReviewListAnswer, ReviewListView, ReviewTilesView},
};

/// Fields of calls 16 to 18; each call has some of them.
#[derive(Debug, Deserialize)]
pub struct ListForm {
    #[serde(rename = "productID")]
    product: i64,
    #[serde(default)]
    sort: String,
    #[serde(default)]
    rating: String,
    #[serde(default)]
    page: Option<i64>,
    #[serde(default)]
    search: String,
    #[serde(rename = "tags[]", default)]
    tags: Vec<i64>,
}

/// Call 16: the first page in another order.
pub async fn sort(
    State(shop): State<Shop>,
    Fields(form): Fields<ListForm>,
) -> Result<Json<ReviewListAnswer>, AppError> {
    let filter = Filter::from_request(&form.sort, &form.rating, "", &[]);
    product_list(&shop, form.product, &filter, 0).await
}

/// Call 17: the first page of one rating, or of all.
pub async fn filter(
    State(shop): State<Shop>,
    Fields(form): Fields<ListForm>,
) -> Result<Json<ReviewListAnswer>, AppError> {
    sort(State(shop), Fields(form)).await
}

/// Call 18: the next page, or the first of a search.
pub async fn show_more(
    State(shop): State<Shop>,
    Fields(form): Fields<ListForm>,
) -> Result<Json<ReviewListAnswer>, AppError> {
    let filter = Filter::from_request(&form.sort, &form.rating, &form.search, &form.tags);
    product_list(&shop, form.product, &filter, page_index(form.page)?).await
}

fn page_index(page: Option<i64>) -> Result<i64, AppError> {
    let page = page.unwrap_or(0);
    if page < 0 { Err(AppError::BadRequest("no such page")) } else { Ok(page.min(MAX_PAGES)) }
}

async fn product_list(
    shop: &Shop,
    product: i64,
    filter: &Filter,
    index: i64,
) -> Result<Json<ReviewListAnswer>, AppError> {
    let public = shop.public();
    let settings = shop.settings.get::<ReviewSettings>().await?;
    let found = store::find_product(&public.db, product).await?;
    let found = found.ok_or(AppError::BadRequest("no such product"))?;
    let links = ListLinks::on_product_page(product, &format!("/ar/product/{}/", found.slug));
    let page = service::list(&public, &settings, Scope::Product(product), filter, index).await?;
    let mut list = service::list_view(&public, page, filter, &links);
    // The product page has no numbered pages.
    list.pages = None;
    answer(shop, list).await
}

/// Renders the answer. `html` is empty without reviews: that is how the browser knows.
async fn answer(shop: &Shop, list: ReviewListView) -> Result<Json<ReviewListAnswer>, AppError> {
    let mut rendered = match list.reviews.is_empty() {
        true => Default::default(),
        false => {
            let mut regions = Regions::new().with("reviews", &list);
            if let Some(pages) = &list.pages {
                regions = regions.with("pages", pages);
            }
            regions.render(&shop.renderer).await?
        }
    };
    Ok(Json(ReviewListAnswer {
        page: list.page,
        html: rendered.remove("reviews").unwrap_or_default(),
        show_more_label: list.show_more_label.clone(),
        count_row: list.count_row.clone(),
        last_page: list.last_page,
        pagination: rendered.remove("pages"),
        list,
    }))
}

/// Fields of call 19.
#[derive(Debug, Deserialize)]
pub struct AllForm {
    #[serde(default)]
    attributes: String,
    #[serde(default)]
    rating: String,
    #[serde(default)]
    page: Option<i64>,
    #[serde(default)]
    search: String,
    #[serde(default)]
    sort: String,
    #[serde(rename = "tags[]", default)]
    tags: Vec<i64>,
}

/// Options of the page of all reviews; anything else in `attributes` is ignored.
#[derive(Debug, Default, Clone, Serialize, Deserialize)]
#[serde(default)]
pub struct AllAttributes {
    /// Reviews on a page, at most 50.
    pub per_page: Option<u32>,
    /// Only the reviews of a product.
    pub product: Option<i64>,
}

fn parse_attributes<T: DeserializeOwned + Default>(given: &str) -> Result<T, AppError> {
    if given.is_empty() {
        return Ok(T::default());
    }
    serde_json::from_str(given).map_err(|_| AppError::BadRequest("invalid attributes"))
}

/// Call 19: a page of all reviews, with its numbered pages.
pub async fn show_more_all(
    State(shop): State<Shop>,
    Fields(form): Fields<AllForm>,
) -> Result<Json<ReviewListAnswer>, AppError> {
    let attributes: AllAttributes = parse_attributes(&form.attributes)?;
    let public = shop.public();
    let mut settings = shop.settings.get::<ReviewSettings>().await?.as_ref().clone();
    if let Some(per_page) = attributes.per_page {
        settings.page_size = per_page.clamp(1, 50);
    }
    let (scope, links) = match attributes.product {
        Some(product) => (Scope::Product(product), ListLinks::of_product(product)),
        None => (Scope::All, ListLinks::all()),
    };
    let filter = Filter::from_request(&form.sort, &form.rating, &form.search, &form.tags);
    let page = service::list(&public, &settings, scope, &filter, page_index(form.page)?).await?;
    let list = service::list_view(&public, page, &filter, &links);
    let Json(mut answer) = answer(&shop, list).await?;
    // Present in every answer of this call: the browser replaces the numbers with it.
    answer.pagination.get_or_insert_default();
    Ok(Json(answer))
}

/// Fields of call 20.
#[derive(Debug, Deserialize)]
pub struct GridForm {
    #[serde(default)]
    rating: String,
    attributes: String,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct GridAttributes {
    count: Option<u32>,
    count_shop_reviews: Option<u32>,
    show_more: Option<u32>,
    #[serde(rename = "comment__not_in")]
    comment_not_in: Vec<GridId>,
}

/// Browsers send ids as text or as numbers.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum GridId {
    Number(i64),
    Text(String),
}

impl GridId {
    fn id(&self) -> Option<i64> {
        match self {
            Self::Number(id) => Some(*id),
            Self::Text(text) => text.parse().ok(),
        }
    }
}

/// Reviews that a grid may already show.
const MAX_SHOWN: usize = 200;
const MAX_TILES: u32 = 50;

/// Call 20: further tiles of the grid. A failure is shown as text, so it is a short plain sentence.
pub async fn show_more_grid(
    State(shop): State<Shop>,
    Fields(form): Fields<GridForm>,
) -> Result<Response, AppError> {
    let attributes: GridAttributes = match parse_attributes(&form.attributes) {
        Ok(attributes) => attributes,
        Err(_) => return Ok(plain_refusal(&shop)),
    };
    let shown: Vec<i64> = attributes.comment_not_in.iter().filter_map(GridId::id).collect();
    if shown.len() > MAX_SHOWN || shown.len() != attributes.comment_not_in.len() {
        return Ok(plain_refusal(&shop));
    }
    let filter = Filter::from_request("", &form.rating, "", &[]);
    let more = attributes.show_more.filter(|more| *more > 0);
    let products = more.or(attributes.count).unwrap_or(9).min(MAX_TILES);
    let of_shop = attributes.count_shop_reviews.unwrap_or(0).min(MAX_TILES);
    let (reviews, last_page) =
        service::tiles(&shop.public(), filter.rating, &shown, (products, of_shop)).await?;
    let html = match reviews.is_empty() {
        true => String::new(),
        false => {
            let regions = Regions::new().with("tiles", &ReviewTilesView { reviews: reviews.clone() });
            regions.render(&shop.renderer).await?.remove("tiles").unwrap_or_default()
        }
    };
    Ok(Json(ReviewGridAnswer { html, reviews, last_page }).into_response())
}

fn plain_refusal(shop: &Shop) -> Response {
    let text = shop.messages.text(kernel::msg::reviews::LOAD_FAILED);
    (StatusCode::BAD_REQUEST, [(http::header::CONTENT_TYPE, "text/plain; charset=utf-8")], text)
        .into_response()
}

/// Field of call 21.
#[derive(Debug, Deserialize)]
pub struct DownloadForm {
    #[serde(rename = "reviewID")]
    review: i64,
}

/// Call 21: fetches the pictures and videos of other hosts that a review names. The addresses come from the stored
/// review, and each is fetched once, by a job.
pub async fn download_media(
    State(shop): State<Shop>,
    Fields(form): Fields<DownloadForm>,
) -> Result<Json<Success>, AppError> {
    service::fetch_external(&shop, form.review).await?;
    Ok(Json(Success { success: true }))
}
