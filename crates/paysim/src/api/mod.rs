//! What the provider can be asked, by the name of the request.

mod accept;
mod keep;
mod pay;
mod report;
mod told;
mod undo;

use crate::{
    answer::Answer,
    moods::{Facts, Then},
    node::Node,
    schema,
    world::World,
};

/// A request, taken apart.
pub struct Request {
    pub name: String,
    pub body: Node,
}

impl Request {
    /// The one field of the outermost object names the request.
    pub fn read(bytes: &[u8]) -> Result<Self, Answer> {
        let bytes = bytes.strip_prefix(crate::answer::MARK.as_bytes()).unwrap_or(bytes);
        let unreadable =
            || Answer::error("E00003", "An error occurred during parsing: the request is not valid JSON.");
        let Ok(Node::Fields(mut fields)) = serde_json::from_slice(bytes) else { return Err(unreadable()) };
        if fields.len() != 1 {
            return Err(unreadable());
        }
        let (name, body) = fields.remove(0);
        Ok(Self { name, body })
    }

    /// The browser's own request: the only one that pages of other origins may send.
    pub fn is_from_browser(&self) -> bool {
        self.name == "securePaymentContainerRequest"
    }

    /// What rules may ask about it.
    pub fn facts(&self, world: &World) -> Facts {
        let about = self.body.at("transactionRequest");
        let ids =
            (about.word("profile.customerProfileId"), about.word("profile.paymentProfile.paymentProfileId"));
        let kept = world.profiles.method(&ids.0, &ids.1).map(|method| method.means.last4.clone());
        let token = about.at("payment.opaqueData.dataValue").text();
        let token = token.or_else(|| self.body.at("paymentProfile.payment.opaqueData.dataValue").text());
        let token = token.and_then(|value| world.peek_token(&value));
        let number = [
            about.word("payment.creditCard.cardNumber"),
            about.word("payment.bankAccount.accountNumber"),
            self.body.word("data.token.cardNumber"),
            self.body.word("data.token.accountNumber"),
        ];
        let last4 = kept.or_else(|| token.map(|token| token.means.last4.clone()));
        let email =
            [about.word("customer.email"), about.word("billTo.email"), self.body.word("profile.email")];
        let profile_email = || world.profiles.get(&ids.0).map(|profile| profile.customer.email.clone());
        Facts {
            request: self.name.clone(),
            kind: about.word("transactionType"),
            invoice: about.word("order.invoiceNumber"),
            last4: last4.unwrap_or_else(|| crate::means::last4(&number.concat())),
            email: Some(email.concat())
                .filter(|email| !email.is_empty())
                .or_else(profile_email)
                .unwrap_or_default(),
            amount: about.cents("amount"),
            trans_id: about.some_word("refTransId").unwrap_or_else(|| self.body.word("transId")),
        }
    }

    /// Does the work. `then` says how a rule wants a payment to end.
    pub fn answer(&self, world: &mut World, then: &Then) -> Answer {
        world.count(&self.name);
        let ref_id = self.body.some_word("refId");
        self.work(world, then).unwrap_or_else(|refusal| refusal).with_ref(ref_id)
    }

    fn work(&self, world: &mut World, then: &Then) -> Result<Answer, Answer> {
        let body = &self.body;
        if let Some(fault) = schema::fault(&self.name, body) {
            return Err(Answer::error("E00003", fault));
        }
        if self.is_from_browser() {
            return accept::keep_numbers(world, body);
        }
        let known = body.word("merchantAuthentication.name") == world.settings.login
            && body.word("merchantAuthentication.transactionKey") == world.settings.transaction_key;
        if !known {
            return Err(wrong_key());
        }
        match self.name.as_str() {
            "authenticateTestRequest" => Ok(Answer::ok(serde_json::json!({}))),
            "createTransactionRequest" => transaction(world, body, then),
            "createCustomerProfileRequest" => keep::create_profile(world, body),
            "createCustomerPaymentProfileRequest" => keep::create_method(world, body),
            "createCustomerProfileFromTransactionRequest" => keep::from_transaction(world, body),
            "getCustomerProfileRequest" => keep::profile(world, body),
            "getCustomerPaymentProfileRequest" => keep::method(world, body),
            "deleteCustomerPaymentProfileRequest" => keep::delete_method(world, body),
            "deleteCustomerProfileRequest" => keep::delete_profile(world, body),
            "getTransactionDetailsRequest" => report::details(world, body),
            "getUnsettledTransactionListRequest" => report::unsettled(world, body),
            "getSettledBatchListRequest" => report::batches(world, body),
            "getTransactionListRequest" => report::of_batch(world, body),
            "getTransactionListForCustomerRequest" => report::of_customer(world, body),
            name => Err(Answer::error(
                "E00045",
                format!("The root node does not reference a valid request: {name}."),
            )),
        }
    }
}

fn transaction(world: &mut World, body: &Node, then: &Then) -> Result<Answer, Answer> {
    let asked = body.at("transactionRequest");
    match asked.word("transactionType").as_str() {
        "authCaptureTransaction" => pay::pay(world, body, crate::book::Kind::AuthCapture, then),
        "authOnlyTransaction" => pay::pay(world, body, crate::book::Kind::AuthOnly, then),
        "priorAuthCaptureTransaction" => undo::capture(world, body),
        "voidTransaction" => undo::void(world, body),
        "refundTransaction" => undo::refund(world, body, then),
        _ => Err(Answer::error("E00003", schema::not_allowed("transactionType"))),
    }
}

fn wrong_key() -> Answer {
    Answer::error("E00007", "User authentication failed due to invalid authentication values.")
}
