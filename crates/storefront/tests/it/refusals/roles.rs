//! Five roles and every endpoint for staff, derived from the registry.

use std::collections::BTreeSet;

use edge::{Permission, permission::StaffAccess, policy::Role};
use http::StatusCode;

use super::{
    Failures, for_each, open,
    target::Target,
    world::{Actor, ROLES},
};

/// The rights of the delivered roles as the design lists them, written out: a change of the rows is noticed.
fn has(role: &str, permission: Permission) -> bool {
    use Permission::{
        AuditRead, CatalogRead, CatalogWrite, ContentWrite, CustomersRead, GrowthWrite, ImportRun, InboxAct,
        OrdersEdit, OrdersMove, OrdersRead, OrdersRefund, PaymentsSettings, ReportsRead, ReviewsModerate,
        StockMove, TeamWrite,
    };
    match role {
        "owner" => true,
        "manager" => !matches!(permission, PaymentsSettings | TeamWrite | ImportRun),
        "fulfilment" => {
            matches!(
                permission,
                OrdersRead | OrdersMove | OrdersEdit | CatalogRead | StockMove | CustomersRead
            )
        }
        "support" => matches!(
            permission,
            OrdersRead
                | OrdersMove
                | OrdersEdit
                | OrdersRefund
                | CatalogRead
                | CustomersRead
                | InboxAct
                | ReviewsModerate
                | ReportsRead
                | AuditRead
        ),
        "content" => matches!(
            permission,
            CatalogRead
                | CatalogWrite
                | ReviewsModerate
                | ContentWrite
                | GrowthWrite
                | ReportsRead
                | AuditRead
        ),
        _ => false,
    }
}

fn admits(role: &str, access: StaffAccess) -> bool {
    match access {
        StaffAccess::AnyMember => true,
        StaffAccess::With(permission) => has(role, permission),
    }
}

/// [D01] Exactly the table: what a role lacks answers like a thing that does not exist.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_role_reaches_exactly_the_endpoints_of_its_rights() {
    let world = &open().await;
    for_each(world, |target, world, failures| async move {
        let world = &world;
        let Some(access) = target.policy.access else {
            if target.policy.role == Role::Staff {
                failures.add(format!("{target} names no right"));
            }
            return;
        };
        let stranger = world.send(&target.draft_of(world, Actor::UnknownStaff), Actor::UnknownStaff).await;
        for role in ROLES {
            let actor = Actor::Member(role);
            let answer = world.send(&target.draft_of(world, actor), actor).await;
            let what = format!("{target} as {role}");
            if admits(role, access) {
                if !answer.reached {
                    failures.add(format!("{what}: {} before the handler", answer.status));
                }
                continue;
            }
            let wanted =
                if target.policy.is_disclosed { StatusCode::FORBIDDEN } else { StatusCode::NOT_FOUND };
            failures.check_refusal(&what, &answer, wanted);
            if answer.text() != stranger.text() || names(&answer) != names(&stranger) {
                failures.add(format!("{what}: answered otherwise than a stranger"));
            }
        }
    })
    .await;
}

/// [D01] An owner who looks as a role reaches what a member with it reaches, and writes nothing.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_owner_who_looks_as_a_role_reaches_its_pages_and_no_write() {
    let world = &open().await;
    for_each(world, |target, world, failures| async move {
        let world = &world;
        let Some(access) = target.policy.access else { return };
        let stranger = world.send(&target.draft_of(world, Actor::UnknownStaff), Actor::UnknownStaff).await;
        let owner = Actor::Member("owner");
        for role in ROLES.into_iter().filter(|role| *role != "owner") {
            world.view_as(role).await;
            let draft = target.draft_of(world, owner);
            let answer = world.send(&draft, owner).await;
            let what = format!("{target} viewed as {role}");
            if !admits(role, access) {
                let wanted =
                    if target.policy.is_disclosed { StatusCode::FORBIDDEN } else { StatusCode::NOT_FOUND };
                failures.check_refusal(&what, &answer, wanted);
                if answer.text() != stranger.text() || names(&answer) != names(&stranger) {
                    failures.add(format!("{what}: answered otherwise than a stranger"));
                }
            } else if target.policy.writes(&draft.method) && !target.policy.ends_role_view {
                failures.check_refusal(&what, &answer, StatusCode::FORBIDDEN);
            } else if !answer.reached {
                failures.add(format!("{what}: {} before the handler", answer.status));
            }
        }
    })
    .await;
}

fn names(answer: &super::world::Answer) -> BTreeSet<String> {
    answer.headers.keys().map(|name| name.as_str().to_owned()).collect()
}

/// [D01] Only the home page, the search and the live stream, which tell what the member may read, signing out and ending the view as a
/// role are for everybody.
#[test]
fn few_endpoints_are_for_any_member() {
    let any: Vec<String> = Target::all()
        .iter()
        .filter(|target| target.policy.access == Some(StaffAccess::AnyMember))
        .map(ToString::to_string)
        .collect();
    assert_eq!(
        any,
        [
            "page /ar/wp-admin/find/",
            "form /ar/wp-admin/logout/",
            "form /ar/wp-admin/end-view/",
            "page /ar/wp-admin/",
            "page /ar/wp-admin/live/"
        ]
    );
}

/// [D01] The rows that the migration adds.
#[tokio::test]
async fn the_delivered_roles_have_the_rights_of_the_design() {
    let world = open().await;
    let rows: Vec<(String, Vec<String>, Option<i64>)> = sqlx::query_as(
        "select name, permissions, refund_limit from staff_roles where is_delivered order by position",
    )
    .fetch_all(&world.shop.db)
    .await
    .expect("roles");
    assert_eq!(rows.iter().map(|row| row.0.as_str()).collect::<Vec<_>>(), ROLES);
    for (role, stored, _) in &rows {
        let wanted: BTreeSet<&str> =
            Permission::ALL.into_iter().filter(|one| has(role, *one)).map(Permission::name).collect();
        assert_eq!(stored.iter().map(String::as_str).collect::<BTreeSet<_>>(), wanted, "{role}");
    }
    let limits: Vec<_> = rows.iter().map(|row| row.2).collect();
    assert_eq!(limits, [None, None, Some(0), Some(5_000), Some(0)]);
}

/// [D01] The menu of each role has the pages that it can open, and no others.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_menu_shows_only_what_the_member_may_open() {
    let world = &open().await;
    let failures = Failures::default();
    let targets = Target::all();
    let home = targets.iter().find(|one| one.to_string() == "page /ar/wp-admin/").expect("the home page");
    let link = |target: &Target| format!("href=\"{}\"", target.path(world));
    let page = |actor| async move { world.send(&home.draft_of(world, actor), actor).await.text() };
    let all = page(Actor::Member("owner")).await;
    let linked: Vec<&Target> = targets
        .iter()
        .filter(|one| one.policy.access.is_some() && one.to_string().starts_with("page "))
        .filter(|one| one.location != home.location && all.contains(&link(one)))
        .collect();
    assert!(linked.len() >= 12, "the owner's menu has {} pages", linked.len());
    for role in ROLES {
        let menu = page(Actor::Member(role)).await;
        for target in &linked {
            let access = target.policy.access.expect("an endpoint for staff");
            if menu.contains(&link(target)) != admits(role, access) {
                failures.add(format!("{target} in the menu of {role}"));
            }
        }
    }
    failures.report();
}
