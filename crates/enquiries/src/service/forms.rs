//! Forms in pages, and how a form gets a version.

use std::{collections::BTreeMap, sync::Arc};

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use content::{FormRequest, FormSource, LoadedForm, view::EditorOption};
use edge::{AppError, PublicShop, ShopZone};
use kernel::{Messages, msg};
use sqlx::PgConnection;

use super::{tags, token::shared_token};
use crate::{
    rules::{
        DefinitionError, Element, ElementKind, FieldError, FormDefinition, MAX_LINE_CHARS, MAX_TEXT_CHARS,
        Values, check_definition, dependents, field_name, form_field,
    },
    store::{self, FormVersion},
    urls::{CAPTCHA_URL, CHALLENGE_URL, TOKEN_URL},
    view::*,
};

/// The forms of this crate as blocks of pages.
pub fn form_views() -> Arc<dyn FormSource> {
    Arc::new(EnquiryForms)
}

struct EnquiryForms;

#[async_trait]
impl FormSource for EnquiryForms {
    async fn load(&self, shop: &PublicShop, request: &FormRequest) -> Result<Option<LoadedForm>, AppError> {
        let Some(form) = store::find_form_named(&shop.db, &request.name).await? else { return Ok(None) };
        let now = shop.clock.now();
        let mut view = form_view(shop, &form, request, now);
        view.today = shop.settings.get::<ShopZone>().await?.local(now).date().to_string();
        Ok(Some(LoadedForm::new(&view, tags::form(form.form_id))))
    }

    async fn list(&self, shop: &PublicShop) -> Result<Vec<EditorOption>, AppError> {
        let forms = store::list_forms(&shop.db).await?;
        Ok(forms.into_iter().map(|form| EditorOption { value: form.name, label: form.title }).collect())
    }
}

/// The form as everybody sees it. A closed form can be read and not be sent.
pub fn form_view(
    shop: &PublicShop,
    form: &FormVersion,
    request: &FormRequest,
    now: DateTime<Utc>,
) -> EnquiryFormView {
    let FormDefinition {
        title,
        intro,
        elements,
        logic,
        submit_label,
        success,
        reset,
        use_ajax,
        lightbox,
        ..
    } = form.definition.0.clone();
    let id = form.form_id;
    let defaults = defaults(&form.definition);
    let hidden = |name: &str, value: String| EnquiryHiddenInput { name: name.to_owned(), value };
    let uid = shared_token(shop, id, form.version_id, now);
    let dependents = dependents(&form.definition);
    EnquiryFormView {
        id: id.to_string(),
        unique_id: format!("enquiry-{id}-{}", request.index),
        title,
        intro,
        action: request.page_url.clone(),
        upload_url: edge::registry::ACTION_PATH.to_owned(),
        preview: request.is_preview,
        use_ajax,
        submit_label,
        success_message_timeout: success.timeout_seconds,
        reset_form_values: reset,
        center_fancybox: lightbox.is_some(),
        center_fancybox_speed: lightbox.as_ref().map_or(0, |lightbox| lightbox.center_speed_ms),
        lightbox: lightbox.map(|lightbox| EnquiryLightboxView { label: lightbox.open_label }),
        elements: elements.into_iter().map(|element| element_view(id, element)).collect(),
        cl_element_ids: logic.keys().copied().collect(),
        cl_dependent_element_ids: dependents
            .into_iter()
            .map(|(read, readers)| (read, readers.into_iter().collect()))
            .collect(),
        logic,
        hidden: vec![hidden("iphorm_id", id.to_string()), hidden("iphorm_uid", uid)],
        trap_name: "cr_website".to_owned(),
        token_url: Some(format!("{TOKEN_URL}?form={id}")),
        captcha: Some(EnquiryCaptchaView {
            challenge_url: CHALLENGE_URL.to_owned(),
            name: "cptcha".to_owned(),
        }),
        values: defaults.clone(),
        defaults,
        errors: match form.is_open {
            true => BTreeMap::new(),
            false => BTreeMap::from([(form_field(id), vec![shop.messages.text(msg::enquiries::CLOSED)])]),
        },
        uploaded: BTreeMap::new(),
        success: None,
        today: now.date_naive().to_string(),
    }
}

fn element_view(form: i64, element: Element) -> EnquiryElementView {
    EnquiryElementView {
        name: field_name(form, element.id),
        max_length: match element.kind {
            ElementKind::Textarea { .. } => Some(MAX_TEXT_CHARS),
            ElementKind::Text {} | ElementKind::Email {} | ElementKind::Phone {} => Some(MAX_LINE_CHARS),
            _ => None,
        },
        image_url: matches!(element.kind, ElementKind::Captcha {})
            .then(|| format!("{CAPTCHA_URL}?form={form}")),
        element,
    }
}

/// The values of a new form.
pub fn defaults(definition: &FormDefinition) -> Values {
    let values =
        definition.elements.iter().filter_map(|element| Some((element.id, element.default.clone()?)));
    values.collect()
}

/// What the visitor reads about an error.
pub fn error_text(messages: &Messages, element: &Element, error: &FieldError) -> String {
    if let Some(text) = error.own_text(element) {
        return text.to_owned();
    }
    let text = messages.text(error.message());
    match error {
        FieldError::File { name, refusal } if refusal.names_file() => format!("{name} - {text}"),
        _ => text,
    }
}

#[derive(Debug, thiserror::Error)]
pub enum SaveFormError {
    #[error(transparent)]
    Definition(#[from] DefinitionError),
    #[error(transparent)]
    Database(#[from] sqlx::Error),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SavedForm {
    pub form_id: i64,
    pub version_id: i64,
    /// The definition differs from the one before.
    pub is_new: bool,
}

/// Saves a form under its name. A definition that changed becomes a new version, which new visitors see from then on;
/// enquiries of earlier versions are not touched. The caller purges [`tags::form`] in the same transaction.
pub async fn save_form(
    db: &mut PgConnection,
    name: &str,
    definition: &FormDefinition,
    saved_by: &str,
    now: DateTime<Utc>,
) -> Result<SavedForm, SaveFormError> {
    check_definition(definition)?;
    let (form_id, number) = store::lock_form(db, name, now).await?;
    let current = store::find_form(&mut *db, form_id).await?;
    if let Some(current) = current.filter(|current| current.definition.0 == *definition) {
        return Ok(SavedForm { form_id, version_id: current.version_id, is_new: false });
    }
    let version_id = store::add_version(db, form_id, number + 1, definition, saved_by, now).await?;
    Ok(SavedForm { form_id, version_id, is_new: true })
}
