//! The nonce action of each form.

pub const LOGIN: &str = "accounts.login";
pub const LOGOUT: &str = "accounts.logout";
pub const REGISTER: &str = "accounts.register";
pub const LOST: &str = "accounts.lost";
pub const SET_PASSWORD: &str = "accounts.set-password";
pub const CONFIRM_EMAIL: &str = "accounts.confirm-email";
pub const DETAILS: &str = "accounts.details";
pub const PASSWORD: &str = "accounts.password";
pub const SESSIONS: &str = "accounts.sessions";
pub const ADDRESS: &str = "accounts.address";
pub const SUBSCRIPTIONS: &str = "accounts.subscriptions";
pub const EXPORT: &str = "accounts.export";
pub const ERASE: &str = "accounts.erase";
pub const STAFF_LOGIN: &str = "accounts.staff-login";
pub const STAFF_INVITATION: &str = "accounts.staff-invitation";
pub const STAFF_TEAM: &str = "accounts.staff-team";
pub const STAFF_END_VIEW: &str = "accounts.staff-end-view";
pub const STAFF_LOGOUT: &str = "accounts.staff-logout";
