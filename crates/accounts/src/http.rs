//! The account's pages, forms and calls.

pub mod addresses;
mod area;
mod capture;
mod confirm;
mod details;
mod login;
pub mod page;
mod password;
mod privacy;
mod register;
mod staff;
mod subscriptions;

use edge::{
    Endpoint, Policy,
    policy::{NonceField, NonceKind, Priority, RateClass},
    registry::At,
};

use crate::view::*;

/// What each form's nonce is made for.
mod nonces {
    pub const LOGIN: &str = "accounts.login";
    pub const LOGOUT: &str = "accounts.logout";
    pub const REGISTER: &str = "accounts.register";
    pub const LOST: &str = "accounts.lost";
    pub const SET_PASSWORD: &str = "accounts.set-password";
    pub const CONFIRM_EMAIL: &str = "accounts.confirm-email";
    pub const DETAILS: &str = "accounts.details";
    pub const PASSWORD: &str = "accounts.password";
    pub const ADDRESS: &str = "accounts.address";
    pub const SUBSCRIPTIONS: &str = "accounts.subscriptions";
    pub const EXPORT: &str = "accounts.export";
    pub const ERASE: &str = "accounts.erase";
    pub const STAFF_LOGIN: &str = "accounts.staff-login";
    pub const STAFF_LOGOUT: &str = "accounts.staff-logout";
}

pub fn endpoints() -> Vec<Endpoint> {
    pages().into_iter().chain(forms()).chain(calls()).chain(for_staff()).collect()
}

fn session_nonce(field: &'static str, action: &'static str) -> NonceKind {
    NonceKind::Session(NonceField { field, action, object: "" })
}

/// A form that anybody may post, with the nonce it was drawn with.
fn open(action: &'static str) -> Policy {
    let form = Policy::form(RateClass::Account, Priority(2)).naturally();
    Policy { audit: true, ..form }.nonce(session_nonce(NONCE, action))
}

/// A form of somebody who is signed in.
fn own(action: &'static str) -> Policy {
    open(action).for_customers()
}

fn pages() -> Vec<Endpoint> {
    let page = Policy::personal_page();
    let own = page.clone().for_customers();
    vec![
        Endpoint::handler(At::Page(ACCOUNT_URL), area::dashboard).policy(page.clone()),
        Endpoint::handler(At::Page(REGISTER_URL), register::show).policy(page.clone()),
        Endpoint::handler(At::Page(LOST_URL), password::show_lost).policy(page.clone()),
        Endpoint::handler(At::Page(SET_PASSWORD_URL), password::show_set).policy(page.clone()),
        Endpoint::handler(At::Page(CONFIRM_EMAIL_URL), confirm::show).policy(page.clone()),
        Endpoint::handler(At::Page(LOGOUT_URL), login::show_logout).policy(page.clone()),
        Endpoint::handler(At::Page(UNSUBSCRIBE_URL), subscriptions::show_unsubscribe).policy(page),
        Endpoint::handler(At::Page(ADDRESSES_URL), addresses::show_all).policy(own.clone()),
        Endpoint::handler(At::Page(ADDRESS_URL), addresses::show).policy(own.clone()),
        Endpoint::handler(At::Page(DETAILS_URL), details::show).policy(own.clone()),
        Endpoint::handler(At::Page(PASSWORD_URL), details::to_details).policy(own.clone()),
        Endpoint::handler(At::Page(SUBSCRIPTIONS_URL), subscriptions::show).policy(own.clone()),
        Endpoint::handler(At::Page(PRIVACY_URL), privacy::show).policy(own.clone()),
        // Whoever was signed out when they pressed a button comes back to its address after the login.
        Endpoint::handler(At::Page(EXPORT_URL), privacy::to_privacy).policy(own.clone()),
        Endpoint::handler(At::Page(ERASE_URL), privacy::to_privacy).policy(own.clone()),
        Endpoint::handler(At::Page(FILE_URL), privacy::download).policy(own),
    ]
}

fn forms() -> Vec<Endpoint> {
    vec![
        Endpoint::handler(At::Form(ACCOUNT_URL), login::login).policy(open(nonces::LOGIN)),
        Endpoint::handler(At::Form(REGISTER_URL), register::ask).policy(open(nonces::REGISTER)),
        Endpoint::handler(At::Form(LOST_URL), password::ask).policy(open(nonces::LOST)),
        Endpoint::handler(At::Form(SET_PASSWORD_URL), password::set).policy(open(nonces::SET_PASSWORD)),
        Endpoint::handler(At::Form(CONFIRM_EMAIL_URL), confirm::confirm).policy(own(nonces::CONFIRM_EMAIL)),
        // Posted by mailboxes too, which have no page of ours: the key in the address is all it takes.
        Endpoint::handler(At::Form(UNSUBSCRIBE_URL), subscriptions::unsubscribe)
            .policy(Policy::form(RateClass::Account, Priority(2)).naturally()),
        Endpoint::handler(At::Form(LOGOUT_URL), login::logout).policy(own(nonces::LOGOUT)),
        Endpoint::handler(At::Form(ADDRESS_URL), addresses::save).policy(own(nonces::ADDRESS)),
        Endpoint::handler(At::Form(DETAILS_URL), details::save).policy(own(nonces::DETAILS)),
        Endpoint::handler(At::Form(PASSWORD_URL), details::save_password).policy(own(nonces::PASSWORD)),
        Endpoint::handler(At::Form(SUBSCRIPTIONS_URL), subscriptions::save)
            .policy(own("").nonce(session_nonce("nonce", nonces::SUBSCRIPTIONS))),
        Endpoint::handler(At::Form(EXPORT_URL), privacy::ask).policy(own(nonces::EXPORT)),
        Endpoint::handler(At::Form(ERASE_URL), privacy::erase).policy(own(nonces::ERASE)),
    ]
}

fn calls() -> Vec<Endpoint> {
    let subscribe = Policy { audit: true, ..Policy::write_call(RateClass::Account, Priority(2)) };
    vec![
        Endpoint::handler(At::Action("fue_update_account_subscriptions"), subscriptions::call).policy(
            subscribe.naturally().nonce(session_nonce("nonce", nonces::SUBSCRIPTIONS)).for_customers(),
        ),
        Endpoint::handler(At::Action("fue_wc_set_cart_email"), capture::call)
            .policy(Policy::write_call(RateClass::CartWrite, Priority(3)).naturally()),
    ]
}

fn for_staff() -> Vec<Endpoint> {
    let staff = |policy: Policy| Policy { rate: RateClass::Staff, ..policy };
    vec![
        Endpoint::handler(At::Page(STAFF_LOGIN_URL), staff::show_login).policy(Policy::personal_page()),
        Endpoint::handler(At::Form(STAFF_LOGIN_URL), staff::login).policy(staff(open(nonces::STAFF_LOGIN))),
        Endpoint::handler(At::Page(STAFF_URL), staff::home)
            .policy(staff(Policy::personal_page()).for_staff()),
        Endpoint::handler(At::Form(STAFF_LOGOUT_URL), staff::logout)
            .policy(staff(open(nonces::STAFF_LOGOUT)).for_staff()),
    ]
}
