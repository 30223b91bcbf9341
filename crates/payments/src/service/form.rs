//! The payment form: its view and its parsing. Card and bank numbers never reach the server.

use edge::{Shop, fields::RawFields};
use kernel::{Key, Message, Messages, Money, msg};

use super::card_acceptance::{self, CardRefusal};
use crate::{
    context::PaymentContext,
    http::nonces,
    provider::{PaymentMethodKind, PaymentSource, Token},
    rules::{Brand, OfflineMethod, OfflineRefusal, card},
    settings::{BankAccount, PaymentMethodSettings},
    store::SavedMethod,
    view::*,
};

/// Name of the platform's payment plugin whose configuration these pages publish.
const GATEWAY: &str = "woocommerce_payments";
const GATEWAY_VERSION: &str = "9.0.0";
/// The provider's tokens are shorter than this.
const MAX_TOKEN_LENGTH: usize = 8_192;

pub fn gateway(kind: PaymentMethodKind) -> &'static str {
    match kind {
        PaymentMethodKind::Card => CARD_GATEWAY,
        PaymentMethodKind::Echeck => ECHECK_GATEWAY,
        PaymentMethodKind::Cod => OfflineMethod::Cod.name(),
        PaymentMethodKind::Bacs => OfflineMethod::Bacs.name(),
    }
}

/// What a payment form is rendered from.
pub struct PaymentFormOptions<'a> {
    pub saved: &'a [SavedMethod],
    pub save: SaveOption,
    pub can_pay_later: bool,
    pub total: Money,
    pub fields: Option<&'a RawFields>,
}

pub fn view(shop: &Shop, context: &PaymentContext, options: &PaymentFormOptions<'_>) -> PaymentFormView {
    let setup = context.provider.browser();
    let today = shop.clock.now().date_naive();
    let saved: Vec<SavedMethodView> =
        options.saved.iter().map(|method| saved_view(shop, method, today)).collect();
    let field_value = |name: &str| options.fields.and_then(|fields| fields.get(name)).unwrap_or_default();
    let default = options.saved.iter().find(|method| method.is_default && !method.is_expired(today));
    // A submitted form keeps its choice; a new one selects the customer's default method.
    let (chosen, chosen_saved) = match options.fields {
        Some(_) if [CARD_GATEWAY, ECHECK_GATEWAY].contains(&field_value("payment_method")) => {
            let gateway = field_value("payment_method");
            let token = field_value(&field(gateway, "payment-token"));
            (gateway.to_owned(), Some(token.to_owned()).filter(|token| !token.is_empty()))
        }
        Some(_) if OfflineMethod::parse(field_value("payment_method")).is_some() => {
            (field_value("payment_method").to_owned(), None)
        }
        _ => (
            gateway(default.map_or(PaymentMethodKind::Card, |method| method.details.kind)).to_owned(),
            default.map(|method| method.id.clone()),
        ),
    };
    PaymentFormView {
        forms: [PaymentMethodKind::Card, PaymentMethodKind::Echeck]
            .map(|kind| provider_form(shop, kind))
            .to_vec(),
        is_save_ticked: !field_value(&field(&chosen, "tokenize-payment-method")).is_empty(),
        saved,
        chosen,
        chosen_saved,
        save: options.save,
        script_url: setup.script_url.clone(),
        account_id: setup.account_id.clone(),
        publishable_key: setup.publishable_key.clone(),
        can_pay_later: options.can_pay_later,
        page: page_configuration(shop, context, options.total),
    }
}

fn provider_form(shop: &Shop, kind: PaymentMethodKind) -> ProviderForm {
    let id = gateway(kind);
    let is_card = kind == PaymentMethodKind::Card;
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

pub fn saved_view(shop: &Shop, method: &SavedMethod, today: chrono::NaiveDate) -> SavedMethodView {
    SavedMethodView {
        id: method.id.clone(),
        kind: match method.details.kind {
            PaymentMethodKind::Echeck => FormKind::Echeck,
            // Of the others only cards can be saved.
            PaymentMethodKind::Card | PaymentMethodKind::Cod | PaymentMethodKind::Bacs => {
                FormKind::CreditCard
            }
        },
        brand: method.details.brand.clone(),
        title: shop.messages.text(ending(method.details.kind, &method.details.last4)),
        expires: method.details.expires.map(|(year, month)| format!("{month:02}/{:02}", year % 100)),
        is_expired: method.is_expired(today),
        is_default: method.is_default,
    }
}

/// «بطاقة مصرفية», «الدفع عند الاستلام»
pub fn method_title(kind: PaymentMethodKind) -> Key {
    match kind {
        PaymentMethodKind::Card => msg::payments::CARD,
        PaymentMethodKind::Echeck => msg::payments::ECHECK,
        PaymentMethodKind::Cod => msg::payments::COD,
        PaymentMethodKind::Bacs => msg::payments::BACS,
    }
}

/// «بطاقة تنتهي بـ 4242», «الدفع عند الاستلام»
pub fn ending(kind: PaymentMethodKind, last4: &str) -> Message {
    match kind {
        PaymentMethodKind::Card => msg::payments::CARD_ENDING.with("last4", last4.to_owned()),
        PaymentMethodKind::Echeck => msg::payments::ACCOUNT_ENDING.with("last4", last4.to_owned()),
        PaymentMethodKind::Cod => msg::payments::COD.into(),
        PaymentMethodKind::Bacs => msg::payments::BACS.into(),
    }
}

fn page_configuration(shop: &Shop, context: &PaymentContext, total: Money) -> PageConfiguration {
    let setup = context.provider.browser();
    PageConfiguration {
        version: GATEWAY_VERSION,
        publishable_key: setup.publishable_key.clone(),
        test_mode: false,
        account_id: setup.account_id.clone(),
        currency: kernel::Currency::shop().code,
        cart_total: total.as_minor(),
        store_country: cart::service::Rates::HOME,
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
        account_descriptor: context.descriptor.clone(),
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

/// The methods without a provider that an order can use, or could use if it cost less or more. One that its country
/// does not have is left out: there is nothing that the buyer could do about it. So is cash at the door when the parcel is
/// a gift to another person.
pub fn offline_offers(
    messages: &Messages,
    settings: &PaymentMethodSettings,
    total: Money,
    country: &str,
    is_for_another: bool,
) -> Vec<OfflineOfferView> {
    let offers = settings.offers(total, country);
    let offers = offers
        .filter(|(_, refusal)| !matches!(refusal, Some(OfflineRefusal::Country | OfflineRefusal::Disabled)))
        .filter(|(id, _)| !(is_for_another && id.is_paid_at_the_door()));
    let view = |(id, refusal): (OfflineMethod, Option<OfflineRefusal>)| {
        let (title, hint, accounts): (Key, Message, _) = match id {
            OfflineMethod::Cod => {
                (msg::payments::COD, msg::payments::COD_HINT.with("amount", total.format()), Vec::new())
            }
            OfflineMethod::Bacs => (
                msg::payments::BACS,
                msg::payments::BACS_HINT.with("count", i64::from(settings.bacs.days)),
                bank_accounts(settings),
            ),
        };
        OfflineOfferView {
            id,
            title: messages.text(title),
            hint: messages.text(hint),
            refusal: refusal.map(|refusal| messages.text(offline_refusal_message(refusal))),
            accounts,
        }
    };
    offers.map(view).collect()
}

/// The accounts that a transfer may go to.
pub fn bank_accounts(settings: &PaymentMethodSettings) -> Vec<BankAccountView> {
    let view = |account: &BankAccount| BankAccountView {
        bank: account.bank.clone(),
        holder: account.holder.clone(),
        iban: account.grouped_iban(),
        plain_iban: account.plain_iban(),
        bic: account.bic.clone(),
    };
    settings.bacs.accounts.iter().filter(|account| !account.iban.is_empty()).map(view).collect()
}

/// Why a method cannot be used, for the buyer.
pub fn offline_refusal_message(refusal: OfflineRefusal) -> Message {
    match refusal {
        OfflineRefusal::Disabled => msg::payments::METHOD_MISSING.into(),
        OfflineRefusal::Country => msg::payments::OFFLINE_COUNTRY.into(),
        OfflineRefusal::BelowMin(min) => msg::payments::OFFLINE_BELOW.with("amount", min.format()),
        OfflineRefusal::AboveMax(max) => msg::payments::OFFLINE_ABOVE.with("amount", max.format()),
        OfflineRefusal::TooManyOpen(count) => msg::payments::OFFLINE_OPEN.with("count", i64::from(count)),
    }
}

/// The method without a provider that a form chose.
pub fn read_offline(fields: &RawFields) -> Option<OfflineMethod> {
    OfflineMethod::parse(fields.get("payment_method").unwrap_or_default().trim())
}

/// The payment method that a form chose.
pub struct PaymentChoice {
    pub kind: PaymentMethodKind,
    pub source: PaymentSource,
    pub wants_saved: bool,
}

/// Reads the form. A saved method must be one of the visitor's own. `typed_here` means that the card was entered into
/// the shop's own form, which sends its type and expiry date for validation.
pub fn read(
    fields: &RawFields,
    own: &[SavedMethod],
    today: chrono::NaiveDate,
    typed_here: bool,
) -> Result<PaymentChoice, Message> {
    let field_value = |name: &str| fields.get(name).unwrap_or_default().trim();
    let kind = match field_value("payment_method") {
        CARD_GATEWAY => PaymentMethodKind::Card,
        ECHECK_GATEWAY => PaymentMethodKind::Echeck,
        _ => return Err(msg::payments::METHOD_MISSING.into()),
    };
    let own_field = |name: &str| fields.get(&field(gateway(kind), name)).unwrap_or_default().trim();
    let wants_saved = !own_field("tokenize-payment-method").is_empty();
    let saved = own_field("payment-token");
    if !saved.is_empty() {
        let method = own.iter().find(|method| method.id == saved && method.details.kind == kind);
        let method = method.ok_or_else(|| Message::from(msg::payments::METHOD_MISSING))?;
        card_acceptance::check_method(&method.details, None).map_err(card_refusal_message)?;
        let source = PaymentSource::Saved { profile: method.profile.clone(), method: method.method.clone() };
        return Ok(PaymentChoice { kind, source, wants_saved: false });
    }
    let (value, descriptor) = (own_field("payment-nonce"), own_field("payment-descriptor"));
    if value.is_empty() || value.len() > MAX_TOKEN_LENGTH || descriptor.len() > 128 {
        return Err(msg::payments::GENERAL_ERROR.into());
    }
    let mut brand = None;
    if kind == PaymentMethodKind::Card && typed_here {
        let (month, year) = (own_field("exp-month"), own_field("exp-year"));
        brand = Some(check_card(own_field("card-type"), month, year, today)?);
    }
    let token = Token { kind: descriptor.to_owned(), value: value.to_owned(), brand };
    Ok(PaymentChoice { kind, source: PaymentSource::Token(token), wants_saved })
}

/// The brand's display name.
pub fn brand_name(brand: Brand) -> Key {
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

/// The message for a card type that the shop does not accept.
pub fn card_refusal_message(CardRefusal(brand): CardRefusal) -> Message {
    match brand {
        Some(brand) => {
            msg::payments::TYPE_INVALID_NAMED.with("brand", Messages::arabic().text(brand_name(brand)))
        }
        None => msg::payments::TYPE_INVALID.into(),
    }
}

/// Validates a card's type and expiry date, without its number, before the provider is called.
fn check_card(brand: &str, month: &str, year: &str, today: chrono::NaiveDate) -> Result<Brand, Message> {
    let brand = Brand::parse(brand);
    let brand = card::check_type(brand).map_err(|_| card_refusal_message(CardRefusal(brand)))?;
    card::check_expiry(&format!("{month} / {year}"), today).map_err(|_| msg::payments::EXPIRY_INVALID)?;
    Ok(brand)
}
