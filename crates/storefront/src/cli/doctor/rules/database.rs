//! Roles, schema, clock, durability and backups of PostgreSQL.

use std::fmt::Display;

use chrono::{DateTime, TimeDelta, Utc};

use super::Finding;

#[derive(Debug, sqlx::FromRow)]
pub struct RoleFacts {
    pub name: String,
    pub is_superuser: bool,
    pub owns_tables: bool,
    pub reads_staff: bool,
    pub reads_visitors: bool,
}

#[derive(Debug, Clone, sqlx::FromRow)]
pub struct ServerFacts {
    pub version: i32,
    pub fsync: String,
    pub full_page_writes: String,
    pub synchronous_commit: String,
    pub data_checksums: String,
}

#[derive(Debug, Clone, sqlx::FromRow)]
pub struct ArchiveFacts {
    pub mode: String,
    pub last_archived_at: Option<DateTime<Utc>>,
    pub last_failed_at: Option<DateTime<Utc>>,
    pub now: DateTime<Utc>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    Web,
    Read,
    Staff,
    Worker,
    Media,
    Migrate,
}

impl Role {
    const fn user(self) -> &'static str {
        match self {
            Self::Web => "shop_web",
            Self::Read => "shop_read",
            Self::Staff => "shop_staff",
            Self::Worker => "shop_worker",
            Self::Media => "shop_media",
            Self::Migrate => "shop_migrate",
        }
    }
}

const NO_OWNER: &str =
    "Add one: `matjar staff add --email YOU@EXAMPLE --name NAME`, with the password on standard input.";

pub fn unreachable(role: Role, variable: &str, error: &str) -> Finding {
    let user = role.user();
    let advice = if error.contains("password authentication") {
        format!(
            "Set the password of {user} in {variable} to the one in PostgreSQL: `alter role {user} password '…'`."
        )
    } else if error.contains("does not exist") {
        format!(
            "Create the roles and the database: `psql -f roles.sql`, then `create database matjar owner shop_migrate`. \
             {variable} names them."
        )
    } else {
        format!("Start PostgreSQL, or correct {variable}; check with `psql \"${variable}\"`.")
    };
    Finding::failed("database", format!("{user}: {error}"), advice)
}

/// Each role may do what its work needs and nothing more: a fault in a page must not reach the staff's passwords.
pub fn role(role: Role, variable: &str, facts: &RoleFacts) -> Finding {
    let user = role.user();
    let too_much = if facts.is_superuser {
        Some("is a superuser")
    } else if role != Role::Migrate && facts.owns_tables {
        Some("owns the tables")
    } else if matches!(role, Role::Web | Role::Read | Role::Media) && facts.reads_staff {
        Some("may read the staff's accounts")
    } else if matches!(role, Role::Read | Role::Media) && facts.reads_visitors {
        Some("may read visitors' sessions")
    } else {
        None
    };
    match too_much {
        None => Finding::passed("database", format!("{variable} connects as {}", facts.name)),
        Some(reason) => Finding::failed(
            "database",
            format!("{variable} connects as {}, which {reason}", facts.name),
            format!("Use the role {user}. `roles.sql` creates it, and migrations grant it its privileges."),
        ),
    }
}

pub fn schema(inspected: Result<(), String>) -> Finding {
    match inspected {
        Ok(()) => Finding::passed("schema", "is that of this version, or newer"),
        Err(error) if error.contains("MATJAR_CURRENCY") => {
            Finding::failed("schema", error, "Set MATJAR_CURRENCY to the currency of the orders.")
        }
        Err(error) => Finding::failed(
            "schema",
            error,
            "Run `matjar migrate`. Servers of the previous version may go on meanwhile.",
        ),
    }
}

pub fn clock(difference: TimeDelta) -> Finding {
    let seconds = difference.num_seconds();
    let found = format!("{seconds} s between this machine and the database");
    let advice = "Let both machines take the time from NTP: `timedatectl set-ntp true`.";
    match seconds {
        0..=5 => Finding::passed("clock", found),
        6..=60 => Finding::warning("clock", found, advice),
        _ => Finding::failed("clock", found, format!("{advice} The server is not ready until then.")),
    }
}

/// An order that was confirmed must survive a power failure.
pub fn durability(facts: &ServerFacts) -> Vec<Finding> {
    let mut findings = Vec::new();
    if facts.version < 150_000 {
        let advice = "Use PostgreSQL 15 or newer.";
        findings.push(Finding::failed("postgresql", format!("version {}", facts.version / 10_000), advice));
    }
    let settings = [
        ("fsync", &facts.fsync),
        ("full_page_writes", &facts.full_page_writes),
        ("synchronous_commit", &facts.synchronous_commit),
    ];
    for (name, value) in settings.into_iter().filter(|(_, value)| *value == "off") {
        findings.push(Finding::failed(
            "durability",
            format!("{name} is {value}: confirmed orders may be lost when the machine stops"),
            format!("`alter system set {name} = on`, then restart PostgreSQL."),
        ));
    }
    if facts.data_checksums == "off" {
        findings.push(Finding::warning(
            "durability",
            "data checksums are off: damage on the disk is not noticed",
            "Stop PostgreSQL and run `pg_checksums --enable`.",
        ));
    }
    if findings.is_empty() {
        findings
            .push(Finding::passed("durability", format!("PostgreSQL {}, all on", facts.version / 10_000)));
    }
    findings
}

pub fn backups(facts: &ArchiveFacts) -> Finding {
    let how = "The handbook describes it (Operations, Backups).";
    if facts.mode == "off" {
        return Finding::warning(
            "backups",
            "PostgreSQL archives nothing: a broken disk loses every order since the last copy",
            format!(
                "Configure a backup with WAL archiving (`archive_mode = on`), for example pgBackRest. {how}"
            ),
        );
    }
    let failed_since = facts
        .last_failed_at
        .filter(|failed| facts.last_archived_at.is_none_or(|archived| archived < *failed));
    if let Some(failed) = failed_since {
        return Finding::failed(
            "backups",
            format!("archiving has failed since {}", failed.format("%F %T UTC")),
            "Read PostgreSQL's log: it has the output of archive_command. The disk fills up until this is repaired.",
        );
    }
    match facts.last_archived_at.map(|archived| facts.now - archived) {
        None => Finding::warning(
            "backups",
            "nothing has been archived yet",
            "Check again in a minute. ".to_owned() + how,
        ),
        Some(age) if age > TimeDelta::minutes(10) => Finding::warning(
            "backups",
            format!("the last archived change is {} minutes old", age.num_minutes()),
            "Set `archive_timeout = 60`, so that at most a minute is lost.",
        ),
        Some(age) => Finding::passed("backups", format!("last archived {} s ago", age.num_seconds())),
    }
}

pub fn owner(count: usize) -> Finding {
    match count {
        0 => Finding::failed("owner", "nobody can sign in as the owner", NO_OWNER),
        1 => Finding::passed("owner", "one owner can sign in"),
        _ => Finding::passed("owner", format!("{count} owners can sign in")),
    }
}

/// A question that the database did not answer: the reason is reported elsewhere, mostly a missing schema.
pub fn unknown(check: &'static str, error: &impl Display) -> Finding {
    Finding::failed(
        check,
        format!("not known: {error}"),
        "Repair the database first, then run the check again.",
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::doctor::rules::Outcome;

    fn facts() -> RoleFacts {
        RoleFacts {
            name: "shop".to_owned(),
            is_superuser: false,
            owns_tables: false,
            reads_staff: false,
            reads_visitors: false,
        }
    }

    #[test]
    fn a_role_that_may_do_too_much_is_a_failure() {
        assert_eq!(role(Role::Web, "DATABASE_URL", &facts()).outcome, Outcome::Passed);
        let with_staff = RoleFacts { reads_staff: true, ..facts() };
        assert_eq!(role(Role::Web, "DATABASE_URL", &with_staff).outcome, Outcome::Failed);
        assert_eq!(role(Role::Staff, "DATABASE_STAFF_URL", &with_staff).outcome, Outcome::Passed);
        let with_visitors = RoleFacts { reads_visitors: true, ..facts() };
        assert_eq!(role(Role::Web, "DATABASE_URL", &with_visitors).outcome, Outcome::Passed);
        assert_eq!(role(Role::Read, "DATABASE_READ_URL", &with_visitors).outcome, Outcome::Failed);
        let owner = RoleFacts { owns_tables: true, ..facts() };
        assert_eq!(role(Role::Worker, "DATABASE_WORKER_URL", &owner).outcome, Outcome::Failed);
        assert_eq!(role(Role::Migrate, "DATABASE_MIGRATE_URL", &owner).outcome, Outcome::Passed);
        let superuser = RoleFacts { is_superuser: true, ..facts() };
        assert_eq!(role(Role::Migrate, "DATABASE_MIGRATE_URL", &superuser).outcome, Outcome::Failed);
    }

    #[test]
    fn the_advice_fits_the_reason() {
        let advice = |error| unreachable(Role::Web, "DATABASE_URL", error).advice.expect("advice");
        assert!(advice("password authentication failed for user").contains("alter role shop_web"));
        assert!(advice("database \"matjar\" does not exist").contains("create database"));
        assert!(advice("Connection refused (os error 111)").contains("Start PostgreSQL"));
    }

    #[test]
    fn archiving_that_failed_last_is_a_failure_and_none_at_all_a_warning() {
        let now: DateTime<Utc> = "2026-03-01T12:00:00Z".parse().expect("time");
        let at = |seconds| Some(now - TimeDelta::seconds(seconds));
        let facts = |mode: &str, archived, failed| ArchiveFacts {
            mode: mode.to_owned(),
            last_archived_at: archived,
            last_failed_at: failed,
            now,
        };
        assert_eq!(backups(&facts("off", None, None)).outcome, Outcome::Warning);
        assert_eq!(backups(&facts("on", None, None)).outcome, Outcome::Warning);
        assert_eq!(backups(&facts("on", at(30), at(60))).outcome, Outcome::Passed);
        assert_eq!(backups(&facts("on", at(60), at(30))).outcome, Outcome::Failed);
        assert_eq!(backups(&facts("on", None, at(30))).outcome, Outcome::Failed);
        assert_eq!(backups(&facts("on", at(900), None)).outcome, Outcome::Warning);
    }

    #[test]
    fn a_database_that_may_lose_confirmed_orders_is_a_failure() {
        let safe = ServerFacts {
            version: 170_011,
            fsync: "on".to_owned(),
            full_page_writes: "on".to_owned(),
            synchronous_commit: "on".to_owned(),
            data_checksums: "on".to_owned(),
        };
        let worst = |facts: &ServerFacts| durability(facts)[0].outcome;
        assert_eq!(worst(&safe), Outcome::Passed);
        assert_eq!(worst(&ServerFacts { fsync: "off".to_owned(), ..safe.clone() }), Outcome::Failed);
        assert_eq!(worst(&ServerFacts { version: 140_005, ..safe.clone() }), Outcome::Failed);
        assert_eq!(worst(&ServerFacts { data_checksums: "off".to_owned(), ..safe }), Outcome::Warning);
    }

    #[test]
    fn a_shop_without_an_owner_is_told_how_to_add_one() {
        assert!(owner(0).advice.expect("advice").contains("matjar staff add"));
        assert_eq!(owner(2).outcome, Outcome::Passed);
    }
}
