//! A product's own page.

use std::collections::BTreeMap;

use bundles::{BundleView, Set};
use catalog::{
    Kind, ProductDetail,
    product::{self, Attribute, Identity, Shown},
};
use edge::{
    AppError, Page, PageRequest, PublicShop,
    view::{LinkView, PageHead},
};
use kernel::{Money, Quantity, msg};
use pricing::{PriceView, view::ProductType};
use serde_json::json;

use super::{
    barcode, card, category_url,
    till::Till,
    view::{
        AttributeLook, AttributeOption, AttributeView, Availability, BuyView, CardState, DiscountSettings,
        FactView, GalleryImage, GallerySettings, GalleryView, IdentityView, ProductPageView, ProductRowView,
        VariationView,
    },
};

/// From here on the page says how many are left.
const FEW: i64 = 3;
/// The nonce of call 14.
pub const GALLERY: &str = "gallery";

pub async fn draw(shop: PublicShop, request: PageRequest) -> Result<Page, AppError> {
    let till = Till::open(&shop.kept, shop.clock.now()).await?;
    let found = product::find_by_slug(&shop.db, request.path("slug")).await?;
    let (product, related) = found.ok_or(AppError::NotFound)?;
    let till = till.knowing(&shop.db, related.iter().chain([&product.card])).await?;
    let url = cart::view::product_url(&product.card.slug);
    let state = card::state(&product.card, &till);
    let price = till.shown(&product.card);
    let left = product
        .card
        .available
        .to_whole()
        .filter(|left| (1..=FEW).contains(left) && product.card.kind == Kind::Simple);
    let own_category = product.trail.last();
    let steps = product.trail.iter().map(|step| LinkView::new(step.name(), category_url(step.path())));
    let crumbs: Vec<_> = [LinkView::new(shop.messages.text(msg::layout::HOME), "/ar/")]
        .into_iter()
        .chain(steps)
        .chain([LinkView::new(&product.card.name, &url)])
        .collect();
    let view = ProductPageView {
        id: product.card.id.to_string(),
        url: url.clone(),
        name: product.card.name.clone(),
        note: product.card.note.clone(),
        gallery: gallery(
            &product.pictures,
            product.gallery_settings.clone(),
            price.percent_off,
            product.card.is_new,
        ),
        availability: match state {
            CardState::SoldOut => Availability::SoldOut,
            _ if left.is_some() => Availability::Low,
            _ => Availability::InStock,
        },
        stock_left: left,
        identity: identity(&product.identity),
        buy: (state != CardState::SoldOut && matches!(product.card.kind, Kind::Simple | Kind::Variable))
            .then(|| buy(&shop, &till, &product, &url)),
        bundle: match till.set(&product.card).filter(|_| state != CardState::SoldOut) {
            Some(set) => Some(bundle(&shop, &till, &product, set, &url).await?),
            None => None,
        },
        external: product.external.clone().map(|(url, label)| {
            LinkView::new(label.unwrap_or_else(|| shop.messages.text(msg::catalog::BUY_ELSEWHERE)), url)
        }),
        description: product.description.clone(),
        facts: facts(&product),
        related: (!related.is_empty()).then(|| ProductRowView {
            title: shop.messages.text(msg::catalog::RELATED),
            more_url: own_category.map(|category| category_url(category.path())),
            cards: card::views(&related, &till, shop.messages, false),
        }),
        countdown: till.countdown(&product.card, shop.messages),
        table_rows: till.table(&product.card, None).0.len(),
        has_table: till.has_table(&product.card),
        discounts: shop.kept.get::<DiscountSettings>().await?.as_ref().clone(),
        price,
        crumbs,
    };
    let changes_at = till.changes_after(related.iter().chain([&product.card]));
    let tags: Vec<String> = card::tags(&related, &till)
        .into_iter()
        .chain(card::tags(std::slice::from_ref(&product.card), &till))
        .chain(own_category.map(|category| format!("category:{}", category.id())))
        .collect();
    let head = head(&shop, &till, &product, &view);
    Ok(Page::new(head, &view).tagged(tags).changing_at(changes_at))
}

pub fn gallery(
    pictures: &[Shown],
    settings: Option<serde_json::Value>,
    percent_off: Option<i64>,
    is_new: bool,
) -> GalleryView {
    let images = pictures.iter().map(|shown| GalleryImage {
        large_image: shown.large.clone(),
        large_image_width: shown.picture.width,
        large_image_height: shown.picture.height,
        caption: shown.picture.alt.clone(),
        picture: shown.picture.clone(),
    });
    GalleryView { images: images.collect(), settings: gallery_settings(settings), percent_off, is_new }
}

fn identity(identity: &Identity) -> IdentityView {
    IdentityView {
        brand: identity.brand.clone(),
        gtin: identity.gtin.clone(),
        mpn: identity.mpn.clone(),
        barcode_img: barcode::url(&identity.gtin).unwrap_or_default(),
        barcode_value: identity.gtin.clone(),
    }
}

/// What the product is, then what it can be chosen in.
fn facts(product: &ProductDetail) -> Vec<FactView> {
    let told =
        product.facts.iter().map(|fact| FactView { label: fact.label.clone(), value: fact.value.clone() });
    let chosen = product.attributes.iter().filter(|attribute| attribute.is_visible).map(|attribute| {
        let values: Vec<_> = attribute.values.iter().map(|one| one.value.as_str()).collect();
        FactView { label: attribute.label.clone(), value: values.join("، ") }
    });
    let mut facts: Vec<FactView> = Vec::new();
    for fact in told.chain(chosen) {
        if facts.iter().all(|known| known.label != fact.label) {
            facts.push(fact);
        }
    }
    facts
}

fn buy(shop: &PublicShop, till: &Till, product: &ProductDetail, url: &str) -> BuyView {
    let variations = &product.card.variations;
    let most = match product.card.kind {
        Kind::Variable => variations.iter().map(|variation| variation.available).max(),
        _ => Some(product.card.available),
    };
    let id = product.card.id.to_string();
    BuyView {
        action: url.to_owned(),
        min: product.card.min.to_string(),
        max: most.map(|most: Quantity| most.to_string()),
        step: product.card.step.to_string(),
        value: product.card.min.to_string(),
        attributes: product
            .attributes
            .iter()
            .filter(|attribute| attribute.for_variations && product.card.kind == Kind::Variable)
            .map(attribute_view)
            .collect(),
        variations: variation_views(shop, till, product),
        variation_data: {
            let mut data = gallery_settings(product.gallery_settings.clone()).variation_data;
            data.retain(|id, _| variations.iter().any(|one| one.id.to_string() == *id));
            data
        },
        gallery_nonce: shop.nonces.sign(GALLERY, &id, till.now),
        product_id: id,
    }
}

async fn bundle(
    shop: &PublicShop,
    till: &Till,
    product: &ProductDetail,
    set: &Set,
    url: &str,
) -> Result<BundleView, AppError> {
    let parts: Vec<i64> = set.cards().map(|card| card.id.0).collect();
    let own = product.card.offer.as_ref();
    let pen = bundles::view::Pen {
        product_id: product.card.id.to_string(),
        action: url.to_owned(),
        own: own.map(|offer| till.price(offer, &product.card.subject(None), product.card.min).amount),
        prices: till.part_prices(),
        pictures: bundles::store::pictures(&mut *shop.db.acquire().await?, &parts).await?,
        product_url: cart::view::product_url,
    };
    Ok(BundleView::new(set, pen))
}

fn attribute_view(attribute: &Attribute) -> AttributeView {
    let look = match attribute.look.as_str() {
        "colours" => AttributeLook::Colours,
        "buttons" => AttributeLook::Buttons,
        _ => AttributeLook::Select,
    };
    let options = attribute
        .values
        .iter()
        .map(|one| AttributeOption { value: one.value.clone(), colour: one.colour.clone() });
    AttributeView {
        name: attribute.name.clone(),
        label: attribute.label.clone(),
        look,
        options: options.collect(),
    }
}

fn variation_views(shop: &PublicShop, till: &Till, product: &ProductDetail) -> Vec<VariationView> {
    if product.card.kind != Kind::Variable {
        return Vec::new();
    }
    let prices = till.prices(&product.card);
    let has_single_price = prices.windows(2).all(|pair| pair[0] == pair[1]);
    let rows = product.card.variations.iter().zip(&product.choices).zip(&prices);
    let views = rows.map(|((variation, choice), price)| {
        let own = |value: &str, parent: &str| if value.is_empty() { parent } else { value }.to_owned();
        let gtin = own(&choice.identity.gtin, &product.identity.gtin);
        let price = PriceView::of(*price);
        VariationView {
            variation_id: variation.id.to_string(),
            parent_id: product.card.id.to_string(),
            product_type: ProductType::Variation,
            attributes: every_attribute(product, &variation.choices),
            price_html: pricing::html::price_html(&price, shop.messages),
            price,
            has_single_price: i32::from(has_single_price),
            _cr_mpn: own(&choice.identity.mpn, &product.identity.mpn),
            _cr_brand: own(&choice.identity.brand, &product.identity.brand),
            barcode_img: barcode::url(&gtin).unwrap_or_default(),
            barcode_value: gtin.clone(),
            _cr_gtin: gtin,
            wavi_value: choice.has_pictures,
            step: choice.step.to_string(),
            input_value: choice.input_value.to_string(),
            max: Some(variation.available.to_string()),
            is_in_stock: !variation.available.is_zero(),
            countdown: till.variation_countdown(&product.card, variation, shop.messages),
        }
    });
    views.collect()
}

/// By the name of the field that chooses it; an empty value stands for any.
fn every_attribute(product: &ProductDetail, values: &BTreeMap<String, String>) -> BTreeMap<String, String> {
    let attributes = product.attributes.iter().filter(|attribute| attribute.for_variations);
    attributes
        .map(|attribute| {
            let value = values.get(&attribute.name).cloned().unwrap_or_default();
            (format!("attribute_{}", attribute.name), value)
        })
        .collect()
}

fn head(shop: &PublicShop, till: &Till, product: &ProductDetail, view: &ProductPageView) -> PageHead {
    let address = format!("{}{}", shop.origin, view.url);
    let images: Vec<_> =
        view.gallery.images.iter().map(|image| format!("{}{}", shop.origin, image.large_image)).collect();
    let mut data = json!({
        "@context": "https://schema.org",
        "@type": "Product",
        "@id": format!("{address}#product"),
        "name": product.card.name,
        "sku": product.sku,
        "url": address,
        "description": product.description.join(" "),
        "image": images,
    });
    let Identity { gtin, mpn, brand } = &product.identity;
    for (name, value) in [("gtin", gtin), ("mpn", mpn)] {
        if !value.is_empty() {
            data[name] = json!(value);
        }
    }
    if !brand.is_empty() {
        data["brand"] = json!({ "@type": "Brand", "name": brand });
    }
    if product.card.kind != Kind::External {
        data["offers"] = offers(till, product, view, &address);
    }
    let trail = super::breadcrumbs(&shop.origin, &view.crumbs);
    PageHead {
        title: product.card.name.clone(),
        description: kernel::text::clean(
            product.description.first().unwrap_or(&product.card.note),
            MOST_DESCRIPTION,
        ),
        canonical_url: address,
        no_index: false,
        image_url: images.first().cloned(),
        structured_data: vec![data.to_string(), trail],
    }
}

/// Search engines cut a description here.
const MOST_DESCRIPTION: usize = 160;

fn offers(till: &Till, product: &ProductDetail, view: &ProductPageView, address: &str) -> serde_json::Value {
    let prices: Vec<Money> = till.prices(&product.card).iter().map(|price| price.amount).collect();
    let availability = match view.availability {
        Availability::SoldOut => "https://schema.org/OutOfStock",
        _ => "https://schema.org/InStock",
    };
    let (Some(low), Some(high)) = (prices.iter().min(), prices.iter().max()) else { return json!(null) };
    let code = Money::CURRENCY.code;
    if low == high {
        return json!({
            "@type": "Offer", "url": address, "price": low.to_decimal(), "priceCurrency": code,
            "availability": availability,
        });
    }
    json!({
        "@type": "AggregateOffer", "url": address, "lowPrice": low.to_decimal(), "highPrice": high.to_decimal(),
        "offerCount": prices.len(), "priceCurrency": code, "availability": availability,
    })
}

/// Settings that were stored by an owner, or the usual ones.
fn gallery_settings(stored: Option<serde_json::Value>) -> GallerySettings {
    stored.and_then(|value| serde_json::from_value(value).ok()).unwrap_or_default()
}
