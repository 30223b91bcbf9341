//! What the fields of a thing must have in common, and what other things have already.

use cart::service::shipping;
use edge::{AppError, changes::Patch};
use kernel::msg::settings as msg;
use serde_json::Value;
use sqlx::PgConnection;

use super::{
    spec::Refused,
    target::{Stored, Target},
};

/// What is wrong with all fields of a thing together.
pub async fn refuse(
    db: &mut PgConnection,
    target: Target,
    stored: &Stored,
    new: &Patch,
) -> Result<Vec<Refused>, AppError> {
    Ok(match target {
        Target::Part(_) => part(new),
        Target::Zone(id) => zone(db, id, new).await?,
        Target::NewZone => zone(db, 0, new).await?,
        Target::Method(id) => method(db, id, stored.zone, new).await?,
        Target::NewMethod(of) => method(db, 0, Some(of), new).await?,
    })
}

fn number(fields: &Patch, name: &str) -> Option<i64> {
    fields.0.get(name).and_then(Value::as_i64)
}

fn text<'a>(fields: &'a Patch, name: &str) -> &'a str {
    fields.0.get(name).and_then(Value::as_str).unwrap_or_default()
}

fn list<'a>(fields: &'a Patch, name: &str) -> &'a [Value] {
    fields.0.get(name).and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

fn is_set(fields: &Patch, name: &str) -> bool {
    fields.0.get(name).and_then(Value::as_bool).unwrap_or_default()
}

fn part(new: &Patch) -> Vec<Refused> {
    let mut refused = Vec::new();
    for (min, max) in
        [("cod.minTotalMinor", "cod.maxTotalMinor"), ("bacs.minTotalMinor", "bacs.maxTotalMinor")]
    {
        if number(new, min).zip(number(new, max)).is_some_and(|(min, max)| max < min) {
            refused.push(Refused::new(max, msg::ERROR_MAX_BELOW_MIN));
        }
    }
    if is_set(new, "bacs.enabled") && list(new, "bacs.accounts").is_empty() {
        refused.push(Refused::new("bacs.accounts", msg::ERROR_NO_ACCOUNT));
    }
    refused
}

async fn zone(db: &mut PgConnection, id: i64, new: &Patch) -> Result<Vec<Refused>, AppError> {
    if is_set(new, "is_removed") {
        return Ok(Vec::new());
    }
    let zones = shipping::list_zones(db).await?;
    let countries = list(new, "countries");
    let clash = zones.iter().filter(|zone| zone.id != id && !zone.fields.is_removed).find_map(|zone| {
        let of = &zone.fields.countries;
        if countries.is_empty() && of.is_empty() {
            return Some(msg::ERROR_EVERYWHERE_USED.with("name", &zone.fields.name));
        }
        let is_shared =
            countries.iter().filter_map(Value::as_str).any(|code| of.iter().any(|one| one == code));
        is_shared.then(|| msg::ERROR_COUNTRY_USED.with("name", &zone.fields.name))
    });
    Ok(clash.map(|message| Refused::new("countries", message)).into_iter().collect())
}

async fn method(
    db: &mut PgConnection,
    id: i64,
    zone: Option<i64>,
    new: &Patch,
) -> Result<Vec<Refused>, AppError> {
    if is_set(new, "is_removed") {
        return Ok(Vec::new());
    }
    let mut refused = Vec::new();
    let others = shipping::list_methods(db).await?;
    let is_same = |other: &shipping::EditedMethod| {
        other.id != id && Some(other.zone) == zone && other.fields.title == text(new, "title")
    };
    if others.iter().any(is_same) {
        refused.push(Refused::new("title", msg::ERROR_TITLE_USED));
    }
    match (number(new, "days_min"), number(new, "days_max")) {
        (None, None) => {}
        (Some(min), Some(max)) if max < min => {
            refused.push(Refused::new("days_max", msg::ERROR_MAX_BELOW_MIN));
        }
        (Some(_), Some(_)) if list(new, "working_days").is_empty() => {
            refused.push(Refused::new("working_days", msg::ERROR_NO_WORKING_DAYS));
        }
        (Some(_), Some(_)) => {}
        (Some(_), None) => refused.push(Refused::new("days_max", msg::ERROR_DAYS_PAIR)),
        (None, Some(_)) => refused.push(Refused::new("days_min", msg::ERROR_DAYS_PAIR)),
    }
    Ok(refused)
}
