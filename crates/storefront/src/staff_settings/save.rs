//! Writes an edit in one transaction: the thing and its version, what it changed, the purge and the audit line.

use edge::{
    AppError, Shop,
    audit::AuditWriter,
    changes::{self, Change, Patch, compare},
    purge,
    session::StaffMember,
};

use super::{
    check,
    spec::Refused,
    target::{Stored, Target},
};

/// Characters of a value in the audit log.
const AUDITED_CHARS: usize = 120;

/// An edit that was made on a version.
pub struct Edit {
    pub target: Target,
    /// That the member saw.
    pub version: i64,
    pub patch: Patch,
    /// The version whose change is taken back.
    pub undoes: Option<i64>,
}

/// Others changed the same fields since the version of the edit.
pub struct Conflict {
    pub target: Target,
    pub current: Stored,
    pub clashing: Vec<String>,
    pub since: Vec<Change>,
    pub patch: Patch,
}

pub enum Saved {
    /// `version` is the new one. The target is another one if it was new.
    Done {
        target: Target,
        version: i64,
    },
    /// Everything is as it was wanted already.
    Unchanged,
    Refused {
        fields: Patch,
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

impl Editor<'_> {
    /// Saves an edit, merged with what others changed meanwhile.
    pub async fn save(&self, edit: &Edit) -> Result<Saved, AppError> {
        let mut tx = self.shop.db.begin().await?;
        let stored = edit.target.find(&mut tx, true).await?.ok_or(AppError::NotFound)?;
        if let Some(thing) = edit.target.thing()
            && edit.version < stored.version
        {
            let since = changes::list_since(&mut *tx, thing, edit.version).await?;
            let clashing = compare(&edit.patch, &since, &stored.fields).clashing;
            if !clashing.is_empty() {
                let (target, patch) = (edit.target, edit.patch.clone());
                let conflict = Conflict { target, current: stored, clashing, since, patch };
                return Ok(Saved::Conflict(Box::new(conflict)));
            }
        }
        let patch = edit.patch.clone().without(&stored.fields);
        let is_new = edit.target.thing().is_none();
        if patch.is_empty() && !is_new {
            return Ok(Saved::Unchanged);
        }
        // Only fields of the thing: a stored change of an older release may name others.
        if patch.fields().any(|field| edit.target.spec(field).is_none()) {
            return Err(AppError::BadRequest("no such field or value"));
        }
        let mut new = stored.fields.clone();
        new.0.extend(patch.0.clone());
        let mut refused = empty_fields(edit.target, &new);
        refused.extend(check::refuse(&mut tx, edit.target, &stored, &new).await?);
        if !is_new && !stored.is_removed() {
            // What was wrong before this edit does not hold it up.
            let mut before = empty_fields(edit.target, &stored.fields);
            before.extend(check::refuse(&mut tx, edit.target, &stored, &stored.fields).await?);
            refused.retain(|one| !before.contains(one));
        }
        if !refused.is_empty() {
            return Ok(Saved::Refused { fields: new, refused });
        }
        let (target, version) = edit.target.write(&mut tx, &stored, &new).await?;
        let before = if is_new { Patch::default() } else { patch.values_in(&stored.fields) };
        // Every page shows something of the settings, or of a cart that depends on them.
        let purges = purge::record(&mut *tx, &["settings".to_owned()]).await?;
        let after = if is_new { &new } else { &patch };
        self.record(&mut tx, target, version, (&before, after), edit.undoes).await?;
        tx.commit().await?;
        purge::announce(&self.shop.redis, &purges).await;
        Ok(Saved::Done { target, version })
    }

    /// Stores the change and its audit line, which must be the last statement of the transaction.
    async fn record(
        &self,
        db: &mut sqlx::PgConnection,
        target: Target,
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
        if let Some(thing) = target.thing() {
            changes::record(&mut *db, thing, &change).await?;
        }
        let action = if undoes.is_some() { "undo" } else { "settings-edit" };
        let (before, after) = (audited(before), audited(after));
        let subject = target.subject(version);
        self.audit.record_change(&mut *db, action, &subject, before.as_deref(), after.as_deref()).await?;
        Ok(())
    }
}

/// A new thing has its required fields empty until somebody fills them.
fn empty_fields(target: Target, new: &Patch) -> Vec<Refused> {
    let specs = target.specs().into_iter().filter(|spec| spec.kind.is_open());
    let refusal = |spec: &'static super::spec::Spec| {
        let text = new.0.get(spec.name).map(|value| spec.kind.text(value)).unwrap_or_default();
        let message = spec.kind.read(&text).err()?;
        (message.key == kernel::msg::settings::ERROR_EMPTY).then(|| Refused::new(spec.name, message))
    };
    specs.filter_map(refusal).collect()
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
