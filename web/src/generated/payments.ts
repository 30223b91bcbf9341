// Written from Rust (crates/payments). Do not edit.

export type CardBrand = "maestro" | "forbrugsforeningen" | "dankort" | "visa" | "mastercard" | "amex" | "dinersclub" | "discover" | "unionpay" | "jcb";

export type CardConfiguration = { isReusable: boolean, title: string, icon: string, showSaveOption: boolean, countries: Array<string>, forceNetworkSavedCards: boolean, };

export type FormKind = "credit-card" | "echeck";

export type MethodsConfiguration = { card: CardConfiguration, };

/**
 * What the platform's payment plugin publishes on a page, under its own names.
 */
export type PageConfiguration = {
/**
 * Of the plugin whose names these are.
 */
version: string, publishableKey: string, testMode: boolean, accountId: string, currency: string, cartTotal: number, storeCountry: string, locale: string, isSavedCardsEnabled: boolean, isPaymentRequestEnabled: boolean, isTokenizedCartEceEnabled: boolean, isExpressCheckoutEnabled: boolean, isApplePayEnabled: boolean, isGooglePayEnabled: boolean, isAmazonPayEnabled: boolean, isWooPayEnabled: boolean, isWooPayEmailInputEnabled: boolean, features: [string, string, string, string], gatewayId: string, accountDescriptor: string, cartContainsSubscription: boolean, paymentMethodsConfig: MethodsConfiguration, };

export type PaymentFormView = { forms: Array<ProviderForm>, saved: Array<SavedMethodView>,
/**
 * The gateway that is open at first.
 */
chosen: string,
/**
 * The saved method that is chosen at first.
 */
chosenSaved: string | null, save: SaveOption, isSaveTicked: boolean,
/**
 * The provider's script and what it is told; published, not secret.
 */
scriptUrl: string, accountId: string, publishableKey: string,
/**
 * Without script an order is kept to be paid later; where there is none yet to keep, the form cannot be used.
 */
canPayLater: boolean, page: PageConfiguration, };

/**
 * The configuration of one provider form, under the names that scripts of such shops know.
 */
export type ProviderForm = { id: string, id_dasherized: string, plugin_id: string, type: FormKind, csc_required: boolean, csc_required_for_tokens: boolean, enabled_card_types: Array<CardBrand>,
/**
 * Of call 31.
 */
log_action: string, log_nonce: string, };

/**
 * Whether a new method may be kept.
 */
export type SaveOption = "offered" | "with-account" | "never" | "always";

/**
 * A method that a customer keeps with the provider.
 */
export type SavedMethodView = { id: string, kind: FormKind,
/**
 * A name of the card type table; empty for an account.
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
