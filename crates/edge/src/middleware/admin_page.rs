//! Answers the pages of endpoints for staff: as a document in the admin's layout, or as the same view in JSON for the admin's
//! own script. One place for all of them, so both have the same policy, the same status and the same headers.

use axum::{
    extract::{Request, State},
    middleware::Next,
    response::Response,
};
use http::{HeaderMap, HeaderValue, header};

use crate::{
    AppError, Visitor, headers::HeaderOverride, middleware::recent_write::PAGES_RENEWED,
    router::EndpointContext, session::StaffMember, shop::AdminPage, view::AdminPageView,
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
    let session = Visitor::of(request.extensions())?.staff;
    let path = request.uri().path().to_owned();
    let wants_view = wants_view(request.headers());
    let mut response = next.run(request).await;
    if let Some(AdminPage(page)) = response.extensions_mut().remove() {
        let shop = &endpoint.shop;
        let sign = |action: &'static str| {
            let nonce = |token| shop.nonces.session(action, "", &token, shop.clock.now());
            session.map(nonce).unwrap_or_default()
        };
        let layout = shop.layout.admin_layout(&member, &path, &sign);
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
    if wants_view {
        carry_pages_renewed(response.headers_mut());
    }
    Ok(response)
}

/// Where the admin's pages are.
const ADMIN: &str = "/ar/wp-admin/";

/// A script cannot read an answer that redirects, only the one after it. So the number of renewed pages travels in the address,
/// from which the script removes it.
fn carry_pages_renewed(headers: &mut HeaderMap) {
    let Some(pages) = headers.get(PAGES_RENEWED).and_then(|value| value.to_str().ok()) else { return };
    let Some(location) = headers.get(header::LOCATION).and_then(|value| value.to_str().ok()) else { return };
    if !location.starts_with(ADMIN) {
        return;
    }
    let (address, fragment) = location.split_at(location.find('#').unwrap_or(location.len()));
    let sign = if address.contains('?') { '&' } else { '?' };
    let carrying = format!("{address}{sign}renewed={pages}{fragment}");
    if let Ok(carrying) = HeaderValue::from_str(&carrying) {
        headers.insert(header::LOCATION, carrying);
    }
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

    /// [D20]
    #[test]
    fn the_number_of_renewed_pages_travels_inside_the_admin_only() {
        let carried = |location: &'static str| {
            let mut headers = HeaderMap::from_iter([(header::LOCATION, HeaderValue::from_static(location))]);
            headers.insert(PAGES_RENEWED, HeaderValue::from(12_usize));
            carry_pages_renewed(&mut headers);
            headers[header::LOCATION].to_str().expect("ASCII").to_owned()
        };
        assert_eq!(carried("/ar/wp-admin/products/7/"), "/ar/wp-admin/products/7/?renewed=12");
        assert_eq!(carried("/ar/wp-admin/a/?saved=2#price"), "/ar/wp-admin/a/?saved=2&renewed=12#price");
        assert_eq!(carried("/ar/my-account/"), "/ar/my-account/");
    }

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
