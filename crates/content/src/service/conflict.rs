//! Two edits of one item: what another person has saved since an editor was opened.

use std::collections::BTreeMap;

use edge::{AppError, Shop};

use super::Editor;
use crate::{
    rules::{Choice, Merge},
    store::{self, Edit},
};

/// The editor's form beside what was saved since it was opened.
pub struct Conflicting {
    pub merge: Merge,
    pub theirs: Edit,
    /// Whether the state that the editor was opened with is still stored.
    pub has_base: bool,
}

impl Conflicting {
    /// Compares with the version number `theirs`, or with the newest. `None`: that edit is not stored.
    pub async fn load(shop: &Shop, mine: &Editor, theirs: Option<i64>) -> Result<Option<Self>, AppError> {
        let item = mine.id.ok_or(AppError::BadRequest("a new item has no other edit"))?;
        let Some(edit) = store::find_edit(&shop.db, item, theirs).await? else { return Ok(None) };
        let base = store::find_edit(&shop.db, item, Some(mine.version)).await?;
        let base = base.map(|base| Editor::from_draft(item, &base.draft, base.version).snapshot());
        let other = Editor::from_draft(item, &edit.draft, edit.version).snapshot();
        let merge = Merge::new(base.as_ref(), &other, &mine.snapshot());
        Ok(Some(Self { merge, theirs: edit, has_base: base.is_some() }))
    }

    /// The editor with everything that was chosen, on top of what was saved since.
    pub fn resolve(self, mut mine: Editor, choices: &BTreeMap<usize, Choice>) -> Editor {
        mine.version = self.theirs.version;
        mine.apply(self.merge.resolve(|number| choices.get(&number).copied().unwrap_or_default()));
        mine
    }
}

/// The choices of a form: fields `choice-{number}`.
pub fn choices(pairs: &[(String, String)]) -> BTreeMap<usize, Choice> {
    let choice = |(name, value): &(String, String)| {
        Some((name.strip_prefix("choice-")?.parse().ok()?, Choice::parse(value)?))
    };
    pairs.iter().filter_map(choice).collect()
}
