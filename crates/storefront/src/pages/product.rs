//! The product page.

use std::{collections::BTreeMap, sync::Arc};

use attribution::AttributionSettings;
use bundles::{BundleView, LoadedBundle};
use cart::{service::Rates, view::DeliveryView};
use catalog::{
    Card, ProductDetail, ProductKind,
    service::product::{
        self, Attribute, ExternalOffer, FoundProduct, GalleryPicture, ProductIdentifiers, ReviewFigures,
    },
};
use chrono::{DateTime, Utc};
use content::view::PreviewView;
use edge::{
    AppError, Page, PageRequest, PublicShop,
    view::{LinkView, PageHead},
};
use kernel::{Money, Quantity, msg};
use pricing::{PriceView, view::ProductType};
use questions::{service::Query, view::QuestionSectionView};
use reviews::{
    rules::Filter,
    service::{ListLinks, ReviewItem, Summary},
    view::{ReviewSectionView, ReviewsMode},
};
use serde_json::json;

use super::{
    barcode,
    card::{self, Ratings},
    category_url,
    price_calculator::PriceCalculator,
    view::{
        AttributeLook, AttributeOption, AttributeView, Availability, CardRatingView, CardState,
        DiscountSettings, GalleryImage, GallerySettings, GalleryView, ProductFormView,
        ProductIdentifiersView, ProductPageView, ProductQuestionsView, ProductReviewsView, ProductRowView,
        SpecificationView, VariationView,
    },
};

/// Largest stock for which the page shows how many are left.
const LOW_STOCK_MAX: i64 = 3;
/// Lists the reviews of one rating.
pub const PARAMETERS: &[&str] = &["ivrating"];
/// Nonce action of call 14.
pub const GALLERY: &str = "gallery";

pub async fn render(shop: PublicShop, request: PageRequest) -> Result<Page, AppError> {
    let calculator = PriceCalculator::load(&shop.settings, shop.clock.now()).await?;
    let found = product::find_by_slug(&shop.db, request.path("slug")).await?;
    page(&shop, &request, calculator, found.ok_or(AppError::NotFound)?, None).await
}

/// The page of a product that is not published as it is here, for staff: never cached and never indexed.
pub async fn preview(shop: &PublicShop, found: FoundProduct, band: PreviewView) -> Result<Page, AppError> {
    let calculator = PriceCalculator::load(&shop.settings, shop.clock.now()).await?;
    let mut page = page(shop, &PageRequest::default(), calculator, found, Some(band)).await?;
    page.head.no_index = true;
    Ok(page.preview())
}

async fn page(
    shop: &PublicShop,
    request: &PageRequest,
    calculator: PriceCalculator,
    found: FoundProduct,
    band: Option<PreviewView>,
) -> Result<Page, AppError> {
    let FoundProduct { product, related, reviews: figures, questions: question_count } = found;
    let ratings: Ratings = figures.into_iter().map(|(product, row)| (product.0, summary(&row))).collect();
    let calculator = calculator.with_bundles(&shop.db, related.iter().chain([&product.card])).await?;
    let filter = Filter::from_request("", request.query("ivrating").unwrap_or_default(), "", &[]);
    let has_reviews = ratings.get(&product.card.id.0).is_some_and(|summary| summary.count > 0);
    let reviews = reviews(shop, &product.card, &filter, has_reviews).await?;
    let questions = questions(shop, &product.card, question_count > 0).await?;
    // The reviews of one rating are seldom asked for twice, and what has no entries is short.
    let held_reviews = reviews.summary.is_some() && filter == Filter::default();
    let held_questions = questions.count > 0;
    let texts = (reviews_view(&reviews, held_reviews), questions_view(&questions, held_questions));
    let related_row = related_row(shop, &calculator, &product, &related, &ratings);
    let mut view = page_view(shop, &calculator, &product, related_row, texts).await?;
    view.preview = band;
    let prices_change_at = calculator.changes_after(related.iter().chain([&product.card]));
    let promise_changes_at = match view.delivery {
        Some(_) => promise_changes_at(shop).await?,
        None => None,
    };
    let changes_at = prices_change_at.into_iter().chain(promise_changes_at).min();
    let own_category = product.breadcrumbs.last();
    let tags: Vec<String> = card::tags(&related, &calculator)
        .into_iter()
        .chain(card::tags(std::slice::from_ref(&product.card), &calculator))
        .chain(own_category.map(|category| format!("category:{}", category.id())))
        .chain(review_tags(&product.card))
        .chain(question_tags(&product.card))
        .collect();
    let head = head(shop, &calculator, &product, &view, &reviews);
    let mut page = Page::new(head, &view).tagged(tags).changing_at(changes_at);
    if held_reviews {
        page = page.hold("reviews", &*reviews);
    }
    if held_questions {
        page = page.hold("questions", &*questions);
    }
    Ok(page)
}

fn reviews_view(section: &Arc<ReviewSectionView>, is_held: bool) -> ProductReviewsView {
    let summary = section.summary.as_ref();
    let classic = section.form.as_ref().filter(|_| section.mode == ReviewsMode::Classic);
    ProductReviewsView {
        rating: summary
            .map(|summary| CardRatingView { average: summary.average.clone(), count: summary.count }),
        section: (!is_held).then(|| section.clone()),
        classic_form: classic.cloned(),
    }
}

fn questions_view(section: &Arc<QuestionSectionView>, is_held: bool) -> ProductQuestionsView {
    ProductQuestionsView { count: section.count, section: (!is_held).then(|| section.clone()) }
}

async fn page_view(
    shop: &PublicShop,
    calculator: &PriceCalculator,
    product: &ProductDetail,
    related: Option<ProductRowView>,
    (reviews, questions): (ProductReviewsView, ProductQuestionsView),
) -> Result<ProductPageView, AppError> {
    let url = cart::view::product_url(&product.card.slug);
    let state = card::state(&product.card, calculator);
    let price = calculator.price_view(&product.card);
    let stock_left = stock_left(&product.card);
    let has_form = state != CardState::SoldOut
        && matches!(product.card.kind, ProductKind::Simple | ProductKind::Variable);
    Ok(ProductPageView {
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
            _ if stock_left.is_some() => Availability::Low,
            _ => Availability::InStock,
        },
        stock_left,
        can_notify: state == CardState::SoldOut
            && matches!(product.card.kind, ProductKind::Simple | ProductKind::Variable),
        identifiers: identifiers(&product.identifiers),
        form: has_form.then(|| product_form(shop, calculator, product, &url)),
        bundle: match calculator.bundle_set(&product.card).filter(|_| state != CardState::SoldOut) {
            Some(set) => Some(bundle(shop, calculator, product, set, &url).await?),
            None => None,
        },
        external: product.external.as_ref().map(|offer| external_link(shop, offer)),
        description: product.description.clone(),
        specifications: specifications(product),
        related,
        countdown: calculator.countdown(&product.card, shop.messages),
        table_rows: calculator.discount_table(&product.card, None).0.len(),
        has_table: calculator.has_discount_table(&product.card),
        discounts: shop.settings.get::<DiscountSettings>().await?.as_ref().clone(),
        price,
        preview: None,
        delivery: if state == CardState::SoldOut || product.external.is_some() {
            None
        } else {
            delivery(shop).await?
        },
        crumbs: crumbs(shop, product, &url),
        reviews,
        questions,
        tracks: shop
            .settings
            .get::<AttributionSettings>()
            .await?
            .payment_beacon
            .then(|| payments::service::product_page_view(shop)),
    })
}

/// For the shop's own country: the page is the same for everybody.
async fn delivery(shop: &PublicShop) -> Result<Option<DeliveryView>, AppError> {
    let rates = shop.settings.get::<Rates>().await?;
    let view = DeliveryView::new(&rates, Rates::HOME, "", shop.messages, shop.clock.now());
    Ok(view.arrival.is_some().then_some(view))
}

async fn promise_changes_at(shop: &PublicShop) -> Result<Option<DateTime<Utc>>, AppError> {
    let rates = shop.settings.get::<Rates>().await?;
    let promise = rates.usual_promise(Rates::HOME, "", shop.clock.now());
    Ok(promise.map(|promise| promise.changes_at))
}

fn review_tags(card: &Card) -> [String; 2] {
    [reviews::service::purge_tag(card.id.0), reviews::service::TOPICS_TAG.to_owned()]
}

fn question_tags(card: &Card) -> [String; 1] {
    [questions::service::purge_tag(card.id.0)]
}

/// What both sections contain of the product.
fn part_key(card: &Card) -> String {
    [&card.id.to_string(), &card.slug, &card.name, &card.note].map(String::as_str).join("\n")
}

fn summary(figures: &ReviewFigures) -> Summary {
    let ReviewFigures { count, sum, rated_1, rated_2, rated_3, rated_4, rated_5, media } = *figures;
    Summary { count, sum, rated: [rated_1, rated_2, rated_3, rated_4, rated_5], media }
}

/// A section without entries is not held: that there are none was read with the product, so its position among the purges
/// is not known here.
async fn questions(shop: &PublicShop, card: &Card, has_any: bool) -> sqlx::Result<Arc<QuestionSectionView>> {
    if !has_any {
        return questions::service::empty_section(shop, card.id.0, &card.slug).await.map(Arc::new);
    }
    let first = Query::FIRST;
    let load = questions::service::section(shop, card.id.0, &card.slug, &first);
    let tags: Vec<String> = question_tags(card).into_iter().chain(["settings".to_owned()]).collect();
    shop.settings.part(part_key(card), &tags, load).await
}

/// The reviews of one rating are loaded each time.
async fn reviews(
    shop: &PublicShop,
    card: &Card,
    filter: &Filter,
    has_any: bool,
) -> Result<Arc<ReviewSectionView>, AppError> {
    let load = load_reviews(shop, card, filter, has_any);
    if *filter != Filter::default() || !has_any {
        return load.await.map(Arc::new);
    }
    let media = format!("media:review:{}", card.id);
    let tags: Vec<String> = review_tags(card).into_iter().chain(["settings".to_owned(), media]).collect();
    shop.settings.part(part_key(card), &tags, load).await
}

async fn load_reviews(
    shop: &PublicShop,
    card: &Card,
    filter: &Filter,
    has_any: bool,
) -> Result<ReviewSectionView, AppError> {
    let url = cart::view::product_url(&card.slug);
    let item = ReviewItem::of_product(card.id.0, &card.name, &card.note, &url);
    let links = ListLinks::on_product_page(card.id.0, &url);
    let mut section = match has_any {
        true => reviews::service::section(shop, &item, &links, filter, 0).await?,
        false => reviews::service::empty_section(shop, &item, &links, filter).await?,
    };
    // Numbered pages are on the page of all reviews.
    section.list.pages = None;
    Ok(section)
}

/// The stock of a simple product, if it is so low that the page shows it.
fn stock_left(card: &Card) -> Option<i64> {
    let whole = card.available.to_whole().filter(|left| (1..=LOW_STOCK_MAX).contains(left));
    whole.filter(|_| card.kind == ProductKind::Simple)
}

fn crumbs(shop: &PublicShop, product: &ProductDetail, url: &str) -> Vec<LinkView> {
    let steps = product.breadcrumbs.iter().map(|step| LinkView::new(&step.name, category_url(&step.path)));
    [LinkView::new(shop.messages.text(msg::layout::HOME), "/ar/")]
        .into_iter()
        .chain(steps)
        .chain([LinkView::new(&product.card.name, url)])
        .collect()
}

fn external_link(shop: &PublicShop, offer: &ExternalOffer) -> LinkView {
    let label = offer.label.clone().unwrap_or_else(|| shop.messages.text(msg::catalog::BUY_ELSEWHERE));
    LinkView::new(label, &offer.url)
}

fn related_row(
    shop: &PublicShop,
    calculator: &PriceCalculator,
    product: &ProductDetail,
    related: &[Card],
    ratings: &Ratings,
) -> Option<ProductRowView> {
    let own_category = product.breadcrumbs.last();
    (!related.is_empty()).then(|| ProductRowView {
        title: shop.messages.text(msg::catalog::RELATED),
        more_url: own_category.map(|category| category_url(&category.path)),
        cards: card::views(related, ratings, calculator, shop.messages, false),
    })
}

pub fn gallery(
    pictures: &[GalleryPicture],
    settings: Option<serde_json::Value>,
    percent_off: Option<i64>,
    is_new: bool,
) -> GalleryView {
    let images = pictures.iter().map(|picture| GalleryImage {
        large_image: picture.large.clone(),
        large_image_width: picture.picture.width,
        large_image_height: picture.picture.height,
        caption: picture.picture.alt.clone(),
        picture: picture.picture.clone(),
    });
    GalleryView { images: images.collect(), settings: gallery_settings(settings), percent_off, is_new }
}

fn identifiers(identifiers: &ProductIdentifiers) -> ProductIdentifiersView {
    ProductIdentifiersView {
        brand: identifiers.brand.clone(),
        gtin: identifiers.gtin.clone(),
        mpn: identifiers.mpn.clone(),
        barcode_img: barcode::url(&identifiers.gtin).unwrap_or_default(),
        barcode_value: identifiers.gtin.clone(),
    }
}

/// Returns the specifications of the product, then its visible attributes, without duplicate labels.
fn specifications(product: &ProductDetail) -> Vec<SpecificationView> {
    let own = product
        .specifications
        .iter()
        .map(|one| SpecificationView { label: one.label.clone(), value: one.value.clone() });
    let attributes = product.attributes.iter().filter(|attribute| attribute.is_visible).map(|attribute| {
        let values: Vec<_> = attribute.values.iter().map(|one| one.value.as_str()).collect();
        SpecificationView { label: attribute.label.clone(), value: values.join("، ") }
    });
    let mut views: Vec<SpecificationView> = Vec::new();
    for view in own.chain(attributes) {
        if views.iter().all(|known| known.label != view.label) {
            views.push(view);
        }
    }
    views
}

fn product_form(
    shop: &PublicShop,
    calculator: &PriceCalculator,
    product: &ProductDetail,
    url: &str,
) -> ProductFormView {
    let variations = &product.card.variations;
    let max_quantity = match product.card.kind {
        ProductKind::Variable => variations.iter().map(|variation| variation.available).max(),
        _ => Some(product.card.available),
    };
    let id = product.card.id.to_string();
    ProductFormView {
        action: url.to_owned(),
        min: product.card.min.to_string(),
        max: max_quantity.map(|max_quantity: Quantity| max_quantity.to_string()),
        step: product.card.step.to_string(),
        value: product.card.min.to_string(),
        attributes: product
            .attributes
            .iter()
            .filter(|attribute| attribute.for_variations && product.card.kind == ProductKind::Variable)
            .map(attribute_view)
            .collect(),
        variations: variation_views(shop, calculator, product),
        variation_data: {
            let mut data = gallery_settings(product.gallery_settings.clone()).variation_data;
            data.retain(|id, _| variations.iter().any(|one| one.id.to_string() == *id));
            data
        },
        gallery_nonce: shop.nonces.sign(GALLERY, &id, calculator.now),
        product_id: id,
    }
}

async fn bundle(
    shop: &PublicShop,
    calculator: &PriceCalculator,
    product: &ProductDetail,
    set: &LoadedBundle,
    url: &str,
) -> Result<BundleView, AppError> {
    let parts: Vec<i64> = set.cards().map(|card| card.id.0).collect();
    let own = product.card.offer.as_ref();
    let context = bundles::view::ViewContext {
        product_id: product.card.id.to_string(),
        action: url.to_owned(),
        own_price: own
            .map(|offer| calculator.price(offer, &product.card.subject(None), product.card.min).amount),
        prices: calculator.part_prices(),
        pictures: bundles::service::variation_pictures(&mut *shop.db.acquire().await?, &parts).await?,
        product_url: cart::view::product_url,
    };
    Ok(BundleView::new(set, context))
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

fn variation_views(
    shop: &PublicShop,
    calculator: &PriceCalculator,
    product: &ProductDetail,
) -> Vec<VariationView> {
    if product.card.kind != ProductKind::Variable {
        return Vec::new();
    }
    let prices = calculator.prices(&product.card);
    let has_single_price = prices.windows(2).all(|pair| pair[0] == pair[1]);
    let rows = product.card.variations.iter().zip(&product.variation_details).zip(&prices);
    let views = rows.map(|((variation, choice), price)| {
        let own = |value: &str, parent: &str| if value.is_empty() { parent } else { value }.to_owned();
        let gtin = own(&choice.identifiers.gtin, &product.identifiers.gtin);
        let price = PriceView::from_price(*price);
        VariationView {
            variation_id: variation.id.to_string(),
            parent_id: product.card.id.to_string(),
            product_type: ProductType::Variation,
            attributes: every_attribute(product, &variation.choices),
            price_html: pricing::html::price_html(&price, shop.messages),
            price,
            has_single_price: i32::from(has_single_price),
            _cr_mpn: own(&choice.identifiers.mpn, &product.identifiers.mpn),
            _cr_brand: own(&choice.identifiers.brand, &product.identifiers.brand),
            barcode_img: barcode::url(&gtin).unwrap_or_default(),
            barcode_value: gtin.clone(),
            _cr_gtin: gtin,
            wavi_value: choice.has_pictures,
            step: choice.step.to_string(),
            input_value: choice.input_value.to_string(),
            max: Some(variation.available.to_string()),
            is_in_stock: !variation.available.is_zero(),
            countdown: calculator.variation_countdown(&product.card, variation, shop.messages),
        }
    });
    views.collect()
}

/// Returns the variation's values by form field name; an empty value matches any.
fn every_attribute(product: &ProductDetail, values: &BTreeMap<String, String>) -> BTreeMap<String, String> {
    let attributes = product.attributes.iter().filter(|attribute| attribute.for_variations);
    attributes
        .map(|attribute| {
            let value = values.get(&attribute.name).cloned().unwrap_or_default();
            (format!("attribute_{}", attribute.name), value)
        })
        .collect()
}

fn head(
    shop: &PublicShop,
    calculator: &PriceCalculator,
    product: &ProductDetail,
    view: &ProductPageView,
    reviews: &ReviewSectionView,
) -> PageHead {
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
    let ProductIdentifiers { gtin, mpn, brand } = &product.identifiers;
    for (name, value) in [("gtin", gtin), ("mpn", mpn)] {
        if !value.is_empty() {
            data[name] = json!(value);
        }
    }
    if !brand.is_empty() {
        data["brand"] = json!({ "@type": "Brand", "name": brand });
    }
    if product.card.kind != ProductKind::External {
        data["offers"] = offers(calculator, product, view, &address);
    }
    if let Some(rated) = reviews::service::rated(reviews) {
        data["aggregateRating"] = rated.aggregate;
        data["review"] = rated.reviews.into();
    }
    let breadcrumbs = super::breadcrumbs(&shop.origin, &view.crumbs);
    PageHead {
        title: product.card.name.clone(),
        description: kernel::text::clean(
            product.description.first().unwrap_or(&product.card.note),
            MAX_DESCRIPTION_CHARS,
        ),
        canonical_url: address,
        no_index: false,
        image_url: images.first().cloned(),
        structured_data: vec![data.to_string(), breadcrumbs],
    }
}

/// Search engines truncate longer descriptions.
const MAX_DESCRIPTION_CHARS: usize = 160;

fn offers(
    calculator: &PriceCalculator,
    product: &ProductDetail,
    view: &ProductPageView,
    address: &str,
) -> serde_json::Value {
    let prices: Vec<Money> = calculator.prices(&product.card).iter().map(|price| price.amount).collect();
    let availability = match view.availability {
        Availability::SoldOut => "https://schema.org/OutOfStock",
        _ => "https://schema.org/InStock",
    };
    let (Some(low), Some(high)) = (prices.iter().min(), prices.iter().max()) else { return json!(null) };
    let code = kernel::Currency::shop().code;
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

/// Returns the stored settings, or the defaults if they are missing or invalid.
fn gallery_settings(stored: Option<serde_json::Value>) -> GallerySettings {
    stored.and_then(|value| serde_json::from_value(value).ok()).unwrap_or_default()
}
