pub use accounts::view::STAFF_BARCODES_URL;

pub const COUNTS_URL: &str = "/ar/wp-admin/barcodes/counts/";
pub const COUNT_URL: &str = "/ar/wp-admin/barcodes/counts/{id}/";
pub const COUNT_CSV_URL: &str = "/ar/wp-admin/barcodes/counts/{id}/csv/";
