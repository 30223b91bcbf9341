// What a buyer of a load or fault run sends to pay by card: the request for a token at the simulated provider, and the
// fields of the checkout form that a person fills in.

const METHOD = "wc-authorize-net-cim-credit-card";

export const TOKEN_REQUEST = JSON.stringify({
  securePaymentContainerRequest: {
    merchantAuthentication: { name: "matjar-sim", clientKey: "matjar-sim-client-key" },
    data: { type: "TOKEN", id: "1", token: { cardNumber: "4111111111111111", expirationDate: "122038", cardCode: "900" } },
  },
});

/** The token in the provider's answer, which begins with a byte order mark. */
export const tokenIn = (text) => JSON.parse(text.replace(/^\uFEFF/, "")).opaqueData.dataValue;

export const cardFields = (email, token) => ({
  billing_email: email,
  billing_first_name: "سلمى",
  billing_last_name: "الخطيب",
  billing_country: "US",
  billing_address_1: "5100 Maple St",
  billing_city: "ديربورن",
  billing_phone: "+1 313 555 0142",
  terms: "1",
  payment_method: "authorize_net_cim_credit_card",
  [`${METHOD}-payment-nonce`]: token,
  [`${METHOD}-payment-descriptor`]: "COMMON.ACCEPT.INAPP.PAYMENT",
  [`${METHOD}-card-type`]: "visa",
  [`${METHOD}-last-four`]: "1111",
  [`${METHOD}-exp-month`]: "12",
  [`${METHOD}-exp-year`]: "2038",
});
