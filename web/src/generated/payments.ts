// Written from Rust (crates/payments). Do not edit.

/**
 * An account of the shop. What is empty is not shown.
 */
export type BankAccountView = { bank: string, holder: string,
/**
 * In groups of four.
 */
iban: string,
/**
 * Without spaces.
 */
plainIban: string, bic: string, };

export type CardBrand = "maestro" | "forbrugsforeningen" | "dankort" | "visa" | "mastercard" | "amex" | "dinersclub" | "discover" | "unionpay" | "jcb";

export type CardConfiguration = { isReusable: boolean, title: string, icon: string, showSaveOption: boolean, countries: Array<string>, forceNetworkSavedCards: boolean, };

export type FormKind = "credit-card" | "echeck";

export type MethodsConfiguration = { card: CardConfiguration, };

/**
 * A method whose money staff record. Named as the platform names them.
 */
export type OfflineMethod = "cod" | "bacs";

/**
 * A method without a provider, as the checkout offers it. Belongs to the order summary: it depends on the total and the
 * destination.
 */
export type OfflineOfferView = { id: OfflineMethod, title: string,
/**
 * What the buyer has to do.
 */
hint: string,
/**
 * Why this order cannot use it; it is shown, but cannot be chosen.
 */
refusal: string | null,
/**
 * The shop's accounts that a transfer may go to.
 */
accounts: Array<BankAccountView>, };

/**
 * The configuration that the platform's payment plugin publishes on a page, with its field names.
 */
export type PageConfiguration = {
/**
 * Version of the plugin.
 */
version: string, publishableKey: string, testMode: boolean, accountId: string, currency: string, cartTotal: number, storeCountry: string, locale: string, isSavedCardsEnabled: boolean, isPaymentRequestEnabled: boolean, isTokenizedCartEceEnabled: boolean, isExpressCheckoutEnabled: boolean, isApplePayEnabled: boolean, isGooglePayEnabled: boolean, isAmazonPayEnabled: boolean, isWooPayEnabled: boolean, isWooPayEmailInputEnabled: boolean, features: [string, string, string, string], gatewayId: string, accountDescriptor: string, cartContainsSubscription: boolean, paymentMethodsConfig: MethodsConfiguration, };

export type PaymentFormView = { forms: Array<ProviderForm>, saved: Array<SavedMethodView>,
/**
 * The gateway that is selected initially.
 */
chosen: string,
/**
 * The saved method that is selected initially.
 */
chosenSaved: string | null, save: SaveOption, isSaveTicked: boolean,
/**
 * The provider's script; `account_id` and `publishable_key` are its public configuration.
 */
scriptUrl: string, accountId: string, publishableKey: string,
/**
 * Whether, without JavaScript, the order can be placed to be paid later. Otherwise the form needs JavaScript.
 */
canPayLater: boolean, page: PageConfiguration, };

/**
 * The configuration of one provider form, with the field names of the platform's plugin.
 */
export type ProviderForm = { id: string, id_dasherized: string, plugin_id: string, type: FormKind, csc_required: boolean, csc_required_for_tokens: boolean, enabled_card_types: Array<CardBrand>,
/**
 * Action of call 31; `log_nonce` is its nonce.
 */
log_action: string, log_nonce: string, };

/**
 * Whether a new method may be saved.
 */
export type SaveOption = "offered" | "with-account" | "never" | "always";

/**
 * A saved payment method.
 */
export type SavedMethodView = { id: string, kind: FormKind,
/**
 * Brand name; empty for a bank account.
 */
brand: string,
/**
 * «بطاقة تنتهي بـ 4242»
 */
title: string,
/**
 * `08/29`.
 */
expires: string | null, isExpired: boolean, isDefault: boolean, };

export type TrackedEvent = { name: string, props: unknown, };

/**
 * Events that a page sends by call 32 when it is loaded.
 */
export type TracksView = { nonce: string, events: Array<TrackedEvent>, };
