//! Writes an edit of a picture in one transaction: its version, what it changed, the purges of the pages that show it, and the
//! audit line.

use catalog::service::library::{self, EditedPicture, PictureFields};
use edge::{
    AppError, Shop,
    audit::AuditWriter,
    changes::{self, Change, Patch, Thing, compare},
    purge,
    session::StaffMember,
};
use sqlx::PgConnection;

use super::uses;

/// Characters of a value in the audit log.
const AUDITED_CHARS: usize = 120;

pub fn thing(picture: i64) -> Thing {
    Thing { kind: "picture", id: picture }
}

/// An edit that was made on a version.
#[derive(Debug)]
pub struct Edit<'a> {
    pub name: &'a str,
    /// That the member saw.
    pub version: i64,
    /// The description that the form showed, if it knows no version.
    pub seen_alt: Option<&'a str>,
    pub patch: Patch,
    /// The version whose change is taken back.
    pub undoes: Option<i64>,
}

/// Others changed the same fields since the version of the edit.
#[derive(Debug)]
pub struct Conflict {
    pub current: EditedPicture,
    pub clashing: Vec<String>,
    pub since: Vec<Change>,
    pub patch: Patch,
}

#[derive(Debug)]
pub enum Saved {
    /// `version` is the new one.
    Done {
        version: i64,
    },
    /// Everything is as it was wanted already.
    Unchanged,
    /// It cannot be deleted.
    Used,
    /// The file that is wanted is gone.
    NoFile,
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
    pub async fn save(&self, edit: &Edit<'_>) -> Result<Saved, AppError> {
        let now = self.shop.clock.now();
        let mut tx = self.shop.db.begin().await?;
        let old = library::lock(&mut *tx, edit.name).await?.ok_or(AppError::NotFound)?;
        let stored = Patch::of(&old.fields).map_err(anyhow::Error::from)?;
        let is_described_anew = edit.seen_alt.is_some_and(|seen| old.fields.alt != seen);
        if is_described_anew && !edit.patch.clone().without(&stored).is_empty() {
            let (clashing, patch) = (vec!["alt".to_owned()], edit.patch.clone());
            return Ok(Saved::Conflict(Box::new(Conflict {
                current: old,
                clashing,
                since: Vec::new(),
                patch,
            })));
        }
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
        let new: PictureFields =
            patch.apply(&old.fields).map_err(|_| AppError::BadRequest("no such field or value"))?;
        if old.fields.is_deleted && new.is_deleted {
            return Err(AppError::NotFound);
        }
        if new.is_deleted {
            let used = uses::list(&mut tx, self.shop.messages, &old, now).await?;
            if !used.is_empty() {
                return Ok(Saved::Used);
            }
        }
        if patch.has("file")
            && let Some(file) = new.file
            && !self.choose(&mut tx, &old, file).await?
        {
            return Ok(Saved::NoFile);
        }
        let version = library::update(&mut tx, old.id, &old.fields, &new, now).await?;
        // Another file purges when it is published. The address of an upload that an undone import had is not on any page.
        let is_seen = patch.has("alt") || patch.has("focus") || (patch.has("file") && new.file.is_none());
        let tags = if is_seen { library::page_tags(&mut *tx, &old.name, now).await? } else { Vec::new() };
        let purges = purge::record(&mut *tx, &tags).await?;
        let before = patch.values_in(&stored);
        self.record(&mut tx, &old, version, (before, patch), edit.undoes).await?;
        tx.commit().await?;
        purge::announce(&self.shop.redis, &purges).await;
        Ok(Saved::Done { version })
    }

    /// Returns false if the file was refused, or deleted meanwhile.
    async fn choose(&self, db: &mut PgConnection, old: &EditedPicture, file: i64) -> Result<bool, AppError> {
        let found = media::service::find_file(&mut *db, file).await?;
        if found.is_none_or(|found| found.state == media::rules::MediaState::Refused) {
            return Ok(false);
        }
        media::service::choose_file(db, old.id, file, old.files.public_name()).await?;
        Ok(true)
    }

    /// Stores the change and its audit line, which must be the last statement of the transaction.
    async fn record(
        &self,
        db: &mut PgConnection,
        picture: &EditedPicture,
        version: i64,
        (before, after): (Patch, Patch),
        undoes: Option<i64>,
    ) -> Result<(), AppError> {
        let action = action(&after, undoes);
        let subject = format!("picture {} v{version}", picture.name);
        let (was, is) = (audited(&before), audited(&after));
        let actor = self.member.actor();
        let change = Change { version, actor, at: self.shop.clock.now(), before, after, undoes };
        changes::record(&mut *db, thing(picture.id), &change).await?;
        self.audit.record_change(&mut *db, action, &subject, Some(&was), Some(&is)).await?;
        Ok(())
    }
}

fn action(after: &Patch, undoes: Option<i64>) -> &'static str {
    if undoes.is_some() {
        "undo"
    } else if after.has("file") {
        "media-replace"
    } else if after.has("is_deleted") {
        "media-delete"
    } else if after.fields().all(|field| field == "alt") {
        "picture-alt"
    } else {
        "picture-edit"
    }
}

fn audited(patch: &Patch) -> String {
    let shown = |(field, value): (&String, &serde_json::Value)| {
        let text = value.to_string();
        match text.char_indices().nth(AUDITED_CHARS) {
            Some((end, _)) => format!("{field}: {}…", &text[..end]),
            None => format!("{field}: {text}"),
        }
    };
    patch.0.iter().map(shown).collect::<Vec<_>>().join("; ")
}
