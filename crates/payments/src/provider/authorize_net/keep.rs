//! Methods that customers keep there.

use super::{
    AuthorizeNet,
    answers::{KeptAs, Reply},
    wire::{
        self, CreateMethod, CreateProfile, DeleteMethod, KeepUsed, Named, NewMethod, NewProfile, ShowMethod,
    },
};
use crate::provider::{Billing, MethodShown, Owner, ProviderError, SavedMethod, Token};

const DUPLICATE: &str = "E00039";
const NOT_FOUND: &str = "E00040";

/// Where a method came to be kept, or what to do first.
enum Kept {
    As {
        profile: String,
        method: String,
    },
    /// There is a profile of this owner already.
    ProfileExists(String),
    /// There is none under this number any more.
    ProfileGone,
}

/// What the numbers of a method are known by.
#[derive(Clone, Copy)]
enum Source<'a> {
    Token(&'a Token, &'a Billing),
    /// A payment that was made with it.
    Payment(&'a str),
}

impl AuthorizeNet {
    pub(super) async fn keep_token(
        &self,
        owner: &Owner,
        token: &Token,
        billing: &Billing,
    ) -> Result<SavedMethod, ProviderError> {
        self.keep(owner, Source::Token(token, billing)).await
    }

    pub(super) async fn keep_used(
        &self,
        owner: &Owner,
        reference: &str,
    ) -> Result<SavedMethod, ProviderError> {
        self.keep(owner, Source::Payment(reference)).await
    }

    /// Under the owner's profile, or a new one. Ours and the provider's knowledge of it may differ either way.
    async fn keep(&self, owner: &Owner, source: Source<'_>) -> Result<SavedMethod, ProviderError> {
        let mut outcome = match &owner.profile {
            Some(profile) => self.keep_under(profile, source).await?,
            None => Kept::ProfileGone,
        };
        if let Kept::ProfileGone = outcome {
            outcome = self.keep_as_first(&owner.key, source).await?;
        }
        if let Kept::ProfileExists(profile) = outcome {
            outcome = self.keep_under(&profile, source).await?;
        }
        let Kept::As { profile, method } = outcome else {
            return Err(ProviderError::Refused { code: NOT_FOUND.to_owned() });
        };
        let shown = self.show(&profile, &method).await?;
        Ok(SavedMethod { profile, method, shown })
    }

    async fn keep_under(&self, profile: &str, source: Source<'_>) -> Result<Kept, ProviderError> {
        kept(match source {
            Source::Token(token, billing) => {
                let request = CreateMethod {
                    customer_profile_id: profile,
                    payment_profile: NewMethod::new(token, billing),
                    validation_mode: wire::validation_mode(self.config.validation),
                };
                self.change(request).await?
            }
            Source::Payment(trans_id) => {
                let request = KeepUsed { trans_id, customer: None, customer_profile_id: Some(profile) };
                self.change(request).await?
            }
        })
    }

    async fn keep_as_first(&self, owner: &str, source: Source<'_>) -> Result<Kept, ProviderError> {
        kept(match source {
            Source::Token(token, billing) => {
                let payment_profiles = NewMethod::new(token, billing);
                let profile = NewProfile { merchant_customer_id: owner, payment_profiles };
                let validation_mode = wire::validation_mode(self.config.validation);
                self.change(CreateProfile { profile, validation_mode }).await?
            }
            Source::Payment(trans_id) => {
                let customer = Some(Named { merchant_customer_id: owner });
                self.change(KeepUsed { trans_id, customer, customer_profile_id: None }).await?
            }
        })
    }

    async fn show(&self, profile: &str, method: &str) -> Result<MethodShown, ProviderError> {
        let request = ShowMethod {
            customer_profile_id: profile,
            customer_payment_profile_id: method,
            unmask_expiration_date: true,
        };
        let found = self.read(request).await?.payment_profile.and_then(|found| found.payment.shown());
        found.ok_or_else(|| ProviderError::Unknown("a kept method that is not shown".to_owned()))
    }

    pub(super) async fn forget(&self, profile: &str, method: &str) -> Result<(), ProviderError> {
        let request = DeleteMethod { customer_profile_id: profile, customer_payment_profile_id: method };
        let reply = self.change(request).await?;
        match reply.code() {
            NOT_FOUND => Ok(()),
            _ => reply.into_done().map(drop),
        }
    }
}

/// A duplicate is success: of a method, the answer names it; of a profile, its number stands in the text.
fn kept(reply: Reply<KeptAs>) -> Result<Kept, ProviderError> {
    if reply.is_done() || reply.code() == DUPLICATE {
        if let Some(method) = reply.body.method() {
            let (profile, method) = (reply.body.customer_profile_id.0.clone(), method.to_owned());
            return Ok(Kept::As { profile, method });
        }
        if let Some(profile) = reply.number_in_text() {
            return Ok(Kept::ProfileExists(profile));
        }
    }
    match reply.code() {
        NOT_FOUND => Ok(Kept::ProfileGone),
        _ => Err(reply.fault()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcome(json: &str) -> Result<Kept, ProviderError> {
        kept(Reply::read(format!("\u{feff}{json}").as_bytes()).unwrap())
    }

    #[test]
    fn a_new_profile_names_its_first_method() {
        let json = r#"{"customerProfileId":"527","customerPaymentProfileIdList":["589"],
            "messages":{"resultCode":"Ok","message":[{"code":"I00001","text":"Successful."}]}}"#;
        assert!(
            matches!(outcome(json), Ok(Kept::As { profile, method }) if profile == "527" && method == "589")
        );
    }

    #[test]
    fn a_profile_that_exists_is_named_in_the_text() {
        let json = r#"{"messages":{"resultCode":"Error","message":[{"code":"E00039",
            "text":"A duplicate record with ID 39223758 already exists."}]}}"#;
        assert!(matches!(outcome(json), Ok(Kept::ProfileExists(profile)) if profile == "39223758"));
    }

    #[test]
    fn a_method_that_exists_is_as_good_as_a_new_one() {
        let json = r#"{"customerProfileId":527,"customerPaymentProfileId":589,"messages":{"resultCode":"Error",
            "message":[{"code":"E00039","text":"A duplicate customer payment profile already exists."}]}}"#;
        assert!(
            matches!(outcome(json), Ok(Kept::As { profile, method }) if profile == "527" && method == "589")
        );
    }

    #[test]
    fn other_faults_stay_faults() {
        let json = |code: &str| {
            format!(r#"{{"messages":{{"resultCode":"Error","message":[{{"code":"{code}","text":"No."}}]}}}}"#)
        };
        assert!(matches!(outcome(&json("E00040")), Ok(Kept::ProfileGone)));
        assert!(matches!(outcome(&json("E00027")), Err(ProviderError::Refused { code }) if code == "E00027"));
        assert!(matches!(outcome(&json("E00001")), Err(ProviderError::Unknown(_))));
        assert!(matches!(outcome(&json("E00039")), Err(ProviderError::Refused { code }) if code == "E00039"));
    }
}
