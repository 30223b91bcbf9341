//! Saves what a member of staff edits, each in one transaction: rights, merging and conflicts. What is written is the same for a
//! bulk job: see [`super::write`].

use std::collections::HashMap;

use catalog::{
    ProductKind,
    rules::edit::{FieldRefusal, PRICE_FIELDS, ProductFields, Refused, TEXT_FIELDS, slug},
    service::edit::{self, EditedProduct, EditedVariation},
};
use edge::{
    AppError, Permission, Shop,
    audit::AuditWriter,
    changes::{self, Change, Patch, compare},
    permission::Permissions,
    purge,
    session::{RoleScope, StaffMember},
};
use kernel::text;
use serde_json::Value;
use sqlx::PgConnection;

use super::{
    checks,
    write::{self, Outcome, Writer, thing, variation_thing},
};

const MAX_CATEGORY_CHARS: usize = 80;

/// An edit that was made on a version.
#[derive(Clone)]
pub struct Edit {
    pub product: i64,
    /// That the member saw.
    pub version: i64,
    pub patch: Patch,
    /// The pictures that the edit is about. Others of the product stay, at the end: uploads join it without a version.
    pub known_pictures: Vec<String>,
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

/// A category that is added in the transaction of the product that is in it.
struct AddedCategory {
    id: i64,
    name: String,
    purges: Vec<(i64, String)>,
}

/// Who saves.
pub struct Editor<'a> {
    pub shop: &'a Shop,
    pub audit: &'a AuditWriter,
    pub member: &'a StaffMember,
}

/// Whether a member may write a field.
pub fn may_write(member: &StaffMember, field: &str) -> bool {
    may_write_with(member.role.permissions, &member.role.scopes, field)
}

/// The same of a role's rights.
pub fn may_write_with(permissions: Permissions, scopes: &[String], field: &str) -> bool {
    if PRICE_FIELDS.contains(&field) {
        return permissions.contains(Permission::PricesWrite);
    }
    let is_for_texts = scopes.iter().any(|scope| scope == RoleScope::TextsAndPictures.name());
    permissions.contains(Permission::CatalogWrite) && (!is_for_texts || TEXT_FIELDS.contains(&field))
}

impl Editor<'_> {
    fn check_rights(&self, patch: &Patch) -> Result<(), AppError> {
        if patch.fields().all(|field| may_write(self.member, field)) {
            return Ok(());
        }
        // Forms have only fields that the member may write.
        Err(AppError::Forbidden)
    }

    fn writer(&self) -> Writer {
        Writer { actor: self.member.actor(), now: self.shop.clock.now() }
    }

    /// The name of a category that a form adds, if it does.
    pub fn new_category(&self, form: &HashMap<String, String>) -> Option<String> {
        let name = text::clean(form.get("new_category")?, MAX_CATEGORY_CHARS);
        (!slug(&name).is_empty() && may_write(self.member, "category_id")).then_some(name)
    }

    /// Adds a category. One with this address is used as it is. Its line of the log is the caller's: the last statement.
    async fn add_category(
        &self,
        db: &mut PgConnection,
        name: Option<&str>,
    ) -> Result<Option<AddedCategory>, AppError> {
        let Some(name) = name else { return Ok(None) };
        let id = edit::add_category(&mut *db, name).await?;
        let purges = purge::record(&mut *db, &["catalog".to_owned(), "settings".to_owned()]).await?;
        Ok(Some(AddedCategory { id, name: name.to_owned(), purges }))
    }

    /// Saves an edit, merged with what others changed meanwhile.
    pub async fn save(&self, edit: &Edit) -> Result<Saved, AppError> {
        self.save_with(edit, None).await
    }

    /// The same with the name of a category that is added for it.
    pub async fn save_with(&self, edit: &Edit, category: Option<&str>) -> Result<Saved, AppError> {
        self.check_rights(&edit.patch)?;
        let mut tx = self.shop.db.begin().await?;
        let added = self.add_category(&mut tx, category).await?;
        let mut edit = edit.clone();
        if let Some(added) = &added {
            edit.patch.0.insert("category_id".to_owned(), added.id.into());
        }
        let (saved, mut purges) = save_in(&mut tx, self.audit, &self.writer(), &edit, None).await?;
        let is_stored = match saved {
            Saved::Done { .. } => true,
            // Only the category is written: the page of the conflict offers it by its id.
            Saved::Conflict(_) => added.is_some(),
            Saved::Unchanged | Saved::Refused { .. } => false,
        };
        if is_stored {
            if let Some(added) = added {
                self.audit.record(&mut *tx, "category-add", &added.name).await?;
                purges.extend(added.purges);
            }
            tx.commit().await?;
            purge::announce(&self.shop.redis, &purges).await;
        }
        Ok(saved)
    }

    /// Creates a product, with the name of a category that is added for it. Returns its id, or the refused fields.
    pub async fn create(
        &self,
        fields: &ProductFields,
        category: Option<&str>,
    ) -> Result<Result<i64, Vec<Refused>>, AppError> {
        let mut tx = self.shop.db.begin().await?;
        let added = self.add_category(&mut tx, category).await?;
        let category_id = added.as_ref().map_or(fields.category_id, |added| added.id);
        let fields = &ProductFields { category_id, ..fields.clone() };
        let patch = Patch::between(&ProductFields::empty(0), fields).map_err(anyhow::Error::from)?;
        self.check_rights(&patch)?;
        let refused = checks::refuse(&mut tx, None, ProductKind::Simple, fields).await?;
        if !refused.is_empty() {
            return Ok(Err(refused));
        }
        let id = match edit::insert_product(&mut tx, ProductKind::Simple, fields).await {
            Ok(id) => id,
            // Another member has taken the code between the look and the insert.
            Err(sqlx::Error::Database(error)) if error.is_unique_violation() => {
                let field = if error.constraint() == Some("products_slug_key") { "slug" } else { "sku" };
                return Ok(Err(vec![(field, FieldRefusal::InUse)]));
            }
            Err(error) => return Err(error.into()),
        };
        let created = self.writer().created(&mut tx, id, fields, &patch).await?;
        let mut purges = write::finish(&mut tx, self.audit, self.shop.clock.now(), &[created]).await?;
        if let Some(added) = added {
            self.audit.record(&mut *tx, "category-add", &added.name).await?;
            purges.extend(added.purges);
        }
        tx.commit().await?;
        purge::announce(&self.shop.redis, &purges).await;
        Ok(Ok(id))
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
        let written = match self.writer().variation(&mut tx, &product, &old, patch, undoes).await? {
            Outcome::Written(written) => written,
            Outcome::Unchanged => return Ok(SavedVariation::Unchanged),
            Outcome::Refused { refused, .. } => return Ok(SavedVariation::Refused(refused)),
        };
        let purges = write::finish(&mut tx, self.audit, self.shop.clock.now(), &[written]).await?;
        tx.commit().await?;
        purge::announce(&self.shop.redis, &purges).await;
        Ok(SavedVariation::Done)
    }
}

/// The same in a transaction, whose last statement is the audit line. The caller commits only what is [`Saved::Done`].
/// `act`: the name of the act in the log, if it is no plain edit.
pub async fn save_in(
    db: &mut PgConnection,
    audit: &AuditWriter,
    writer: &Writer,
    edit: &Edit,
    act: Option<&'static str>,
) -> Result<(Saved, Vec<(i64, String)>), AppError> {
    let none = |saved| Ok((saved, Vec::new()));
    let old = edit::find_product(&mut *db, edit.product, true).await?.ok_or(AppError::NotFound)?;
    let stored = Patch::of(&old.fields).map_err(anyhow::Error::from)?;
    let mut patch = edit.patch.clone();
    retain_arrived(&mut patch, &edit.known_pictures, &old.fields.pictures);
    if edit.version < old.version {
        let since = changes::list_since(&mut *db, thing(old.id), edit.version).await?;
        let clashing = compare(&patch, &since, &stored).clashing;
        if !clashing.is_empty() {
            return none(Saved::Conflict(Box::new(Conflict { current: old, clashing, since, patch })));
        }
    }
    let written = match writer.product(&mut *db, &old, &patch, edit.undoes).await? {
        Outcome::Written(written) => written.named(act),
        Outcome::Unchanged => return none(Saved::Unchanged),
        Outcome::Refused { fields, refused } => return none(Saved::Refused { fields, refused }),
    };
    let version = written.version;
    let purges = write::finish(db, audit, writer.now, &[written]).await?;
    Ok((Saved::Done { version }, purges))
}

pub enum SavedVariation {
    Done,
    Unchanged,
    Refused(Vec<Refused>),
    Conflict(Vec<String>),
}

/// Adds the pictures that a locked product has and the edit does not know: they were published since its page was shown.
fn retain_arrived(patch: &mut Patch, known: &[String], stored: &[String]) {
    let Some(Value::Array(names)) = patch.0.get_mut("pictures") else { return };
    for name in stored.iter().filter(|name| !known.contains(name)) {
        if !names.iter().any(|one| one.as_str() == Some(name.as_str())) {
            names.push(Value::String(name.clone()));
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_picture_that_arrived_meanwhile_stays_at_the_end_and_a_removed_one_does_not_come_back() {
        let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
        let mut patch = Patch::default();
        retain_arrived(&mut patch, &[], &names(&["a"]));
        assert!(patch.is_empty(), "an edit of other fields is not about pictures");
        patch.0.insert("pictures".to_owned(), json!(["b", "a"]));
        retain_arrived(&mut patch, &names(&["a", "b", "c"]), &names(&["a", "b", "c", "new"]));
        assert_eq!(patch.0["pictures"], json!(["b", "a", "new"]));
    }
}
