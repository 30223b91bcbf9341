//! The provider's API: reads requests and dispatches them by name.

mod accept;
mod customer_profiles;
mod follow_up;
mod pay;
mod report;
mod responses;

use crate::{
    api_response::ApiResponse,
    faults::{Fault, RequestFacts},
    ordered_json::Node,
    schema,
    state::SimState,
};

/// A parsed request.
pub struct Request {
    pub name: String,
    pub body: Node,
}

impl Request {
    /// The single field of the outermost object names the request.
    pub fn read(bytes: &[u8]) -> Result<Self, ApiResponse> {
        let bytes = bytes.strip_prefix(crate::api_response::BYTE_ORDER_MARK.as_bytes()).unwrap_or(bytes);
        let unreadable = || {
            ApiResponse::error("E00003", "An error occurred during parsing: the request is not valid JSON.")
        };
        let Ok(Node::Fields(mut fields)) = serde_json::from_slice(bytes) else { return Err(unreadable()) };
        if fields.len() != 1 {
            return Err(unreadable());
        }
        let (name, body) = fields.remove(0);
        Ok(Self { name, body })
    }

    /// Whether the request comes from the browser script: the only one that pages of other origins may send.
    pub fn is_from_browser(&self) -> bool {
        self.name == "securePaymentContainerRequest"
    }

    /// The properties that fault rules match on.
    pub fn facts(&self, state: &SimState) -> RequestFacts {
        let about = self.body.get("transactionRequest");
        let ids = (
            about.text_at("profile.customerProfileId"),
            about.text_at("profile.paymentProfile.paymentProfileId"),
        );
        let saved_last4 = state.profiles.method(&ids.0, &ids.1).map(|method| method.source.last4.clone());
        let token = about.get("payment.opaqueData.dataValue").text();
        let token = token.or_else(|| self.body.get("paymentProfile.payment.opaqueData.dataValue").text());
        let token = token.and_then(|value| state.peek_token(&value));
        let number = [
            about.text_at("payment.creditCard.cardNumber"),
            about.text_at("payment.bankAccount.accountNumber"),
            self.body.text_at("data.token.cardNumber"),
            self.body.text_at("data.token.accountNumber"),
        ];
        let last4 = saved_last4.or_else(|| token.map(|token| token.source.last4.clone()));
        let email = [
            about.text_at("customer.email"),
            about.text_at("billTo.email"),
            self.body.text_at("profile.email"),
        ];
        let profile_email = || state.profiles.get(&ids.0).map(|profile| profile.customer.email.clone());
        RequestFacts {
            request: self.name.clone(),
            kind: about.text_at("transactionType"),
            invoice: about.text_at("order.invoiceNumber"),
            last4: last4.unwrap_or_else(|| crate::payment_source::last4(&number.concat())),
            email: Some(email.concat())
                .filter(|email| !email.is_empty())
                .or_else(profile_email)
                .unwrap_or_default(),
            amount: about.cents_at("amount"),
            trans_id: about.some_text_at("refTransId").unwrap_or_else(|| self.body.text_at("transId")),
        }
    }

    /// Executes the request. `fault` may force the outcome of a payment.
    pub fn respond(&self, state: &mut SimState, fault: &Fault) -> ApiResponse {
        state.count(&self.name);
        let ref_id = self.body.some_text_at("refId");
        self.dispatch(state, fault).unwrap_or_else(|refusal| refusal).with_ref(ref_id)
    }

    fn dispatch(&self, state: &mut SimState, fault: &Fault) -> Result<ApiResponse, ApiResponse> {
        let body = &self.body;
        if let Some(violation) = schema::find_violation(&self.name, body) {
            return Err(ApiResponse::error("E00003", violation));
        }
        if self.is_from_browser() {
            return accept::tokenize(state, body);
        }
        let known = body.text_at("merchantAuthentication.name") == state.settings.login
            && body.text_at("merchantAuthentication.transactionKey") == state.settings.transaction_key;
        if !known {
            return Err(invalid_credentials());
        }
        match self.name.as_str() {
            "authenticateTestRequest" => Ok(ApiResponse::ok(serde_json::json!({}))),
            "getMerchantDetailsRequest" => Ok(report::merchant(state)),
            "createTransactionRequest" => transaction(state, body, fault),
            "createCustomerProfileRequest" => customer_profiles::create_profile(state, body),
            "createCustomerPaymentProfileRequest" => customer_profiles::create_method(state, body),
            "createCustomerProfileFromTransactionRequest" => customer_profiles::from_transaction(state, body),
            "getCustomerProfileRequest" => customer_profiles::profile(state, body),
            "getCustomerPaymentProfileRequest" => customer_profiles::method(state, body),
            "deleteCustomerPaymentProfileRequest" => customer_profiles::delete_method(state, body),
            "deleteCustomerProfileRequest" => customer_profiles::delete_profile(state, body),
            "getTransactionDetailsRequest" => report::details(state, body),
            "getUnsettledTransactionListRequest" => report::unsettled(state, body),
            "getSettledBatchListRequest" => report::batches(state, body),
            "getTransactionListRequest" => report::batch_transactions(state, body),
            "getTransactionListForCustomerRequest" => report::customer_transactions(state, body),
            name => Err(ApiResponse::error(
                "E00045",
                format!("The root node does not reference a valid request: {name}."),
            )),
        }
    }
}

fn transaction(state: &mut SimState, body: &Node, fault: &Fault) -> Result<ApiResponse, ApiResponse> {
    let request = body.get("transactionRequest");
    match request.text_at("transactionType").as_str() {
        "authCaptureTransaction" => pay::pay(state, body, crate::ledger::TransactionKind::AuthCapture, fault),
        "authOnlyTransaction" => pay::pay(state, body, crate::ledger::TransactionKind::AuthOnly, fault),
        "priorAuthCaptureTransaction" => follow_up::capture(state, body),
        "voidTransaction" => follow_up::void(state, body),
        "refundTransaction" => follow_up::refund(state, body, fault),
        _ => Err(ApiResponse::error("E00003", schema::not_allowed("transactionType"))),
    }
}

fn invalid_credentials() -> ApiResponse {
    ApiResponse::error("E00007", "User authentication failed due to invalid authentication values.")
}
