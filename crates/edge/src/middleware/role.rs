//! Lets only the role of an endpoint's policy in.

use axum::{
    extract::{Request, State},
    middleware::Next,
    response::Response,
};
use http::header;

use crate::{
    AppError, Visitor, audit,
    policy::Role,
    router::EndpointContext,
    session::{self, Customer},
    trace,
};

/// Puts the [`Customer`] or [`StaffMember`](session::StaffMember) into the request. A customer session that is due is
/// renewed, and the response carries its cookie again.
pub async fn check(
    State(endpoint): State<EndpointContext>,
    mut request: Request,
    next: Next,
) -> Result<Response, AppError> {
    // The shop of the endpoint: a staff endpoint finds its session as `shop_staff`.
    let shop = &endpoint.shop;
    let now = shop.clock.now();
    let visitor = Visitor::of(request.extensions())?;
    let mut renewed = None;
    match endpoint.policy.role {
        Role::Any => {}
        Role::Customer => {
            let found = session::find_customer(&shop.db, &visitor, now).await?;
            let found = found.ok_or(AppError::SignInRequired)?;
            request.extensions_mut().insert(Customer(found.id));
            if let Some(token) = visitor.token.filter(|_| found.needs_renewal)
                && session::renew(&shop.db, &token, now).await?
            {
                renewed = visitor.renewed_cookie();
            }
        }
        Role::Staff => {
            let found = {
                let is_activity = !endpoint.policy.is_background;
                session::find_staff_member(&shop.db, &visitor, now, is_activity).await?
            };
            // A member who is refused is named in the log too.
            if let Some(member) = &found {
                tracing::Span::current().record("staff", member.id);
            }
            let reason = if found.is_some() { "no such right" } else { "no staff session" };
            let access = endpoint.policy.access;
            // A member without the right is a stranger here: the answer does not tell that the endpoint exists.
            let member =
                found.filter(|member| access.is_some_and(|access| access.admits(member.role.permissions)));
            let member = member.ok_or_else(|| {
                trace::refuse(reason);
                if endpoint.policy.is_disclosed { AppError::StaffOnly } else { AppError::NotFound }
            })?;
            if endpoint.policy.is_export && audit::seals::is_broken(&shop.db).await? {
                return Err(AppError::ExportsStopped);
            }
            // After the right was checked, so that strangers and members without it are answered alike.
            shop.rate_limiter.check_member(endpoint.policy.rate, member.id).await?;
            // In one place for every endpoint, and after the right: what the role lacks stays 404.
            if member.is_viewing
                && !endpoint.policy.ends_role_view
                && endpoint.policy.writes(request.method())
            {
                return Err(AppError::OnlyViewing);
            }
            request.extensions_mut().insert(member);
        }
    }
    let mut response = next.run(request).await;
    // A cookie that the handler sets itself wins.
    if let Some(cookie) = renewed.filter(|_| !response.headers().contains_key(header::SET_COOKIE)) {
        response.headers_mut().insert(header::SET_COOKIE, cookie);
    }
    Ok(response)
}
