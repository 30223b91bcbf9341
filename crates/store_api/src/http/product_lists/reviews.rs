//! Published reviews of products.

use std::collections::{BTreeMap, HashMap};

use catalog::{PictureView, service};
use chrono::NaiveDateTime;
use edge::{AppError, PageRequest, PublicShop, ShopZone, page::Document};
use reviews::service::{
    PURGE_TAG, PublishedFilter, PublishedReview, PublishedSort, count_published, list_published,
};

use crate::{
    envelope::absolute,
    filters::is_descending,
    paging::Paging,
    params::{integers, one_of},
    view::{image::Image, product::escape_html, terms::ReviewRow},
};

const PER_PAGE: i64 = 10;
const LIST_URL: &str = "/ar/wp-json/wc/store/v1/products/reviews";

pub async fn list(shop: PublicShop, request: PageRequest) -> Result<Document, AppError> {
    let paging = Paging::read(&request, Some(PER_PAGE))?;
    let sort = one_of(
        &request,
        "orderby",
        &[
            ("date", PublishedSort::Newest),
            ("date_gmt", PublishedSort::Newest),
            ("id", PublishedSort::Newest),
            ("rating", PublishedSort::Rating),
            ("product", PublishedSort::Product),
        ],
    )?;
    let filter = PublishedFilter {
        products: integers(&request, "product_id")?,
        categories: integers(&request, "category_id")?,
        sort: sort.unwrap_or(PublishedSort::Newest),
        is_descending: is_descending(&request)?,
    };
    let reviews = list_published(&shop.db, &filter, paging.skip(), paging.limit()).await?;
    let total = count_published(&shop.db, &filter).await?;
    let mut products: Vec<i64> = reviews.iter().map(|review| review.product_id).collect();
    products.sort_unstable();
    products.dedup();
    let pictures = service::first_pictures(&shop.db, &products).await?;
    let zone = shop.settings.get::<ShopZone>().await?;
    let rows: Vec<ReviewRow> = reviews.iter().map(|review| row(&shop, review, &pictures, &zone)).collect();
    let tags = products.iter().map(|product| format!("product:{product}")).chain([PURGE_TAG.to_owned()]);
    let document = Document::json(&rows).tagged(tags);
    Ok(paging.describe(document, &request, &absolute(&shop, LIST_URL), total))
}

fn row(
    shop: &PublicShop,
    review: &PublishedReview,
    pictures: &HashMap<i64, PictureView>,
    zone: &ShopZone,
) -> ReviewRow {
    let text = |time: NaiveDateTime| time.format("%Y-%m-%dT%H:%M:%S").to_string();
    let picture = pictures.get(&review.product_id).map(|view| view.clone().with_alt(&review.product_name));
    ReviewRow {
        id: review.id,
        date_created: text(zone.local(review.created_at)),
        formatted_date_created: zone.date(review.created_at),
        date_created_gmt: text(review.created_at.naive_utc()),
        product_id: review.product_id,
        product_name: review.product_name.clone(),
        product_permalink: absolute(shop, &cart::view::product_url(&review.product_slug)),
        product_image: picture.map(|view| Image::from_view(&shop.origin, &view.fallback_url, &view)),
        reviewer: review.name.clone(),
        // HTML, in which the text of a shopper has no markup.
        review: format!("<p>{}</p>", escape_html(&review.text)),
        rating: review.rating.unwrap_or(0),
        verified: review.is_verified,
        reviewer_avatar_urls: BTreeMap::new(),
    }
}
