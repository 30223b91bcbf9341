//! What a payment form is told. The same form stands on the checkout, on the page of an unpaid order, and where a
//! customer keeps a new method.

use serde::Serialize;
use ts_rs::TS;

use crate::rules::card::Brand;

/// The names that the form's configuration, its fields and its calls are built from.
pub const PLUGIN: &str = "authorize_net_cim";
pub const CARD_GATEWAY: &str = "authorize_net_cim_credit_card";
pub const ECHECK_GATEWAY: &str = "authorize_net_cim_echeck";

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "kebab-case")]
#[ts(export_to = "payments.ts")]
pub enum FormKind {
    CreditCard,
    Echeck,
}

/// The configuration of one provider form, under the names that scripts of such shops know.
#[derive(Debug, Clone, Serialize, TS)]
#[ts(export_to = "payments.ts")]
pub struct ProviderForm {
    pub id: &'static str,
    pub id_dasherized: String,
    pub plugin_id: &'static str,
    #[serde(rename = "type")]
    #[ts(rename = "type")]
    pub kind: FormKind,
    pub csc_required: bool,
    pub csc_required_for_tokens: bool,
    pub enabled_card_types: Vec<Brand>,
    /// Of call 31.
    pub log_action: String,
    pub log_nonce: String,
}

/// A method that a customer keeps with the provider.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "payments.ts")]
pub struct SavedMethodView {
    pub id: String,
    pub kind: FormKind,
    /// A name of the card type table; empty for an account.
    pub brand: String,
    /// «بطاقة تنتهي بـ 4242»
    pub title: String,
    /// `08/29`.
    pub expires: Option<String>,
    pub is_expired: bool,
    pub is_default: bool,
}

/// Whether a new method may be kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "kebab-case")]
#[ts(export_to = "payments.ts")]
pub enum SaveOption {
    /// Somebody signed in may choose to.
    Offered,
    /// A guest may, together with an account.
    WithAccount,
    Never,
    /// It is what the form is for.
    Always,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "payments.ts")]
pub struct PaymentFormView {
    pub forms: Vec<ProviderForm>,
    pub saved: Vec<SavedMethodView>,
    /// The gateway that is open at first.
    pub chosen: String,
    /// The saved method that is chosen at first.
    pub chosen_saved: Option<String>,
    pub save: SaveOption,
    pub is_save_ticked: bool,
    /// The provider's script and what it is told; published, not secret.
    pub script_url: String,
    pub account_id: String,
    pub publishable_key: String,
    /// Without script an order is kept to be paid later; where there is none yet to keep, the form cannot be used.
    pub can_pay_later: bool,
    pub page: PageConfiguration,
}

/// What the platform's payment plugin publishes on a page, under its own names.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "payments.ts")]
pub struct PageConfiguration {
    /// Of the plugin whose names these are.
    pub version: &'static str,
    pub publishable_key: String,
    pub test_mode: bool,
    pub account_id: String,
    pub currency: &'static str,
    #[ts(type = "number")]
    pub cart_total: i64,
    pub store_country: &'static str,
    pub locale: &'static str,
    pub is_saved_cards_enabled: bool,
    pub is_payment_request_enabled: bool,
    pub is_tokenized_cart_ece_enabled: bool,
    pub is_express_checkout_enabled: bool,
    pub is_apple_pay_enabled: bool,
    pub is_google_pay_enabled: bool,
    pub is_amazon_pay_enabled: bool,
    pub is_woo_pay_enabled: bool,
    pub is_woo_pay_email_input_enabled: bool,
    pub features: [&'static str; 4],
    pub gateway_id: &'static str,
    pub account_descriptor: String,
    pub cart_contains_subscription: bool,
    pub payment_methods_config: MethodsConfiguration,
}

#[derive(Debug, Clone, Serialize, TS)]
#[ts(export_to = "payments.ts")]
pub struct MethodsConfiguration {
    pub card: CardConfiguration,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "payments.ts")]
pub struct CardConfiguration {
    pub is_reusable: bool,
    pub title: String,
    pub icon: &'static str,
    pub show_save_option: bool,
    pub countries: Vec<String>,
    pub force_network_saved_cards: bool,
}
