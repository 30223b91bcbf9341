//! The page that says why there is no page.

use edge::{
    AppError, Page,
    view::{MessageKind, MessagePageView, PageHead},
};
use kernel::{Messages, msg};

/// Drawn for a refusal, in the shop's own layout. `None`: the static page must do.
pub fn explain(error: &AppError, reference: &str, origin: &str, messages: &Messages) -> Option<Page> {
    let (kind, title, hint) = match error {
        AppError::NotFound | AppError::Method(_) => {
            (MessageKind::NotFound, msg::content::NOT_FOUND, Some(msg::content::NOT_FOUND_HINT))
        }
        AppError::StaleNonce => (MessageKind::Expired, msg::content::EXPIRED, None),
        AppError::CrossSite | AppError::KeyReused | AppError::SignInFirst => {
            (MessageKind::Refused, msg::content::REFUSED, None)
        }
        AppError::TooMany { .. } => (MessageKind::Busy, msg::content::TOO_MANY, None),
        AppError::BadRequest(_) | AppError::TooLarge | AppError::Unexpected(_) => {
            (MessageKind::Error, msg::content::ERROR, None)
        }
        // The renderers or the database are the trouble: no page can be drawn or should be tried.
        AppError::Render(_) | AppError::Busy | AppError::Database(_) | AppError::TooSlow => return None,
    };
    let title = messages.text(title);
    let view = MessagePageView {
        kind,
        hint: hint.map(|hint| messages.text(hint)).unwrap_or_default(),
        home_url: "/ar/".to_owned(),
        shop_url: "/ar/shop/".to_owned(),
        reference: matches!(kind, MessageKind::Error).then(|| reference.to_owned()),
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
    Some(Page::new(head, &view).with_status(error.status()))
}
