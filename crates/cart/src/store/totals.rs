//! SQL on coupons, shipping zones and taxes.

mod trial;

use std::collections::{BTreeMap, HashMap};

use chrono::{DateTime, Utc};
use delivery::{Calendar, Promise, Schedule, WorkingDays};
use edge::{ShopZone, settings_cache::Cached};
use kernel::{CartId, Message, Money};
use sqlx::{PgConnection, PgPool};

pub use self::trial::{Trial, TrialOffer, TrialRefusal};
use crate::rules::{Coupon, CouponKind, Destination, ShippingMethod, ShippingMethodKind, TaxRate};

/// All shipping zones and taxes of the shop. Few enough to be cached in memory.
#[derive(Debug, Default)]
pub struct Rates {
    zones: Vec<Zone>,
    taxes: HashMap<String, Vec<TaxRate>>,
    countries: Vec<(String, String)>,
    calendar: Calendar,
    /// By country and folded name.
    cities: BTreeMap<(String, String), City>,
}

/// A city that differs from the rest of its country.
#[derive(Debug, Clone)]
struct City {
    name: String,
    extra_days: u16,
    is_served: bool,
}

#[derive(Debug)]
struct Zone {
    id: i64,
    name: String,
    countries: Vec<String>,
    methods: Vec<ShippingMethod>,
}

impl Rates {
    /// Default destination of a cart: the shop's own country.
    pub const HOME: &'static str = "US";

    /// From a city that is not served goods can only be picked up.
    pub fn destination_for(&self, country: &str, city: &str) -> Destination {
        let country = if country.is_empty() { Self::HOME } else { country };
        let city = self.cities.get(&(country.to_owned(), search::fold(city)));
        let is_served = city.is_none_or(|city| city.is_served);
        Destination {
            methods: self
                .zone_of(country)
                .map(|zone| zone.methods.clone())
                .unwrap_or_default()
                .into_iter()
                .filter(|method| is_served || !method.travels())
                .map(|method| method.for_city(city.map_or(0, |city| city.extra_days)))
                .collect(),
            taxes: self.taxes.get(country).cloned().unwrap_or_default(),
        }
    }

    /// The first zone that names the country, or the first one for everywhere else.
    fn zone_of(&self, country: &str) -> Option<&Zone> {
        let named = self.zones.iter().find(|zone| zone.countries.iter().any(|one| one == country));
        named.or_else(|| self.zones.iter().find(|zone| zone.countries.is_empty()))
    }

    /// All countries, by code and name.
    pub fn all_countries(&self) -> impl Iterator<Item = &(String, String)> {
        self.countries.iter()
    }

    /// When a product arrives that is ordered alone: by the first method that is offered for every amount and brings it.
    pub fn usual_promise(&self, country: &str, city: &str, now: DateTime<Utc>) -> Option<Promise> {
        let usual =
            |method: &ShippingMethod| method.travels() && method.from.is_zero() && method.schedule.is_some();
        let method = self.destination_for(country, city).methods.into_iter().find(usual)?;
        method.schedule?.promise(&self.calendar, now)
    }

    /// When an order that is placed now arrives by a method, in words.
    pub fn arrival(&self, method: &ShippingMethod, now: DateTime<Utc>) -> Option<Message> {
        let promise = method.schedule?.promise(&self.calendar, now)?;
        Some(delivery::arrival(&promise))
    }

    /// The shop's time zone and holidays.
    pub fn calendar(&self) -> &Calendar {
        &self.calendar
    }

    /// Whether it is known that the shop does not ship to a city of a country that it ships to.
    pub fn is_unserved(&self, country: &str, city: &str) -> bool {
        let city = self.cities.get(&(country.to_owned(), search::fold(city)));
        city.is_some_and(|city| !city.is_served)
    }

    /// Cities that differ from the rest of their country, with its code.
    pub fn cities(&self) -> impl Iterator<Item = (&str, &str)> {
        self.cities.iter().map(|((country, _), city)| (country.as_str(), city.name.as_str()))
    }

    /// Whether the shop ships at all. Without zones it does not: its products need no shipping.
    pub fn ships(&self) -> bool {
        !self.zones.is_empty()
    }

    /// Countries that a cart may be shipped to, by code and name.
    pub fn countries(&self) -> impl Iterator<Item = &(String, String)> {
        let everywhere = !self.ships() || self.zones.iter().any(|zone| zone.countries.is_empty());
        self.countries.iter().filter(move |(code, _)| {
            everywhere || self.zones.iter().any(|zone| zone.countries.contains(code))
        })
    }
}

impl Cached for Rates {
    const TAG: &'static str = "settings";

    async fn read(db: &PgPool) -> sqlx::Result<Self> {
        let rows = sqlx::query!(
            r#"select zone.id as zone, zone.name, zone.countries, method.id, method.kind as "kind: ShippingMethodKind",
                      method.title, method.cost_minor, method.per_kilo_minor, method.from_minor, method.cutoff,
                      method.working_days, method.days_min, method.days_max
               from shipping_zones zone join shipping_methods method on method.zone_id = zone.id
               where not zone.is_removed and not method.is_removed
               order by zone.position, zone.id, method.position, method.id"#
        )
        .fetch_all(db)
        .await?;
        let mut zones: Vec<(i64, Zone)> = Vec::new();
        for row in rows {
            if zones.last().is_none_or(|(id, _)| *id != row.zone) {
                let (id, name, countries) = (row.zone, row.name, row.countries);
                zones.push((id, Zone { id, name, countries, methods: Vec::new() }));
            }
            let method = ShippingMethod {
                id: row.id,
                kind: row.kind,
                title: row.title,
                cost: Money::from_minor(row.cost_minor),
                per_kilo: Money::from_minor(row.per_kilo_minor),
                from: Money::from_minor(row.from_minor),
                schedule: row.days_min.zip(row.days_max).map(|(least, most)| Schedule {
                    cutoff: row.cutoff,
                    working_days: WorkingDays::of(row.working_days),
                    days: (days(least), days(most)),
                    is_pickup: row.kind == ShippingMethodKind::Pickup,
                }),
            };
            if let Some((_, zone)) = zones.last_mut() {
                zone.methods.push(method);
            }
        }
        let rows =
            sqlx::query!("select country, name, rate, on_shipping from tax_rates order by position, id")
                .fetch_all(db)
                .await?;
        let mut taxes: HashMap<String, Vec<TaxRate>> = HashMap::new();
        for row in rows {
            let rate = TaxRate { name: row.name, rate: row.rate.into(), on_shipping: row.on_shipping };
            taxes.entry(row.country).or_default().push(rate);
        }
        let countries = sqlx::query!("select code, name from countries order by name").fetch_all(db).await?;
        Ok(Self {
            zones: zones.into_iter().map(|(_, zone)| zone).collect(),
            taxes,
            countries: countries.into_iter().map(|row| (row.code, row.name)).collect(),
            calendar: calendar(db).await?,
            cities: cities(db).await?,
        })
    }
}

/// The database checks that they are few and not negative.
fn days(count: i16) -> u16 {
    u16::try_from(count).unwrap_or_default()
}

/// The shop's time zone and holidays.
pub async fn calendar(db: &PgPool) -> sqlx::Result<Calendar> {
    let holidays = sqlx::query_scalar!("select day from shipping_holidays").fetch_all(db).await?;
    Ok(Calendar { zone: *ShopZone::read(db).await?, holidays: holidays.into_iter().collect() })
}

async fn cities(db: &PgPool) -> sqlx::Result<BTreeMap<(String, String), City>> {
    let rows = sqlx::query!("select country, folded, name, extra_days, is_served from shipping_cities")
        .fetch_all(db)
        .await?;
    let city = |name, extra_days, is_served| City { name, extra_days: days(extra_days), is_served };
    Ok(rows
        .into_iter()
        .map(|row| ((row.country, row.folded), city(row.name, row.extra_days, row.is_served)))
        .collect())
}

/// The coupons of a cart, oldest first, with their categories including all subcategories. Reads `categories`,
/// owned by the catalogue.
pub async fn coupons(db: &mut PgConnection, cart: CartId) -> sqlx::Result<Vec<Coupon>> {
    let rows = sqlx::query!(
        r#"
        select coupon.id, coupon.code, coupon.kind as "kind: CouponKind", coupon.value, coupon.starts_at,
               coupon.ends_at, coupon.min_spend_minor, coupon.product_ids,
               (not coupon.is_active or coupon.used >= coupon.max_uses) is true as "is_used_up!",
               array(select below.id from categories named
                     join categories below on below.path = named.path or below.path like named.path || '/%'
                     where named.id = any(coupon.category_ids)) as "categories!"
        from cart_coupons own join coupons coupon on coupon.id = own.coupon_id
        where own.cart_id = $1
        order by own.added_at, coupon.id
        "#,
        cart.0
    )
    .fetch_all(db)
    .await?;
    let coupons = rows.into_iter().map(|row| Coupon {
        id: row.id,
        code: row.code,
        kind: row.kind,
        value: row.value,
        starts_at: row.starts_at,
        ends_at: row.ends_at,
        min_spend: Money::from_minor(row.min_spend_minor),
        is_used_up: row.is_used_up,
        products: row.product_ids,
        categories: row.categories,
    });
    Ok(coupons.collect())
}

/// Result of adding a coupon.
pub enum AddCouponOutcome {
    Added,
    Already,
    Unknown,
}

/// Maximum number of coupons in a cart.
const MAX_COUPONS: i64 = 10;

pub async fn add_coupon(
    db: &mut PgConnection,
    cart: CartId,
    code: &str,
    now: DateTime<Utc>,
) -> sqlx::Result<AddCouponOutcome> {
    let known = sqlx::query_scalar!("select id from coupons where code = $1 and is_active", code)
        .fetch_optional(&mut *db)
        .await?;
    let Some(coupon) = known else { return Ok(AddCouponOutcome::Unknown) };
    let added = sqlx::query!(
        "insert into cart_coupons (cart_id, coupon_id, added_at)
         select $1, $2, $3 where (select count(*) from cart_coupons where cart_id = $1) < $4
         on conflict do nothing",
        cart.0,
        coupon,
        now,
        MAX_COUPONS
    )
    .execute(&mut *db)
    .await?;
    Ok(if added.rows_affected() == 1 { AddCouponOutcome::Added } else { AddCouponOutcome::Already })
}

/// Returns whether the coupon was in the cart; removing one that is not there succeeds.
pub async fn remove_coupon(db: &mut PgConnection, cart: CartId, code: &str) -> sqlx::Result<bool> {
    let gone = sqlx::query!(
        "delete from cart_coupons own using coupons coupon
         where own.cart_id = $1 and coupon.id = own.coupon_id and coupon.code = $2",
        cart.0,
        code
    )
    .execute(db)
    .await?;
    Ok(gone.rows_affected() > 0)
}

pub async fn set_shipping_address(
    db: &mut PgConnection,
    cart: CartId,
    country: &str,
    city: &str,
    postcode: &str,
    now: DateTime<Utc>,
) -> sqlx::Result<()> {
    sqlx::query!(
        "update carts set country = $2, city = $3, postcode = $4, updated_at = $5 where id = $1",
        cart.0,
        country,
        city,
        postcode,
        now
    )
    .execute(db)
    .await?;
    Ok(())
}

pub async fn set_method(
    db: &mut PgConnection,
    cart: CartId,
    method: i64,
    now: DateTime<Utc>,
) -> sqlx::Result<()> {
    sqlx::query!("update carts set shipping_method = $2, updated_at = $3 where id = $1", cart.0, method, now)
        .execute(db)
        .await?;
    Ok(())
}
