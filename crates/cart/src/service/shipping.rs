//! Shipping zones and methods as staff edit them.

pub use crate::store::shipping::{
    EditedMethod, EditedZone, MethodFields, ZoneFields, find_method, find_zone, insert_method, insert_zone,
    list_methods, list_removed_methods, list_zones, lock, update_method, update_zone,
};
