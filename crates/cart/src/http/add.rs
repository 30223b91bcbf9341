//! Adding: from a card's button, a product's form, and the same form without script.

use std::collections::{BTreeMap, HashMap};

use axum::{
    extract::State,
    response::{IntoResponse, Redirect, Response},
};
use edge::{
    AppError, Fields, Shop, Visitor,
    address::ClientAddress,
    idempotency::{self, Claim, RequestKey},
    own_page::OwnPage,
};
use http::Uri;
use kernel::{ProductId, Quantity, VariationId};
use serde::Deserialize;

use super::{
    Suggest,
    answer::{self, Answer, AskedFrom, Outcome},
    bundle, finish, left, page,
};
use crate::{
    rules::{self, MOST_LINES, Refusal},
    store::{self, Held, NewLine, Room, Settings},
    view::{CART_URL, CartNotice, NoticeKind, SHOP_URL, product_url},
};

/// The fields a button or a product form may send. Prices among them are not read.
#[derive(Debug, Deserialize)]
pub struct AddForm {
    /// The button's name; a card's button sends `product_id` instead, and a product's form both.
    #[serde(rename = "add-to-cart")]
    add_to_cart: Option<String>,
    /// As the side cart's own forms call it.
    #[serde(rename = "productID")]
    product_id_too: Option<String>,
    product_id: Option<String>,
    quantity: Option<String>,
    variation_id: Option<String>,
    /// Without script a form names the choices instead: `attribute_NAME`.
    #[serde(flatten)]
    others: HashMap<String, String>,
}

struct Wanted {
    product: ProductId,
    variation: Option<VariationId>,
    choices: BTreeMap<String, String>,
    quantity: Result<Quantity, Refusal>,
    /// A bundle's parts are among them.
    fields: HashMap<String, String>,
}

impl AddForm {
    fn named(&self) -> Option<&String> {
        self.add_to_cart.as_ref().or(self.product_id_too.as_ref()).or(self.product_id.as_ref())
    }

    fn wanted(self) -> Result<Wanted, Refusal> {
        let product = self.named().and_then(|text| text.parse().ok()).ok_or(Refusal::NoProduct)?;
        let variation = match self.variation_id.as_deref() {
            None | Some("" | "0") => None,
            Some(text) => Some(text.parse().map_err(|_| Refusal::NoProduct)?),
        };
        let quantity = self.quantity.as_deref().filter(|text| !text.is_empty()).unwrap_or("1");
        let choices = self
            .others
            .iter()
            .filter_map(|(name, value)| Some((name.strip_prefix("attribute_")?.to_owned(), value.clone())))
            .collect();
        Ok(Wanted {
            product,
            variation,
            choices,
            quantity: Quantity::parse(quantity).map_err(|_| Refusal::NoQuantity),
            fields: self.others,
        })
    }
}

/// Call 1, from the button of a card or the form of a product page.
pub async fn add_to_cart(
    State(shop): State<Shop>,
    visitor: Visitor,
    asked: AskedFrom,
    axum::Extension(address): axum::Extension<ClientAddress>,
    key: RequestKey,
    Fields(form): Fields<AddForm>,
) -> Result<Response, AppError> {
    match add(&shop, &visitor, address, &key, form.wanted()).await? {
        Added::Done(outcome) => Answer::fragments(&shop, asked, *outcome).await,
        // What is no product of ours has no page: the shop is the next best.
        Added::Refused { slug, .. } => {
            Ok(Answer::refused(&slug.map_or_else(|| SHOP_URL.to_owned(), |slug| product_url(&slug))))
        }
    }
}

/// Call 5, from a product's own form: a refusal comes with its words.
pub async fn add_from_form(
    State(shop): State<Shop>,
    visitor: Visitor,
    asked: AskedFrom,
    axum::Extension(address): axum::Extension<ClientAddress>,
    key: RequestKey,
    Fields(form): Fields<AddForm>,
) -> Result<Response, AppError> {
    match add(&shop, &visitor, address, &key, form.wanted()).await? {
        Added::Done(outcome) => Answer::fragments(&shop, asked, *outcome).await,
        Added::Refused { refusal, .. } => {
            let notice = CartNotice::new(NoticeKind::Error, shop.messages.text(refusal.message()));
            Answer::told(&shop, &notice).await
        }
    }
}

/// The same without script: a form posted to the product's own page.
pub async fn add_by_form(
    State(shop): State<Shop>,
    visitor: Visitor,
    axum::Extension(address): axum::Extension<ClientAddress>,
    key: RequestKey,
    uri: Uri,
    Fields(mut form): Fields<AddForm>,
    suggest: Suggest,
) -> Result<Response, AppError> {
    if form.named().is_none() {
        // Themes name the product in the address that the form is sent to.
        form.add_to_cart = product_in(&uri);
    }
    let wanted = form.wanted().map_err(|_| AppError::BadRequest("no such product id"))?;
    let product = wanted.product;
    match add(&shop, &visitor, address, &key, Ok(wanted)).await? {
        Added::Done(outcome) => Ok(added(product, *outcome)),
        // Its words name what no address could: they are told here and now.
        Added::Refused { refusal: refusal @ Refusal::Selection(_), .. } => {
            let notice = CartNotice::new(NoticeKind::Error, shop.messages.text(refusal.message()));
            page::show(&shop, &visitor, Some(notice), &suggest).await
        }
        Added::Refused { refusal, .. } => Ok(Redirect::to(&refused_url(&refusal, product)).into_response()),
    }
}

fn product_in(uri: &Uri) -> Option<String> {
    let pairs = serde_urlencoded::from_str::<Vec<(String, String)>>(uri.query()?).ok()?;
    pairs.into_iter().find(|(name, _)| name == "add-to-cart").map(|(_, value)| value)
}

fn added(product: ProductId, outcome: Outcome) -> Response {
    let mut response = Redirect::to(&format!("{CART_URL}?added={product}")).into_response();
    answer::greet(&mut response, outcome.locked.set_cookie);
    response
}

/// Where a refusal is told: which, of what, and the number in its words.
fn refused_url(refusal: &Refusal, product: ProductId) -> String {
    let number = match refusal {
        Refusal::OutOfStock { available } => format!("&quantity={available}"),
        Refusal::NotAMultiple { step } => format!("&quantity={step}"),
        _ => String::new(),
    };
    format!("{CART_URL}?refused={}&product={product}{number}", refusal.code())
}

/// A link that adds, as cards and e-mails of moved shops carry it. Followed on a page of ours it does; anywhere else it
/// leads to the product, where one press adds it: nobody's cart is filled by another's page.
pub async fn add_by_link(
    State(shop): State<Shop>,
    visitor: Visitor,
    axum::Extension(address): axum::Extension<ClientAddress>,
    OwnPage(is_own): OwnPage,
    key: RequestKey,
    uri: Uri,
    Fields(form): Fields<AddForm>,
) -> Result<Response, AppError> {
    let page = || Redirect::to(uri.path()).into_response();
    let Ok(wanted) = form.wanted() else { return Ok(page()) };
    let product = wanted.product;
    let of_product = async || {
        let found = store::product_name(&shop.db, product).await?;
        Ok(found.map_or_else(page, |(_, slug)| Redirect::to(&product_url(&slug)).into_response()))
    };
    if !is_own {
        return of_product().await;
    }
    match add(&shop, &visitor, address, &key, Ok(wanted)).await? {
        Added::Done(outcome) => Ok(added(product, *outcome)),
        // There is something to choose, or nothing to add.
        Added::Refused {
            refusal: Refusal::NeedsChoice | Refusal::Selection(_) | Refusal::NoProduct, ..
        } => of_product().await,
        Added::Refused { refusal, .. } => Ok(Redirect::to(&refused_url(&refusal, product)).into_response()),
    }
}

enum Added {
    Done(Box<Outcome>),
    /// Without a slug there is no such product.
    Refused {
        slug: Option<String>,
        refusal: Refusal,
    },
}

async fn add(
    shop: &Shop,
    visitor: &Visitor,
    address: ClientAddress,
    key: &RequestKey,
    wanted: Result<Wanted, Refusal>,
) -> Result<Added, AppError> {
    let (product, answer) = match wanted {
        Ok(wanted) => (Some(wanted.product.0), decide(shop, visitor, address, key, &wanted).await?),
        Err(refusal) => (None, Added::Refused { slug: None, refusal }),
    };
    if let Added::Refused { refusal, .. } = &answer {
        tracing::info!(product.id = product, %refusal, "product not added");
    }
    Ok(answer)
}

/// One transaction: lock, read, decide, write.
async fn decide(
    shop: &Shop,
    visitor: &Visitor,
    address: ClientAddress,
    key: &RequestKey,
    wanted: &Wanted,
) -> Result<Added, AppError> {
    let now = shop.clock.now();
    let settings = Settings::load(&shop.kept).await?;
    let mut tx = shop.db.begin().await?;
    let known = store::lock(&mut tx, visitor, now).await?;
    let variation = match wanted.variation {
        None if !wanted.choices.is_empty() => {
            store::find_variation(&mut tx, wanted.product, &wanted.choices).await?
        }
        named => named,
    };
    let Some((mut sellable, slug)) = store::sellable(&mut tx, wanted.product, variation).await? else {
        return Ok(Added::Refused { slug: None, refusal: Refusal::NoProduct });
    };
    let picked = match sellable.is_bundle {
        true => bundle::choose(&settings, &mut tx, wanted.product, &wanted.fields, now).await?,
        false => Ok(Vec::new()),
    };
    // A choice that is missing is told after everything that is worse.
    let chosen = rules::choose_open(&sellable, &wanted.choices);
    let line = match &picked {
        Ok(parts) if sellable.is_bundle => store::bundle_key(wanted.product, parts),
        _ => store::line_key(wanted.product, variation, &chosen.clone().unwrap_or_default()),
    };
    let held = match &known {
        Some(locked) => store::held(&mut tx, locked.id, &line, wanted.product).await?,
        None => Held::default(),
    };
    if let Ok(parts) = &picked
        && (held.is_shared || !parts.is_empty())
    {
        let parts: Vec<Room> = parts
            .iter()
            .map(|part| Room { product: part.product, variation: part.variation, quantity: part.quantity })
            .collect();
        let cart = known.as_ref().map(|locked| locked.id);
        sellable.available =
            left(&mut tx, cart, &line, &sellable, (wanted.product, variation), &parts).await?;
    }
    let decided = wanted.quantity.clone().and_then(|asked| {
        picked.as_ref().map_err(|refused| Refusal::Selection(refused.clone()))?;
        let total = rules::add(&sellable, held.quantity, asked)?;
        chosen.as_ref().map_err(Refusal::clone)?;
        let is_new = held.quantity.is_zero();
        if is_new && held.lines >= MOST_LINES { Err(Refusal::TooManyLines) } else { Ok(total) }
    });
    let locked = match known {
        Some(locked) => locked,
        None => {
            // A refusal makes no cart.
            if let Err(refusal) = decided {
                return Ok(Added::Refused { slug: Some(slug), refusal });
            }
            shop.rate.pass_new_cart(address).await?;
            store::create(&mut tx, visitor.token, now).await?
        }
    };
    let request = format!("add {line} {:?}", wanted.quantity);
    if let Claim::Repeated = idempotency::claim(&mut tx, "cart", &locked.token, key, &request, now).await? {
        return Ok(Added::Done(Box::new(finish(&settings, tx, locked, now).await?)));
    }
    let total = match decided {
        Ok(total) => total,
        Err(refusal) => return Ok(Added::Refused { slug: Some(slug), refusal }),
    };
    let chosen = chosen.unwrap_or_default();
    let parts = picked.unwrap_or_default();
    let (product, choices) = (wanted.product, &chosen);
    let line = NewLine { key: &line, product, variation, choices, quantity: total, parts: &parts };
    store::put_line(&mut tx, locked.id, &line, now).await?;
    Ok(Added::Done(Box::new(finish(&settings, tx, locked, now).await?)))
}
