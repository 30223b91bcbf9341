//! Exchanges card or account numbers from the browser script for a one-time token.

use serde_json::json;

use crate::{
    api_response::ApiResponse,
    ordered_json::Node,
    payment_source::PaymentSource,
    state::{DESCRIPTOR, SimState},
};

pub fn tokenize(state: &mut SimState, body: &Node) -> Result<ApiResponse, ApiResponse> {
    let known = body.text_at("merchantAuthentication.name") == state.settings.login
        && body.text_at("merchantAuthentication.clientKey") == state.settings.client_key;
    if !known {
        return Err(super::invalid_credentials());
    }
    let token = body.get("data.token");
    if body.text_at("data.type") != "TOKEN" || !token.is_present() {
        return Err(ApiResponse::error("E00003", "The element 'data' is invalid."));
    }
    let source = if token.get("routingNumber").is_present() {
        PaymentSource::bank(token, &state.fingerprint_key)
    } else {
        PaymentSource::card(token, &state.fingerprint_key, state.now())
    };
    let source = source.map_err(|reason| ApiResponse::error("E00013", reason.1))?;
    let value = state.issue_token(source, token.text_at("zip"));
    Ok(ApiResponse::ok(json!({"opaqueData": {"dataDescriptor": DESCRIPTOR, "dataValue": value}})))
}
