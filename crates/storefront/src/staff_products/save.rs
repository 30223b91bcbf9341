//! Writes an edit of a product in one transaction: its version, what it changed, the indexes that are made of it, the purge
//! and the audit line.

use std::collections::HashMap;

use catalog::{
    ProductKind, ProductStatus,
    rules::edit::{
        FieldRefusal, PRICE_FIELDS, ProductFields, Refused, TEXT_FIELDS, VariationFields, purge_tags, slug,
    },
    service::edit::{self, EditedProduct, EditedVariation},
};
use edge::{
    AppError, Permission, Shop,
    audit::AuditWriter,
    changes::{self, Change, Patch, Thing, compare},
    purge,
    session::{RoleScope, StaffMember},
};
use kernel::{ProductId, text};
use sqlx::PgConnection;

use super::form::FIELDS;
use crate::server::search_index;

const MAX_CATEGORY_CHARS: usize = 80;
/// Fields that decide neither where a product is listed nor what it costs there.
const UNLISTED_FIELDS: [&str; 4] = ["name", "note", "description", "pictures"];
/// Characters of a value in the audit log.
const AUDITED_CHARS: usize = 120;

pub fn thing(product: i64) -> Thing {
    Thing { kind: "product", id: product }
}

pub fn variation_thing(variation: i64) -> Thing {
    Thing { kind: "variation", id: variation }
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
    pub current: EditedProduct,
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
    Refused {
        fields: Box<ProductFields>,
        refused: Vec<Refused>,
    },
    Conflict(Box<Conflict>),
}

/// Who saves.
pub struct Editor<'a> {
    pub shop: &'a Shop,
    pub audit: &'a AuditWriter,
    pub member: &'a StaffMember,
}

/// Whether a member may write a field.
pub fn may_write(member: &StaffMember, field: &str) -> bool {
    if PRICE_FIELDS.contains(&field) {
        return member.may(Permission::PricesWrite);
    }
    member.may(Permission::CatalogWrite)
        && (!member.role.has_scope(RoleScope::TextsAndPictures) || TEXT_FIELDS.contains(&field))
}

impl Editor<'_> {
    fn check_rights(&self, patch: &Patch) -> Result<(), AppError> {
        if patch.fields().all(|field| may_write(self.member, field)) {
            return Ok(());
        }
        // Forms have only fields that the member may write.
        Err(AppError::Forbidden)
    }

    /// The category that a form names anew, if it does. One with this address is used as it is.
    pub async fn add_category(&self, form: &HashMap<String, String>) -> Result<Option<i64>, AppError> {
        let name = form.get("new_category").map(|name| text::clean(name, MAX_CATEGORY_CHARS));
        let Some(name) = name.filter(|name| !slug(name).is_empty() && may_write(self.member, "category_id"))
        else {
            return Ok(None);
        };
        let mut tx = self.shop.db.begin().await?;
        let id = edit::add_category(&mut tx, &name).await?;
        let purges = purge::record(&mut *tx, &["catalog".to_owned(), "settings".to_owned()]).await?;
        self.audit.record(&mut *tx, "category-add", &name).await?;
        tx.commit().await?;
        purge::announce(&self.shop.redis, &purges).await;
        Ok(Some(id))
    }

    /// Saves an edit, merged with what others changed meanwhile.
    pub async fn save(&self, edit: &Edit) -> Result<Saved, AppError> {
        self.check_rights(&edit.patch)?;
        let mut tx = self.shop.db.begin().await?;
        let old = edit::find_product(&mut tx, edit.product, true).await?.ok_or(AppError::NotFound)?;
        let stored = Patch::of(&old.fields).map_err(anyhow::Error::from)?;
        if edit.version < old.version {
            let since = changes::list_since(&mut *tx, thing(old.id), edit.version).await?;
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
            let change = changes::find(&mut *tx, thing(old.id), undone).await?.ok_or(AppError::NotFound)?;
            let refused = changed_without_version(&patch, &stored, &change.after);
            if !refused.is_empty() {
                return Ok(Saved::Refused { fields: Box::new(old.fields), refused });
            }
        }
        let new: ProductFields =
            patch.apply(&old.fields).map_err(|_| AppError::BadRequest("no such field or value"))?;
        let mut refused = self.refuse(&mut tx, Some(&old), old.kind, &new).await?;
        retain_edited(&mut refused, &patch);
        if !refused.is_empty() {
            return Ok(Saved::Refused { fields: Box::new(new), refused });
        }
        let version = edit::update_product(&mut tx, &old, &new).await?;
        if !edit::rename_sku(&mut tx, &old.fields.sku, &new.sku).await? {
            let refused = vec![("sku", FieldRefusal::Reserved)];
            return Ok(Saved::Refused { fields: Box::new(new), refused });
        }
        let before = patch.values_in(&stored);
        let purges = self.finish(&mut tx, &old, &new, &patch).await?;
        self.record(&mut tx, thing(old.id), version, (&before, &patch), edit.undoes).await?;
        tx.commit().await?;
        purge::announce(&self.shop.redis, &purges).await;
        Ok(Saved::Done { version })
    }

    /// Creates a product. Returns its id, or the refused fields.
    pub async fn create(&self, fields: &ProductFields) -> Result<Result<i64, Vec<Refused>>, AppError> {
        let patch = Patch::between(&ProductFields::empty(0), fields).map_err(anyhow::Error::from)?;
        self.check_rights(&patch)?;
        let mut tx = self.shop.db.begin().await?;
        let refused = self.refuse(&mut tx, None, ProductKind::Simple, fields).await?;
        if !refused.is_empty() {
            return Ok(Err(refused));
        }
        let id = match edit::insert_product(&mut tx, ProductKind::Simple, fields).await {
            Ok(id) => id,
            // Somebody else has taken the code between the look and the insert.
            Err(sqlx::Error::Database(error)) if error.is_unique_violation() => {
                let field = if error.constraint() == Some("products_slug_key") { "slug" } else { "sku" };
                return Ok(Err(vec![(field, FieldRefusal::InUse)]));
            }
            Err(error) => return Err(error.into()),
        };
        let old = EditedProduct {
            id,
            kind: ProductKind::Simple,
            version: 0,
            fields: ProductFields::empty(fields.category_id),
        };
        let purges = self.finish(&mut tx, &old, fields, &patch).await?;
        self.record(&mut tx, thing(id), 1, (&Patch::default(), &patch), None).await?;
        tx.commit().await?;
        purge::announce(&self.shop.redis, &purges).await;
        Ok(Ok(id))
    }

    /// What the fields' own rules refuse, and what is in use elsewhere.
    async fn refuse(
        &self,
        db: &mut PgConnection,
        old: Option<&EditedProduct>,
        kind: ProductKind,
        new: &ProductFields,
    ) -> Result<Vec<Refused>, AppError> {
        let mut refused = new.check(kind == ProductKind::Simple);
        let id = old.map_or(0, |old| old.id);
        let used = edit::codes_in_use(&mut *db, id, &new.sku, &new.gtin, &new.slug).await?;
        for (field, is_used) in [("sku", used.sku), ("gtin", used.gtin), ("slug", used.slug)] {
            if is_used {
                refused.push((field, FieldRefusal::InUse));
            }
        }
        if !edit::has_category(&mut *db, new.category_id).await? {
            refused.push(("category_id", FieldRefusal::Unknown));
        }
        let has_new_price = new.regular_minor.is_some()
            && old.is_some_and(|old| old.fields.regular_minor != new.regular_minor);
        if kind == ProductKind::Variable && has_new_price {
            refused.push(("regular_minor", FieldRefusal::OfVariations));
        }
        Ok(refused)
    }

    /// Brings listings and search up to date, and records the purges.
    async fn finish(
        &self,
        db: &mut PgConnection,
        old: &EditedProduct,
        new: &ProductFields,
        patch: &Patch,
    ) -> Result<Vec<(i64, String)>, AppError> {
        if patch.fields().all(|field| UNLISTED_FIELDS.contains(&field)) {
            search_index::update(&mut *db, &[ProductId(old.id)]).await?;
        } else {
            reindex(db, old.id, self.shop).await?;
        }
        let is_listed = |status| status != ProductStatus::Draft;
        let is_or_was_listed = is_listed(old.fields.status) || is_listed(new.status);
        let changed: Vec<&str> = patch.fields().collect();
        let mut categories = vec![old.fields.category_id, new.category_id];
        categories.dedup();
        let tags = purge_tags(old.id, &changed, &categories, is_or_was_listed);
        Ok(purge::record(&mut *db, &tags).await?)
    }

    /// Stores the change and its audit line, which must be the last statement of the transaction.
    async fn record(
        &self,
        db: &mut PgConnection,
        thing: Thing,
        version: i64,
        (before, after): (&Patch, &Patch),
        undoes: Option<i64>,
    ) -> Result<(), AppError> {
        let change = Change {
            version,
            actor: self.member.actor(),
            at: self.shop.clock.now(),
            before: before.clone(),
            after: after.clone(),
            undoes,
        };
        changes::record(&mut *db, thing, &change).await?;
        let action = action(after, undoes);
        let subject = format!("{} {} v{version}", thing.kind, thing.id);
        let (before, after) = (audited(before), audited(after));
        self.audit.record_change(&mut *db, action, &subject, before.as_deref(), after.as_deref()).await?;
        Ok(())
    }

    /// Saves one variation, merged like a product. The caller has found it among those of the product.
    pub async fn save_variation(
        &self,
        variation: &EditedVariation,
        version: i64,
        patch: &Patch,
        undoes: Option<i64>,
    ) -> Result<SavedVariation, AppError> {
        self.check_rights(patch)?;
        let mut tx = self.shop.db.begin().await?;
        let product =
            edit::find_product(&mut tx, variation.product_id, true).await?.ok_or(AppError::NotFound)?;
        let all = edit::list_variations(&mut *tx, product.id).await?;
        let old = all.into_iter().find(|one| one.id == variation.id).ok_or(AppError::NotFound)?;
        let stored = Patch::of(&old.fields).map_err(anyhow::Error::from)?;
        if version < old.version {
            let since = changes::list_since(&mut *tx, variation_thing(old.id), version).await?;
            let clashing = compare(patch, &since, &stored).clashing;
            if !clashing.is_empty() {
                return Ok(SavedVariation::Conflict(clashing));
            }
        }
        let patch = patch.clone().without(&stored);
        if patch.is_empty() {
            return Ok(SavedVariation::Unchanged);
        }
        let new: VariationFields =
            patch.apply(&old.fields).map_err(|_| AppError::BadRequest("no such field or value"))?;
        let mut refused = new.check();
        let used = edit::codes_in_use(&mut *tx, old.id, &new.sku, &new.gtin, "").await?;
        for (field, is_used) in [("sku", used.sku), ("gtin", used.gtin)] {
            if is_used {
                refused.push((field, FieldRefusal::InUse));
            }
        }
        retain_edited(&mut refused, &patch);
        if !refused.is_empty() {
            return Ok(SavedVariation::Refused(refused));
        }
        let version = edit::update_variation(&mut tx, old.id, &new).await?;
        if !edit::rename_sku(&mut tx, &old.fields.sku, &new.sku).await? {
            return Ok(SavedVariation::Refused(vec![("sku", FieldRefusal::Reserved)]));
        }
        reindex(&mut tx, product.id, self.shop).await?;
        let changed: Vec<&str> = patch.fields().collect();
        let is_listed = product.fields.status != ProductStatus::Draft;
        let tags = purge_tags(product.id, &changed, &[product.fields.category_id], is_listed);
        let purges = purge::record(&mut *tx, &tags).await?;
        let before = patch.values_in(&stored);
        self.record(&mut tx, variation_thing(old.id), version, (&before, &patch), undoes).await?;
        tx.commit().await?;
        purge::announce(&self.shop.redis, &purges).await;
        Ok(SavedVariation::Done)
    }
}

pub enum SavedVariation {
    Done,
    Unchanged,
    Refused(Vec<Refused>),
    Conflict(Vec<String>),
}

/// Updates what is made of a product. The price with the discount rules follows with the next run of the job.
pub async fn reindex(db: &mut PgConnection, product: i64, shop: &Shop) -> Result<(), AppError> {
    catalog::service::listing::reindex_listings(&mut *db, &[product], shop.clock.now()).await?;
    catalog::service::listing::mark_due(&mut *db, product).await?;
    search_index::update(&mut *db, &[ProductId(product)]).await?;
    Ok(())
}

/// Imported products may have values that are refused today: those stop only an edit of theirs. Prices are refused together,
/// and with the status that needs them.
fn retain_edited(refused: &mut Vec<Refused>, patch: &Patch) {
    let is_priced = patch.fields().any(|field| PRICE_FIELDS.contains(&field) || field == "status");
    refused.retain(|(field, _)| patch.has(field) || (is_priced && PRICE_FIELDS.contains(field)));
}

/// The fields of an undo that have another value than the undone change gave them, although no version did that: an import
/// writes none. Pictures are left out, because uploads join them without one.
fn changed_without_version(patch: &Patch, stored: &Patch, undone: &Patch) -> Vec<Refused> {
    let is_other = |field: &&'static str| patch.has(field) && stored.0.get(*field) != undone.0.get(*field);
    FIELDS.into_iter().filter(is_other).map(|field| (field, FieldRefusal::ChangedMeanwhile)).collect()
}

fn action(after: &Patch, undoes: Option<i64>) -> &'static str {
    if undoes.is_some() {
        "undo"
    } else if after.has("status") {
        "product-publish"
    } else if after.fields().all(|field| PRICE_FIELDS.contains(&field)) {
        "product-price"
    } else {
        "product-edit"
    }
}

/// The fields with their values; `None`: a new thing had none.
fn audited(patch: &Patch) -> Option<String> {
    let shown = |(field, value): (&String, &serde_json::Value)| {
        let text = value.to_string();
        match text.char_indices().nth(AUDITED_CHARS) {
            Some((end, _)) => format!("{field}: {}…", &text[..end]),
            None => format!("{field}: {text}"),
        }
    };
    let fields: Vec<String> = patch.0.iter().map(shown).collect();
    (!fields.is_empty()).then(|| fields.join("; "))
}
