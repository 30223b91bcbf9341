//! What other crates may ask of attribution.

use std::{collections::BTreeMap, convert::Infallible};

use axum::{extract::FromRequestParts, http::request::Parts};
use chrono::{DateTime, Utc};
use cookie::Cookie;
use edge::{Shop, view::ConsentMode};
use http::{HeaderMap, header};
use kernel::OrderId;
use sqlx::PgExecutor;

use crate::{
    consent::{CONSENT_COOKIE, ConsentChoice, is_allowed},
    rules::{self, Source, SourceCookies},
    settings::AttributionSettings,
    store,
};

pub use crate::{
    http::{CONSENT_URL, LANDING_URL},
    store::list_mismatches,
};

/// What a request says about the visit that it belongs to. Written by the browser, so nothing of it is trusted.
#[derive(Debug, Clone, Default)]
pub struct VisitRequest {
    pub(crate) cookies: SourceCookies,
    pub(crate) user_agent: String,
    pub(crate) choice: Option<ConsentChoice>,
}

impl VisitRequest {
    pub fn from_headers(headers: &HeaderMap) -> Self {
        let lines = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
        let cookies: Vec<Cookie<'_>> = lines.flat_map(Cookie::split_parse).flatten().collect();
        let find = |name: &str| cookies.iter().find(|cookie| cookie.name() == name).map(Cookie::value);
        let user_agent = headers.get(header::USER_AGENT).and_then(|value| value.to_str().ok());
        Self {
            cookies: SourceCookies::read(find),
            user_agent: user_agent.unwrap_or_default().to_owned(),
            choice: find(CONSENT_COOKIE).and_then(ConsentChoice::parse),
        }
    }

    pub fn is_crawler(&self) -> bool {
        rules::is_crawler(&self.user_agent)
    }

    pub fn is_allowed(&self, mode: ConsentMode) -> bool {
        is_allowed(mode, self.choice)
    }
}

impl<S: Send + Sync> FromRequestParts<S> for VisitRequest {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(Self::from_headers(&parts.headers))
    }
}

/// The source of an order: what its form said, and what the server found out.
#[derive(Debug, Clone, Default)]
pub struct OrderAttribution {
    /// The submitted fields, cleaned.
    pub fields: BTreeMap<String, String>,
    /// `None` without consent, and for a form without the fields.
    pub checked: Option<CheckedSource>,
}

#[derive(Debug, Clone)]
pub struct CheckedSource {
    source: Source,
    /// Names of the submitted fields that differ.
    mismatches: Vec<String>,
}

/// Names and first values of the form's hidden inputs.
pub fn form_fields() -> impl Iterator<Item = (String, String)> {
    rules::FIELDS
        .into_iter()
        .map(|field| (format!("{}{field}", rules::PREFIX), rules::default_value(field).to_owned()))
}

/// Reads the fields of an order and compares them with what the server computes. `clean` normalises and truncates a value.
pub async fn read_order(
    shop: &Shop,
    visit: &VisitRequest,
    read: impl Fn(&str) -> Option<String>,
    clean: impl Fn(&str) -> String,
) -> sqlx::Result<OrderAttribution> {
    let settings = shop.settings.get::<AttributionSettings>().await?;
    if !visit.is_allowed(settings.consent) {
        return Ok(OrderAttribution::default());
    }
    let fields = rules::read_fields(read, &clean);
    if fields.is_empty() {
        return Ok(OrderAttribution::default());
    }
    let (source, computed) = rules::computed_fields(&visit.cookies, &visit.user_agent, &clean);
    let mismatches: Vec<String> = rules::compare(&fields, &computed).into_iter().map(str::to_owned).collect();
    if !mismatches.is_empty() {
        metrics::counter!("matjar_attribution_mismatches_total", "at" => "order").increment(1);
    }
    Ok(OrderAttribution { fields, checked: Some(CheckedSource { source, mismatches }) })
}

/// Records the source of a new order, in the transaction that creates the order.
pub async fn record_order(
    db: impl PgExecutor<'_>,
    order: OrderId,
    checked: &CheckedSource,
    now: DateTime<Utc>,
) -> sqlx::Result<()> {
    store::insert_order_source(db, order, &checked.source, &checked.mismatches, now).await
}
