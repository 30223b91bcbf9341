//! Renders the pages of endpoints for staff in the admin's layout.

use axum::{
    extract::{Request, State},
    middleware::Next,
    response::Response,
};

use crate::{AppError, router::EndpointContext, session::StaffMember, shop::AdminPage};

pub async fn render(
    State(endpoint): State<EndpointContext>,
    request: Request,
    next: Next,
) -> Result<Response, AppError> {
    let Some(member) = request.extensions().get::<StaffMember>().cloned() else {
        return Ok(next.run(request).await);
    };
    let path = request.uri().path().to_owned();
    let mut response = next.run(request).await;
    if let Some(AdminPage(page)) = response.extensions_mut().remove() {
        let shop = &endpoint.shop;
        let layout = shop.layout.admin_layout(&member, &path);
        *response.body_mut() = shop.render_in_admin(&page, &layout).await?.into();
    }
    Ok(response)
}
