//! The part of the payments: methods without a provider are edited, the provider's state is read. Keys stay in the
//! server's configuration: the page says only that they are there.

use std::collections::HashMap;

use axum::{extract::State, response::Response};
use chrono::{DateTime, Utc};
use edge::{AppError, Fields, Shop, ShopZone, Visitor, audit::AuditWriter, session::StaffMember};
use kernel::{Key, msg::settings as msg};
use payments::PaymentContext;

use super::{
    page::PageQuery,
    parts::{PARTS, PAYMENTS},
    store,
    target::Target,
    things::{self, Caller},
    view::{DiscrepancyLine, PaymentFact, PaymentStateView, ScriptLine},
};
use crate::health_page::rules::Level;

const MAX_DISCREPANCIES: i64 = 20;

pub async fn show(
    (State(shop), State(payments)): (State<Shop>, State<PaymentContext>),
    visitor: Visitor,
    member: StaffMember,
    Fields(query): Fields<PageQuery>,
) -> Result<Response, AppError> {
    let state = state(&shop, &payments).await?;
    let caller = Caller { shop: &shop, visitor: &visitor, member: &member };
    things::show(&caller, Target::Part(&PARTS[PAYMENTS]), &query, Some(state)).await
}

pub async fn save(
    (State(shop), State(payments)): (State<Shop>, State<PaymentContext>),
    audit: AuditWriter,
    visitor: Visitor,
    member: StaffMember,
    Fields(form): Fields<HashMap<String, String>>,
) -> Result<Response, AppError> {
    let state = state(&shop, &payments).await?;
    let caller = Caller { shop: &shop, visitor: &visitor, member: &member };
    things::save(&caller, &audit, Target::Part(&PARTS[PAYMENTS]), &form, Some(state)).await
}

async fn state(shop: &Shop, payments: &PaymentContext) -> Result<PaymentStateView, AppError> {
    let now = shop.clock.now();
    let zone = shop.settings.get::<ShopZone>().await?;
    let figures = store::payment_state(&shop.db, now).await?;
    let open = store::open_discrepancies(&shop.db, MAX_DISCREPANCIES).await?;
    let scripts = store::accepted_scripts(&shop.db).await?;
    let text = |key: Key| shop.messages.text(key);
    let moment = |at: Option<DateTime<Utc>>| at.map_or_else(|| text(msg::NEVER), |at| zone.date_time(at));
    let browser = payments.provider.browser();
    let has_keys = !browser.account_id.is_empty() && !browser.publishable_key.is_empty();
    let waits = figures.unknown + figures.notices_waiting + i64::try_from(open.len()).unwrap_or(i64::MAX);
    let (level, state) = match (has_keys, waits) {
        (false, _) => (Level::Bad, msg::STATE_MISSING),
        (true, 0) => (Level::Well, msg::STATE_WORKS),
        (true, _) => (Level::Watch, msg::STATE_WAITS),
    };
    let fact = |label: Key, value: String| PaymentFact { label: text(label), value };
    let tries = msg::TRIES_TEXT
        .with("accepted", figures.accepted)
        .with("tries", figures.tries)
        .with("declined", figures.declined);
    Ok(PaymentStateView {
        level: level.name(),
        state: text(state),
        facts: vec![
            fact(msg::PROVIDER, payments.provider.name().to_owned()),
            fact(msg::KEYS, text(if has_keys { msg::KEYS_SET } else { msg::KEYS_MISSING })),
            fact(msg::LAST_TRY, moment(figures.last_try)),
            fact(msg::TRIES, shop.messages.text(tries)),
            fact(msg::UNKNOWN, figures.unknown.to_string()),
            fact(msg::ECHECKS, figures.echecks_waiting.to_string()),
            fact(msg::LEDGER, moment(figures.ledger_read_at)),
            fact(msg::WEBHOOK, moment(figures.last_notice)),
            fact(msg::WEBHOOKS_WAITING, figures.notices_waiting.to_string()),
        ],
        discrepancies: open
            .into_iter()
            .map(|one| DiscrepancyLine {
                reference: format!("{} {}", one.kind, one.reference),
                found_at: zone.date_time(one.found_at),
                ours: one.local_value,
                theirs: one.provider_value,
            })
            .collect(),
        scripts: scripts
            .into_iter()
            .map(|one| ScriptLine {
                text: shop.messages.text(
                    msg::SCRIPT_ACCEPTED
                        .with("when", zone.date_time(one.accepted_at))
                        .with("owner", one.owner),
                ),
                url: one.url,
                reason: one.reason,
            })
            .collect(),
    })
}
