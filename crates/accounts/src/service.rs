//! What other crates may ask of accounts.

mod address_form;
mod form_session;

pub(crate) use self::{
    address_form::countries,
    form_session::{append_cookie, menu_links, redirect_signed_out},
};
pub use self::{
    address_form::{address_field, address_label, load_address},
    form_session::{FormSession, redirect, with_notice},
};
pub use crate::rules::MIN_STAFF_PASSWORD_LENGTH;
pub use crate::store::{
    EmailToken, NewCustomer, NewStaff, OWNER, Purpose, StaffAccount, ThrottledAction, add, add_staff,
    check_throttle, create_email_token, find, find_subscription, list_roles, list_staff, newsletter,
    remove_staff, save_address, set_password, sign_in, sign_out_by_shell, sweep_emails, try_throttle,
};

/// The form that signs a member of staff out.
pub fn logout_form(shop: &edge::Shop, form_session: &FormSession) -> crate::view::FormView {
    let (url, action) = (crate::view::STAFF_LOGOUT_URL, crate::nonces::STAFF_LOGOUT);
    form_session.form(shop, url, action, kernel::msg::accounts::LOGOUT)
}

/// The band above every page of a member who looks at the admin as a role sees it. `sign` makes the nonce of an action.
pub fn role_band(
    member: &edge::session::StaffMember,
    sign: impl Fn(&'static str) -> String,
) -> Option<edge::view::RoleBand> {
    member.is_viewing.then(|| edge::view::RoleBand {
        role: member.role.title.clone(),
        action: crate::view::STAFF_END_VIEW_URL.to_owned(),
        nonce: sign(crate::nonces::STAFF_END_VIEW),
    })
}
