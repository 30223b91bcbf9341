//! Packing an order by scans: a piece counts when its code is scanned, and only the pieces of the order count.

use edge::{
    AppError, Shop,
    audit::AuditWriter,
    idempotency::{self, Claim, RequestKey},
    session::{StaffMember, TokenHash},
};
use kernel::{OrderId, Quantity};
use orders::rules::{OrderEvent, State};
use sqlx::{PgConnection, PgPool};

use super::office::skus_of_code;
use crate::{
    rules::{PickNotice, one_less, one_more},
    store::{self, PickLine},
};

/// What a member does.
#[derive(Debug, Clone, Copy)]
pub enum PickAct<'a> {
    /// A scanned or typed code.
    Scan(&'a str),
    /// A piece with this SKU comes out of the box.
    TakeBack(&'a str),
    Finish,
    Reopen,
}

impl<'a> PickAct<'a> {
    pub fn parse(act: &str, value: &'a str) -> Option<Self> {
        Some(match act {
            "scan" => Self::Scan(value),
            "take-back" => Self::TakeBack(value),
            "finish" => Self::Finish,
            "reopen" => Self::Reopen,
            _ => return None,
        })
    }
}

pub struct PickRequest<'a> {
    pub staff: &'a StaffMember,
    pub token: &'a TokenHash,
    /// A scan that is sent again counts once.
    pub key: &'a RequestKey,
    pub order: OrderId,
    pub act: PickAct<'a>,
}

/// What became of an act, and the SKU that it was about.
#[derive(Debug, Clone)]
pub struct Picked {
    pub notice: PickNotice,
    pub sku: Option<String>,
}

impl Picked {
    const fn plain(notice: PickNotice) -> Self {
        Self { notice, sku: None }
    }

    fn of(notice: PickNotice, sku: &str) -> Self {
        Self { notice, sku: Some(sku.to_owned()) }
    }
}

/// The goods of an order and what of them is in the box.
pub async fn pick_lines(db: &PgPool, order: OrderId) -> sqlx::Result<Vec<PickLine>> {
    store::pick_lines(db, order).await
}

/// The name of goods that are not in the order.
pub async fn name_of(shop: &Shop, sku: &str) -> sqlx::Result<Option<String>> {
    let rows =
        store::load_rows(&shop.db, &[sku.to_owned()], crate::rules::ONLINE_STORE, shop.clock.now()).await?;
    Ok(rows.into_iter().next().map(|row| with_label(&row.name, &row.label)))
}

pub fn with_label(name: &str, label: &str) -> String {
    if label.is_empty() { name.to_owned() } else { format!("{name}، {label}") }
}

/// Whether pieces of an order are put into its box now.
pub fn is_open(state: State) -> bool {
    state == State::Processing
}

/// Does an act in one transaction with its audit line, under the lock of the order: two members count one after the other. A
/// request that was handled before is answered like the first time.
pub async fn pick(shop: &Shop, audit: &AuditWriter, request: &PickRequest<'_>) -> Result<Picked, AppError> {
    let PickRequest { order, act, .. } = *request;
    let skus = match act {
        PickAct::Scan(code) => skus_of_code(&shop.db, code).await?,
        PickAct::TakeBack(sku) => vec![sku.to_owned()],
        PickAct::Finish | PickAct::Reopen => Vec::new(),
    };
    let mut tx = shop.db.begin().await?;
    let order = orders::service::lock(&mut *tx, order).await?.ok_or(AppError::NotFound)?;
    let fingerprint = format!("{} {act:?}", order.id.0);
    let now = shop.clock.now();
    let claim = idempotency::claim(&mut tx, "order_pick", request.token, request.key, &fingerprint, now);
    let is_repeated = matches!(claim.await?, Claim::Repeated);
    let lines = store::pick_lines(&mut *tx, order.id).await?;
    if is_repeated {
        return Ok(repeated(act, &skus));
    }
    if !is_open(order.state) {
        return Ok(Picked::plain(PickNotice::NotNow));
    }
    let is_over = lines.iter().any(|line| line.is_over);
    if is_over && !matches!(act, PickAct::Reopen) {
        return Ok(Picked::plain(PickNotice::Over));
    }
    let packing = Packing { audit, order: order.id, lines: &lines };
    let done = match act {
        PickAct::Scan(_) => packing.scan(&mut tx, &skus).await?,
        PickAct::TakeBack(sku) => packing.take_back(&mut tx, sku).await?,
        PickAct::Finish if lines.is_empty() || lines.iter().any(|line| line.picked < line.wanted) => {
            Picked::plain(PickNotice::Missing)
        }
        PickAct::Reopen if !is_over => Picked::plain(PickNotice::Reopened),
        PickAct::Finish | PickAct::Reopen => {
            let is_end = matches!(act, PickAct::Finish);
            store::set_over(&mut *tx, order.id, is_end.then_some(now)).await?;
            let event = if is_end { OrderEvent::Picked } else { OrderEvent::PickingReopened };
            let name = &request.staff.name;
            orders::service::record_event(&mut *tx, order.id, event, "", name, now).await?;
            let (before, after) = if is_end { ("open", "picked") } else { ("picked", "open") };
            let subject = format!("order {}", order.id.0);
            audit.record_change(&mut *tx, "order-pick", &subject, Some(before), Some(after)).await?;
            Picked::plain(if is_end { PickNotice::Finished } else { PickNotice::Reopened })
        }
    };
    // What was refused keeps its key free: the same code may be right a moment later.
    if done.notice.is_refusal() {
        return Ok(done);
    }
    tx.commit().await?;
    Ok(done)
}

/// The answer of an act that was done before.
fn repeated(act: PickAct<'_>, skus: &[String]) -> Picked {
    let notice = match act {
        PickAct::Scan(_) => PickNotice::Counted,
        PickAct::TakeBack(_) => PickNotice::TakenBack,
        PickAct::Finish => PickNotice::Finished,
        PickAct::Reopen => PickNotice::Reopened,
    };
    Picked { notice, sku: skus.first().cloned() }
}

/// An order that is packed, locked.
struct Packing<'a> {
    audit: &'a AuditWriter,
    order: OrderId,
    lines: &'a [PickLine],
}

impl Packing<'_> {
    /// `skus`: those that have the code.
    async fn scan(&self, db: &mut PgConnection, skus: &[String]) -> Result<Picked, AppError> {
        let [sku] = skus else {
            // A code of several variations does not say which one is in the hand.
            let notice = if skus.is_empty() { PickNotice::Unknown } else { PickNotice::Several };
            return Ok(Picked::plain(notice));
        };
        let Some(line) = self.lines.iter().find(|line| line.sku == *sku) else {
            return Ok(Picked::of(PickNotice::Wrong, sku));
        };
        let Some(next) = one_more(line.wanted, line.picked) else {
            return Ok(Picked::of(PickNotice::TooMany, sku));
        };
        self.write(db, line, next).await?;
        Ok(Picked::of(PickNotice::Counted, sku))
    }

    async fn take_back(&self, db: &mut PgConnection, sku: &str) -> Result<Picked, AppError> {
        let found = self.lines.iter().find(|line| line.sku == sku);
        let less = found.and_then(|line| Some((line, one_less(line.wanted, line.picked)?)));
        let Some((line, next)) = less else { return Ok(Picked::plain(PickNotice::Nothing)) };
        self.write(db, line, next).await?;
        Ok(Picked::of(PickNotice::TakenBack, sku))
    }

    async fn write(&self, db: &mut PgConnection, line: &PickLine, next: Quantity) -> Result<(), AppError> {
        store::set_picked(&mut *db, self.order, &line.sku, next).await?;
        let subject = format!("order {} {}", self.order.0, line.sku);
        let (before, after) = (line.picked.to_string(), next.to_string());
        self.audit.record_change(&mut *db, "order-pick", &subject, Some(&before), Some(&after)).await?;
        Ok(())
    }
}
