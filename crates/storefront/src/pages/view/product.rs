//! Views of the product page.

use std::{collections::BTreeMap, sync::Arc};

use bundles::BundleView;
use cart::view::DeliveryView;
use catalog::PictureView;
use content::view::PreviewView;
use edge::view::{LinkView, View};
use payments::view::TracksView;
use pricing::{
    PriceView,
    view::{CountdownView, ProductType},
};
use questions::view::QuestionSectionView;
use reviews::view::{ReviewFormView, ReviewSectionView};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::{CardRatingView, ProductRowView};

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "catalog.ts")]
pub struct ProductPageView {
    /// The band on top of a page that is not public.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub preview: Option<PreviewView>,
    pub id: String,
    pub url: String,
    pub name: String,
    pub note: String,
    pub crumbs: Vec<LinkView>,
    /// When it arrives in the shop's own country. `None`: sold out, or no promise is made.
    pub delivery: Option<DeliveryView>,
    pub gallery: GalleryView,
    pub price: PriceView,
    pub countdown: Option<CountdownView>,
    /// Number of rows of the discount table; 0 if there is none.
    pub table_rows: usize,
    /// Whether the product or any of its variations has a discount table.
    pub has_table: bool,
    pub discounts: DiscountSettings,
    pub availability: Availability,
    #[ts(type = "number | null")]
    pub stock_left: Option<i64>,
    /// It is sold out, and visitors can ask for an email when it is available again.
    pub can_notify: bool,
    pub identifiers: ProductIdentifiersView,
    pub form: Option<ProductFormView>,
    pub bundle: Option<BundleView>,
    /// Link to the other shop that sells the product.
    pub external: Option<LinkView>,
    pub description: Vec<String>,
    pub specifications: Vec<SpecificationView>,
    pub related: Option<ProductRowView>,
    pub reviews: ProductReviewsView,
    pub questions: ProductQuestionsView,
    /// Queued for the payment plugin; `None` unless the shop owner wants it.
    pub tracks: Option<TracksView>,
}

impl View for ProductPageView {
    const COMPONENT: &'static str = "catalog/ProductPage";
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "catalog.ts")]
pub struct ProductReviewsView {
    /// `None` while there are no reviews.
    pub rating: Option<CardRatingView>,
    /// `None`: the part `reviews` of the page, which the server holds.
    pub section: Option<Arc<ReviewSectionView>>,
    /// Follows the list in classic mode.
    pub classic_form: Option<ReviewFormView>,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "catalog.ts")]
pub struct ProductQuestionsView {
    #[ts(type = "number")]
    pub count: i64,
    /// `None`: the part `questions` of the page, which the server holds.
    pub section: Option<Arc<QuestionSectionView>>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "kebab-case")]
#[ts(export_to = "catalog.ts")]
pub enum Availability {
    InStock,
    Low,
    SoldOut,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "catalog.ts")]
pub struct SpecificationView {
    pub label: String,
    pub value: String,
}

/// Brand, GTIN and MPN. A variation may have its own.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "catalog.ts")]
pub struct ProductIdentifiersView {
    pub brand: String,
    pub gtin: String,
    pub mpn: String,
    pub barcode_img: String,
    pub barcode_value: String,
}

/// Also a region: the pictures of a variation replace the product's.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "catalog.ts")]
pub struct GalleryView {
    pub images: Vec<GalleryImage>,
    pub settings: GallerySettings,
    /// Shown on the first picture.
    #[ts(type = "number | null")]
    pub percent_off: Option<i64>,
    pub is_new: bool,
}

impl View for GalleryView {
    const COMPONENT: &'static str = "catalog/Gallery";
}

/// Has the field names of the wire format.
#[derive(Debug, Clone, Serialize, TS)]
#[ts(export_to = "catalog.ts")]
pub struct GalleryImage {
    pub large_image: String,
    pub large_image_width: i32,
    pub large_image_height: i32,
    pub caption: String,
    pub picture: PictureView,
}

/// Gallery settings of the owner, with the field names of the wire format.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
#[serde(default)]
#[ts(export_to = "catalog.ts")]
pub struct GallerySettings {
    pub thumb_to_show: i32,
    pub thumb_scroll_by: i32,
    pub thumb_v: bool,
    pub thumb_v_tablet: bool,
    pub thumb_position_mobile: String,
    pub zoom: bool,
    pub zoom_action: String,
    pub zoom_level: i32,
    pub mobile_zoom: bool,
    pub lightbox_icon: bool,
    pub slider_rtl: bool,
    pub slider_infinity: bool,
    pub slider_nav: bool,
    pub slider_autoplay: bool,
    pub slider_autoplay_time: i32,
    pub slider_animation_speed: i32,
    pub thumb_animation_speed: i32,
    pub slider_lazyload: bool,
    pub slider_dots: bool,
    pub slider_dots_viewport: Vec<String>,
    pub carousel_mode: bool,
    /// HTML of the galleries that are part of the page, by variation id. Others are fetched by call 14.
    #[serde(skip_serializing)]
    #[ts(skip)]
    pub variation_data: BTreeMap<String, String>,
}

impl Default for GallerySettings {
    fn default() -> Self {
        Self {
            thumb_to_show: 4,
            thumb_scroll_by: 1,
            thumb_v: false,
            thumb_v_tablet: false,
            thumb_position_mobile: "bottom".to_owned(),
            zoom: false,
            zoom_action: "mouseover".to_owned(),
            zoom_level: 1,
            mobile_zoom: false,
            lightbox_icon: true,
            slider_rtl: true,
            slider_infinity: true,
            slider_nav: true,
            slider_autoplay: false,
            slider_autoplay_time: 4000,
            slider_animation_speed: 100,
            thumb_animation_speed: 400,
            slider_lazyload: false,
            slider_dots: false,
            slider_dots_viewport: vec!["desktop".to_owned(), "tablet".to_owned(), "mobile".to_owned()],
            carousel_mode: false,
            variation_data: BTreeMap::new(),
        }
    }
}

/// The product form. With attributes it sells one of the variations.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "catalog.ts")]
pub struct ProductFormView {
    pub product_id: String,
    pub action: String,
    pub min: String,
    pub max: Option<String>,
    pub step: String,
    pub value: String,
    pub attributes: Vec<AttributeView>,
    pub variations: Vec<VariationView>,
    /// HTML of the galleries that are part of the page, by variation id. Others are fetched by call 14.
    pub variation_data: BTreeMap<String, String>,
    /// Nonce of call 14. It is not bound to a session, because the page is public.
    pub gallery_nonce: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "kebab-case")]
#[ts(export_to = "catalog.ts")]
pub enum AttributeLook {
    Colours,
    Buttons,
    Select,
}

/// An attribute that the shopper selects. Its form field is called `attribute_NAME`.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "catalog.ts")]
pub struct AttributeView {
    pub name: String,
    pub label: String,
    pub look: AttributeLook,
    pub options: Vec<AttributeOption>,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "catalog.ts")]
pub struct AttributeOption {
    pub value: String,
    /// `#rrggbb`, if the attribute is shown as colours.
    pub colour: Option<String>,
}

/// Has the field names of the wire format.
#[derive(Debug, Clone, Serialize, TS)]
#[ts(export_to = "catalog.ts")]
pub struct VariationView {
    pub variation_id: String,
    pub parent_id: String,
    pub product_type: ProductType,
    /// By form field name, `attribute_NAME`; an empty value matches any.
    pub attributes: BTreeMap<String, String>,
    pub price_html: String,
    /// The same price, for React components.
    pub price: PriceView,
    /// 1 if every variation costs the same, so that the summary price may be replaced.
    pub has_single_price: i32,
    pub _cr_gtin: String,
    pub _cr_mpn: String,
    pub _cr_brand: String,
    pub barcode_img: String,
    pub barcode_value: String,
    /// The variation has its own pictures, which are fetched by call 14.
    pub wavi_value: bool,
    pub step: String,
    pub input_value: String,
    pub max: Option<String>,
    pub is_in_stock: bool,
    /// Rendered instead of the product's countdown.
    pub countdown: Option<CountdownView>,
}

/// Display settings of discounted prices, with the field names of the wire format.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
#[serde(default)]
#[ts(export_to = "pricing.ts")]
pub struct DiscountSettings {
    /// `show`: the price of the page. `show_on_qty_update`: fetched for every quantity by call 13.
    pub show_product_strikeout: Strikeout,
    /// CSS class of the element that shows the price; empty: the summary.
    pub product_price_container_class: String,
    /// The page may be a cached copy: the end of a sale is reported to the server before the page is reloaded.
    pub cache: bool,
    /// URL of the discount rules; shown to staff only.
    #[serde(skip_serializing)]
    #[ts(skip)]
    pub settings_url: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export_to = "pricing.ts")]
pub enum Strikeout {
    Show,
    ShowOnQtyUpdate,
}

impl Default for DiscountSettings {
    fn default() -> Self {
        Self {
            show_product_strikeout: Strikeout::Show,
            product_price_container_class: String::new(),
            cache: true,
            settings_url: None,
        }
    }
}
