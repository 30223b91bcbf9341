//! The pages of refusals and failures.

use accounts::view::STAFF_URL;
use edge::{
    AppError, Page,
    error_pages::{ErrorPageKind, REFERENCE_SLOT},
    view::{MessageKind, MessagePageView, PageHead},
};
use kernel::{Messages, msg};

/// Returns the page of an error and its kind. `None` where the renderers or the database fail: rendering another page would
/// fail too, so the static page is shown.
pub fn error_page(error: &AppError, origin: &str, messages: &Messages) -> Option<(ErrorPageKind, Page)> {
    let (name, kind, title, hint) = match error {
        AppError::NotFound | AppError::Moved(_) | AppError::MethodNotAllowed(_) => {
            ("not found", MessageKind::NotFound, msg::content::NOT_FOUND, Some(msg::content::NOT_FOUND_HINT))
        }
        AppError::StaleNonce => ("expired", MessageKind::Expired, msg::common::EXPIRED, None),
        AppError::StaffOnly => ("staff only", MessageKind::Refused, msg::barcodes::STAFF_ONLY, None),
        AppError::ExportsStopped => (
            "exports stopped",
            MessageKind::Refused,
            msg::audit::EXPORTS_STOPPED,
            Some(msg::audit::EXPORTS_STOPPED_HINT),
        ),
        AppError::OnlyViewing => (
            "only viewing",
            MessageKind::Refused,
            msg::admin::ONLY_VIEWING,
            Some(msg::admin::ONLY_VIEWING_HINT),
        ),
        AppError::CrossSite
        | AppError::KeyReused
        | AppError::SignInRequired
        | AppError::Forbidden
        | AppError::Api(_) => ("refused", MessageKind::Refused, msg::content::REFUSED, None),
        AppError::TooManyRequests { .. } => ("busy", MessageKind::Busy, msg::common::TOO_MANY, None),
        AppError::BadRequest(_) | AppError::TooLarge | AppError::BodyTimeout | AppError::Unexpected(_) => {
            ("error", MessageKind::Error, msg::content::ERROR, None)
        }
        AppError::Render(_) | AppError::Busy | AppError::Database(_) | AppError::Timeout => return None,
    };
    // There is the button that ends the view as a role.
    let home_url = if matches!(error, AppError::OnlyViewing) { STAFF_URL } else { "/ar/" };
    let title = messages.text(title);
    let view = MessagePageView {
        kind,
        hint: hint.map(|hint| messages.text(hint)).unwrap_or_default(),
        home_url: home_url.to_owned(),
        shop_url: "/ar/shop/".to_owned(),
        reference: matches!(kind, MessageKind::Error).then(|| REFERENCE_SLOT.to_owned()),
        title: title.clone(),
    };
    let head = PageHead {
        description: title.clone(),
        title,
        canonical_url: format!("{origin}/ar/"),
        no_index: true,
        image_url: None,
        structured_data: Vec::new(),
    };
    Some((name, Page::new(head, &view)))
}
