//! The payment form: how it is drawn, and what it says when it comes back. Numbers are never among it.

use edge::{Shop, fields::RawFields};
use kernel::{Key, Message, Messages, Money, msg};
use payments::{
    provider::{Means, MethodKind, Token},
    rules::{Brand, card},
    store::Kept,
    view::*,
};

use super::nonces;
use crate::{
    accept::{self, NotTaken},
    till::Till,
};

/// The platform's name for the plugin that publishes its configuration on these pages.
const GATEWAY: &str = "woocommerce_payments";
const GATEWAY_VERSION: &str = "9.0.0";
/// Tokens of the provider are shorter.
const LONGEST_TOKEN: usize = 8_192;

pub fn gateway(kind: MethodKind) -> &'static str {
    match kind {
        MethodKind::Card => CARD_GATEWAY,
        MethodKind::Echeck => ECHECK_GATEWAY,
    }
}

/// How a form is to be drawn.
pub struct Draft<'a> {
    pub saved: &'a [Kept],
    pub save: SaveOption,
    pub can_pay_later: bool,
    pub total: Money,
    pub fields: Option<&'a RawFields>,
}

pub fn view(shop: &Shop, till: &Till, draft: &Draft<'_>) -> PaymentFormView {
    let setup = till.provider.browser();
    let today = shop.clock.now().date_naive();
    let saved: Vec<SavedMethodView> = draft.saved.iter().map(|kept| saved_view(shop, kept, today)).collect();
    let said = |name: &str| draft.fields.and_then(|fields| fields.get(name)).unwrap_or_default();
    let default = draft.saved.iter().find(|kept| kept.is_default && !kept.is_expired(today));
    // A form that comes back is drawn as it was sent; a new one offers what its owner likes best.
    let (chosen, chosen_saved) = match draft.fields {
        Some(_) if [CARD_GATEWAY, ECHECK_GATEWAY].contains(&said("payment_method")) => {
            let gateway = said("payment_method");
            let token = said(&field(gateway, "payment-token"));
            (gateway.to_owned(), Some(token.to_owned()).filter(|token| !token.is_empty()))
        }
        _ => (
            gateway(default.map_or(MethodKind::Card, |kept| kept.shown.kind)).to_owned(),
            default.map(|kept| kept.id.clone()),
        ),
    };
    PaymentFormView {
        forms: [MethodKind::Card, MethodKind::Echeck].map(|kind| provider_form(shop, kind)).to_vec(),
        is_save_ticked: !said(&field(&chosen, "tokenize-payment-method")).is_empty(),
        saved,
        chosen,
        chosen_saved,
        save: draft.save,
        script_url: setup.script_url.clone(),
        account_id: setup.account_id.clone(),
        publishable_key: setup.publishable_key.clone(),
        can_pay_later: draft.can_pay_later,
        page: page_configuration(shop, till, draft.total),
    }
}

fn provider_form(shop: &Shop, kind: MethodKind) -> ProviderForm {
    let id = gateway(kind);
    let is_card = kind == MethodKind::Card;
    let enabled = if is_card { Brand::ENABLED.to_vec() } else { Vec::new() };
    ProviderForm {
        id,
        id_dasherized: id.replace('_', "-"),
        plugin_id: PLUGIN,
        kind: if is_card { FormKind::CreditCard } else { FormKind::Echeck },
        csc_required: is_card,
        csc_required_for_tokens: false,
        enabled_card_types: enabled,
        log_action: format!("wc_{id}_payment_form_log_script_event"),
        log_nonce: shop.nonces.page(nonces::LOG, "", shop.clock.now()),
    }
}

pub fn saved_view(shop: &Shop, kept: &Kept, today: chrono::NaiveDate) -> SavedMethodView {
    SavedMethodView {
        id: kept.id.clone(),
        kind: match kept.shown.kind {
            MethodKind::Card => FormKind::CreditCard,
            MethodKind::Echeck => FormKind::Echeck,
        },
        brand: kept.shown.brand.clone(),
        title: shop.messages.text(ending(kept.shown.kind, &kept.shown.last4)),
        expires: kept.shown.expires.map(|(year, month)| format!("{month:02}/{:02}", year % 100)),
        is_expired: kept.is_expired(today),
        is_default: kept.is_default,
    }
}

/// «بطاقة تنتهي بـ 4242»
pub fn ending(kind: MethodKind, last4: &str) -> Message {
    match kind {
        MethodKind::Card => msg::payments::CARD_ENDING.with("last4", last4.to_owned()),
        MethodKind::Echeck => msg::payments::ACCOUNT_ENDING.with("last4", last4.to_owned()),
    }
}

fn page_configuration(shop: &Shop, till: &Till, total: Money) -> PageConfiguration {
    let setup = till.provider.browser();
    PageConfiguration {
        version: GATEWAY_VERSION,
        publishable_key: setup.publishable_key.clone(),
        test_mode: false,
        account_id: setup.account_id.clone(),
        currency: "USD",
        cart_total: total.as_minor(),
        store_country: cart::store::totals::Rates::HOME,
        locale: "ar",
        is_saved_cards_enabled: true,
        is_payment_request_enabled: true,
        is_tokenized_cart_ece_enabled: true,
        is_express_checkout_enabled: false,
        is_apple_pay_enabled: false,
        is_google_pay_enabled: false,
        is_amazon_pay_enabled: false,
        is_woo_pay_enabled: false,
        is_woo_pay_email_input_enabled: true,
        features: ["products", "refunds", "tokenization", "add_payment_method"],
        gateway_id: GATEWAY,
        account_descriptor: till.descriptor.clone(),
        cart_contains_subscription: false,
        payment_methods_config: MethodsConfiguration {
            card: CardConfiguration {
                is_reusable: true,
                title: shop.messages.text(msg::payments::CARDS),
                icon: "/ar/wp-content/plugins/woocommerce-payments/dist/cards.svg",
                show_save_option: true,
                countries: Vec::new(),
                force_network_saved_cards: false,
            },
        },
    }
}

/// The name of one of the form's fields.
pub fn field(gateway: &str, name: &str) -> String {
    format!("wc-{}-{name}", gateway.replace('_', "-"))
}

/// What a form says it is paid with.
pub struct Chosen {
    pub kind: MethodKind,
    pub means: Means,
    pub wants_saved: bool,
}

/// Reads the form. A saved method is looked for among the visitor's own: another's is not there.
/// `typed_here`: a card's number was typed into our form, which tells of it what may be told.
pub fn read(
    fields: &RawFields,
    own: &[Kept],
    today: chrono::NaiveDate,
    typed_here: bool,
) -> Result<Chosen, Message> {
    let said = |name: &str| fields.get(name).unwrap_or_default().trim();
    let kind = match said("payment_method") {
        CARD_GATEWAY => MethodKind::Card,
        ECHECK_GATEWAY => MethodKind::Echeck,
        _ => return Err(msg::payments::METHOD_MISSING.into()),
    };
    let own_field = |name: &str| fields.get(&field(gateway(kind), name)).unwrap_or_default().trim();
    let wants_saved = !own_field("tokenize-payment-method").is_empty();
    let saved = own_field("payment-token");
    if !saved.is_empty() {
        let kept = own.iter().find(|kept| kept.id == saved && kept.shown.kind == kind);
        let kept = kept.ok_or_else(|| Message::from(msg::payments::METHOD_MISSING))?;
        accept::check(&kept.shown, None).map_err(not_taken)?;
        let means = Means::Saved { profile: kept.profile.clone(), method: kept.method.clone() };
        return Ok(Chosen { kind, means, wants_saved: false });
    }
    let (value, descriptor) = (own_field("payment-nonce"), own_field("payment-descriptor"));
    if value.is_empty() || value.len() > LONGEST_TOKEN || descriptor.len() > 128 {
        return Err(msg::payments::GENERAL_ERROR.into());
    }
    let mut brand = None;
    if kind == MethodKind::Card && typed_here {
        let (month, year) = (own_field("exp-month"), own_field("exp-year"));
        brand = Some(check_card(own_field("card-type"), month, year, today)?);
    }
    let token = Token { kind: descriptor.to_owned(), value: value.to_owned(), brand };
    Ok(Chosen { kind, means: Means::Token(token), wants_saved })
}

/// As people call it.
fn called(brand: Brand) -> Key {
    match brand {
        Brand::Visa => msg::payments::VISA,
        Brand::Mastercard => msg::payments::MASTERCARD,
        Brand::Amex => msg::payments::AMEX,
        Brand::Discover => msg::payments::DISCOVER,
        Brand::Dinersclub => msg::payments::DINERSCLUB,
        Brand::Jcb => msg::payments::JCB,
        Brand::Maestro => msg::payments::MAESTRO,
        Brand::Unionpay => msg::payments::UNIONPAY,
        Brand::Dankort => msg::payments::DANKORT,
        Brand::Forbrugsforeningen => msg::payments::FORBRUGSFORENINGEN,
    }
}

/// What a buyer is told of a card that the shop does not take.
pub fn not_taken(NotTaken(brand): NotTaken) -> Message {
    match brand {
        Some(brand) => {
            msg::payments::TYPE_INVALID_NAMED.with("brand", Messages::arabic().text(called(brand)))
        }
        None => msg::payments::TYPE_INVALID.into(),
    }
}

/// What can be checked of a card before the provider is asked, without its number.
fn check_card(brand: &str, month: &str, year: &str, today: chrono::NaiveDate) -> Result<Brand, Message> {
    let brand = Brand::parse(brand);
    let brand = card::check_type(brand).map_err(|_| not_taken(NotTaken(brand)))?;
    card::check_expiry(&format!("{month} / {year}"), today).map_err(|_| msg::payments::EXPIRY_INVALID)?;
    Ok(brand)
}
