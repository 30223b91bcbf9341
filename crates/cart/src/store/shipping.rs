//! SQL on shipping zones and methods as staff edit them. [`super::totals::Rates`] reads what carts need.

use chrono::NaiveTime;
use serde::{Deserialize, Serialize};
use sqlx::{PgConnection, PgExecutor};

/// What staff edit of a zone.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ZoneFields {
    pub name: String,
    /// Two letters each; empty: everywhere that no other zone names.
    pub countries: Vec<String>,
    /// The ids of its methods, in the order of the checkout.
    pub methods: Vec<i64>,
    pub is_removed: bool,
}

#[derive(Debug, Clone)]
pub struct EditedZone {
    pub id: i64,
    pub version: i64,
    pub fields: ZoneFields,
}

/// What staff edit of a method.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MethodFields {
    /// `flat`, `free`, `weight` or `pickup`: the table checks it.
    pub kind: String,
    pub title: String,
    pub cost_minor: i64,
    pub per_kilo_minor: i64,
    pub from_minor: i64,
    /// Hours and minutes by the shop's clock.
    pub cutoff: String,
    /// 0 is Sunday.
    pub working_days: Vec<i16>,
    /// Both, or none: it makes no promise.
    pub days_min: Option<i16>,
    pub days_max: Option<i16>,
    pub is_removed: bool,
}

impl Default for MethodFields {
    fn default() -> Self {
        Self {
            kind: "flat".to_owned(),
            title: String::new(),
            cost_minor: 0,
            per_kilo_minor: 0,
            from_minor: 0,
            cutoff: "14:00".to_owned(),
            working_days: vec![0, 1, 2, 3, 4],
            days_min: None,
            days_max: None,
            is_removed: false,
        }
    }
}

#[derive(Debug, Clone)]
pub struct EditedMethod {
    pub id: i64,
    pub zone: i64,
    pub version: i64,
    pub fields: MethodFields,
}

const CUTOFF: &str = "%H:%M";

/// Edits of shipping wait for each other: what one zone may name depends on the others.
pub async fn lock(db: impl PgExecutor<'_>) -> sqlx::Result<()> {
    sqlx::query!(r#"select pg_advisory_xact_lock(hashtextextended('shipping', 0)) as "done: ()""#)
        .execute(db)
        .await?;
    Ok(())
}

/// All zones in their order, also removed ones.
pub async fn list_zones(db: impl PgExecutor<'_>) -> sqlx::Result<Vec<EditedZone>> {
    let rows = sqlx::query!(
        r#"select zone.id, zone.version, zone.name, zone.countries, zone.is_removed,
                  array(select method.id from shipping_methods method
                        where method.zone_id = zone.id and not method.is_removed
                        order by method.position, method.id) as "methods!"
           from shipping_zones zone order by zone.position, zone.id"#
    )
    .fetch_all(db)
    .await?;
    let zones = rows.into_iter().map(|row| EditedZone {
        id: row.id,
        version: row.version,
        fields: ZoneFields {
            name: row.name,
            countries: row.countries,
            methods: row.methods,
            is_removed: row.is_removed,
        },
    });
    Ok(zones.collect())
}

/// Also a removed one.
pub async fn find_zone(db: impl PgExecutor<'_>, id: i64) -> sqlx::Result<Option<EditedZone>> {
    Ok(list_zones(db).await?.into_iter().find(|zone| zone.id == id))
}

struct MethodRow {
    id: i64,
    zone_id: i64,
    version: i64,
    kind: String,
    title: String,
    cost_minor: i64,
    per_kilo_minor: i64,
    from_minor: i64,
    cutoff: NaiveTime,
    working_days: Vec<i16>,
    days_min: Option<i16>,
    days_max: Option<i16>,
    is_removed: bool,
}

impl From<MethodRow> for EditedMethod {
    fn from(row: MethodRow) -> Self {
        let fields = MethodFields {
            kind: row.kind,
            title: row.title,
            cost_minor: row.cost_minor,
            per_kilo_minor: row.per_kilo_minor,
            from_minor: row.from_minor,
            cutoff: row.cutoff.format(CUTOFF).to_string(),
            working_days: row.working_days,
            days_min: row.days_min,
            days_max: row.days_max,
            is_removed: row.is_removed,
        };
        Self { id: row.id, zone: row.zone_id, version: row.version, fields }
    }
}

/// Those that are offered, in the order of their zones.
pub async fn list_methods(db: impl PgExecutor<'_>) -> sqlx::Result<Vec<EditedMethod>> {
    let rows = sqlx::query_as!(
        MethodRow,
        "select id, zone_id, version, kind, title, cost_minor, per_kilo_minor, from_minor, cutoff, working_days, days_min,
                days_max, is_removed
         from shipping_methods where not is_removed order by zone_id, position, id"
    )
    .fetch_all(db)
    .await?;
    Ok(rows.into_iter().map(EditedMethod::from).collect())
}

/// The newest that were removed.
pub async fn list_removed_methods(db: impl PgExecutor<'_>, limit: i64) -> sqlx::Result<Vec<EditedMethod>> {
    let rows = sqlx::query_as!(
        MethodRow,
        "select id, zone_id, version, kind, title, cost_minor, per_kilo_minor, from_minor, cutoff, working_days, days_min,
                days_max, is_removed
         from shipping_methods where is_removed order by id desc limit $1",
        limit
    )
    .fetch_all(db)
    .await?;
    Ok(rows.into_iter().map(EditedMethod::from).collect())
}

/// Also a removed one.
pub async fn find_method(db: impl PgExecutor<'_>, id: i64) -> sqlx::Result<Option<EditedMethod>> {
    let row = sqlx::query_as!(
        MethodRow,
        "select id, zone_id, version, kind, title, cost_minor, per_kilo_minor, from_minor, cutoff, working_days, days_min,
                days_max, is_removed
         from shipping_methods where id = $1",
        id
    )
    .fetch_optional(db)
    .await?;
    Ok(row.map(EditedMethod::from))
}

/// The last of the zones.
pub async fn insert_zone(db: impl PgExecutor<'_>, fields: &ZoneFields) -> sqlx::Result<i64> {
    sqlx::query_scalar!(
        "insert into shipping_zones (name, countries, position)
         values ($1, $2, (select coalesce(max(position), 0) + 1 from shipping_zones)) returning id",
        fields.name,
        &fields.countries
    )
    .fetch_one(db)
    .await
}

/// Returns the new version. Methods that the fields do not name stay behind the others.
pub async fn update_zone(db: &mut PgConnection, id: i64, fields: &ZoneFields) -> sqlx::Result<i64> {
    sqlx::query!(
        "update shipping_methods method set position = wanted.place
         from (select other.id, row_number() over (order by array_position($2::bigint[], other.id) nulls last,
                      other.position, other.id)::integer as place
               from shipping_methods other where other.zone_id = $1 and not other.is_removed) wanted
         where method.id = wanted.id and method.position <> wanted.place",
        id,
        &fields.methods
    )
    .execute(&mut *db)
    .await?;
    sqlx::query_scalar!(
        "update shipping_zones set name = $2, countries = $3, is_removed = $4, version = version + 1
         where id = $1 returning version",
        id,
        fields.name,
        &fields.countries,
        fields.is_removed
    )
    .fetch_one(db)
    .await
}

/// Midnight for a text that is no time: the form has checked it.
fn cutoff(fields: &MethodFields) -> NaiveTime {
    NaiveTime::parse_from_str(&fields.cutoff, CUTOFF).unwrap_or_default()
}

/// The last method of its zone.
pub async fn insert_method(db: impl PgExecutor<'_>, zone: i64, fields: &MethodFields) -> sqlx::Result<i64> {
    sqlx::query_scalar!(
        "insert into shipping_methods (zone_id, kind, title, cost_minor, per_kilo_minor, from_minor, cutoff, working_days,
                                       days_min, days_max, position)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10,
                 (select coalesce(max(position), 0) + 1 from shipping_methods where zone_id = $1)) returning id",
        zone,
        fields.kind,
        fields.title,
        fields.cost_minor,
        fields.per_kilo_minor,
        fields.from_minor,
        cutoff(fields),
        &fields.working_days,
        fields.days_min,
        fields.days_max
    )
    .fetch_one(db)
    .await
}

/// Returns the new version.
pub async fn update_method(db: impl PgExecutor<'_>, id: i64, fields: &MethodFields) -> sqlx::Result<i64> {
    sqlx::query_scalar!(
        "update shipping_methods set kind = $2, title = $3, cost_minor = $4, per_kilo_minor = $5, from_minor = $6,
                cutoff = $7, working_days = $8, days_min = $9, days_max = $10, is_removed = $11, version = version + 1
         where id = $1 returning version",
        id,
        fields.kind,
        fields.title,
        fields.cost_minor,
        fields.per_kilo_minor,
        fields.from_minor,
        cutoff(fields),
        &fields.working_days,
        fields.days_min,
        fields.days_max,
        fields.is_removed
    )
    .fetch_one(db)
    .await
}
