//! A new affiliate account.

use chrono::{DateTime, Utc};
use kernel::{Key, msg};
use rand::RngExt;
use sqlx::PgConnection;

use crate::{
    rules::is_slug,
    store::{self, NewAffiliate},
};

/// Why an affiliate account cannot be created.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum AddRefusal {
    UnknownEmail,
    InvalidSlug,
    SlugTaken,
    Exists,
    InvalidRate,
}

impl AddRefusal {
    pub(crate) fn message(self) -> Key {
        match self {
            Self::UnknownEmail => msg::affiliates::ERROR_EMAIL,
            Self::InvalidSlug => msg::affiliates::ERROR_SLUG,
            Self::SlugTaken => msg::affiliates::ERROR_SLUG_TAKEN,
            Self::Exists => msg::affiliates::ERROR_EXISTS,
            Self::InvalidRate => msg::affiliates::ERROR_RATE,
        }
    }

    /// The field of the form that is wrong.
    pub(crate) fn field(self) -> &'static str {
        match self {
            Self::UnknownEmail | Self::Exists => "email",
            Self::InvalidSlug | Self::SlugTaken => "slug",
            Self::InvalidRate => "rate",
        }
    }
}

/// Ids have six to nine digits.
const IDS: std::ops::RangeInclusive<i64> = 100_000..=999_999_999;
const MAX_TRIES: usize = 5;

/// Creates an affiliate account with a random id.
pub(crate) async fn new_affiliate(
    db: &mut PgConnection,
    customer: i64,
    slug: &str,
    state: &str,
    rate_bp: Option<i32>,
    now: DateTime<Utc>,
) -> sqlx::Result<Result<i64, AddRefusal>> {
    if !is_slug(slug) {
        return Ok(Err(AddRefusal::InvalidSlug));
    }
    for _ in 0..MAX_TRIES {
        if store::find_by_customer(&mut *db, customer).await?.is_some() {
            return Ok(Err(AddRefusal::Exists));
        }
        let id = rand::rng().random_range(IDS);
        if store::insert(&mut *db, &NewAffiliate { id, customer, slug, state, rate_bp }, now).await? {
            return Ok(Ok(id));
        }
        if !store::exists(&mut *db, id).await? {
            break;
        }
    }
    Ok(Err(AddRefusal::SlugTaken))
}
