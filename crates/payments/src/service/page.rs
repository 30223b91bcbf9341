//! Pages with a payment form, and pages about a payment.

use axum::response::Response;
use edge::{
    AppError, Page, Shop,
    view::{PageHead, View},
};
use http::StatusCode;
use kernel::Message;

use crate::{context::PaymentContext, view::FormErrorView};

/// A form error, with the field it belongs to.
#[derive(Debug)]
pub struct FormError {
    pub field: Option<String>,
    pub text: String,
}

impl FormError {
    pub fn general(shop: &Shop, text: impl Into<Message>) -> Self {
        Self { field: None, text: shop.messages.text(text.into()) }
    }

    pub fn for_field(shop: &Shop, field: impl Into<String>, text: impl Into<Message>) -> Self {
        Self { field: Some(field.into()), ..Self::general(shop, text) }
    }
}

pub fn error_views(errors: &[FormError]) -> Vec<FormErrorView> {
    let view = |error: &FormError| FormErrorView { field: error.field.clone(), text: error.text.clone() };
    errors.iter().map(view).collect()
}

pub fn head(shop: &Shop, url: &str, title: String) -> PageHead {
    PageHead {
        description: title.clone(),
        title,
        canonical_url: format!("{}{url}", shop.origin),
        no_index: true,
        image_url: None,
        structured_data: Vec::new(),
    }
}

/// Renders a page without navigation, and with headers that allow no third-party script but the provider's.
pub async fn render_slim<V: View>(
    shop: &Shop,
    context: &PaymentContext,
    head: PageHead,
    view: &V,
    status: StatusCode,
) -> Result<Response, AppError> {
    let page = Page::new(head, view).with_status(status).slim();
    let mut response = shop.personal_response(&page).await?;
    response.extensions_mut().insert(context.headers.clone());
    Ok(response)
}
