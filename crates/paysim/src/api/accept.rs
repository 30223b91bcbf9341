//! Numbers from the browser, kept for one payment: what the script of the payment page sends.

use serde_json::json;

use crate::{
    answer::Answer,
    means::Means,
    node::Node,
    world::{DESCRIPTOR, World},
};

pub fn keep_numbers(world: &mut World, body: &Node) -> Result<Answer, Answer> {
    let known = body.word("merchantAuthentication.name") == world.settings.login
        && body.word("merchantAuthentication.clientKey") == world.settings.client_key;
    if !known {
        return Err(super::wrong_key());
    }
    let token = body.at("data.token");
    if body.word("data.type") != "TOKEN" || !token.is_there() {
        return Err(Answer::error("E00003", "The element 'data' is invalid."));
    }
    let means = if token.at("routingNumber").is_there() {
        Means::bank(token, &world.print_key)
    } else {
        Means::card(token, &world.print_key, world.now())
    };
    let means = means.map_err(|wrong| Answer::error("E00013", wrong.1))?;
    let value = world.keep_token(means, token.word("zip"));
    Ok(Answer::ok(json!({"opaqueData": {"dataDescriptor": DESCRIPTOR, "dataValue": value}})))
}
