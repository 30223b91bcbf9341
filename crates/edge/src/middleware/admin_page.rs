//! Answers the pages of endpoints for staff: as a document in the admin's layout, or as the same view in JSON for the admin's
//! own script. One place for all of them, so both have the same policy, the same status and the same headers.

use axum::{
    extract::{Request, State},
    middleware::Next,
    response::Response,
};
use http::{HeaderMap, HeaderValue, header};

use crate::{
    AppError, headers::HeaderOverride, router::EndpointContext, session::StaffMember, shop::AdminPage,
    view::AdminPageView,
};

const JSON: HeaderValue = HeaderValue::from_static("application/json; charset=utf-8");

pub async fn render(
    State(endpoint): State<EndpointContext>,
    request: Request,
    next: Next,
) -> Result<Response, AppError> {
    let Some(member) = request.extensions().get::<StaffMember>().cloned() else {
        return Ok(next.run(request).await);
    };
    let path = request.uri().path().to_owned();
    let wants_view = wants_view(request.headers());
    let mut response = next.run(request).await;
    if let Some(AdminPage(page)) = response.extensions_mut().remove() {
        let shop = &endpoint.shop;
        let layout = shop.layout.admin_layout(&member, &path);
        // A page with security headers of its own, such as one with the camera, works only as a document; and the browser has
        // no markup of held parts.
        let is_document_only =
            response.extensions().get::<HeaderOverride>().is_some() || !page.held.is_empty();
        if wants_view && !is_document_only {
            let (component, title, props) = (page.component, &*page.head.title, &*page.props);
            let view = AdminPageView { component, title, layout: &layout, props };
            response.headers_mut().insert(header::CONTENT_TYPE, JSON);
            *response.body_mut() = view.to_json().into();
        } else {
            *response.body_mut() = shop.render_in_admin(&page, &layout).await?.into();
        }
        response.headers_mut().append(header::VARY, HeaderValue::from_static("accept"));
    }
    Ok(response)
}

/// Browsers accept HTML wherever they show a document.
fn wants_view(headers: &HeaderMap) -> bool {
    let accepted = headers.get(header::ACCEPT).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let accepts = |wanted: &str| {
        accepted.split(',').any(|one| one.split(';').next().unwrap_or_default().trim() == wanted)
    };
    accepts("application/json") && !accepts("text/html")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_who_asks_for_json_alone_gets_the_view() {
        let wants = |accept: &'static str| {
            wants_view(&HeaderMap::from_iter([(header::ACCEPT, HeaderValue::from_static(accept))]))
        };
        assert!(wants("application/json"));
        assert!(wants("text/plain, application/json;q=0.9"));
        assert!(!wants("text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"));
        assert!(!wants("text/html, application/json"));
        assert!(!wants("*/*"));
        assert!(!wants_view(&HeaderMap::new()));
    }
}
