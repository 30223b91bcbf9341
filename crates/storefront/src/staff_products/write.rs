//! Writes edits in a transaction of the caller: their versions, what they changed, the indexes that are made of it, the purges
//! and the audit lines. The editor writes one, a step of a bulk job a hundred.

use catalog::{
    ProductKind, ProductStatus,
    rules::edit::{FieldRefusal, PRICE_FIELDS, ProductFields, Refused, VariationFields, purge_tags},
    service::edit::{self, EditedProduct, EditedVariation},
};
use chrono::{DateTime, Utc};
use edge::{
    AppError,
    audit::AuditWriter,
    changes::{self, Change, Patch, Thing},
    purge,
};
use kernel::ProductId;
use sqlx::PgConnection;

use super::{
    checks::{product_refusals, variation_refusals},
    form::FIELDS,
};
use crate::server::search_index;

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

/// Who writes, and when.
pub struct Writer {
    /// As in the audit log.
    pub actor: String,
    pub now: DateTime<Utc>,
}

/// What an accepted edit leaves for [`finish`].
pub struct Written {
    /// That the edit made.
    pub version: i64,
    product: i64,
    /// Its place in lists, or its price there, may be another one.
    is_relisted: bool,
    tags: Vec<String>,
    action: &'static str,
    subject: String,
    before: Option<String>,
    after: Option<String>,
}

/// What became of an edit of a thing with the fields `T`.
pub enum Outcome<T> {
    Written(Written),
    /// Everything is as it was wanted already.
    Unchanged,
    Refused {
        fields: Box<T>,
        refused: Vec<Refused>,
    },
}

impl Writer {
    /// Writes an edit of a locked product. `undoes`: the version whose change is taken back.
    pub async fn product(
        &self,
        db: &mut PgConnection,
        old: &EditedProduct,
        patch: &Patch,
        undoes: Option<i64>,
    ) -> Result<Outcome<ProductFields>, AppError> {
        let stored = Patch::of(&old.fields).map_err(anyhow::Error::from)?;
        let patch = patch.clone().without(&stored);
        if patch.is_empty() {
            return Ok(Outcome::Unchanged);
        }
        if let Some(undone) = undoes {
            let change = changes::find(&mut *db, thing(old.id), undone).await?.ok_or(AppError::NotFound)?;
            let refused = changed_without_version(&patch, &stored, &change.after);
            if !refused.is_empty() {
                return Ok(Outcome::Refused { fields: Box::new(old.fields.clone()), refused });
            }
        }
        let new: ProductFields =
            patch.apply(&old.fields).map_err(|_| AppError::BadRequest("no such field or value"))?;
        let refused = product_refusals(&mut *db, old, &new, &patch).await?;
        if !refused.is_empty() {
            return Ok(Outcome::Refused { fields: Box::new(new), refused });
        }
        let version = edit::update_product(&mut *db, old, &new).await?;
        if !edit::rename_sku(&mut *db, &old.fields.sku, &new.sku).await? {
            let refused = vec![("sku", FieldRefusal::Reserved)];
            return Ok(Outcome::Refused { fields: Box::new(new), refused });
        }
        let before = patch.values_in(&stored);
        self.record(&mut *db, thing(old.id), version, (&before, &patch), undoes).await?;
        Ok(Outcome::Written(Written::of_product(old, &new, version, (&before, &patch), undoes)))
    }

    /// Stores a product that was just inserted as a change from nothing.
    pub async fn created(
        &self,
        db: &mut PgConnection,
        id: i64,
        fields: &ProductFields,
        patch: &Patch,
    ) -> Result<Written, AppError> {
        let old = EditedProduct {
            id,
            kind: ProductKind::Simple,
            version: 0,
            fields: ProductFields::empty(fields.category_id),
        };
        let nothing = Patch::default();
        self.record(&mut *db, thing(id), 1, (&nothing, patch), None).await?;
        Ok(Written::of_product(&old, fields, 1, (&nothing, patch), None))
    }

    /// Writes an edit of a variation. Its product is locked.
    pub async fn variation(
        &self,
        db: &mut PgConnection,
        product: &EditedProduct,
        old: &EditedVariation,
        patch: &Patch,
        undoes: Option<i64>,
    ) -> Result<Outcome<VariationFields>, AppError> {
        let stored = Patch::of(&old.fields).map_err(anyhow::Error::from)?;
        let patch = patch.clone().without(&stored);
        if patch.is_empty() {
            return Ok(Outcome::Unchanged);
        }
        let new: VariationFields =
            patch.apply(&old.fields).map_err(|_| AppError::BadRequest("no such field or value"))?;
        let refused = variation_refusals(&mut *db, old, &new, &patch).await?;
        if !refused.is_empty() {
            return Ok(Outcome::Refused { fields: Box::new(new), refused });
        }
        let version = edit::update_variation(&mut *db, old.id, &new).await?;
        if !edit::rename_sku(&mut *db, &old.fields.sku, &new.sku).await? {
            let refused = vec![("sku", FieldRefusal::Reserved)];
            return Ok(Outcome::Refused { fields: Box::new(new), refused });
        }
        let before = patch.values_in(&stored);
        let own = variation_thing(old.id);
        self.record(&mut *db, own, version, (&before, &patch), undoes).await?;
        let changed: Vec<&str> = patch.fields().collect();
        let is_listed = product.fields.status != ProductStatus::Draft;
        Ok(Outcome::Written(Written {
            version,
            product: product.id,
            is_relisted: true,
            tags: purge_tags(product.id, &changed, &[product.fields.category_id], is_listed),
            action: action(&patch, undoes),
            subject: subject(own, version),
            before: audited(&before),
            after: audited(&patch),
        }))
    }

    async fn record(
        &self,
        db: &mut PgConnection,
        thing: Thing,
        version: i64,
        (before, after): (&Patch, &Patch),
        undoes: Option<i64>,
    ) -> sqlx::Result<()> {
        let change = Change {
            version,
            actor: self.actor.clone(),
            at: self.now,
            before: before.clone(),
            after: after.clone(),
            undoes,
        };
        changes::record(db, thing, &change).await
    }
}

impl Written {
    /// With the name of an act that is no plain edit.
    #[must_use]
    pub fn named(self, act: Option<&'static str>) -> Self {
        Self { action: act.unwrap_or(self.action), ..self }
    }

    fn of_product(
        old: &EditedProduct,
        new: &ProductFields,
        version: i64,
        (before, after): (&Patch, &Patch),
        undoes: Option<i64>,
    ) -> Self {
        let is_listed = |status| status != ProductStatus::Draft;
        let is_or_was_listed = is_listed(old.fields.status) || is_listed(new.status);
        let changed: Vec<&str> = after.fields().collect();
        let mut categories = vec![old.fields.category_id, new.category_id];
        categories.dedup();
        Self {
            version,
            product: old.id,
            is_relisted: !changed.iter().all(|field| UNLISTED_FIELDS.contains(field)),
            tags: purge_tags(old.id, &changed, &categories, is_or_was_listed),
            action: action(after, undoes),
            subject: subject(thing(old.id), version),
            before: audited(before),
            after: audited(after),
        }
    }
}

/// Brings listings and search up to date, and records the purges and the audit lines, which must be the last statements of the
/// transaction. Returns the purges, to be announced after the commit.
pub async fn finish(
    db: &mut PgConnection,
    audit: &AuditWriter,
    now: DateTime<Utc>,
    written: &[Written],
) -> Result<Vec<(i64, String)>, AppError> {
    let products = |is_relisted| {
        let mut ids: Vec<i64> =
            written.iter().filter(|one| one.is_relisted == is_relisted).map(|one| one.product).collect();
        ids.sort_unstable();
        ids.dedup();
        ids
    };
    let (relisted, mut others) = (products(true), products(false));
    others.retain(|id| !relisted.contains(id));
    if !relisted.is_empty() {
        reindex(&mut *db, &relisted, now).await?;
    }
    if !others.is_empty() {
        let others: Vec<ProductId> = others.into_iter().map(ProductId).collect();
        search_index::update(&mut *db, &others).await?;
    }
    let mut tags: Vec<String> = Vec::new();
    for tag in written.iter().flat_map(|one| &one.tags) {
        if !tags.contains(tag) {
            tags.push(tag.clone());
        }
    }
    let purges = purge::record(&mut *db, &tags).await?;
    for one in written {
        let (before, after) = (one.before.as_deref(), one.after.as_deref());
        audit.record_change(&mut *db, one.action, &one.subject, before, after).await?;
    }
    Ok(purges)
}

/// Updates what is made of products. The prices with the discount rules follow with the next run of the job.
pub async fn reindex(db: &mut PgConnection, products: &[i64], now: DateTime<Utc>) -> Result<(), AppError> {
    catalog::service::listing::reindex_listings(&mut *db, products, now).await?;
    for product in products {
        catalog::service::listing::mark_due(&mut *db, *product).await?;
    }
    let products: Vec<ProductId> = products.iter().copied().map(ProductId).collect();
    search_index::update(&mut *db, &products).await?;
    Ok(())
}

/// The fields of an undo that have another value than the undone change gave them, although no version did that: an import
/// writes none. Pictures are left out, because uploads join them without one.
fn changed_without_version(patch: &Patch, stored: &Patch, undone: &Patch) -> Vec<Refused> {
    let is_other = |field: &&'static str| patch.has(field) && stored.0.get(*field) != undone.0.get(*field);
    FIELDS.into_iter().filter(is_other).map(|field| (field, FieldRefusal::ChangedMeanwhile)).collect()
}

fn subject(thing: Thing, version: i64) -> String {
    format!("{} {} v{version}", thing.kind, thing.id)
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
pub fn audited(patch: &Patch) -> Option<String> {
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
