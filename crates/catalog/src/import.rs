//! Reads the products that WooCommerce exports as CSV.
//!
//! Row by row, however long the file is, and by SKU: importing the same file again changes nothing. A row that cannot
//! be a product is refused with its line and the reason, and the rest goes on.

mod cells;
mod row;
mod write;

use std::{collections::HashMap, io::Read};

use chrono::{DateTime, Utc};
use kernel::ProductId;
use sqlx::PgConnection;

pub use row::Refusal;
use row::{Header, Row};

/// Rows written by one transaction.
const CHUNK: usize = 1_000;

/// A row that was left out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refused {
    pub line: u64,
    pub sku: String,
    pub reason: Refusal,
}

/// Some rows of the file that were read and understood.
pub struct Chunk {
    rows: Vec<(u64, Row)>,
    pub refused: Vec<Refused>,
    /// How far into the file this chunk reaches.
    pub bytes: u64,
}

impl Chunk {
    pub fn len(&self) -> usize {
        self.rows.len() + self.refused.len()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// What writing a chunk came to.
#[derive(Debug, Default)]
pub struct Written {
    pub products: Vec<ProductId>,
    pub refused: Vec<Refused>,
}

pub struct Reader<R> {
    csv: csv::Reader<R>,
    header: Header,
}

impl<R: Read> Reader<R> {
    pub fn new(file: R) -> Result<Self, csv::Error> {
        let mut csv = csv::ReaderBuilder::new().flexible(true).from_reader(file);
        let header = Header::read(csv.headers()?);
        Ok(Self { csv, header })
    }

    /// The columns that are needed and missing.
    pub fn missing(&self) -> Vec<&'static str> {
        self.header.missing()
    }

    /// The next rows; an empty chunk at the end of the file.
    pub fn next_chunk(&mut self) -> Chunk {
        let mut chunk = Chunk { rows: Vec::new(), refused: Vec::new(), bytes: 0 };
        let mut record = csv::StringRecord::new();
        while chunk.len() < CHUNK {
            let line = self.csv.position().line();
            match self.csv.read_record(&mut record) {
                Ok(false) => break,
                Ok(true) => match Row::read(&self.header, &record) {
                    Ok(row) => chunk.rows.push((line, row)),
                    Err(reason) => {
                        let sku = self.header.sku(&record).to_owned();
                        chunk.refused.push(Refused { line, sku, reason });
                    }
                },
                Err(_) => {
                    chunk.refused.push(Refused { line, sku: String::new(), reason: Refusal::Unreadable })
                }
            }
        }
        chunk.bytes = self.csv.position().byte();
        chunk
    }
}

/// Remembers what the file named before: categories, brands, attributes and their values.
#[derive(Default)]
pub struct Importer {
    categories: HashMap<String, i64>,
    brands: HashMap<String, i64>,
    attributes: HashMap<String, i32>,
    values: HashMap<(i32, String), i32>,
}

impl Importer {
    /// Writes one chunk. Everything it says of a product replaces what was known of it.
    pub async fn write(
        &mut self,
        db: &mut PgConnection,
        chunk: &Chunk,
        now: DateTime<Utc>,
    ) -> sqlx::Result<Written> {
        write::write(self, db, &chunk.rows, now).await
    }
}
