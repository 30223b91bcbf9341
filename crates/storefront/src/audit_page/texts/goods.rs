//! Products with their drafts, bundles, pictures and bulk jobs, and the stock.

use accounts::view::STAFF_STOCK_URL;
use barcodes::rules::{MoveReason, StockAction};
use edge::Permission;
use kernel::{Key, Quantity, msg, msg::audit as text};

use super::{
    AuditPartView, AuditValueView, LineTexts, Shown, first_word, given, number_after, raw, value,
    values::settings_target,
};
use crate::{
    media_library,
    staff_products::{
        bulk::{
            JOBS_URL,
            rules::{BulkChanges, PriceChange, PriceWay, Rounding, SaleChange, TagChange},
        },
        texts::status,
    },
};

fn stock_action(action: StockAction) -> Key {
    match action {
        StockAction::IncreaseStock => msg::barcodes::STOCK_UP,
        StockAction::DecreaseStock => msg::barcodes::STOCK_DOWN,
        StockAction::SetStock => msg::barcodes::STOCK_SET,
        StockAction::CountAdd => msg::barcodes::COUNT_ADD,
        StockAction::CountSet => msg::barcodes::COUNT_SET,
        StockAction::Undo => msg::barcodes::UNDO,
    }
}

fn draft_refusal(reason: &str) -> Option<Key> {
    Some(match reason {
        "changed" => msg::staff_drafts::REFUSED_CHANGED,
        "rights" => msg::staff_drafts::REFUSED_RIGHTS,
        "refused" => msg::staff_drafts::REFUSED_REFUSED,
        _ => return None,
    })
}

fn bulk_act(act: &str) -> Option<Key> {
    Some(match act {
        "start" => text::DID_START,
        "approve" => text::DID_APPROVE,
        "resume" => msg::bulk::RESUME,
        "stop" => msg::bulk::STOP,
        "refuse" => msg::bulk::REFUSE,
        "drop" => msg::bulk::DROP,
        _ => return None,
    })
}

fn bulk_state(name: &str) -> Option<Key> {
    Some(match name {
        "planning" => msg::bulk::STATE_PLANNING,
        "planned" => msg::bulk::STATE_PLANNED,
        "waiting" => msg::bulk::STATE_WAITING,
        "running" => msg::bulk::STATE_RUNNING,
        "done" => msg::bulk::STATE_DONE,
        "stopped" => msg::bulk::STATE_STOPPED,
        "dropped" => msg::bulk::STATE_DROPPED,
        _ => return None,
    })
}

fn price_way(way: PriceWay) -> Key {
    match way {
        PriceWay::RaisePercent => msg::bulk::RAISE_PERCENT,
        PriceWay::LowerPercent => msg::bulk::LOWER_PERCENT,
        PriceWay::RaiseAmount => msg::bulk::RAISE_AMOUNT,
        PriceWay::LowerAmount => msg::bulk::LOWER_AMOUNT,
        PriceWay::Set => msg::bulk::SET,
    }
}

fn rounding(rounding: Rounding) -> Option<Key> {
    match rounding {
        Rounding::None => None,
        Rounding::Half => Some(msg::bulk::ROUND_HALF),
        Rounding::Whole => Some(msg::bulk::ROUND_WHOLE),
        Rounding::NinetyNine => Some(msg::bulk::ROUND_NINETY_NINE),
    }
}

/// `amount`: minor units, or of a percentage hundred-thousandths.
fn amount(is_percent: bool, amount: i64) -> String {
    if is_percent { format!("{}%", Quantity::from_units(amount)) } else { super::money(amount).text }
}

impl LineTexts<'_> {
    /// What has versions, and drafts of it: `product 42 v7`.
    pub(super) fn edited(&self, subject: &str) -> Option<Shown> {
        if let Some((id, rest)) = number_after(subject, "product ") {
            let shown = Shown::of(self.product(id));
            return match rest.strip_prefix(": ") {
                Some(more) => Some(self.of_product(shown, more)),
                None => self.version(shown, rest),
            };
        }
        if let Some((id, rest)) = number_after(subject, "variation ") {
            return self.version(Shown::of(self.variation(id)), rest);
        }
        if let Some((id, rest)) = number_after(subject, "bundle ") {
            return self.version(Shown::of(self.product_as(text::BUNDLE, id)), rest);
        }
        if let Some(rest) = subject.strip_prefix("picture ") {
            if let Some((name, file)) = rest.split_once(": ") {
                return Some(Shown::of(self.picture(name)).with(given(file)));
            }
            let (name, version) = first_word(rest);
            return self.version(Shown::of(self.picture(name)), version);
        }
        let (target, rest) = settings_target(subject)?;
        self.version(Shown::of(self.settings(target)), rest)
    }

    /// Why a draft was not published, the file of a picture, or variations that were made.
    fn of_product(&self, shown: Shown, more: &str) -> Shown {
        if let Some(reason) = draft_refusal(more) {
            return shown.with(self.text(reason));
        }
        let Some((attribute, new)) = more.rsplit_once("; new: ") else { return shown.with(given(more)) };
        let Some((label, values)) = attribute.split_once(": ") else { return shown.with(given(more)) };
        let attribute = AuditValueView { label: Some(given(label)), parts: vec![given(values)] };
        let new = new.split(" | ").filter(|label| !label.is_empty()).map(given).collect::<Vec<_>>();
        let new = (!new.is_empty())
            .then(|| AuditValueView { label: Some(self.text(text::NEW_VARIATIONS)), parts: new });
        Shown { after: std::iter::once(attribute).chain(new).collect(), ..shown }
    }

    fn variation(&self, id: i64) -> AuditPartView {
        let Some(name) = self.names.find("variation", &id.to_string()) else {
            return self.identified(text::VARIATION, id);
        };
        let part = self.named(text::VARIATION, &name.text);
        match name.product {
            Some(product) => {
                let url = crate::staff_products::PRODUCT_URL.replace("{id}", &product.to_string());
                self.link(part, Permission::CatalogRead, url)
            }
            None => part,
        }
    }

    /// By its title and, because titles are not unique, its name.
    fn picture(&self, name: &str) -> AuditPartView {
        match self.names.find("picture", name) {
            Some(title) => {
                let part = self.named(text::PICTURE, &title.text);
                self.link(part, Permission::ContentWrite, media_library::url_of(name))
            }
            None => self.named(text::PICTURE, name),
        }
    }

    fn bulk_job(&self, id: i64) -> AuditPartView {
        match self.names.find("bulk", &id.to_string()) {
            Some(title) => {
                let part = self.named(text::BULK_JOB, &title.text);
                self.link(part, Permission::CatalogWrite, format!("{JOBS_URL}{id}/"))
            }
            None => self.identified(text::BULK_JOB, id),
        }
    }

    pub(super) fn bulk_state(&self, name: &str) -> AuditPartView {
        self.word(bulk_state(name), name)
    }

    /// `bulk job 3`, with an act, a preview or an undo.
    pub(super) fn bulk(&self, subject: &str) -> Option<Shown> {
        let (id, rest) = number_after(subject, "bulk job ")?;
        let shown = Shown::of(self.bulk_job(id));
        if rest.is_empty() {
            return Some(shown);
        }
        if let Some((rows, changes)) = number_after(rest, "preview of ") {
            let changes: BulkChanges = serde_json::from_str(changes.strip_prefix(": ")?).ok()?;
            return Some(Shown {
                after: self.bulk_changes(&changes),
                ..shown
                    .with(self.text(text::BULK_PREVIEW))
                    .with(self.labelled(text::BULK_ROWS, rows.to_string()))
            });
        }
        let rest = rest.strip_prefix(": ")?;
        if let Some((undo, rest)) = number_after(rest, "undo as job ") {
            let (rows, state) = number_after(rest, "of ")?;
            let state = state.strip_prefix("things, ")?;
            return Some(Shown {
                after: vec![value(self.bulk_state(state))],
                ..shown
                    .with(self.text(text::DID_UNDO))
                    .with(self.bulk_job(undo))
                    .with(self.labelled(text::BULK_ROWS, rows.to_string()))
            });
        }
        let (act, counts) = rest.split_once(", ")?;
        let (done, left) = counts.strip_suffix(" to do")?.split_once(" done, ")?;
        Some(
            shown
                .with(self.word(bulk_act(act), act))
                .with(self.labelled(text::BULK_DONE, done))
                .with(self.labelled(text::BULK_LEFT, left)),
        )
    }

    fn bulk_changes(&self, changes: &BulkChanges) -> Vec<AuditValueView> {
        let mut values = Vec::new();
        let step = |way: Key, amount: String| {
            let way = self.messages.text(way);
            self.text(text::BULK_STEP.with("way", way).with("amount", amount))
        };
        let rounded = |to: Rounding| rounding(to).map(|key| self.field(msg::bulk::ROUNDING, self.text(key)));
        if let Some(PriceChange { way, amount: by, rounding }) = changes.price {
            let part = step(price_way(way), amount(way.is_percent(), by));
            values.push(self.field(msg::bulk::PRICE, part));
            values.extend(rounded(rounding));
        }
        match changes.sale {
            Some(SaleChange::Start { is_percent, amount: by, rounding, from, to }) => {
                let way = if is_percent { msg::bulk::SALE_PERCENT } else { msg::bulk::SALE_BY_AMOUNT };
                values.push(self.field(msg::bulk::SALE, step(way, amount(is_percent, by))));
                values.extend(rounded(rounding));
                for (label, at) in
                    [(msg::staff_products::FIELD_SALE_FROM, from), (msg::staff_products::FIELD_SALE_TO, to)]
                {
                    values.extend(at.map(|at| self.field(label, given(self.zone.date_time(at)))));
                }
            }
            Some(SaleChange::End) => {
                values.push(self.field(msg::bulk::SALE, self.text(msg::bulk::SALE_END)));
            }
            None => {}
        }
        if let Some(id) = changes.category {
            let found = self.names.categories.iter().find(|one| one.id.0 == id);
            let name = found.map_or_else(|| raw(id.to_string()), |one| given(one.name.clone()));
            values.push(self.field(msg::bulk::CATEGORY, name));
        }
        match &changes.tag {
            Some(TagChange::Add(tag)) => values.push(self.field(msg::bulk::TAG_ADD, given(tag.clone()))),
            Some(TagChange::Remove(tag)) => {
                values.push(self.field(msg::bulk::TAG_REMOVE, given(tag.clone())))
            }
            None => {}
        }
        values.extend(changes.status.map(|one| self.field(msg::bulk::STATUS, self.text(status(one)))));
        values
    }

    /// A code of a product, with the stock of what has it.
    fn sku(&self, sku: &str) -> AuditPartView {
        let query = serde_urlencoded::to_string([("s", sku)]).unwrap_or_default();
        self.link(raw(sku), Permission::StockMove, format!("{STAFF_STOCK_URL}?{query}"))
    }

    /// `AB-1 in store 2`, and then perhaps a reason and an approval.
    pub(super) fn stock(&self, subject: &str) -> Option<Shown> {
        let (sku, rest) = subject.rsplit_once(" in store ")?;
        let (store, rest) = rest.split_once(": ").unwrap_or((rest, ""));
        let shown = Shown::of(self.sku(sku)).with(self.store(store));
        let (reason, rest) = first_word(rest);
        let shown = match reason {
            "" => shown,
            name => shown.with(self.word(MoveReason::parse_stored(name).map(MoveReason::message), name)),
        };
        match rest {
            "" => Some(shown),
            _ => {
                let (approval, "") = number_after(rest, "approval ")? else { return None };
                Some(shown.with(self.numbered(text::APPROVAL, &approval.to_string())))
            }
        }
    }

    /// `increase-stock of AB-1 in store 2: 12`: the number is what became of it.
    pub(super) fn scanned(&self, subject: &str) -> Option<Shown> {
        let (action, rest) = subject.split_once(" of ")?;
        let (sku, rest) = rest.rsplit_once(" in store ")?;
        let (store, after) = rest.split_once(": ")?;
        let action = self.word(StockAction::parse(action).map(stock_action), action);
        let shown = Shown::of(self.sku(sku)).with(action).with(self.store(store));
        Some(Shown { after: vec![value(raw(after))], ..shown })
    }

    /// `count 4 of store 2`, and then perhaps the number of differences.
    pub(super) fn count(&self, subject: &str) -> Option<Shown> {
        let (id, rest) = number_after(subject, "count ")?;
        let rest = rest.strip_prefix("of store ")?;
        let (store, rest) = rest.split_once(": ").unwrap_or((rest, ""));
        let count = self.numbered(text::STOCK_COUNT_NAMED, &id.to_string());
        let shown = Shown::of(count).with(self.store(store));
        match rest {
            "" => Some(shown),
            _ => {
                let (count, "differences") = number_after(rest, "")? else { return None };
                Some(shown.with(self.text(text::COUNT_DIFFERENCES.with("count", count))))
            }
        }
    }
}
