//! Endpoints of the account area and of staff sign-in.

mod addresses;
mod area;
mod capture;
mod confirm;
mod details;
mod invitation;
mod login;
mod newsletter;
mod page;
mod password;
mod privacy;
mod register;
mod staff;
mod subscriptions;
mod team;

use edge::{
    Endpoint, Permission, Policy,
    policy::{DatabaseRole, NonceField, NonceKind, Priority, RateClass},
    registry::Location,
};

use crate::{nonces, view::*};

pub fn endpoints() -> Vec<Endpoint> {
    pages().into_iter().chain(forms()).chain(calls()).chain(for_staff()).collect()
}

fn session_nonce(field: &'static str, action: &'static str) -> NonceKind {
    NonceKind::Session(NonceField { field, action, object: "" })
}

/// Policy of a form that guests may post. The nonce is bound to the session that the form was rendered for.
fn open(action: &'static str) -> Policy {
    let form = Policy::form(RateClass::Account, Priority(2)).idempotent();
    Policy { audit: true, ..form }.nonce(session_nonce(NONCE, action))
}

/// Policy of a form for signed-in customers.
fn own(action: &'static str) -> Policy {
    open(action).for_customers()
}

fn pages() -> Vec<Endpoint> {
    let page = Policy::personal_page();
    let own = page.clone().for_customers();
    vec![
        Endpoint::handler(Location::Page(ACCOUNT_URL), area::dashboard).policy(page.clone()),
        Endpoint::handler(Location::Page(REGISTER_URL), register::show).policy(page.clone()),
        Endpoint::handler(Location::Page(LOST_URL), password::show_lost).policy(page.clone()),
        Endpoint::handler(Location::Page(SET_PASSWORD_URL), password::show_set).policy(page.clone()),
        Endpoint::handler(Location::Page(CONFIRM_EMAIL_URL), confirm::show).policy(page.clone()),
        Endpoint::handler(Location::Page(LOGOUT_URL), login::show_logout).policy(page.clone()),
        Endpoint::handler(Location::Page(NEWSLETTER_URL), newsletter::show).policy(page.clone()),
        Endpoint::handler(Location::Page(CONFIRM_NEWSLETTER_URL), newsletter::show_confirm)
            .policy(page.clone()),
        Endpoint::handler(Location::Page(UNSUBSCRIBE_URL), subscriptions::show_unsubscribe).policy(page),
        Endpoint::handler(Location::Page(ADDRESSES_URL), addresses::show_all).policy(own.clone()),
        Endpoint::handler(Location::Page(ADDRESS_URL), addresses::show).policy(own.clone()),
        Endpoint::handler(Location::Page(DETAILS_URL), details::show).policy(own.clone()),
        Endpoint::handler(Location::Page(PASSWORD_URL), details::to_details).policy(own.clone()),
        Endpoint::handler(Location::Page(SESSIONS_URL), details::to_details).policy(own.clone()),
        Endpoint::handler(Location::Page(SUBSCRIPTIONS_URL), subscriptions::show).policy(own.clone()),
        Endpoint::handler(Location::Page(PRIVACY_URL), privacy::show).policy(own.clone()),
        // A customer who posted these forms while signed out returns to their URLs after sign-in.
        Endpoint::handler(Location::Page(EXPORT_URL), privacy::to_privacy).policy(own.clone()),
        Endpoint::handler(Location::Page(ERASE_URL), privacy::to_privacy).policy(own.clone()),
        Endpoint::handler(Location::Page(FILE_URL), privacy::download).policy(own),
    ]
}

fn forms() -> Vec<Endpoint> {
    vec![
        Endpoint::handler(Location::Form(ACCOUNT_URL), login::login).policy(open(nonces::LOGIN)),
        Endpoint::handler(Location::Form(REGISTER_URL), register::request_link)
            .policy(open(nonces::REGISTER)),
        Endpoint::handler(Location::Form(LOST_URL), password::request_reset).policy(open(nonces::LOST)),
        Endpoint::handler(Location::Form(SET_PASSWORD_URL), password::set).policy(open(nonces::SET_PASSWORD)),
        Endpoint::handler(Location::Form(CONFIRM_EMAIL_URL), confirm::confirm)
            .policy(own(nonces::CONFIRM_EMAIL)),
        // Mail clients post this too, without a session or a nonce: the key in the URL is the authorization.
        Endpoint::handler(Location::Form(UNSUBSCRIBE_URL), subscriptions::unsubscribe)
            .policy(Policy::form(RateClass::Account, Priority(2)).idempotent()),
        // The footer is the same for every visitor, so its form has no nonce. It only sends an email, within limits.
        Endpoint::handler(Location::Form(NEWSLETTER_URL), newsletter::request)
            .policy(Policy::form(RateClass::Account, Priority(3)).idempotent()),
        Endpoint::handler(Location::Form(CONFIRM_NEWSLETTER_URL), newsletter::confirm)
            .policy(Policy::form(RateClass::Account, Priority(3)).idempotent()),
        Endpoint::handler(Location::Form(LOGOUT_URL), login::logout).policy(own(nonces::LOGOUT)),
        Endpoint::handler(Location::Form(ADDRESS_URL), addresses::save).policy(own(nonces::ADDRESS)),
        Endpoint::handler(Location::Form(DETAILS_URL), details::save).policy(own(nonces::DETAILS)),
        Endpoint::handler(Location::Form(PASSWORD_URL), details::save_password).policy(own(nonces::PASSWORD)),
        Endpoint::handler(Location::Form(SESSIONS_URL), details::end_sessions).policy(own(nonces::SESSIONS)),
        Endpoint::handler(Location::Form(SUBSCRIPTIONS_URL), subscriptions::save)
            .policy(own("").nonce(session_nonce("nonce", nonces::SUBSCRIPTIONS))),
        Endpoint::handler(Location::Form(EXPORT_URL), privacy::request_export).policy(own(nonces::EXPORT)),
        Endpoint::handler(Location::Form(ERASE_URL), privacy::erase).policy(own(nonces::ERASE)),
    ]
}

fn calls() -> Vec<Endpoint> {
    let subscribe = Policy { audit: true, ..Policy::write_call(RateClass::Account, Priority(2)) };
    vec![
        Endpoint::handler(Location::Action("fue_update_account_subscriptions"), subscriptions::call).policy(
            subscribe.idempotent().nonce(session_nonce("nonce", nonces::SUBSCRIPTIONS)).for_customers(),
        ),
        Endpoint::handler(Location::Action("fue_wc_set_cart_email"), capture::call)
            .policy(Policy::write_call(RateClass::CartWrite, Priority(3)).idempotent()),
    ]
}

fn for_staff() -> Vec<Endpoint> {
    let staff = |policy: Policy| Policy { rate: RateClass::Staff, ..policy };
    vec![
        Endpoint::handler(Location::Page(STAFF_LOGIN_URL), staff::show_login).policy(Policy::personal_page()),
        Endpoint::handler(Location::Form(STAFF_LOGIN_URL), staff::login)
            .policy(Policy { database: DatabaseRole::Staff, ..staff(open(nonces::STAFF_LOGIN)) }),
        Endpoint::handler(Location::Form(STAFF_LOGOUT_URL), staff::logout)
            .policy(staff(open(nonces::STAFF_LOGOUT)).for_any_member().ending_role_view()),
        // Whoever looks as a role has the rights of that role only.
        Endpoint::handler(Location::Form(STAFF_END_VIEW_URL), team::end_view)
            .policy(staff(open(nonces::STAFF_END_VIEW)).for_any_member().ending_role_view()),
        Endpoint::handler(Location::Page(STAFF_TEAM_URL), team::show)
            .policy(staff(Policy::personal_page()).for_staff(Permission::TeamWrite)),
        Endpoint::handler(Location::Form(STAFF_TEAM_URL), team::change)
            .policy(staff(open(nonces::STAFF_TEAM)).for_staff(Permission::TeamWrite)),
        // The key in the address is the authorization.
        Endpoint::handler(Location::Page(STAFF_INVITATION_URL), invitation::show)
            .policy(staff(Policy::personal_page())),
        Endpoint::handler(Location::Form(STAFF_INVITATION_URL), invitation::join)
            .policy(Policy { database: DatabaseRole::Staff, ..staff(open(nonces::STAFF_INVITATION)) }),
    ]
}
