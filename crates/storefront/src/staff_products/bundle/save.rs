//! Writes an edit of a bundle in one transaction: its version, what it changed, the indexes that are made of it, the purge and
//! the audit line.

use bundles::{
    rules::edit::{BundleFields, FieldRefusal, PRICE_FIELDS, Refused, part_field, refused},
    service::edit::{self as bundle_edit, EditedBundle},
};
use catalog::{
    ProductKind, ProductStatus,
    service::{
        edit::{self, EditedProduct},
        staff_list,
    },
};
use edge::{
    AppError, Permission, Shop,
    audit::AuditWriter,
    changes::{self, Change, Patch, Thing, compare},
    purge,
    session::StaffMember,
};
use sqlx::PgConnection;

use super::{may_become_bundle, may_edit};
use crate::staff_products::write::{audited, reindex};

pub fn thing(product: i64) -> Thing {
    Thing { kind: "bundle", id: product }
}

/// An edit that was made on a version.
pub struct Edit {
    pub product: i64,
    /// That the member saw.
    pub version: i64,
    pub patch: Patch,
    /// The version whose change is taken back.
    pub undoes: Option<i64>,
}

/// Others changed the same fields since the version of the edit.
pub struct Conflict {
    pub current: EditedBundle,
    pub clashing: Vec<String>,
    pub since: Vec<Change>,
    pub patch: Patch,
}

pub enum Saved {
    /// `version` is the new one.
    Done {
        version: i64,
    },
    /// Everything is as it was wanted already.
    Unchanged,
    Refused(Vec<Refused>),
    Conflict(Box<Conflict>),
}

/// Who saves.
pub struct Editor<'a> {
    pub shop: &'a Shop,
    pub audit: &'a AuditWriter,
    pub member: &'a StaffMember,
}

/// Whether a member may write a field.
pub fn may_write_field(member: &StaffMember, field: &str) -> bool {
    may_edit(member) && (!PRICE_FIELDS.contains(&field) || member.may(Permission::PricesWrite))
}

impl Editor<'_> {
    /// Saves an edit, merged with what others changed meanwhile.
    pub async fn save(&self, edit: &Edit) -> Result<Saved, AppError> {
        if !edit.patch.fields().all(|field| may_write_field(self.member, field)) {
            // Forms have only fields that the member may write.
            return Err(AppError::Forbidden);
        }
        let mut tx = self.shop.db.begin().await?;
        let product = edit::find_product(&mut tx, edit.product, true).await?.ok_or(AppError::NotFound)?;
        if product.kind != ProductKind::Bundle && !may_become_bundle(&product) {
            return Err(AppError::NotFound);
        }
        let old = bundle_edit::find(&mut tx, product.id).await?;
        let stored = Patch::of(&old.fields).map_err(anyhow::Error::from)?;
        if edit.version < old.version {
            let since = changes::list_since(&mut *tx, thing(product.id), edit.version).await?;
            let clashing = compare(&edit.patch, &since, &stored).clashing;
            if !clashing.is_empty() {
                let patch = edit.patch.clone();
                return Ok(Saved::Conflict(Box::new(Conflict { current: old, clashing, since, patch })));
            }
        }
        let patch = edit.patch.clone().without(&stored);
        if patch.is_empty() {
            return Ok(Saved::Unchanged);
        }
        if let Some(undone) = edit.undoes {
            let change =
                changes::find(&mut *tx, thing(product.id), undone).await?.ok_or(AppError::NotFound)?;
            // A deleted product leaves its bundles without a version.
            let is_other = |field: &&str| stored.0.get(*field) != change.after.0.get(*field);
            let meanwhile: Vec<Refused> = patch
                .fields()
                .filter(is_other)
                .map(|field| refused(field, FieldRefusal::ChangedMeanwhile))
                .collect();
            if !meanwhile.is_empty() {
                return Ok(Saved::Refused(meanwhile));
            }
        }
        let new: BundleFields =
            patch.apply(&old.fields).map_err(|_| AppError::BadRequest("no such field or value"))?;
        let mut found = refuse(&mut tx, &product, &new).await?;
        found.retain(|one| concerns(&one.field, &patch));
        if !found.is_empty() {
            return Ok(Saved::Refused(found));
        }
        edit::make_bundle(&mut tx, product.id).await?;
        let version = bundle_edit::write(&mut tx, product.id, &new).await?;
        reindex(&mut tx, &[product.id], self.shop.clock.now()).await?;
        let mut tags = Vec::new();
        if product.fields.status != ProductStatus::Draft {
            // Each page and each card that shows the bundle, and no other.
            tags.push(format!("product:{}", product.id));
        }
        let purges = purge::record(&mut *tx, &tags).await?;
        let before = patch.values_in(&stored);
        let change = Change {
            version,
            actor: self.member.actor(),
            at: self.shop.clock.now(),
            before: before.clone(),
            after: patch.clone(),
            undoes: edit.undoes,
        };
        changes::record(&mut *tx, thing(product.id), &change).await?;
        let action = if edit.undoes.is_some() { "undo" } else { "bundle-edit" };
        let subject = format!("bundle {} v{version}", product.id);
        let (before, after) = (audited(&before), audited(&patch));
        self.audit.record_change(&mut *tx, action, &subject, before.as_deref(), after.as_deref()).await?;
        tx.commit().await?;
        purge::announce(&self.shop.redis, &purges).await;
        Ok(Saved::Done { version })
    }
}

/// What the fields' own rules refuse, and parts that cannot be sold in a bundle.
async fn refuse(
    db: &mut PgConnection,
    product: &EditedProduct,
    new: &BundleFields,
) -> Result<Vec<Refused>, AppError> {
    let mut found = new.check();
    if new.has_fixed_price && product.fields.regular_minor.is_none() {
        found.push(refused("has_fixed_price", FieldRefusal::NoPrice));
    }
    let ids: Vec<i64> = new.parts.iter().map(|part| part.product).collect();
    let rows = staff_list::load_rows(&mut *db, &ids).await?;
    for (place, part) in new.parts.iter().enumerate() {
        let row = rows.iter().find(|row| row.id == part.product);
        let reason = match row.map(|row| row.kind) {
            _ if part.product == product.id => FieldRefusal::Itself,
            None => FieldRefusal::Deleted,
            Some(ProductKind::Bundle | ProductKind::External) => FieldRefusal::WrongKind,
            Some(ProductKind::Simple | ProductKind::Variable) => continue,
        };
        found.push(refused(part_field(place, "product"), reason));
    }
    Ok(found)
}

/// Imported bundles may have values that are refused today: those stop only an edit of theirs. Limits are refused in pairs.
fn concerns(field: &str, patch: &Patch) -> bool {
    let pair = match field {
        "max_quantity" => "min_quantity",
        "total_max_minor" => "total_min_minor",
        _ if field.starts_with("part") => "parts",
        _ => field,
    };
    patch.has(field) || patch.has(pair)
}
