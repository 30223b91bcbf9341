//! SQL of the accounts crate.

mod addresses;
mod capture;
mod customers;
mod email_tokens;
mod exports;
mod sign_in_out;
mod staff;
mod subscriptions;
mod team;
mod throttle;

pub use addresses::{find_address, save_address};
pub use capture::{remember_email, sweep_emails};
pub use customers::{
    Customer, NewCustomer, add, adopt_orders, find, find_by_email, find_by_login, has_open_orders,
    has_pending_order_emails, leavers, set_email, set_leaving, set_names, set_password, shop_name,
};
pub use email_tokens::{
    EmailToken, LIFE as LINK_LIFE, Purpose, create_email_token, delete_email_tokens, find_email_token,
    sweep_email_tokens, use_email_token,
};
pub use exports::{
    Export, LIFE as EXPORT_LIFE, erase, export_body, export_owner, exports, fill_export, own_data,
    request_export, sweep_exports,
};
pub use sign_in_out::{is_trusted_device, sign_in, sign_out, sign_out_by_shell, sweep_devices, trust_device};
pub use staff::{
    NewStaff, OWNER, StaffAccount, add_staff, find_staff_by_email, list_staff, remove_staff, use_code,
};
pub use subscriptions::{
    Newsletter, find_list_name_by_key, find_subscription, find_subscription_by_email, lists, newsletter,
    replace, subscribe, unsubscribe,
};
pub use team::{
    INVITATION_LIFE, Invitation, NewInvitation, OpenInvitation, TeamMember, TeamRole, copy_role,
    create_invitation_key, end_invitation, end_orphaned_invitations, find_invitation, has_owner, invite,
    join, list_invitations, list_roles, list_team, lock_team, open_invitation, remove_role, save_role,
    set_role, stop_member, sweep_invitations,
};
pub use throttle::{
    ThrottledAction, check_throttle, reset_throttle, sweep_throttle_counters, try_throttle, undo_throttle,
};
