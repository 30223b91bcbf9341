//! The page of the editor.

use accounts::service::FormSession;
use axum::response::Response;
use edge::{AppError, Shop, ShopZone, Visitor};
use http::StatusCode;
use kernel::{Key, Zone, msg};

use super::{list_url, preview_url, tabs};
use crate::{
    rules::{BlockField, BlockForm, ContactIcon, EditorError, FieldKind, ItemKind, KINDS, field_name},
    service::{Editor, PreviewLink, nonces},
    store::{self, VersionRow},
    urls::*,
    view::*,
};

/// Versions that the editor lists.
const MAX_VERSIONS: i64 = 20;

/// What the editor's page shows besides the form.
#[derive(Default)]
pub struct Shown<'a> {
    /// The forms that a block may show.
    pub forms: &'a [EditorOption],
    pub errors: &'a [EditorError],
    pub notice: Option<ContentNotice>,
    pub link: Option<PreviewLink>,
}

pub async fn respond(
    shop: &Shop,
    visitor: &Visitor,
    editor: &Editor,
    shown: Shown<'_>,
    status: StatusCode,
) -> Result<Response, AppError> {
    let Shown { forms, errors, notice, link } = shown;
    let zone = shop.settings.get::<ShopZone>().await?;
    let session = FormSession::for_staff(visitor)?;
    let text = |key: Key| shop.messages.text(key);
    let now = shop.clock.now();
    let versions = match editor.id {
        Some(item) => store::list_versions(&shop.db, item, MAX_VERSIONS).await?,
        None => Vec::new(),
    };
    let current = versions.iter().find(|one| one.valid_from.is_some_and(|at| at <= now));
    let current_id = current.map(|one| one.id);
    let is_public = current.is_some_and(|one| !one.is_hidden);
    let has_draft = versions.iter().any(|one| one.valid_from.is_none());
    let (title, categories) = match editor.kind {
        ItemKind::Page => (msg::content::STAFF_EDIT_PAGE, Vec::new()),
        ItemKind::Post => (msg::content::STAFF_EDIT_POST, store::categories(&shop.db).await?),
    };
    let view = StaffEditPageView {
        title: text(title),
        tabs: tabs(shop, &list_url(editor.kind)).await?,
        action: STAFF_EDIT_URL.to_owned(),
        nonce: session.nonce(shop, nonces::STAFF),
        id: editor.id.map(|id| id.to_string()).unwrap_or_default(),
        kind: editor.kind.name().to_owned(),
        version: editor.version.to_string(),
        fields: fields(shop, editor),
        categories: categories
            .into_iter()
            .map(|category| CategoryChoiceView {
                checked: editor.categories.contains(&category.id),
                id: category.id.to_string(),
                label: category.name,
            })
            .collect(),
        blocks: editor
            .blocks
            .iter()
            .enumerate()
            .map(|(index, block)| block_view(shop, index, block, forms))
            .collect(),
        addable: KINDS
            .iter()
            .map(|(kind, label)| EditorOption { value: format!("add:{kind}"), label: text(*label) })
            .collect(),
        schedule_at: editor.at.clone(),
        errors: errors
            .iter()
            .map(|error| ContentFieldError {
                field: error.field.clone(),
                text: shop.messages.text(error.message.clone()),
            })
            .collect(),
        notice,
        preview_url: versions.iter().find(|one| one.valid_from.is_none()).map(|draft| preview_url(draft.id)),
        public_url: match (is_public, editor.id) {
            (true, Some(id)) => store::find_current_of(&shop.db, id, now).await?.map(|one| item(&one.slug)),
            _ => None,
        },
        can_hide: is_public,
        shared: link.map(|link| SharedLinkView {
            url: format!("{}{}", shop.origin, link.url(shop)),
            hint: shop.messages.text(msg::content::SHARE_HINT.with("date", zone.date_time(link.expires_at))),
        }),
        versions: versions
            .into_iter()
            .map(|version| {
                let is_future = version.valid_from.is_some_and(|at| at > now);
                let is_current = Some(version.id) == current_id;
                version_view(shop, &zone, version, (is_current, is_future, has_draft))
            })
            .collect(),
    };
    let title = view.title.clone();
    session.render_page(shop, STAFF_EDIT_URL, &title, &view, status).await
}

fn version_view(
    shop: &Shop,
    zone: &Zone,
    version: VersionRow,
    (is_current, is_future, has_draft): (bool, bool, bool),
) -> ContentVersionRow {
    let is_draft = version.valid_from.is_none();
    let state = match (is_draft, is_future, is_current, version.is_hidden) {
        (true, ..) => msg::content::STATE_DRAFT,
        (_, true, ..) => msg::content::STATE_SCHEDULED,
        (_, _, true, true) => msg::content::STATE_HIDDEN,
        (_, _, true, false) => msg::content::STATE_PUBLISHED,
        _ => msg::content::STATE_PAST,
    };
    ContentVersionRow {
        id: version.id.to_string(),
        state: shop.messages.text(state),
        date: zone.date_time(version.valid_from.unwrap_or(version.saved_at)),
        title: version.title,
        preview_url: preview_url(version.id),
        can_share: is_draft || is_future,
        can_unschedule: is_future && !has_draft,
        can_restore: !is_draft && !is_future && !has_draft,
    }
}

/// The fields above the blocks.
pub fn fields(shop: &Shop, editor: &Editor) -> Vec<EditorFieldView> {
    let field =
        |name: &str, label: Key, kind: EditorFieldKind, value: &str, hint: Option<Key>| EditorFieldView {
            name: name.to_owned(),
            label: shop.messages.text(label),
            kind,
            value: value.to_owned(),
            options: Vec::new(),
            hint: hint.map(|hint| shop.messages.text(hint)).unwrap_or_default(),
            required: name == "title",
        };
    let mut fields = vec![
        field("title", msg::content::FIELD_TITLE, EditorFieldKind::Text, &editor.title, None),
        field(
            "slug",
            msg::content::FIELD_SLUG,
            EditorFieldKind::Address,
            &editor.slug,
            Some(msg::content::HINT_SLUG),
        ),
        field("lead", msg::content::FIELD_LEAD, EditorFieldKind::Lines, &editor.lead, None),
        field(
            "picture",
            msg::content::FIELD_HERO,
            EditorFieldKind::Address,
            &editor.picture,
            Some(msg::content::HINT_PICTURE),
        ),
    ];
    match editor.kind {
        ItemKind::Page => fields.push(field(
            "group",
            msg::content::FIELD_GROUP,
            EditorFieldKind::Text,
            &editor.page_group,
            Some(msg::content::HINT_GROUP),
        )),
        ItemKind::Post => fields.extend([
            field("author", msg::content::FIELD_AUTHOR, EditorFieldKind::Text, &editor.author, None),
            field(
                "comments",
                msg::content::FIELD_COMMENTS,
                EditorFieldKind::Checkbox,
                if editor.comments_open { "1" } else { "" },
                None,
            ),
        ]),
    }
    fields
}

fn icon_label(icon: ContactIcon) -> Key {
    match icon {
        ContactIcon::Chat => msg::content::ICON_CHAT,
        ContactIcon::Phone => msg::content::ICON_PHONE,
        ContactIcon::Mail => msg::content::ICON_MAIL,
        ContactIcon::Truck => msg::content::ICON_TRUCK,
        ContactIcon::Gift => msg::content::ICON_GIFT,
        ContactIcon::Pin => msg::content::ICON_PIN,
    }
}

pub fn block_view(shop: &Shop, index: usize, block: &BlockForm, forms: &[EditorOption]) -> BlockFormView {
    let label =
        KINDS.iter().find(|(kind, _)| *kind == block.kind).map(|(_, label)| shop.messages.text(*label));
    let field = |field: BlockField| EditorFieldView {
        label: shop.messages.text(field.label),
        kind: match field.kind {
            FieldKind::Text => EditorFieldKind::Text,
            FieldKind::Lines => EditorFieldKind::Lines,
            FieldKind::Html => EditorFieldKind::Html,
            FieldKind::Level | FieldKind::Form | FieldKind::Icon => EditorFieldKind::Select,
            FieldKind::Checkbox => EditorFieldKind::Checkbox,
            FieldKind::Address => EditorFieldKind::Address,
        },
        value: match (field.kind, block.value(&field.name)) {
            (FieldKind::Level, "") => "2".to_owned(),
            (_, value) => value.to_owned(),
        },
        options: match field.kind {
            FieldKind::Level => [2, 3, 4]
                .map(|level| EditorOption { value: level.to_string(), label: level.to_string() })
                .to_vec(),
            FieldKind::Form => forms.to_vec(),
            FieldKind::Icon => ContactIcon::ALL
                .map(|icon| EditorOption {
                    value: icon.name().to_owned(),
                    label: shop.messages.text(icon_label(icon)),
                })
                .to_vec(),
            _ => Vec::new(),
        },
        hint: field.hint.map(|hint| shop.messages.text(hint)).unwrap_or_default(),
        required: field.required,
        name: field_name(index, &field.name),
    };
    BlockFormView {
        index: u32::try_from(index).unwrap_or(u32::MAX),
        kind_field: field_name(index, "kind"),
        kind: block.kind.to_owned(),
        label: label.unwrap_or_default(),
        fields: block.fields().into_iter().map(field).collect(),
    }
}
