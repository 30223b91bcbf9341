//! Saved methods in the provider's customer profiles.

use super::{
    AuthorizeNet,
    responses::{ProfileResponse, Reply},
    wire::{
        self, CreateMethod, CreateProfile, CreateProfileFromTransaction, CustomerRef, DeleteMethod,
        GetMethod, NewMethod, NewProfile,
    },
};
use crate::provider::{Billing, MethodDetails, Owner, ProviderError, Token, VaultedMethod};

const DUPLICATE: &str = "E00039";
const NOT_FOUND: &str = "E00040";

/// The outcome of a request to save a method.
enum SaveOutcome {
    Saved {
        profile: String,
        method: String,
    },
    /// The owner already has this profile.
    ProfileExists(String),
    /// The profile does not exist any more.
    ProfileGone,
}

/// Where the provider takes a method's numbers from.
#[derive(Clone, Copy)]
enum MethodOrigin<'a> {
    Token(&'a Token, &'a Billing),
    /// Reference of a payment made with the method.
    Payment(&'a str),
}

impl AuthorizeNet {
    pub(super) async fn save_token(
        &self,
        owner: &Owner,
        token: &Token,
        billing: &Billing,
    ) -> Result<VaultedMethod, ProviderError> {
        self.save(owner, MethodOrigin::Token(token, billing)).await
    }

    pub(super) async fn save_used(
        &self,
        owner: &Owner,
        reference: &str,
    ) -> Result<VaultedMethod, ProviderError> {
        self.save(owner, MethodOrigin::Payment(reference)).await
    }

    /// Saves a method in the owner's profile, or in a new one. Handles a profile that only the shop or only the
    /// provider knows.
    async fn save(&self, owner: &Owner, origin: MethodOrigin<'_>) -> Result<VaultedMethod, ProviderError> {
        let mut outcome = match &owner.profile {
            Some(profile) => self.save_under_profile(profile, origin).await?,
            None => SaveOutcome::ProfileGone,
        };
        if let SaveOutcome::ProfileGone = outcome {
            outcome = self.save_with_new_profile(&owner.key, origin).await?;
        }
        if let SaveOutcome::ProfileExists(profile) = outcome {
            outcome = self.save_under_profile(&profile, origin).await?;
        }
        let SaveOutcome::Saved { profile, method } = outcome else {
            return Err(ProviderError::Refused { code: NOT_FOUND.to_owned() });
        };
        let details = self.load_details(&profile, &method).await?;
        Ok(VaultedMethod { profile, method, details })
    }

    async fn save_under_profile(
        &self,
        profile: &str,
        origin: MethodOrigin<'_>,
    ) -> Result<SaveOutcome, ProviderError> {
        save_outcome(match origin {
            MethodOrigin::Token(token, billing) => {
                let request = CreateMethod {
                    customer_profile_id: profile,
                    payment_profile: NewMethod::new(token, billing),
                    validation_mode: wire::validation_mode(self.config.validation),
                };
                self.change(request).await?
            }
            MethodOrigin::Payment(trans_id) => {
                let request = CreateProfileFromTransaction {
                    trans_id,
                    customer: None,
                    customer_profile_id: Some(profile),
                };
                self.change(request).await?
            }
        })
    }

    async fn save_with_new_profile(
        &self,
        owner: &str,
        origin: MethodOrigin<'_>,
    ) -> Result<SaveOutcome, ProviderError> {
        save_outcome(match origin {
            MethodOrigin::Token(token, billing) => {
                let payment_profiles = NewMethod::new(token, billing);
                let profile = NewProfile { merchant_customer_id: owner, payment_profiles };
                let validation_mode = wire::validation_mode(self.config.validation);
                self.change(CreateProfile { profile, validation_mode }).await?
            }
            MethodOrigin::Payment(trans_id) => {
                let customer = Some(CustomerRef { merchant_customer_id: owner });
                self.change(CreateProfileFromTransaction { trans_id, customer, customer_profile_id: None })
                    .await?
            }
        })
    }

    async fn load_details(&self, profile: &str, method: &str) -> Result<MethodDetails, ProviderError> {
        let request = GetMethod {
            customer_profile_id: profile,
            customer_payment_profile_id: method,
            unmask_expiration_date: true,
        };
        let found = self.read(request).await?.payment_profile.and_then(|found| found.payment.details());
        found.ok_or_else(|| ProviderError::Unknown("response without the saved method".to_owned()))
    }

    pub(super) async fn delete_profile(&self, profile: &str, method: &str) -> Result<(), ProviderError> {
        let request = DeleteMethod { customer_profile_id: profile, customer_payment_profile_id: method };
        let reply = self.change(request).await?;
        match reply.code() {
            NOT_FOUND => Ok(()),
            _ => reply.into_result().map(drop),
        }
    }
}

/// Reads the outcome. A duplicate is a success: for a method the response contains its id, for a profile the message
/// text does.
fn save_outcome(reply: Reply<ProfileResponse>) -> Result<SaveOutcome, ProviderError> {
    if reply.is_done() || reply.code() == DUPLICATE {
        if let Some(method) = reply.body.method() {
            let (profile, method) = (reply.body.customer_profile_id.0.clone(), method.to_owned());
            return Ok(SaveOutcome::Saved { profile, method });
        }
        if let Some(profile) = reply.number_in_text() {
            return Ok(SaveOutcome::ProfileExists(profile));
        }
    }
    match reply.code() {
        NOT_FOUND => Ok(SaveOutcome::ProfileGone),
        _ => Err(reply.error()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcome(json: &str) -> Result<SaveOutcome, ProviderError> {
        save_outcome(Reply::read(format!("\u{feff}{json}").as_bytes()).unwrap())
    }

    #[test]
    fn a_new_profile_contains_its_first_method() {
        let json = r#"{"customerProfileId":"527","customerPaymentProfileIdList":["589"],
            "messages":{"resultCode":"Ok","message":[{"code":"I00001","text":"Successful."}]}}"#;
        assert!(
            matches!(outcome(json), Ok(SaveOutcome::Saved { profile, method }) if profile == "527" && method == "589")
        );
    }

    #[test]
    fn the_id_of_an_existing_profile_is_read_from_the_text() {
        let json = r#"{"messages":{"resultCode":"Error","message":[{"code":"E00039",
            "text":"A duplicate record with ID 39223758 already exists."}]}}"#;
        assert!(matches!(outcome(json), Ok(SaveOutcome::ProfileExists(profile)) if profile == "39223758"));
    }

    #[test]
    fn an_existing_method_counts_as_saved() {
        let json = r#"{"customerProfileId":527,"customerPaymentProfileId":589,"messages":{"resultCode":"Error",
            "message":[{"code":"E00039","text":"A duplicate customer payment profile already exists."}]}}"#;
        assert!(
            matches!(outcome(json), Ok(SaveOutcome::Saved { profile, method }) if profile == "527" && method == "589")
        );
    }

    #[test]
    fn other_errors_stay_errors() {
        let json = |code: &str| {
            format!(r#"{{"messages":{{"resultCode":"Error","message":[{{"code":"{code}","text":"No."}}]}}}}"#)
        };
        assert!(matches!(outcome(&json("E00040")), Ok(SaveOutcome::ProfileGone)));
        assert!(matches!(outcome(&json("E00027")), Err(ProviderError::Refused { code }) if code == "E00027"));
        assert!(matches!(outcome(&json("E00001")), Err(ProviderError::Unknown(_))));
        assert!(matches!(outcome(&json("E00039")), Err(ProviderError::Refused { code }) if code == "E00039"));
    }
}
