//! A product's own page.

use catalog::{Kind, ProductDetail, store};
use chrono::{DateTime, Utc};
use edge::{
    AppError, Page, PageRequest, PublicShop,
    view::{LinkView, PageHead},
};
use kernel::{Quantity, msg};

use super::{
    card, category_url,
    view::{Availability, BuyView, CardState, FactView, OptionView, ProductPageView, ShelfView},
};

/// From here on the page says how many are left.
const FEW: i64 = 3;
/// Products shown beside the one that is looked at.
const RELATED: i64 = 4;

pub async fn draw(shop: PublicShop, request: PageRequest) -> Result<Page, AppError> {
    let now = shop.clock.now();
    let found = store::find_by_slug(&shop.db, request.path("slug"), RELATED).await?;
    let (product, related) = found.ok_or(AppError::NotFound)?;
    let url = cart::view::product_url(&product.card.slug);
    let state = card::state(&product.card);
    let left = product
        .card
        .available
        .to_whole()
        .filter(|left| (1..=FEW).contains(left) && product.card.kind == Kind::Simple);
    let view = ProductPageView {
        id: product.card.id.to_string(),
        url: url.clone(),
        name: product.card.name.clone(),
        note: product.card.note.clone(),
        crumbs: vec![
            LinkView::new(shop.messages.text(msg::layout::HOME), "/ar/"),
            LinkView::new(&product.category.name, category_url(&product.category.path)),
            LinkView::new(&product.card.name, &url),
        ],
        pictures: product.pictures.clone(),
        price: card::price(&product.card, now),
        availability: match state {
            CardState::SoldOut => Availability::SoldOut,
            _ if left.is_some() => Availability::Low,
            _ => Availability::InStock,
        },
        stock_left: left,
        buy: (state != CardState::SoldOut).then(|| buy(&product, &url, now)),
        description: product.description.clone(),
        facts: product
            .facts
            .iter()
            .map(|fact| FactView { label: fact.label.clone(), value: fact.value.clone() })
            .collect(),
        related: (!related.is_empty()).then(|| ShelfView {
            title: shop.messages.text(msg::catalog::RELATED),
            more_url: Some(category_url(&product.category.path)),
            cards: card::views(&related, now, false),
        }),
    };
    let changes_at = card::changes_after(related.iter().chain([&product.card]), now);
    let tags: Vec<String> = card::tags(&related)
        .chain([format!("product:{}", product.card.id), format!("category:{}", product.category.id)])
        .collect();
    Ok(Page::new(head(&shop, &product, &url, now), &view).tagged(tags).changing_at(changes_at))
}

fn buy(product: &ProductDetail, url: &str, now: DateTime<Utc>) -> BuyView {
    let options = product.card.variations.iter().map(|variation| OptionView {
        id: variation.id.to_string(),
        label: variation.label.clone(),
        price: card::variation_offer(variation).at(now).amount.format(),
        available: !variation.available.is_zero(),
    });
    let most = match product.card.kind {
        Kind::Variable => product.card.variations.iter().map(|variation| variation.available).max(),
        _ => Some(product.card.available),
    };
    BuyView {
        product_id: product.card.id.to_string(),
        action: url.to_owned(),
        min: product.min_quantity.to_string(),
        max: most.map(|most: Quantity| most.to_string()),
        step: product.step.to_string(),
        value: product.min_quantity.to_string(),
        options: options.collect(),
    }
}

fn head(shop: &PublicShop, product: &ProductDetail, url: &str, now: DateTime<Utc>) -> PageHead {
    let offers: Vec<_> = card::offers(&product.card).iter().map(|offer| offer.at(now).amount).collect();
    let in_stock = card::state(&product.card) != CardState::SoldOut;
    let image = product.pictures.first().map(|picture| format!("{}{}", shop.origin, picture.fallback_url));
    let data = serde_json::json!({
        "@context": "https://schema.org",
        "@type": "Product",
        "name": product.card.name,
        "sku": product.sku,
        "description": product.description.join(" "),
        "image": image,
        "offers": {
            "@type": "Offer",
            "url": format!("{}{url}", shop.origin),
            "price": offers.iter().min().map(|price| price.to_decimal()),
            "priceCurrency": kernel::Money::CURRENCY.code,
            "availability": if in_stock { "https://schema.org/InStock" } else { "https://schema.org/OutOfStock" },
        },
    });
    PageHead {
        title: product.card.name.clone(),
        description: product.description.first().cloned().unwrap_or_else(|| product.card.note.clone()),
        canonical_url: format!("{}{url}", shop.origin),
        no_index: false,
        image_url: image,
        structured_data: vec![data.to_string()],
    }
}
