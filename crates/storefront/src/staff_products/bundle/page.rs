//! The page of the editor: the form, the trial, the changes and the last answer.

use std::collections::HashMap;

use accounts::service::FormSession;
use axum::response::Response;
use bundles::{
    rules::edit::{PartFields, Refused, part_field},
    service::edit::EditedBundle,
};
use catalog::{
    ProductStatus,
    service::{
        edit::EditedProduct,
        staff_list::{self, StaffRow},
    },
};
use edge::{
    AppError, Shop, ShopZone, Visitor,
    changes::{self, Patch},
    session::StaffMember,
};
use http::StatusCode;
use kernel::{Zone, msg};

use super::{
    PageQuery,
    form::{FIELDS, Read, texts_of},
    may_edit,
    save::{Conflict, may_write_field, thing},
    texts, trial,
    view::*,
};
use crate::{
    staff_products::{
        BUNDLE_UNDO_URL, BUNDLE_URL, NONCE, PRODUCT_URL, PRODUCTS_URL, product_url, texts as product_texts,
        view::{ConflictField, ConflictView, HistoryField, HistoryLine, StaffNotice, UndoForm},
    },
    store::staff_names,
};

const HISTORY_LINES: i64 = 20;

/// What was searched for a part.
pub struct Found {
    pub typed: String,
    pub ids: Vec<i64>,
}

/// What the page shows of a bundle: the form as it was sent, or as it is stored.
pub struct BundlePage<'a> {
    pub shop: &'a Shop,
    pub member: &'a StaffMember,
    pub product: &'a EditedProduct,
    /// The version and the values that the form is made on.
    pub seen: &'a EditedBundle,
    pub read: &'a Read,
    pub refused: Vec<Refused>,
    pub found: Option<Found>,
    /// The form, with what was chosen in the trial.
    pub trial: Option<&'a HashMap<String, String>>,
}

impl<'a> BundlePage<'a> {
    pub const fn new(
        shop: &'a Shop,
        member: &'a StaffMember,
        product: &'a EditedProduct,
        seen: &'a EditedBundle,
        read: &'a Read,
    ) -> Self {
        Self { shop, member, product, seen, read, refused: Vec::new(), found: None, trial: None }
    }

    pub async fn render(
        &self,
        visitor: &Visitor,
        query: &PageQuery,
        status: StatusCode,
    ) -> Result<Response, AppError> {
        let session = FormSession::for_staff(visitor)?;
        let (shop, fields) = (self.shop, &self.product.fields);
        let zone = shop.settings.get::<ShopZone>().await?;
        let url = product_url(BUNDLE_URL, self.product.id);
        let history = changes::list_newest(&shop.db, thing(self.product.id), HISTORY_LINES).await?;
        let patches = history.iter().flat_map(|change| [&change.before, &change.after]);
        let rows = self.rows(patches).await?;
        let nonce = session.nonce(shop, NONCE);
        let view = StaffBundlePageView {
            title: fields.name.clone(),
            list_url: PRODUCTS_URL.to_owned(),
            product_url: product_url(PRODUCT_URL, self.product.id),
            shop_url: (fields.status != ProductStatus::Draft).then(|| cart::view::product_url(&fields.slug)),
            status: shop.messages.text(product_texts::status(fields.status)),
            is_new: self.seen.version == 0,
            notice: self.notice(query, &nonce).await?,
            trial: trial::view(self, &rows, may_edit(self.member).then(|| url.clone())).await?,
            form: self.form(&url, &nonce, &rows)?,
            history: self.history(&history, &zone, &names(&rows), &nonce).await?,
        };
        session.render_page(shop, &url, &fields.name, &view, status).await
    }

    /// All products that the page names.
    async fn rows<'p>(
        &self,
        patches: impl Iterator<Item = &'p Patch>,
    ) -> Result<HashMap<i64, StaffRow>, AppError> {
        let mut ids: Vec<i64> = self.read.fields.parts.iter().map(|part| part.product).collect();
        ids.extend(self.found.iter().flat_map(|found| &found.ids));
        ids.extend(
            patches
                .filter_map(|patch| patch.0.get("parts"))
                .flat_map(|value| texts::parts(value).into_iter().map(|part| part.product)),
        );
        ids.sort_unstable();
        ids.dedup();
        let rows = staff_list::load_rows(&self.shop.db, &ids).await?;
        Ok(rows.into_iter().map(|row| (row.id, row)).collect())
    }

    fn form(&self, url: &str, nonce: &str, rows: &HashMap<i64, StaffRow>) -> Result<BundleForm, AppError> {
        let messages = self.shop.messages;
        let unread = self.read.refused();
        let is_new = |one: &&Refused| self.refused.iter().all(|other| other.field != one.field);
        let refused: Vec<&Refused> = self.refused.iter().chain(unread.iter().filter(is_new)).collect();
        let part = |(place, part): (usize, &PartFields)| {
            let row = rows.get(&part.product);
            let own = part_field(place, "");
            let name =
                row.map_or_else(|| messages.text(msg::staff_bundles::PART_GONE), |row| row.name.clone());
            BundlePartRow {
                key: part.key.clone(),
                product: part.product.to_string(),
                name,
                note: row.map(|row| row.note.clone()).unwrap_or_default(),
                url: row.map(|row| product_url(PRODUCT_URL, row.id)),
                picture: row.and_then(|row| row.picture.clone()),
                is_optional: part.is_optional,
                quantity: self.read.part_text(part, "quantity"),
                min: self.read.part_text(part, "min"),
                max: self.read.part_text(part, "max"),
                stock: row.map(|row| row.available.to_string()).unwrap_or_default(),
                fault: texts::fault(messages, self.product.id, part, row),
                errors: texts::errors(
                    messages,
                    refused.iter().copied().filter(|one| one.field.starts_with(&own)),
                ),
            }
        };
        let found = self.found.as_ref().map(|found| {
            let each = found.ids.iter().filter_map(|id| rows.get(id)).map(|row| FoundPart {
                id: row.id.to_string(),
                name: row.name.clone(),
                sku: row.sku.clone(),
                picture: row.picture.clone(),
                refusal: texts::unfit(messages, self.product.id, row),
            });
            each.collect()
        });
        let label = |field: &str| (field.to_owned(), messages.text(texts::label(field)));
        Ok(BundleForm {
            action: url.to_owned(),
            nonce: nonce.to_owned(),
            version: self.seen.version.to_string(),
            was: serde_json::to_string(&self.seen.fields).map_err(anyhow::Error::from)?,
            values: self.read.texts(),
            labels: FIELDS.iter().map(|field| label(field)).collect(),
            errors: texts::errors(messages, refused.iter().copied()),
            open: FIELDS
                .iter()
                .chain(&["parts"])
                .filter(|field| may_write_field(self.member, field))
                .map(|field| (*field).to_owned())
                .collect(),
            parts: self.read.fields.parts.iter().enumerate().map(part).collect(),
            find: self.found.as_ref().map(|found| found.typed.clone()).unwrap_or_default(),
            found,
        })
    }

    fn undo_form(&self, version: i64, nonce: &str) -> UndoForm {
        UndoForm {
            action: product_url(BUNDLE_UNDO_URL, self.product.id),
            nonce: nonce.to_owned(),
            version: version.to_string(),
        }
    }

    /// What a redirect says: what was saved, what others had changed meanwhile.
    async fn notice(&self, query: &PageQuery, nonce: &str) -> Result<Option<StaffNotice>, AppError> {
        let messages = self.shop.messages;
        let plain = |text, is_error| Some(StaffNotice { text, is_error, undo: None });
        if !self.refused.is_empty() {
            return Ok(plain(messages.text(msg::staff_products::NOT_SAVED), true));
        }
        match query.notice.as_str() {
            "unchanged" => return Ok(plain(messages.text(msg::staff_products::UNCHANGED), false)),
            "undo-refused" => return Ok(plain(messages.text(msg::staff_bundles::UNDO_REFUSED), true)),
            _ => {}
        }
        let Some(saved) = query.saved else { return Ok(None) };
        let Some(change) = changes::find(&self.shop.db, thing(self.product.id), saved).await? else {
            return Ok(None);
        };
        let labels = |patches: &[&Patch]| {
            let fields = patches.iter().flat_map(|patch| patch.fields());
            let mut labels: Vec<String> = fields.map(|field| messages.text(texts::label(field))).collect();
            labels.dedup();
            labels.join("، ")
        };
        let mut text = messages.text(msg::staff_products::SAVED.with("fields", labels(&[&change.after])));
        let from = query.from.unwrap_or(saved);
        if from + 1 < saved {
            let since = changes::list_since(&self.shop.db, thing(self.product.id), from).await?;
            let others: Vec<_> = since.iter().filter(|one| one.version < saved).collect();
            let names = staff_names(&self.shop.db, others.iter().map(|one| one.actor.as_str())).await?;
            let who = others.last().and_then(|one| names.get(&one.actor)).cloned().unwrap_or_default();
            let fields = labels(&others.iter().map(|one| &one.after).collect::<Vec<_>>());
            let merged = msg::staff_products::MERGED.with("fields", fields).with("name", who);
            text.push(' ');
            text.push_str(&messages.text(merged));
        }
        let undo = (saved > 1 && may_edit(self.member)).then(|| self.undo_form(saved, nonce));
        Ok(Some(StaffNotice { text, is_error: false, undo }))
    }

    async fn history(
        &self,
        newest: &[changes::Change],
        zone: &Zone,
        products: &HashMap<i64, String>,
        nonce: &str,
    ) -> Result<Vec<HistoryLine>, AppError> {
        let messages = self.shop.messages;
        let names = staff_names(&self.shop.db, newest.iter().map(|change| change.actor.as_str())).await?;
        let undone: Vec<i64> = newest.iter().filter_map(|change| change.undoes).collect();
        let lines = newest.iter().map(|change| {
            let name = names.get(&change.actor).cloned().unwrap_or_else(|| change.actor.clone());
            let key = match change.undoes {
                Some(_) => msg::staff_products::HISTORY_UNDO,
                None => msg::staff_products::HISTORY_EDIT,
            };
            let value = |field: &str, patch: &Patch| texts::shown(messages, products, field, patch);
            let field = |field: &str| HistoryField {
                label: messages.text(texts::label(field)),
                before: value(field, &change.before),
                after: value(field, &change.after),
            };
            // Without its first version it would be a bundle of nothing.
            let has_undo = change.version > 1
                && !undone.contains(&change.version)
                && change.after.fields().all(|field| may_write_field(self.member, field));
            HistoryLine {
                text: messages.text(key.with("name", name)),
                when: zone.date_time(change.at),
                fields: change.after.fields().map(field).collect(),
                undo: has_undo.then(|| self.undo_form(change.version, nonce)),
            }
        });
        Ok(lines.collect())
    }
}

fn names(rows: &HashMap<i64, StaffRow>) -> HashMap<i64, String> {
    rows.values().map(|row| (row.id, row.name.clone())).collect()
}

/// Answers 409 with three columns. The form sends all my fields again, on the version of now.
pub async fn conflict(
    shop: &Shop,
    visitor: &Visitor,
    product: &EditedProduct,
    conflict: &Conflict,
) -> Result<Response, AppError> {
    let session = FormSession::for_staff(visitor)?;
    let Conflict { current, clashing, since, patch } = conflict;
    let zone = shop.settings.get::<ShopZone>().await?;
    let people = staff_names(&shop.db, since.iter().map(|change| change.actor.as_str())).await?;
    let mine = patch.apply(&current.fields).map_err(|_| AppError::BadRequest("no such field or value"))?;
    let stored = Patch::of(&current.fields).map_err(anyhow::Error::from)?;
    let patches = since.iter().map(|change| &change.before).chain([patch, &stored]);
    let ids: Vec<i64> = patches
        .filter_map(|patch| patch.0.get("parts"))
        .flat_map(|value| texts::parts(value).into_iter().map(|part| part.product))
        .collect();
    let rows = staff_list::load_rows(&shop.db, &ids).await?;
    let products: HashMap<i64, String> = rows.into_iter().map(|row| (row.id, row.name)).collect();
    let (mine_texts, their_texts) = (texts_of(&mine), texts_of(&current.fields));
    let shown = |field: &str, patch: &Patch| texts::shown(shop.messages, &products, field, patch);
    // Parts are chosen as a whole: their texts are those of the patch.
    let sent = |field: &str, texts: &crate::staff_products::form::Texts, patch: &Patch| {
        texts.get(field).cloned().or_else(|| Some(patch.0.get(field)?.to_string())).unwrap_or_default()
    };
    let fields = clashing.iter().filter_map(|field| {
        let first = since.iter().find(|change| change.before.has(field))?;
        let last = since.iter().rev().find(|change| change.after.has(field))?;
        Some(ConflictField {
            field: field.clone(),
            label: shop.messages.text(texts::label(field)),
            before: shown(field, &first.before),
            mine: shown(field, patch),
            theirs: shown(field, &stored),
            mine_value: sent(field, &mine_texts, patch),
            theirs_value: sent(field, &their_texts, &stored),
            who: people.get(&last.actor).cloned().unwrap_or_else(|| last.actor.clone()),
            when: zone.date_time(last.at),
            is_text: false,
        })
    });
    let url = product_url(BUNDLE_URL, product.id);
    let mut hidden = vec![
        ("nonce".to_owned(), session.nonce(shop, NONCE)),
        ("version".to_owned(), current.version.to_string()),
        ("was".to_owned(), serde_json::to_string(&current.fields).map_err(anyhow::Error::from)?),
    ];
    let others = patch.fields().filter(|field| !clashing.iter().any(|one| one == field));
    hidden.extend(others.map(|field| (field.to_owned(), sent(field, &mine_texts, patch))));
    let title = shop.messages.text(msg::staff_products::CONFLICT_TITLE);
    let view = ConflictView {
        title: product.fields.name.clone(),
        product_url: url.clone(),
        action: url.clone(),
        hidden,
        fields: fields.collect(),
    };
    session.render_page(shop, &url, &title, &view, StatusCode::CONFLICT).await
}
