//! What a bulk job would do with each row.

use catalog::{
    rules::edit::{ProductFields, Refused, VariationFields},
    service::edit,
};
use edge::{AppError, changes::Patch};
use sqlx::PgConnection;

use super::{items::OpenItem, rules::BulkChanges};
use crate::staff_products::checks;

/// What a job would do with a row.
pub enum Preview {
    Ready {
        before: Patch,
        after: Patch,
    },
    /// It is as it was wanted already.
    Same,
    Gone,
    /// Somebody changed it since the rows were chosen.
    Changed,
    Refused {
        before: Patch,
        after: Patch,
        reason: Refused,
    },
}

/// What the change of a row would be, by the rules and the checks that its save has.
pub async fn preview(
    db: &mut PgConnection,
    item: &OpenItem,
    changes: &BulkChanges,
) -> Result<Preview, AppError> {
    let none = |reason| Preview::Refused { before: Patch::default(), after: Patch::default(), reason };
    let (stored, wanted, refused) = if item.thing == "product" {
        let Some(old) = edit::find_product(&mut *db, item.thing_id, false).await? else {
            return Ok(Preview::Gone);
        };
        if old.version != item.version {
            return Ok(Preview::Changed);
        }
        let new: ProductFields = match changes.product(&old.fields, old.kind) {
            Ok(new) => new,
            Err(reason) => return Ok(none(reason)),
        };
        let wanted = Patch::between(&old.fields, &new).map_err(anyhow::Error::from)?;
        let refused = checks::product_refusals(&mut *db, &old, &new, &wanted).await?;
        (Patch::of(&old.fields).map_err(anyhow::Error::from)?, wanted, refused)
    } else {
        let Some(old) = edit::find_variation(&mut *db, item.thing_id).await? else {
            return Ok(Preview::Gone);
        };
        if old.version != item.version {
            return Ok(Preview::Changed);
        }
        let new: VariationFields = match changes.variation(&old.fields) {
            Ok(new) => new,
            Err(reason) => return Ok(none(reason)),
        };
        let wanted = Patch::between(&old.fields, &new).map_err(anyhow::Error::from)?;
        let refused = checks::variation_refusals(&mut *db, &old, &new, &wanted).await?;
        (Patch::of(&old.fields).map_err(anyhow::Error::from)?, wanted, refused)
    };
    let before = wanted.values_in(&stored);
    Ok(match refused.first() {
        _ if wanted.is_empty() => Preview::Same,
        Some(reason) => Preview::Refused { before, after: wanted, reason: *reason },
        None => Preview::Ready { before, after: wanted },
    })
}
