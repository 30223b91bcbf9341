//! What a product's own page is told: pictures, price, numbers and choices.

use std::collections::BTreeMap;

use bundles::BundleView;
use catalog::PictureView;
use edge::view::{LinkView, View};
use pricing::{
    PriceView,
    view::{CountdownView, ProductType},
};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::ProductRowView;

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "catalog.ts")]
pub struct ProductPageView {
    pub id: String,
    pub url: String,
    pub name: String,
    pub note: String,
    pub crumbs: Vec<LinkView>,
    pub gallery: GalleryView,
    pub price: PriceView,
    pub countdown: Option<CountdownView>,
    /// How many rows the table of quantities will have; 0 where there is none.
    pub table_rows: usize,
    /// Some variation has a table, though not necessarily the product as it opens.
    pub has_table: bool,
    pub discounts: DiscountSettings,
    pub availability: Availability,
    #[ts(type = "number | null")]
    pub stock_left: Option<i64>,
    pub identity: IdentityView,
    pub buy: Option<BuyView>,
    pub bundle: Option<BundleView>,
    /// Sold elsewhere: where, and under which words.
    pub external: Option<LinkView>,
    pub description: Vec<String>,
    pub facts: Vec<FactView>,
    pub related: Option<ProductRowView>,
}

impl View for ProductPageView {
    const COMPONENT: &'static str = "catalog/ProductPage";
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
pub struct FactView {
    pub label: String,
    pub value: String,
}

/// The numbers a product is known by elsewhere. A variation may have its own.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "catalog.ts")]
pub struct IdentityView {
    pub brand: String,
    pub gtin: String,
    pub mpn: String,
    pub barcode_img: String,
    pub barcode_value: String,
}

/// Also a region of its own: a variation's pictures replace the product's.
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

/// Named as on the wire.
#[derive(Debug, Clone, Serialize, TS)]
#[ts(export_to = "catalog.ts")]
pub struct GalleryImage {
    pub large_image: String,
    pub large_image_width: i32,
    pub large_image_height: i32,
    pub caption: String,
    pub picture: PictureView,
}

/// The owner's wishes, named as on the wire.
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
    /// Galleries that come with the page, by variation, as HTML. Others are asked for by call 14.
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

/// The purchase form. With attributes it sells one of the variations.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "catalog.ts")]
pub struct BuyView {
    pub product_id: String,
    pub action: String,
    pub min: String,
    pub max: Option<String>,
    pub step: String,
    pub value: String,
    pub attributes: Vec<AttributeView>,
    pub variations: Vec<VariationView>,
    /// Galleries that come with the page, by variation, as HTML; others are asked for by call 14.
    pub variation_data: BTreeMap<String, String>,
    /// For call 14: a nonce for every page, because this page is everybody's.
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

/// One choice a shopper makes. In a form its field is called `attribute_NAME`.
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
    /// Where the attribute looks like colours: `#rrggbb`.
    pub colour: Option<String>,
}

/// Named as on the wire.
#[derive(Debug, Clone, Serialize, TS)]
#[ts(export_to = "catalog.ts")]
pub struct VariationView {
    pub variation_id: String,
    pub parent_id: String,
    pub product_type: ProductType,
    /// By the name of the field that chooses it, `attribute_NAME`; an empty value stands for any.
    pub attributes: BTreeMap<String, String>,
    pub price_html: String,
    /// The same price, for our own components.
    pub price: PriceView,
    /// 1 when every variation costs the same, so that the summary price may be replaced.
    pub has_single_price: i32,
    pub _cr_gtin: String,
    pub _cr_mpn: String,
    pub _cr_brand: String,
    pub barcode_img: String,
    pub barcode_value: String,
    /// Has pictures of its own, to be asked for by call 14.
    pub wavi_value: bool,
    pub step: String,
    pub input_value: String,
    pub max: Option<String>,
    pub is_in_stock: bool,
    /// Drawn, in place of the product's own.
    pub countdown: Option<CountdownView>,
}

/// How prices follow quantities; the owner's wishes, named as on the wire.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
#[serde(default)]
#[ts(export_to = "pricing.ts")]
pub struct DiscountSettings {
    /// `show`: as the page has it. `show_on_qty_update`: asked for again with every quantity, by call 13.
    pub show_product_strikeout: Strikeout,
    /// Where the price stands; empty: in the summary.
    pub product_price_container_class: String,
    /// The page has been kept: a sale that ends is told to the server before the page is loaded again.
    pub cache: bool,
    /// Where the owner keeps the rules. Only staff is shown it.
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
