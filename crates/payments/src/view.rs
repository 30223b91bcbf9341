//! Views of the payment form and of saved payment methods. The checkout, the pay page of an order and the page that adds
//! a payment method share the form.

use accounts::view::{AccountLayoutView, FormView};
use edge::view::View;
use serde::Serialize;
use ts_rs::TS;

use crate::rules::{OfflineMethod, card::Brand};

pub const ADD_METHOD_URL: &str = "/ar/my-account/add-payment-method/";
pub const DELETE_METHOD_URL: &str = "/ar/my-account/delete-payment-method/{id}/";
pub const DEFAULT_METHOD_URL: &str = "/ar/my-account/set-default-payment-method/{id}/";

/// Names that the form's configuration, fields and calls are built from.
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

/// The configuration of one provider form, with the field names of the platform's plugin.
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
    /// Action of call 31; `log_nonce` is its nonce.
    pub log_action: String,
    pub log_nonce: String,
}

/// A saved payment method.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "payments.ts")]
pub struct SavedMethodView {
    pub id: String,
    pub kind: FormKind,
    /// Brand name; empty for a bank account.
    pub brand: String,
    /// «بطاقة تنتهي بـ 4242»
    pub title: String,
    /// `08/29`.
    pub expires: Option<String>,
    pub is_expired: bool,
    pub is_default: bool,
}

/// Whether a new method may be saved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "kebab-case")]
#[ts(export_to = "payments.ts")]
pub enum SaveOption {
    /// A signed-in customer may choose to.
    Offered,
    /// A guest may, if they create an account.
    WithAccount,
    Never,
    /// The form's purpose is to save a method.
    Always,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "payments.ts")]
pub struct PaymentFormView {
    pub forms: Vec<ProviderForm>,
    pub saved: Vec<SavedMethodView>,
    /// The gateway that is selected initially.
    pub chosen: String,
    /// The saved method that is selected initially.
    pub chosen_saved: Option<String>,
    pub save: SaveOption,
    pub is_save_ticked: bool,
    /// The provider's script; `account_id` and `publishable_key` are its public configuration.
    pub script_url: String,
    pub account_id: String,
    pub publishable_key: String,
    /// Whether, without JavaScript, the order can be placed to be paid later. Otherwise the form needs JavaScript.
    pub can_pay_later: bool,
    pub page: PageConfiguration,
}

/// A method without a provider, as the checkout offers it. Belongs to the order summary: it depends on the total and the
/// destination.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "payments.ts")]
pub struct OfflineOfferView {
    pub id: OfflineMethod,
    pub title: String,
    /// What the buyer has to do.
    pub hint: String,
    /// Why this order cannot use it; it is shown, but cannot be chosen.
    pub refusal: Option<String>,
    /// The shop's accounts that a transfer may go to.
    pub accounts: Vec<BankAccountView>,
}

/// An account of the shop. What is empty is not shown.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "payments.ts")]
pub struct BankAccountView {
    pub bank: String,
    pub holder: String,
    /// In groups of four.
    pub iban: String,
    /// Without spaces.
    pub plain_iban: String,
    pub bic: String,
}

/// The configuration that the platform's payment plugin publishes on a page, with its field names.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "payments.ts")]
pub struct PageConfiguration {
    /// Version of the plugin.
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

/// A form error, with the field it belongs to.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "checkout.ts")]
pub struct FormErrorView {
    pub field: Option<String>,
    pub text: String,
}

/// Rendered by `web/src/checkout/PaymentMethodsPage.tsx`.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "checkout.ts")]
pub struct PaymentMethodsPageView {
    pub layout: AccountLayoutView,
    pub methods: Vec<MethodRow>,
    pub add_url: String,
}

impl View for PaymentMethodsPageView {
    const COMPONENT: &'static str = "checkout/PaymentMethodsPage";
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "checkout.ts")]
pub struct MethodRow {
    pub method: SavedMethodView,
    pub delete: FormView,
    /// `None` for the default method.
    pub make_default: Option<FormView>,
}

/// Rendered by `web/src/checkout/AddPaymentMethodPage.tsx`.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "checkout.ts")]
pub struct AddPaymentMethodPageView {
    pub layout: AccountLayoutView,
    pub action: String,
    pub hidden: Vec<(String, String)>,
    pub errors: Vec<FormErrorView>,
    pub payment: PaymentFormView,
    pub methods_url: String,
}

impl View for AddPaymentMethodPageView {
    const COMPONENT: &'static str = "checkout/AddPaymentMethodPage";
}

/// Events that a page sends by call 32 when it is loaded.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "payments.ts")]
pub struct TracksView {
    pub nonce: String,
    pub events: Vec<TrackedEvent>,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "payments.ts")]
pub struct TrackedEvent {
    pub name: &'static str,
    #[ts(type = "unknown")]
    pub props: serde_json::Value,
}
