//! Call 14: the pictures of one variation, which replace the product's.

use axum::{Json, extract::State};
use catalog::service::product::pictures_of_variation;
use edge::{AppError, Fields, Shop, regions::Regions};
use kernel::{ProductId, VariationId};
use serde::Deserialize;

use super::{
    product,
    view::{VariationPictures, VariationPicturesAnswer},
};
use crate::store::find_setting;

#[derive(Debug, Deserialize)]
pub struct VariationGalleryForm {
    product_id: ProductId,
    variation_id: VariationId,
}

/// The region that the response replaces.
const REGION: &str = "gallery";

pub async fn variation_gallery(
    State(shop): State<Shop>,
    Fields(form): Fields<VariationGalleryForm>,
) -> Result<Json<VariationPicturesAnswer>, AppError> {
    let pictures = pictures_of_variation(&shop.read_db, form.product_id, form.variation_id).await?;
    if pictures.is_empty() {
        return Err(AppError::NotFound);
    }
    let settings = find_setting(&shop.read_db, "gallery").await?;
    let view = product::gallery(&pictures, settings, None, false);
    let mut rendered = Regions::new().with(REGION, &view).render(&shop.renderer).await?;
    let variation_images = rendered.remove(REGION).unwrap_or_default();
    let data = VariationPictures { variation_images, images: view.images };
    Ok(Json(VariationPicturesAnswer { success: true, data }))
}
