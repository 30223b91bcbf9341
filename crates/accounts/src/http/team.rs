//! The team page: people, roles, invitations. Every change is recorded in the audit log.

use std::collections::HashMap;

use axum::{extract::State, response::Response};
use chrono::{DateTime, Utc};
use edge::{
    AppError, Fields, Permission, Shop, ShopZone, Visitor,
    audit::AuditWriter,
    permission::Permissions,
    session::{self, RoleScope, StaffMember, StaffRole},
};
use http::StatusCode;
use kernel::{EmailAddress, Key, Money, digits, msg, text};
use serde::Deserialize;
use sqlx::PgConnection;

use super::nonces;
use crate::{
    jobs,
    service::{FormSession, redirect, with_notice},
    store::{self, Invitation, NewInvitation, TeamMember, TeamRole},
    view::*,
};

const MAX_NAME_CHARS: usize = 60;

#[derive(Debug, Default, Deserialize)]
pub struct TeamQuery {
    #[serde(default)]
    notice: String,
}

pub async fn show(
    State(shop): State<Shop>,
    visitor: Visitor,
    member: StaffMember,
    Fields(query): Fields<TeamQuery>,
) -> Result<Response, AppError> {
    let now = shop.clock.now();
    let session = FormSession::for_staff(&visitor)?;
    let zone = shop.settings.get::<ShopZone>().await?;
    let roles = store::list_roles(&shop.db).await?;
    let page = TeamForms { shop: &shop, session: &session, roles: &roles };
    let team = store::list_team(&shop.db, now).await?;
    let invitations = store::list_invitations(&shop.db, now).await?;
    let view = TeamPageView {
        notice: notice(&shop, &query.notice),
        members: team.iter().map(|one| page.member(one, &member, &zone)).collect(),
        invite: page.invite(),
        invitations: invitations.iter().map(|one| page.invitation(one, &zone)).collect(),
        roles: roles.iter().map(|one| one.role.title.clone()).collect(),
        rights: Permission::ALL.map(|permission| page.right(permission)).to_vec(),
        view_as: page.view_as(&member),
        copy: page.copy(),
        own_roles: roles
            .iter()
            .filter(|one| !one.is_delivered && one.role.name != member.role.name)
            .map(|one| page.own_role(&one.role))
            .collect(),
        home_url: STAFF_URL.to_owned(),
    };
    let title = shop.messages.text(msg::accounts::TEAM);
    session.render_page(&shop, STAFF_TEAM_URL, &title, &view, StatusCode::OK).await
}

fn notice(shop: &Shop, code: &str) -> Option<NoticeView> {
    Some(match code {
        "role" => NoticeView::ok(msg::accounts::TEAM_ROLE_CHANGED, shop.messages),
        "stopped" => NoticeView::ok(msg::accounts::TEAM_STOPPED, shop.messages),
        "sessions" => NoticeView::ok(msg::accounts::TEAM_SESSIONS_ENDED, shop.messages),
        "invited" => NoticeView::ok(msg::accounts::TEAM_INVITED, shop.messages),
        "withdrawn" => NoticeView::ok(msg::accounts::TEAM_WITHDRAWN, shop.messages),
        "role-saved" => NoticeView::ok(msg::accounts::TEAM_ROLE_SAVED, shop.messages),
        "role-removed" => NoticeView::ok(msg::accounts::TEAM_ROLE_REMOVED, shop.messages),
        "own" => NoticeView::error(msg::accounts::TEAM_OWN, shop.messages),
        "last-owner" => NoticeView::error(msg::accounts::TEAM_LAST_OWNER, shop.messages),
        "not-invited" => NoticeView::error(msg::accounts::TEAM_NOT_INVITED, shop.messages),
        "already-member" => NoticeView::error(msg::accounts::TEAM_ALREADY_MEMBER, shop.messages),
        "role-wrong" => NoticeView::error(msg::accounts::TEAM_ROLE_WRONG, shop.messages),
        "role-used" => NoticeView::error(msg::accounts::TEAM_ROLE_USED, shop.messages),
        "not-changed" => NoticeView::error(msg::accounts::TEAM_NOT_CHANGED, shop.messages),
        _ => return None,
    })
}

fn right_label(permission: Permission) -> Key {
    match permission {
        Permission::OrdersRead => msg::accounts::RIGHT_ORDERS_READ,
        Permission::OrdersMove => msg::accounts::RIGHT_ORDERS_MOVE,
        Permission::OrdersEdit => msg::accounts::RIGHT_ORDERS_EDIT,
        Permission::OrdersRefund => msg::accounts::RIGHT_ORDERS_REFUND,
        Permission::OrdersPayments => msg::accounts::RIGHT_ORDERS_PAYMENTS,
        Permission::OrdersExport => msg::accounts::RIGHT_ORDERS_EXPORT,
        Permission::CustomersExport => msg::accounts::RIGHT_CUSTOMERS_EXPORT,
        Permission::CatalogRead => msg::accounts::RIGHT_CATALOG_READ,
        Permission::CatalogWrite => msg::accounts::RIGHT_CATALOG_WRITE,
        Permission::StockMove => msg::accounts::RIGHT_STOCK_MOVE,
        Permission::PricesWrite => msg::accounts::RIGHT_PRICES_WRITE,
        Permission::CustomersRead => msg::accounts::RIGHT_CUSTOMERS_READ,
        Permission::InboxAct => msg::accounts::RIGHT_INBOX_ACT,
        Permission::ReviewsModerate => msg::accounts::RIGHT_REVIEWS_MODERATE,
        Permission::PrivacyAct => msg::accounts::RIGHT_PRIVACY_ACT,
        Permission::ContentWrite => msg::accounts::RIGHT_CONTENT_WRITE,
        Permission::GrowthWrite => msg::accounts::RIGHT_GROWTH_WRITE,
        Permission::ReportsRead => msg::accounts::RIGHT_REPORTS_READ,
        Permission::SettingsWrite => msg::accounts::RIGHT_SETTINGS_WRITE,
        Permission::PaymentsSettings => msg::accounts::RIGHT_PAYMENTS_SETTINGS,
        Permission::TeamWrite => msg::accounts::RIGHT_TEAM_WRITE,
        Permission::ImportRun => msg::accounts::RIGHT_IMPORT_RUN,
        Permission::AuditRead => msg::accounts::RIGHT_AUDIT_READ,
        Permission::JobsAct => msg::accounts::RIGHT_JOBS_ACT,
    }
}

fn scope_label(scope: RoleScope) -> Key {
    match scope {
        RoleScope::OwnStores => msg::accounts::SCOPE_OWN_STORES,
        RoleScope::CustomersOfOrders => msg::accounts::SCOPE_CUSTOMERS_OF_ORDERS,
        RoleScope::TextsAndPictures => msg::accounts::SCOPE_TEXTS_AND_PICTURES,
        RoleScope::OwnActs => msg::accounts::SCOPE_OWN_ACTS,
    }
}

/// A role in full: its form carries it, and the audit log says what it was and became.
fn summary(role: &StaffRole) -> String {
    let limit = |limit: Option<i64>| limit.map_or_else(|| "none".to_owned(), |limit| limit.to_string());
    format!(
        "{}: {}; in part: {}; refunds: {}; pieces: {}",
        role.title,
        role.permissions.names().join(" "),
        role.scopes.join(" "),
        limit(role.refund_limit),
        limit(role.stock_limit.map(i64::from))
    )
}

/// What the forms of the page need.
struct TeamForms<'a> {
    shop: &'a Shop,
    session: &'a FormSession,
    roles: &'a [TeamRole],
}

impl TeamForms<'_> {
    fn text(&self, key: Key) -> String {
        self.shop.messages.text(key)
    }

    fn form(&self, act: &str, submit: Key) -> FormView {
        let form = self.session.form(self.shop, STAFF_TEAM_URL, nonces::STAFF_TEAM, submit);
        form.with_hidden("act", act)
    }

    fn field(&self, name: &str, kind: FieldKind, label: Key) -> FieldView {
        FieldView::new(name, kind, label, self.shop.messages)
    }

    fn role_field(&self, label: Key) -> FieldView {
        self.roles_but(label, "")
    }

    /// All roles but one.
    fn roles_but(&self, label: Key, name: &str) -> FieldView {
        let option =
            |one: &TeamRole| OptionView { value: one.role.name.clone(), label: one.role.title.clone() };
        let roles = self.roles.iter().filter(|one| one.role.name != name);
        self.field("role", FieldKind::Select, label).options(roles.map(option).collect())
    }

    fn view_as(&self, viewer: &StaffMember) -> FormView {
        self.form("view", msg::accounts::TEAM_VIEW_SUBMIT)
            .with(self.roles_but(msg::accounts::STAFF_ROLE, &viewer.role.name))
    }

    fn title_of(&self, name: &str) -> String {
        let found = self.roles.iter().find(|one| one.role.name == name);
        found.map_or_else(|| name.to_owned(), |one| one.role.title.clone())
    }

    fn stores(&self, role: &str, stores: &[i16]) -> String {
        let found = self.roles.iter().find(|one| one.role.name == role);
        if found.is_some_and(|one| one.role.has_scope(RoleScope::OwnStores)) {
            stores.iter().map(i16::to_string).collect::<Vec<_>>().join("، ")
        } else {
            self.text(msg::accounts::TEAM_ALL_STORES)
        }
    }

    fn member(&self, one: &TeamMember, viewer: &StaffMember, zone: &ShopZone) -> TeamMemberView {
        let id = one.id.to_string();
        let is_self = one.id == viewer.id;
        let role = || {
            self.form("role", msg::accounts::TEAM_CHANGE_ROLE)
                .with_hidden("member", &id)
                .with(self.role_field(msg::accounts::STAFF_ROLE).value(&one.role))
        };
        TeamMemberView {
            name: one.name.clone(),
            email: one.email.clone(),
            role: self.title_of(&one.role),
            stores: self.stores(&one.role, &one.stores),
            seen: one
                .seen_at
                .map_or_else(|| self.text(msg::accounts::TEAM_SEEN_NEVER), |seen_at| zone.date_time(seen_at)),
            is_self,
            change: (!is_self).then(role),
            end_sessions: (!is_self && one.seen_at.is_some())
                .then(|| self.form("sessions", msg::accounts::TEAM_END_SESSIONS).with_hidden("member", &id)),
            stop: (!is_self)
                .then(|| self.form("stop", msg::accounts::TEAM_STOP).with_hidden("member", &id).dangerous()),
            id,
        }
    }

    fn invite(&self) -> FormView {
        self.form("invite", msg::accounts::TEAM_INVITE)
            .with(self.field("name", FieldKind::Text, msg::accounts::TEAM_NAME))
            .with(self.field("email", FieldKind::Email, msg::accounts::EMAIL))
            .with(self.role_field(msg::accounts::STAFF_ROLE).value("fulfilment"))
            .with(
                self.field("stores", FieldKind::Latin, msg::accounts::STAFF_STORES)
                    .optional()
                    .hint(msg::accounts::TEAM_STORES_HINT, self.shop.messages),
            )
    }

    fn invitation(&self, one: &Invitation, zone: &ShopZone) -> TeamInvitationView {
        TeamInvitationView {
            id: one.id.to_string(),
            name: one.name.clone(),
            email: one.email.clone(),
            role: self.title_of(&one.role),
            until: zone.date_time(one.expires_at),
            withdraw: self
                .form("withdraw", msg::accounts::TEAM_WITHDRAW)
                .with_hidden("invitation", one.id.to_string()),
        }
    }

    fn right(&self, permission: Permission) -> TeamRightView {
        let cell = |one: &TeamRole| TeamCellView {
            has: one.role.permissions.contains(permission),
            note: self.note(&one.role, permission).filter(|_| one.role.permissions.contains(permission)),
        };
        TeamRightView {
            label: self.text(right_label(permission)),
            cells: self.roles.iter().map(cell).collect(),
        }
    }

    /// The part of a right that a role has, if it does not have all of it.
    fn note(&self, role: &StaffRole, permission: Permission) -> Option<String> {
        let scope = RoleScope::ALL
            .into_iter()
            .find(|scope| scope.permission() == permission && role.has_scope(*scope));
        if let Some(scope) = scope {
            return Some(self.text(scope_label(scope)));
        }
        let limit = role.refund_limit.filter(|_| permission == Permission::OrdersRefund)?;
        let message = msg::accounts::TEAM_UP_TO.with("amount", Money::from_minor(limit).format());
        Some(self.shop.messages.text(message))
    }

    fn copy(&self) -> FormView {
        self.form("copy-role", msg::accounts::TEAM_COPY_ROLE)
            .with(self.role_field(msg::accounts::TEAM_COPY_FROM))
            .with(self.field("title", FieldKind::Text, msg::accounts::TEAM_ROLE_TITLE))
    }

    fn own_role(&self, role: &StaffRole) -> TeamRoleView {
        let ticked = |is_ticked: bool| if is_ticked { "1" } else { "" };
        let mut save = self
            .form("save-role", msg::accounts::TEAM_SAVE_ROLE)
            .with_hidden("role", &role.name)
            .with_hidden("was", summary(role))
            .with(self.field("title", FieldKind::Text, msg::accounts::TEAM_ROLE_TITLE).value(&role.title))
            .with(
                self.field("refund_limit", FieldKind::Latin, msg::accounts::TEAM_REFUND_LIMIT)
                    .optional()
                    .value(
                        role.refund_limit
                            .map(|limit| Money::from_minor(limit).to_decimal())
                            .unwrap_or_default(),
                    )
                    .hint(msg::accounts::TEAM_REFUND_LIMIT_HINT, self.shop.messages),
            )
            .with(
                self.field("stock_limit", FieldKind::Latin, msg::accounts::TEAM_STOCK_LIMIT)
                    .optional()
                    .value(role.stock_limit.map(|limit| limit.to_string()).unwrap_or_default())
                    .hint(msg::accounts::TEAM_STOCK_LIMIT_HINT, self.shop.messages),
            );
        for permission in Permission::ALL {
            let name = format!("right_{permission}");
            let field = self.field(&name, FieldKind::Check, right_label(permission)).optional().half();
            save = save.with(field.value(ticked(role.permissions.contains(permission))));
        }
        for scope in RoleScope::ALL {
            let name = format!("scope_{}", scope.name());
            let mut field =
                self.field(&name, FieldKind::Check, right_label(scope.permission())).optional().half();
            field.label = format!("{}: {}", field.label, self.text(scope_label(scope)));
            save = save.with(field.value(ticked(role.has_scope(scope))));
        }
        TeamRoleView {
            name: role.name.clone(),
            title: role.title.clone(),
            save,
            remove: self
                .form("remove-role", msg::accounts::TEAM_REMOVE_ROLE)
                .with_hidden("role", &role.name)
                .dangerous(),
        }
    }
}

#[derive(Debug, Deserialize)]
pub struct TeamForm {
    #[serde(default)]
    act: String,
    #[serde(default)]
    member: String,
    #[serde(default)]
    invitation: String,
    #[serde(default)]
    role: String,
    /// What the form of a role showed: it has all rights, and a stale one would bring back those that were taken away since.
    #[serde(default)]
    was: String,
    #[serde(default)]
    name: String,
    #[serde(default)]
    email: String,
    #[serde(default)]
    stores: String,
    #[serde(default)]
    title: String,
    #[serde(default)]
    refund_limit: String,
    #[serde(default)]
    stock_limit: String,
    /// Ticked rights and scopes, as `right_NAME` and `scope_NAME`.
    #[serde(flatten)]
    ticked: HashMap<String, String>,
}

/// A line of the audit log.
struct Line {
    action: &'static str,
    subject: String,
    before: Option<String>,
    after: Option<String>,
}

impl Line {
    const fn new(action: &'static str, subject: String) -> Self {
        Self { action, subject, before: None, after: None }
    }

    fn change(self, before: impl Into<String>, after: impl Into<String>) -> Self {
        Self { before: Some(before.into()), after: Some(after.into()), ..self }
    }
}

/// The code of the notice, and the line of the audit log; no line if nothing was changed.
type Outcome = (&'static str, Option<Line>);

/// The code of a view as a role that has begun.
const VIEWING: &str = "viewing";

pub async fn change(
    State(shop): State<Shop>,
    audit: AuditWriter,
    visitor: Visitor,
    member: StaffMember,
    Fields(form): Fields<TeamForm>,
) -> Result<Response, AppError> {
    let mut tx = shop.db.begin().await?;
    store::lock_team(&mut *tx).await?;
    let (code, line) = match form.act.as_str() {
        "role" | "stop" | "sessions" => change_member(&mut tx, &member, &form, shop.clock.now()).await?,
        "invite" => invite(&shop, &mut tx, &member, &form).await?,
        "withdraw" => {
            let id: i64 = form.invitation.parse().map_err(|_| AppError::BadRequest("no such invitation"))?;
            let is_ended = store::end_invitation(&mut *tx, id, shop.clock.now()).await?;
            let line = is_ended.then(|| Line::new("staff-invite-withdrawn", format!("invitation {id}")));
            (if is_ended { "withdrawn" } else { "not-changed" }, line)
        }
        "copy-role" | "save-role" | "remove-role" => change_role(&mut tx, &member, &form).await?,
        "view" => begin_view(&mut tx, &visitor, &member, &form.role, shop.clock.now()).await?,
        _ => return Err(AppError::BadRequest("no such action")),
    };
    if let Some(Line { action, mut subject, before, after }) = line {
        let ended = store::end_orphaned_invitations(&mut *tx, shop.clock.now()).await?;
        if ended > 0 {
            subject = format!("{subject}, {ended} invitations ended");
        }
        audit.record_change(&mut *tx, action, &subject, before.as_deref(), after.as_deref()).await?;
        tx.commit().await?;
    }
    // The role may not read this page.
    let next = if code == VIEWING { STAFF_URL.to_owned() } else { with_notice(STAFF_TEAM_URL, code) };
    Ok(redirect(&next, None))
}

/// The member's session sees the admin as a role does, and writes nothing, until it is ended or an hour has passed.
async fn begin_view(
    db: &mut PgConnection,
    visitor: &Visitor,
    member: &StaffMember,
    role: &str,
    now: DateTime<Utc>,
) -> Result<Outcome, AppError> {
    if role == member.role.name || !session::begin_role_view(&mut *db, visitor, role, now).await? {
        return Ok(("not-changed", None));
    }
    let line = Line { after: Some(role.to_owned()), ..Line::new("staff-view-begin", member.actor()) };
    Ok((VIEWING, Some(line)))
}

/// Ends the view as a role. For every member: meanwhile they have the rights of that role only.
pub async fn end_view(
    State(shop): State<Shop>,
    // The end is recorded where the session is changed, because it also comes by itself.
    _audit: AuditWriter,
    visitor: Visitor,
    member: StaffMember,
) -> Result<Response, AppError> {
    session::end_role_view(&shop.db, &visitor, member.id, shop.clock.now()).await?;
    Ok(redirect(STAFF_URL, None))
}

/// Nobody changes their own role or stops themselves, and the last owner stays.
async fn change_member(
    db: &mut PgConnection,
    actor: &StaffMember,
    form: &TeamForm,
    now: DateTime<Utc>,
) -> Result<Outcome, AppError> {
    let id: i64 = form.member.parse().map_err(|_| AppError::BadRequest("no such member"))?;
    if id == actor.id {
        return Ok(("own", None));
    }
    if form.act == "sessions" {
        let ended = session::end_sessions_of(&mut *db, id).await?;
        let line = (ended > 0).then(|| Line::new("staff-sessions-ended", format!("staff {id}")));
        return Ok((if ended > 0 { "sessions" } else { "not-changed" }, line));
    }
    let (is_changed, code, line) = if form.act == "role" {
        let team = store::list_team(&mut *db, now).await?;
        let before = team.into_iter().find(|one| one.id == id).map(|one| one.role).unwrap_or_default();
        let line = Line::new("staff-role", format!("staff {id} {}", form.role)).change(before, &form.role);
        (store::set_role(&mut *db, id, &form.role).await?, "role", line)
    } else {
        (store::stop_member(&mut *db, id).await?, "stopped", Line::new("staff-stop", format!("staff {id}")))
    };
    if !is_changed {
        return Ok(("not-changed", None));
    }
    // The actor may have been stopped since the request began. The caller commits only what has a line.
    if !store::has_owner(&mut *db).await? {
        return Ok(("last-owner", None));
    }
    Ok((code, Some(line)))
}

async fn invite(
    shop: &Shop,
    db: &mut PgConnection,
    actor: &StaffMember,
    form: &TeamForm,
) -> Result<Outcome, AppError> {
    let now = shop.clock.now();
    let name = text::clean(&form.name, MAX_NAME_CHARS);
    let Some(stores) = parse_stores(&form.stores) else { return Ok(("not-invited", None)) };
    let Ok(email) = EmailAddress::parse(&form.email) else { return Ok(("not-invited", None)) };
    if name.is_empty() {
        return Ok(("not-invited", None));
    }
    let key = email.key();
    let new = NewInvitation { email_key: &key, name: &name, role: &form.role, stores: &stores };
    let Some(id) = store::invite(&mut *db, &new, actor, now).await? else {
        return Ok(("already-member", None));
    };
    jobs::send_invitation(db, id, now).await?;
    Ok(("invited", Some(Line::new("staff-invite", format!("invitation {id} {}", form.role)))))
}

/// Numbers of stores, separated by commas of any kind or spaces.
fn parse_stores(text: &str) -> Option<Vec<i16>> {
    let folded = digits::fold(text).into_owned();
    let parts = folded.split([',', '،', ' ']).filter(|part| !part.is_empty());
    parts.map(|part| part.parse().ok().filter(|store: &i16| *store > 0)).collect()
}

/// Delivered roles stay as they are, and nobody changes the role that they have themselves.
async fn change_role(
    db: &mut PgConnection,
    actor: &StaffMember,
    form: &TeamForm,
) -> Result<Outcome, AppError> {
    let title = text::clean(&form.title, MAX_NAME_CHARS);
    if form.act == "copy-role" {
        let name = format!("role-{}", hex::encode(rand::random::<[u8; 4]>()));
        if title.is_empty() || !store::copy_role(&mut *db, &form.role, &name, &title).await? {
            return Ok(("role-wrong", None));
        }
        return Ok(("role-saved", Some(Line::new("role-edit", format!("{name} copied from {}", form.role)))));
    }
    if form.role == actor.role.name {
        return Ok(("own", None));
    }
    if form.act == "remove-role" {
        let is_removed = store::remove_role(&mut *db, &form.role).await?;
        let line = is_removed.then(|| Line::new("role-edit", format!("{} removed", form.role)));
        return Ok((if is_removed { "role-removed" } else { "role-used" }, line));
    }
    let Some(role) = form.role_fields(title) else { return Ok(("role-wrong", None)) };
    let stored = store::list_roles(&mut *db).await?;
    let before = stored.iter().find(|one| one.role.name == role.name).map(|one| summary(&one.role));
    let Some(before) = before.filter(|before| *before == form.was) else { return Ok(("not-changed", None)) };
    if !store::save_role(&mut *db, &role).await? {
        return Ok(("not-changed", None));
    }
    if !store::has_owner(&mut *db).await? {
        return Ok(("last-owner", None));
    }
    let line = Line::new("role-edit", role.name.clone()).change(before, summary(&role));
    Ok(("role-saved", Some(line)))
}

impl TeamForm {
    fn is_ticked(&self, name: &str) -> bool {
        self.ticked.get(name).is_some_and(|value| !value.is_empty())
    }

    /// The role as the form describes it; `None` if a field cannot be read.
    fn role_fields(&self, title: String) -> Option<StaffRole> {
        let refund_limit = match self.refund_limit.trim() {
            "" => None,
            given => Some(Money::parse_decimal(given)?.as_minor()).filter(|minor| *minor >= 0),
        };
        let stock_limit = match digits::fold(self.stock_limit.trim()).as_ref() {
            "" => None,
            given => Some(given.parse().ok().filter(|pieces: &i32| *pieces >= 0)?),
        };
        let permissions: Permissions = Permission::ALL
            .into_iter()
            .filter(|permission| self.is_ticked(&format!("right_{permission}")))
            .collect();
        let scopes = RoleScope::ALL
            .into_iter()
            .filter(|scope| self.is_ticked(&format!("scope_{}", scope.name())))
            .map(|scope| scope.name().to_owned());
        (!title.is_empty()).then(|| StaffRole {
            name: self.role.clone(),
            title,
            permissions,
            scopes: scopes.collect(),
            refund_limit,
            stock_limit,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stores_are_read_in_any_digits_and_with_any_comma() {
        assert_eq!(parse_stores("1, 2"), Some(vec![1, 2]));
        assert_eq!(parse_stores("١،٢"), Some(vec![1, 2]));
        assert_eq!(parse_stores(" "), Some(vec![]));
        for wrong in ["a", "1;2", "-1", "0", "99999"] {
            assert_eq!(parse_stores(wrong), None, "{wrong}");
        }
    }
}
