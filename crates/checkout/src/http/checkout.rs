//! The checkout page and its form.

use accounts::{rules::AddressKind, service::FormSession, view::ACCOUNT_URL};
use affiliates::service::ReferralCookies;
use attribution::VisitRequest;
use axum::{
    Extension, Json,
    extract::State,
    response::{IntoResponse, Redirect, Response},
};
use cart::{
    service::{Rates, ShippingAddress},
    view::{CART_URL, CHECKOUT_URL, CartSettings, SHOP_URL},
};
use edge::{
    AppError, Fields, Shop, Visitor,
    events::{self, ShopEvent},
    fields::RawFields,
    policy::API_NONCE,
    regions::Regions,
    session,
};
use http::{HeaderMap, StatusCode};
use kernel::{Currency, CustomerId, OrderId, msg};
use orders::service::Buyer;
use payments::{
    PaymentContext,
    service::{
        form::{self as payment, PaymentFormOptions},
        methods::{SavedMethod, list_methods},
        page::{self, FormError},
        random_text, tracks_nonce,
    },
    view::SaveOption,
};

use super::{
    EXPRESS_URL, PLACE_NONCE,
    form::{self, CheckoutForm},
    nonces,
    refused_forms::{self, RefusedQuery},
    submission::{ChosenPayment, Submission},
    summary,
};
use crate::{
    context::CheckoutContext,
    place::{self, AgreedTotal, Pay, PlaceOutcome},
    store::PageLinks,
    view::{CheckoutFormView, CheckoutPageView, ExpressView, OrderReviewAnswer, OrderReviewResult},
};

/// The visitor as a buyer: the signed-in customer, if any, and their saved payment methods.
pub struct CurrentBuyer {
    pub customer: Option<CustomerId>,
    pub saved: Vec<SavedMethod>,
}

pub async fn current_buyer(shop: &Shop, visitor: &Visitor) -> Result<CurrentBuyer, AppError> {
    let found = session::find_customer(&shop.db, visitor, shop.clock.now()).await?;
    let customer = found.map(|found| found.id);
    let saved = match customer {
        Some(id) => list_methods(&shop.db, id).await?,
        None => Vec::new(),
    };
    Ok(CurrentBuyer { customer, saved })
}

pub async fn to_checkout() -> Redirect {
    Redirect::to(CHECKOUT_URL)
}

pub async fn show(
    State(shop): State<Shop>,
    State(context): State<CheckoutContext>,
    visitor: Visitor,
    Fields(query): Fields<RefusedQuery>,
) -> Result<Response, AppError> {
    let buyer = current_buyer(&shop, &visitor).await?;
    if let Some(refused) = refused_forms::find(&shop, &visitor, CHECKOUT_URL, &query).await? {
        let status =
            if refused.errors.is_empty() { StatusCode::OK } else { StatusCode::UNPROCESSABLE_ENTITY };
        return render(
            &shop,
            &context,
            &visitor,
            &CheckoutPage::from_submitted(&buyer, &refused.fields, &refused.errors),
            status,
        )
        .await;
    }
    let mut typed = CheckoutForm::default();
    if let Some(id) = buyer.customer {
        typed.buyer = accounts::service::load_address(&shop, id, AddressKind::Billing).await?;
        let shipping = accounts::service::load_address(&shop, id, AddressKind::Shipping).await?;
        typed.last_recipient = (!shipping.address_1.is_empty()).then_some(shipping);
    }
    let page = CheckoutPage { buyer: &buyer, typed, fields: None, errors: &[] };
    render(&shop, &context, &visitor, &page, StatusCode::OK).await
}

/// The content of the checkout page: the form's values, its buyer and its errors.
struct CheckoutPage<'a> {
    buyer: &'a CurrentBuyer,
    typed: CheckoutForm,
    /// The submitted fields; `None` for a new form.
    fields: Option<&'a RawFields>,
    errors: &'a [FormError],
}

impl<'a> CheckoutPage<'a> {
    fn from_submitted(buyer: &'a CurrentBuyer, fields: &'a RawFields, errors: &'a [FormError]) -> Self {
        Self { buyer, typed: CheckoutForm::read(fields), fields: Some(fields), errors }
    }

    /// The destination that replaces the cart's: the address of a submitted form, or the saved address of a new form
    /// while the cart has no country.
    fn destination(&self, cart: &ShippingAddress) -> Option<Buyer> {
        (self.fields.is_some() || cart.country.is_empty()).then(|| self.typed.destination().clone())
    }
}

/// Renders the page: the form with its errors, or the message of an empty cart.
async fn render(
    shop: &Shop,
    context: &CheckoutContext,
    visitor: &Visitor,
    page: &CheckoutPage<'_>,
    status: StatusCode,
) -> Result<Response, AppError> {
    let is_for_another = page.typed.recipient().is_some();
    let found = summary::read(shop, visitor, is_for_another, |cart| page.destination(cart)).await?;
    // A visitor with a cart has a session: both are found by the same cookie.
    let form = match found {
        Some(found) => {
            if page.fields.is_none() {
                record_begun(shop, &found).await;
            }
            let form_session = FormSession::for_customer(visitor)?;
            Some(form_view(shop, context, &form_session, page, found).await?)
        }
        None => None,
    };
    let view = CheckoutPageView { form, cart_url: CART_URL.to_owned(), shop_url: SHOP_URL.to_owned() };
    let head = page::head(shop, CHECKOUT_URL, shop.messages.text(msg::checkout::TITLE));
    page::render_slim(shop, &context.payments, head, &view, status).await
}

/// An event for the reports and for other programs: once a day for a cart. The page is shown all the same if it fails.
async fn record_begun(shop: &Shop, found: &summary::CheckoutSummary) {
    let now = shop.clock.now();
    let key = format!("{} {}", found.cart, now.date_naive());
    let payload =
        serde_json::json!({ "totalMinor": found.total.as_minor(), "currency": Currency::shop().code });
    if let Err(error) = events::record(&shop.db, ShopEvent::BeginCheckout, &key, &payload, now).await {
        tracing::warn!(%error, "recording the start of a checkout failed");
    }
}

/// Redirects back to the form with its submitted values and errors.
async fn send_back(
    shop: &Shop,
    visitor: &Visitor,
    fields: &RawFields,
    errors: &[FormError],
) -> Result<Response, AppError> {
    let redirect = refused_forms::redirect_back(shop, visitor, CHECKOUT_URL, fields, errors).await?;
    // Without a session there is no cart either, and the page shows that it is empty.
    Ok(redirect.unwrap_or_else(|| Redirect::to(CHECKOUT_URL).into_response()))
}

/// Handles a nonce that is expired or of another session: renders the form with the submitted values and a new nonce,
/// and does nothing else.
pub async fn expired(
    State(shop): State<Shop>,
    State(context): State<CheckoutContext>,
    visitor: Visitor,
    Extension(fields): Extension<RawFields>,
) -> Result<Response, AppError> {
    let buyer = current_buyer(&shop, &visitor).await?;
    let errors = [FormError::general(&shop, msg::checkout::EXPIRED)];
    let page = CheckoutPage::from_submitted(&buyer, &fields, &errors);
    render(&shop, &context, &visitor, &page, StatusCode::FORBIDDEN).await
}

/// Sets a new form's address to the destination that the totals are computed for. Another country clears the street.
fn fill_in_destination(buyer: &mut Buyer, cart: &ShippingAddress) {
    if !cart.country.is_empty() && buyer.country != cart.country {
        buyer.country.clone_from(&cart.country);
        buyer.city.clone_from(&cart.city);
        buyer.postcode.clone_from(&cart.postcode);
        buyer.address_1.clear();
        buyer.home_number.clear();
    }
    if buyer.country.is_empty() {
        buyer.country = Rates::HOME.to_owned();
    }
}

async fn form_view(
    shop: &Shop,
    context: &CheckoutContext,
    form_session: &FormSession,
    page: &CheckoutPage<'_>,
    found: summary::CheckoutSummary,
) -> Result<CheckoutFormView, AppError> {
    let summary::CheckoutSummary { view: summary, total, shipping_address, .. } = found;
    let CheckoutPage { buyer, fields, errors, .. } = *page;
    let rates = shop.settings.get::<Rates>().await?;
    let links = shop.settings.get::<PageLinks>().await?;
    let mut typed = page.typed.clone();
    if fields.is_none() {
        fill_in_destination(&mut typed.buyer, &shipping_address);
    }
    let is_guest = buyer.customer.is_none();
    let options = PaymentFormOptions {
        saved: &buyer.saved,
        save: if is_guest { SaveOption::WithAccount } else { SaveOption::Offered },
        can_pay_later: true,
        total,
        fields,
    };
    Ok(CheckoutFormView {
        action: CHECKOUT_URL.to_owned(),
        hidden: vec![
            (PLACE_NONCE.to_owned(), form_session.nonce(shop, nonces::PLACE)),
            ("order_form_key".to_owned(), random_text(26)),
        ],
        errors: page::error_views(errors),
        login_url: is_guest.then(|| format!("{ACCOUNT_URL}?next={CHECKOUT_URL}")),
        fields: typed.fields(shop, &rates, errors),
        create_account: is_guest.then_some(typed.wants_account),
        payment: payment::view(shop, &context.payments, &options),
        notes: form::notes(&typed),
        gift: typed.gift_view(shop, &rates, errors),
        terms_url: links.terms.clone(),
        is_terms_ticked: typed.has_terms,
        attribution: form::sources(),
        express: context.express_url.as_ref().map(|url| ExpressView {
            method_url: url.clone(),
            checkout_url: EXPRESS_URL.to_owned(),
            nonce: form_session.nonce(shop, API_NONCE),
            currency: Currency::shop().code,
        }),
        tracks_nonce: tracks_nonce(shop),
        notification_time: shop.settings.get::<CartSettings>().await?.notification_time,
        summary,
    })
}

/// Places the order. If the form is refused, all errors are shown together and the form keeps its values, except those
/// of the payment form.
pub async fn place(
    State(shop): State<Shop>,
    State(context): State<PaymentContext>,
    visitor: Visitor,
    visit: VisitRequest,
    headers: HeaderMap,
    Extension(fields): Extension<RawFields>,
) -> Result<Response, AppError> {
    let buyer = current_buyer(&shop, &visitor).await?;
    let submission = Submission {
        typed: CheckoutForm::read(&fields),
        payment: choose(&shop, &fields, &buyer)
            .map_err(|text| FormError::for_field(&shop, "payment_method", text)),
        attribution: form::attribution(&shop, &visit, |name| fields.get(name).map(str::to_owned)).await?,
        referral: ReferralCookies::from_headers(&headers),
        form_key: form::form_key(&fields).ok_or(AppError::StaleNonce)?,
        agreed_total: AgreedTotal::Shown(form::seen_total(&fields)),
        buyer: &buyer,
    };
    let command = submission.into_command(&shop, &*shop.settings.get::<Rates>().await?);
    // Saved before the errors are returned, so that the next page shows the same shipping method.
    set_method(&shop, &visitor, &fields).await?;
    let command = match command {
        Ok(command) => command,
        Err(errors) => return send_back(&shop, &visitor, &fields, &errors).await,
    };
    let new_account = command.wants_account.then(|| command.buyer.clone());
    let outcome = place::place(&shop, &context, &visitor, command).await?;
    if let (PlaceOutcome::Order(order), Some(buyer)) = (&outcome, &new_account) {
        request_account(&shop, &visitor, buyer, *order).await;
    }
    respond(&shop, &context, &visitor, &fields, outcome).await
}

/// Redirects to the order, or back to the form with the reasons why there is none.
async fn respond(
    shop: &Shop,
    context: &PaymentContext,
    visitor: &Visitor,
    fields: &RawFields,
    outcome: PlaceOutcome,
) -> Result<Response, AppError> {
    let errors = match outcome {
        PlaceOutcome::Order(order) => {
            refused_forms::discard(shop, visitor, CHECKOUT_URL).await?;
            return to_order(context, order).await;
        }
        // The outcome was unknown for a while, which emptied the cart: the order's page shows how to continue.
        PlaceOutcome::Declined(order) if cart_is_empty(shop, visitor).await? => {
            return to_order(context, order).await;
        }
        PlaceOutcome::EmptyCart => return Ok(Redirect::to(CHECKOUT_URL).into_response()),
        PlaceOutcome::Declined(_) => vec![
            FormError::general(shop, msg::payments::GENERAL_ERROR),
            FormError::general(shop, msg::payments::DECLINED),
        ],
        PlaceOutcome::CardRefused(why) => {
            vec![FormError::for_field(shop, "payment_method", payment::card_refusal_message(why))]
        }
        PlaceOutcome::Refused(why) => why.into_iter().map(|text| FormError::general(shop, text)).collect(),
    };
    send_back(shop, visitor, fields, &errors).await
}

async fn to_order(context: &PaymentContext, order: OrderId) -> Result<Response, AppError> {
    let order = orders::service::find(&context.db, order).await?.ok_or(AppError::NotFound)?;
    Ok(Redirect::to(&order.received_url()).into_response())
}

async fn cart_is_empty(shop: &Shop, visitor: &Visitor) -> Result<bool, AppError> {
    Ok(summary::read(shop, visitor, false, |_| None).await?.is_none())
}

fn choose(shop: &Shop, fields: &RawFields, buyer: &CurrentBuyer) -> Result<ChosenPayment, kernel::Message> {
    if let Some(method) = payment::read_offline(fields) {
        return Ok(ChosenPayment { pay: Pay::Offline(method), wants_saved: false });
    }
    let chosen = payment::read(fields, &buyer.saved, shop.clock.now().date_naive(), true);
    // Sent when the page's script does not run: without a saved method the order is placed to be paid later.
    let later = fields.get("pay_later").is_some_and(|value| !value.is_empty());
    match chosen {
        Ok(chosen) => Ok(ChosenPayment {
            pay: Pay::Now { kind: chosen.kind, source: chosen.source },
            wants_saved: chosen.wants_saved,
        }),
        Err(_) if later => Ok(ChosenPayment { pay: Pay::Later, wants_saved: false }),
        Err(text) => Err(text),
    }
}

/// Requests the registration email. A failure, such as the email rate limit, is logged and does not fail the order.
pub(super) async fn request_account(shop: &Shop, visitor: &Visitor, buyer: &Buyer, order: OrderId) {
    let request = accounts::jobs::EmailLinkRequest::Register {
        email: buyer.email.clone(),
        first_name: buyer.first_name.clone(),
        last_name: buyer.last_name.clone(),
    };
    let subject = buyer.email.to_lowercase();
    if let Err(error) = accounts::jobs::request_email_link(shop, visitor, &subject, request).await {
        tracing::warn!(%error, order = order.0, "queueing the registration email after checkout failed");
    }
}

async fn set_method(shop: &Shop, visitor: &Visitor, fields: &RawFields) -> Result<(), AppError> {
    if let Some(method) = fields.get("shipping_method[0]") {
        cart::service::choose_shipping_method(shop, visitor, method).await?;
    }
    Ok(())
}

/// Handles the form's secondary buttons without JavaScript: apply a coupon, or recalculate shipping.
pub async fn update(
    State(shop): State<Shop>,
    visitor: Visitor,
    Extension(fields): Extension<RawFields>,
) -> Result<Response, AppError> {
    let typed = CheckoutForm::read(&fields);
    set_cart_destination(&shop, &visitor, &typed).await?;
    set_method(&shop, &visitor, &fields).await?;
    let mut errors = Vec::new();
    if fields.get("apply_coupon").is_some() {
        let code = fields.get("coupon_code").unwrap_or_default();
        let outcome = cart::service::apply_coupon(&shop, &visitor, code).await?;
        let notice = outcome.and_then(|outcome| outcome.notice);
        if let Some(notice) = notice.filter(|notice| matches!(notice.kind, cart::view::NoticeKind::Error)) {
            errors.push(FormError { field: Some("coupon_code".to_owned()), text: notice.text });
        }
    }
    send_back(&shop, &visitor, &fields, &errors).await
}

/// Saves the buyer's place in the cart, because shipping cost and taxes depend on it. That of a gift's recipient is not
/// saved: the next form would begin with it.
async fn set_cart_destination(shop: &Shop, visitor: &Visitor, typed: &CheckoutForm) -> Result<(), AppError> {
    let rates = shop.settings.get::<Rates>().await?;
    let to = &typed.buyer;
    if !rates.countries().any(|(code, _)| *code == to.country) {
        return Ok(());
    }
    let now = shop.clock.now();
    let mut tx = shop.db.begin().await?;
    if let Some(locked) = cart::service::lock(&mut tx, visitor, now).await? {
        cart::service::set_shipping_address(&mut tx, locked.id, &to.country, &to.city, &to.postcode, now)
            .await?;
    }
    tx.commit().await?;
    Ok(())
}

/// `update_order_review`: the summary's new props after the destination, the shipping method or the cart changed.
pub async fn refresh(
    State(shop): State<Shop>,
    visitor: Visitor,
    Extension(fields): Extension<RawFields>,
) -> Result<Json<OrderReviewAnswer>, AppError> {
    let value = |name: &str| fields.get(name).unwrap_or_default().to_owned();
    let buyer = accounts::rules::Address::read(|part| value(part.name()));
    let typed = CheckoutForm { buyer, ..CheckoutForm::default() };
    // The place is not the buyer's then.
    let is_for_another = fields.get("has_recipient").is_some();
    if !is_for_another {
        set_cart_destination(&shop, &visitor, &typed).await?;
    }
    set_method(&shop, &visitor, &fields).await?;
    let place = is_for_another.then_some(typed.buyer);
    let answer = match summary::read(&shop, &visitor, is_for_another, |_| place).await? {
        Some(found) => OrderReviewAnswer {
            result: OrderReviewResult::Success,
            reload: false,
            messages: String::new(),
            fragments: Regions::new().with_island(&found.view).fragments(&shop.renderer).await?,
        },
        // The cart is empty: the page reloads and shows that.
        None => OrderReviewAnswer {
            result: OrderReviewResult::Failure,
            reload: true,
            messages: String::new(),
            fragments: Default::default(),
        },
    };
    Ok(Json(answer))
}
