//! What a form of the settings edits: a group of settings, a shipping zone or a shipping method. All are a set of fields
//! with a version, so that one editor saves them.

use cart::service::shipping::{self, EditedMethod, EditedZone, MethodFields, ZoneFields};
use edge::{
    AppError,
    changes::{Patch, Thing},
};
use kernel::{Key, msg::settings as msg};
use serde_json::Value;
use sqlx::PgConnection;

use super::{
    METHOD_UNDO_URL, METHOD_URL, NEW_METHOD_URL, NEW_ZONE_URL, ZONE_UNDO_URL, ZONE_URL,
    parts::{Part, Section},
    paths::{at, merged, put},
    row_url,
    spec::{Kind, Spec},
};
use crate::store;

#[derive(Debug, Clone, Copy)]
pub enum Target {
    Part(&'static Part),
    Zone(i64),
    Method(i64),
    NewZone,
    /// In this zone.
    NewMethod(i64),
}

/// A thing as it is stored.
#[derive(Debug, Clone)]
pub struct Stored {
    /// 0: it was never written.
    pub version: i64,
    pub fields: Patch,
    /// The whole group of settings: forms show a part of it.
    whole: Value,
    /// The zone of a method.
    pub zone: Option<i64>,
}

static ZONE_SECTIONS: [Section; 1] = [Section {
    title: msg::ZONE,
    text: None,
    fields: &[
        Spec {
            name: "name",
            label: msg::ZONE_NAME,
            hint: None,
            kind: Kind::Line { max: 80, is_required: true, is_ltr: false },
        },
        Spec {
            name: "countries",
            label: msg::ZONE_COUNTRIES,
            hint: Some(msg::ZONE_COUNTRIES_HINT),
            kind: Kind::Countries,
        },
        Spec { name: "methods", label: msg::ORDER, hint: None, kind: Kind::Order },
        Spec { name: "is_removed", label: msg::REMOVED_FLAG, hint: None, kind: Kind::Removed },
    ],
}];

const DAYS: Kind = Kind::OptionalNumber { min: 0, max: 200 };

static METHOD_SECTIONS: [Section; 2] = [
    Section {
        title: msg::SECTION_METHOD,
        text: None,
        fields: &[
            Spec {
                name: "title",
                label: msg::METHOD_TITLE,
                hint: None,
                kind: Kind::Line { max: 80, is_required: true, is_ltr: false },
            },
            Spec {
                name: "kind",
                label: msg::KIND,
                hint: None,
                kind: Kind::Choice(&[
                    ("flat", msg::KIND_FLAT),
                    ("free", msg::KIND_FREE),
                    ("weight", msg::KIND_WEIGHT),
                    ("pickup", msg::KIND_PICKUP),
                ]),
            },
            Spec { name: "cost_minor", label: msg::COST, hint: Some(msg::COST_HINT), kind: Kind::Money },
            Spec { name: "per_kilo_minor", label: msg::PER_KILO, hint: None, kind: Kind::Money },
            Spec { name: "from_minor", label: msg::FROM, hint: Some(msg::FROM_HINT), kind: Kind::Money },
        ],
    },
    Section {
        title: msg::SECTION_DELIVERY,
        text: Some(msg::SECTION_DELIVERY_TEXT),
        fields: &[
            Spec { name: "days_min", label: msg::DAYS_MIN, hint: None, kind: DAYS },
            Spec { name: "days_max", label: msg::DAYS_MAX, hint: None, kind: DAYS },
            Spec { name: "cutoff", label: msg::CUTOFF, hint: None, kind: Kind::Time },
            Spec { name: "working_days", label: msg::WORKING_DAYS, hint: None, kind: Kind::Weekdays },
            Spec { name: "is_removed", label: msg::REMOVED_FLAG, hint: None, kind: Kind::Removed },
        ],
    },
];

fn patch_of(fields: &impl serde::Serialize) -> Result<Patch, AppError> {
    Ok(Patch::of(fields).map_err(anyhow::Error::from)?)
}

/// The typed fields of a patch that has all of them.
fn typed<T: serde::de::DeserializeOwned>(fields: &Patch) -> Result<T, AppError> {
    let value = Value::Object(fields.0.clone());
    serde_json::from_value(value).map_err(|_| AppError::BadRequest("no such field or value"))
}

impl Target {
    /// `None`: it does not exist yet.
    pub fn thing(self) -> Option<Thing> {
        match self {
            Self::Part(part) => Some(Thing { kind: "settings", id: part.id }),
            Self::Zone(id) => Some(Thing { kind: "shipping_zone", id }),
            Self::Method(id) => Some(Thing { kind: "shipping_method", id }),
            Self::NewZone | Self::NewMethod(_) => None,
        }
    }

    /// As the audit log names it.
    pub fn subject(self, version: i64) -> String {
        match self {
            Self::Part(part) => format!("settings {} v{version}", part.group),
            Self::Zone(id) => format!("shipping_zone {id} v{version}"),
            Self::Method(id) => format!("shipping_method {id} v{version}"),
            Self::NewZone | Self::NewMethod(_) => "shipping".to_owned(),
        }
    }

    pub fn url(self) -> String {
        match self {
            Self::Part(part) => part.url.to_owned(),
            Self::Zone(id) => row_url(ZONE_URL, id),
            Self::Method(id) => row_url(METHOD_URL, id),
            Self::NewZone => NEW_ZONE_URL.to_owned(),
            Self::NewMethod(zone) => row_url(NEW_METHOD_URL, zone),
        }
    }

    pub fn undo_url(self) -> String {
        match self {
            Self::Part(part) => part.undo_url.to_owned(),
            Self::Zone(id) => row_url(ZONE_UNDO_URL, id),
            Self::Method(id) => row_url(METHOD_UNDO_URL, id),
            Self::NewZone | Self::NewMethod(_) => String::new(),
        }
    }

    pub fn sections(self) -> &'static [Section] {
        match self {
            Self::Part(part) => part.sections,
            Self::Zone(_) | Self::NewZone => &ZONE_SECTIONS,
            Self::Method(_) | Self::NewMethod(_) => &METHOD_SECTIONS,
        }
    }

    pub fn specs(self) -> Vec<&'static Spec> {
        self.sections().iter().flat_map(|section| section.fields).collect()
    }

    pub fn spec(self, field: &str) -> Option<&'static Spec> {
        self.specs().into_iter().find(|spec| spec.name == field)
    }

    pub fn label(self, field: &str) -> Key {
        self.spec(field).map_or(msg::TITLE, |spec| spec.label)
    }

    /// `None`: there is no such thing. With `lock`, nobody else changes it until the transaction ends.
    pub async fn find(self, db: &mut PgConnection, lock: bool) -> Result<Option<Stored>, AppError> {
        if let Self::Part(part) = self {
            let (value, version) = match lock {
                true => store::lock_group(db, part.group).await?,
                false => store::find_group(db, part.group).await?,
            };
            return Ok(Some(self.group(part, value, version)));
        }
        if lock {
            shipping::lock(&mut *db).await?;
        }
        Ok(match self {
            Self::Part(_) => None,
            Self::Zone(id) => match shipping::find_zone(db, id).await? {
                Some(EditedZone { version, fields, .. }) => {
                    Some(Stored::row(version, patch_of(&fields)?, None))
                }
                None => None,
            },
            Self::Method(id) => match shipping::find_method(db, id).await? {
                Some(EditedMethod { version, fields, zone, .. }) => {
                    Some(Stored::row(version, patch_of(&fields)?, Some(zone)))
                }
                None => None,
            },
            Self::NewZone => Some(Stored::row(0, patch_of(&ZoneFields::default())?, None)),
            Self::NewMethod(zone) => match shipping::find_zone(db, zone).await? {
                Some(found) if !found.fields.is_removed => {
                    Some(Stored::row(0, patch_of(&MethodFields::default())?, Some(zone)))
                }
                _ => None,
            },
        })
    }

    fn group(self, part: &Part, value: Value, version: i64) -> Stored {
        let value = if value.is_object() { value } else { Value::Object(serde_json::Map::new()) };
        let whole = merged((part.defaults)(), value);
        let of = |spec: &Spec| at(&whole, spec.name).cloned().unwrap_or_else(|| spec.kind.empty());
        let fields = self.specs().into_iter().map(|spec| (spec.name.to_owned(), of(spec))).collect();
        Stored { version, fields: Patch(fields), whole, zone: None }
    }

    /// Writes all fields of a thing that was found with a lock. Returns what it is now, with its version.
    pub async fn write(
        self,
        db: &mut PgConnection,
        stored: &Stored,
        new: &Patch,
    ) -> Result<(Self, i64), AppError> {
        Ok(match self {
            Self::Part(part) => {
                let mut whole = stored.whole.clone();
                for (path, value) in &new.0 {
                    put(&mut whole, path, value.clone());
                }
                if !(part.is_readable)(&whole) {
                    return Err(AppError::BadRequest("no such field or value"));
                }
                (self, store::update_group(db, part.group, &whole).await?)
            }
            Self::Zone(id) => {
                let fields: ZoneFields = typed(new)?;
                (self, shipping::update_zone(db, id, &fields).await?)
            }
            Self::Method(id) => {
                let fields: MethodFields = typed(new)?;
                (self, shipping::update_method(db, id, &fields).await?)
            }
            Self::NewZone => {
                let fields: ZoneFields = typed(new)?;
                (Self::Zone(shipping::insert_zone(db, &fields).await?), 1)
            }
            Self::NewMethod(zone) => {
                let fields: MethodFields = typed(new)?;
                (Self::Method(shipping::insert_method(db, zone, &fields).await?), 1)
            }
        })
    }
}

impl Stored {
    fn row(version: i64, fields: Patch, zone: Option<i64>) -> Self {
        Self { version, fields, whole: Value::Null, zone }
    }

    pub fn is_removed(&self) -> bool {
        self.fields.0.get("is_removed").and_then(Value::as_bool).unwrap_or_default()
    }

    /// The name of a zone, or the title of a method.
    pub fn name(&self) -> String {
        let name = self.fields.0.get("name").or_else(|| self.fields.0.get("title"));
        name.and_then(Value::as_str).unwrap_or_default().to_owned()
    }
}
