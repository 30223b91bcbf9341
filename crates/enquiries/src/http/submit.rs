//! Call 36: a form, sent to the page that shows it. The plain form is the same request without `iphorm_ajax`.

mod shown_again;

use std::collections::BTreeMap;

use accounts::service::{FormSession, redirect};
use axum::{
    Json,
    extract::State,
    response::{IntoResponse, Response},
};
use content::{BlockSources, urls};
use edge::{AppError, Fields, PathParam, Shop, Visitor, policy::RateClass, session, upload::Upload};
use http::{HeaderMap, StatusCode};
use kernel::msg;
use media::service::MediaContext;
use serde::Deserialize;

use crate::{
    rules::{AfterSuccess, ElementId, ElementKind, field_name, form_field, parse_field_name},
    service::{
        captcha,
        submit::{self, Refused, Submission},
        token::FormToken,
        upload::{FileSubject, read_file, store_file},
    },
    store::{self, FormVersion},
    view::{EnquiryFieldErrors, EnquirySubmitAnswer},
};
use shown_again::{Shown, ShownAgain};

/// The parameter of a page that shows the text after a form was sent.
pub const SENT_PARAMETER: &str = "enquiry";

/// A form that arrives: its version and its tokens, which stand before its files.
struct Arriving {
    version: FormVersion,
    /// `None`: not one of this shop for this form.
    token: Option<FormToken>,
    /// That of the form, or a new one if the form has a token that others share.
    own_token: FormToken,
}

pub async fn send(
    State(shop): State<Shop>,
    media: MediaContext,
    visitor: Visitor,
    PathParam(slug): PathParam<String>,
    headers: HeaderMap,
    mut upload: Upload,
    sources: BlockSources,
) -> Result<Response, AppError> {
    let arriving = arriving(&shop, &slug, &upload).await?;
    let session = FormSession::for_anyone(&shop, &visitor).await?;
    let file_errors = read_files(&shop, &media, &visitor, &session, &arriving, &mut upload).await?;
    let fields = upload.finish().await?;
    let page_url = urls::item(&slug);
    let Arriving { version, token, own_token } = &arriving;
    let now = shop.clock.now();
    let submission = Submission {
        version,
        token: token.as_ref(),
        own_token,
        fields: &fields,
        pictures: &captcha::issued(&headers, now),
        file_errors,
        page_url: &page_url,
        is_new_session: visitor.token != Some(session.token),
    };
    let is_ajax = fields.get("iphorm_ajax") == Some("1");
    let outcome = match submit::submit(&shop, &visitor, &session.token, &submission).await {
        // The visitor went back and changed a form that was sent: it is shown again with a token of its own.
        Err(AppError::KeyReused) if !is_ajax => {
            let text = shop.messages.text(msg::enquiries::DUPLICATE);
            let values = submit::typed_values(version, &fields);
            Err(Refused { values, form: Some(text), counts: true, ..Refused::default() })
        }
        outcome => outcome?,
    };
    if outcome.as_ref().is_err_and(|refused| !refused.counts) {
        // An error in a field is no form that was sent: it counts like reading the page.
        let limiter = &shop.rate_limiter;
        limiter.take_back(RateClass::Content, visitor.token.as_ref(), visitor.address).await;
        limiter.check(RateClass::Read, visitor.token.as_ref(), visitor.address).await?;
    }
    if is_ajax {
        let mut response = Json(answer(version, outcome)).into_response();
        session.append_cookie(&mut response);
        return Ok(response);
    }
    let mut response = match outcome {
        Ok(()) => redirect(&encoded(&sent_url(version, &page_url)), None),
        Err(refused) => {
            // Files that were accepted wait under the form's own token. A used one is not given out again.
            let token = match refused.form.is_some() {
                true => FormToken::issue(&shop.nonces, version.form_id, version.version_id, now),
                false => own_token.clone(),
            };
            let shown = Shown::Refused { refused: Box::new(refused), token };
            shown_page(&shop, sources, &slug, version.clone(), shown, StatusCode::UNPROCESSABLE_ENTITY)
                .await?
        }
    };
    session.append_cookie(&mut response);
    Ok(response)
}

/// Finds the form by the fields before the first file. The page must show it.
async fn arriving(shop: &Shop, slug: &str, upload: &Upload) -> Result<Arriving, AppError> {
    let form: Option<i64> = upload.field("iphorm_id").and_then(|form| form.parse().ok());
    let form = form.ok_or(AppError::BadRequest("no form"))?;
    let names = content::service::form_names(&shop.public(), slug).await?;
    let current = store::find_form(&shop.db, form).await?;
    let current = current.filter(|current| names.contains(&current.name)).ok_or(AppError::NotFound)?;
    let token = upload.field("iphorm_uid").and_then(|token| FormToken::parse(&shop.nonces, token));
    let token = token.filter(|token| token.form == form);
    // The visitor answers the version that they saw.
    let version = match &token {
        Some(token) if token.version != current.version_id => {
            let seen = store::find_version(&shop.db, token.version).await?;
            seen.filter(|seen| seen.form_id == form).unwrap_or(current)
        }
        _ => current,
    };
    let now = shop.clock.now();
    let own_token = match &token {
        Some(token) if token.is_own => token.clone(),
        _ => FormToken::issue(&shop.nonces, form, version.version_id, now),
    };
    Ok(Arriving { version, token, own_token })
}

/// Receives the files of a plain form. Returns texts about those that were not accepted.
async fn read_files(
    shop: &Shop,
    media: &MediaContext,
    visitor: &Visitor,
    session: &FormSession,
    arriving: &Arriving,
    upload: &mut Upload,
) -> Result<BTreeMap<ElementId, Vec<String>>, AppError> {
    let mut errors: BTreeMap<ElementId, Vec<String>> = BTreeMap::new();
    let customer = match upload.has_file() {
        true => session::find_customer(&shop.db, visitor, shop.clock.now()).await?,
        false => None,
    };
    let form = arriving.version.form_id;
    let mut has_file = upload.has_file();
    while has_file {
        // A browser sends a part without a name for a field in which no file was chosen.
        if !upload.file_name().is_empty() {
            let found = parse_field_name(form, upload.part_name());
            let element = found.and_then(|(id, _)| arriving.version.definition.element(id));
            let element = element.filter(|element| matches!(element.kind, ElementKind::Upload { .. }));
            let element = element.ok_or(AppError::BadRequest("no upload element of the form"))?;
            let subject = FileSubject {
                element,
                token: &arriving.own_token,
                session: &session.token,
                customer: customer.as_ref().map(|customer| customer.id.0),
                upload_id: None,
            };
            if let Err(text) = receive_one(shop, media, visitor, subject, upload).await? {
                errors.entry(element.id).or_default().push(text);
            }
        }
        has_file = upload.next_file().await?;
    }
    Ok(errors)
}

async fn receive_one(
    shop: &Shop,
    media: &MediaContext,
    visitor: &Visitor,
    subject: FileSubject<'_>,
    upload: &mut Upload,
) -> Result<Result<(), String>, AppError> {
    // Each file counts like one that is sent alone.
    let limited = shop.rate_limiter.check(RateClass::Upload, visitor.token.as_ref(), visitor.address).await;
    if matches!(limited, Err(AppError::TooManyRequests { .. })) {
        return Ok(Err(shop.messages.text(msg::enquiries::UPLOAD_FAILED)));
    }
    limited?;
    match read_file(shop, media, subject, upload, None).await? {
        Ok(spooled) => store_file(shop, media, subject, spooled).await,
        Err(text) => Ok(Err(text)),
    }
}

fn answer(version: &FormVersion, outcome: Result<(), Refused>) -> EnquirySubmitAnswer {
    let form = version.form_id;
    match outcome {
        Ok(()) => EnquirySubmitAnswer::Success {
            data: version.definition.success.html.as_str().to_owned(),
            redirect: match &version.definition.success.then {
                AfterSuccess::Stay => None,
                AfterSuccess::Reload => Some(String::new()),
                AfterSuccess::Redirect { url } => Some(url.clone()),
            },
        },
        Err(refused) => EnquirySubmitAnswer::Error { data: errors_by_name(form, refused) },
    }
}

fn errors_by_name(form: i64, refused: Refused) -> BTreeMap<String, EnquiryFieldErrors> {
    let whole = refused.form.map(|text| (form_field(form), EnquiryFieldErrors { errors: vec![text] }));
    let elements = refused.elements.into_iter();
    let elements = elements.map(|(id, errors)| (field_name(form, id), EnquiryFieldErrors { errors }));
    elements.chain(whole).collect()
}

/// Where a plain form leads: an address of its definition, or the page itself. The content policy stops a form that leads
/// to another site, so such a form shows its text.
fn sent_url(version: &FormVersion, page_url: &str) -> String {
    match &version.definition.success.then {
        AfterSuccess::Redirect { url } if url.starts_with('/') => url.clone(),
        AfterSuccess::Reload => page_url.to_owned(),
        AfterSuccess::Redirect { .. } | AfterSuccess::Stay => {
            format!("{page_url}?{SENT_PARAMETER}={}", version.form_id)
        }
    }
}

/// Only ASCII in a `Location`.
fn encoded(url: &str) -> String {
    const ESCAPED: &percent_encoding::AsciiSet =
        &percent_encoding::CONTROLS.add(b' ').add(b'"').add(b'<').add(b'>');
    percent_encoding::utf8_percent_encode(url, ESCAPED).to_string()
}

#[derive(Debug, Deserialize)]
pub struct SentQuery {
    enquiry: i64,
}

/// `GET {page}?enquiry={form}`: the page with the text after the form was sent.
pub async fn show_sent(
    State(shop): State<Shop>,
    PathParam(slug): PathParam<String>,
    Fields(query): Fields<SentQuery>,
    sources: BlockSources,
) -> Result<Response, AppError> {
    let names = content::service::form_names(&shop.public(), &slug).await?;
    let version = store::find_form(&shop.db, query.enquiry).await?;
    let version = version.filter(|version| names.contains(&version.name)).ok_or(AppError::NotFound)?;
    shown_page(&shop, sources, &slug, version, Shown::Sent, StatusCode::OK).await
}

/// The page of a form for one visitor.
async fn shown_page(
    shop: &Shop,
    sources: BlockSources,
    slug: &str,
    version: FormVersion,
    shown: Shown,
    status: StatusCode,
) -> Result<Response, AppError> {
    let forms = ShownAgain::new(sources.forms.clone(), version, shown);
    let sources = BlockSources { forms, ..sources };
    let mut page = content::service::page_from(&shop.public(), &sources, slug).await?;
    page.head.no_index = true;
    shop.personal_response(&page.with_status(status)).await
}
