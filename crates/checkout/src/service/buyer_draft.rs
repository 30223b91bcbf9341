//! What a client of the Store API has sent about its buyer before the order: stored for the session that sent it, and
//! returned to no other.

use accounts::rules::AddressField;
use chrono::{DateTime, TimeDelta, Utc};
use edge::session::TokenHash;
use orders::service::Buyer;
use sqlx::PgExecutor;

use crate::store::drafts::{self, Draft};

/// The place of these drafts among those of the pages' forms.
const PAGE: &str = "store-api";
/// An app sends an address once and may order a day later.
const LIFE: TimeDelta = TimeDelta::days(2);

#[derive(Debug, Clone, Default)]
pub struct BuyerDraft {
    pub address: Buyer,
    pub notes: String,
    pub payment_method: String,
}

impl BuyerDraft {
    pub async fn find(
        db: impl PgExecutor<'_>,
        session: &TokenHash,
        now: DateTime<Utc>,
    ) -> sqlx::Result<Option<Self>> {
        let Some(draft) = drafts::find(db, session, PAGE, now).await? else { return Ok(None) };
        let value = |name: &str| {
            let found = draft.fields.iter().find(|(field, _)| field == name);
            found.map(|(_, value)| value.clone()).unwrap_or_default()
        };
        Ok(Some(Self {
            address: Buyer::read(|part| value(part.name())),
            notes: value("notes"),
            payment_method: value("payment_method"),
        }))
    }

    /// Returns false if there is no such session.
    pub async fn save(
        &self,
        db: impl PgExecutor<'_>,
        session: &TokenHash,
        now: DateTime<Utc>,
    ) -> sqlx::Result<bool> {
        let address =
            AddressField::ALL.map(|part| (part.name().to_owned(), self.address.get(part).to_owned()));
        let others = [("notes", &self.notes), ("payment_method", &self.payment_method)];
        let others = others.map(|(name, value)| (name.to_owned(), value.clone()));
        let draft = Draft {
            id: String::new(),
            fields: address.into_iter().chain(others).collect(),
            errors: Vec::new(),
        };
        drafts::save(db, session, PAGE, &draft, now + LIFE).await
    }

    pub async fn delete(db: impl PgExecutor<'_>, session: &TokenHash) -> sqlx::Result<()> {
        drafts::delete(db, session, PAGE).await
    }
}
