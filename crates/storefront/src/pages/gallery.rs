//! Call 14: the pictures of one variation, in place of the product's.

use axum::{Json, extract::State};
use catalog::product::pictures_of_variation;
use edge::{AppError, Fields, Shop, regions::Regions};
use kernel::{ProductId, VariationId};
use serde::Deserialize;

use super::{
    product,
    view::{VariationPictures, VariationPicturesAnswer},
};
use crate::layout::setting;

#[derive(Debug, Deserialize)]
pub struct Asked {
    product_id: ProductId,
    variation_id: VariationId,
}

/// The name of the region that the answer replaces.
const REGION: &str = "gallery";

pub async fn of_variation(
    State(shop): State<Shop>,
    Fields(asked): Fields<Asked>,
) -> Result<Json<VariationPicturesAnswer>, AppError> {
    let pictures = pictures_of_variation(&shop.read, asked.product_id, asked.variation_id).await?;
    if pictures.is_empty() {
        return Err(AppError::NotFound);
    }
    let settings = setting(&shop.read, "gallery").await?;
    let view = product::gallery(&pictures, settings, None, false);
    let mut drawn = Regions::new().with(REGION, &view).draw(&shop.renderer).await?;
    let variation_images = drawn.remove(REGION).unwrap_or_default();
    let data = VariationPictures { variation_images, images: view.images };
    Ok(Json(VariationPicturesAnswer { success: true, data }))
}
