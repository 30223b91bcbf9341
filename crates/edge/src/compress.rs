//! Finished bytes in the encodings browsers ask for.

use std::{
    cell::RefCell,
    io::{Read, Write},
};

use bytes::Bytes;

/// For a page that may never be asked for again by a browser that knows no zstd.
pub const QUICK: u32 = 2;
/// For a page that has shown it is asked for often.
pub const THOROUGH: u32 = 10;

/// Four in a hundred larger than the usual level, at half its cost.
const ZSTD_LEVEL: i32 = 1;

thread_local! {
    /// Its tables cost more to make than a page costs to compress.
    static ZSTD: RefCell<zstd::bulk::Compressor<'static>> =
        RefCell::new(zstd::bulk::Compressor::new(ZSTD_LEVEL).expect("a known level"));
}

/// A fifth of what brotli costs at the same size: the first encoding of every page.
pub fn zstd(bytes: &[u8]) -> Bytes {
    ZSTD.with_borrow_mut(|compressor| compressor.compress(bytes)).expect("memory is large enough").into()
}

pub fn unzstd(bytes: &[u8]) -> std::io::Result<Vec<u8>> {
    zstd::stream::decode_all(bytes)
}

/// Refuses what unpacks to more than `limit` bytes: a few kilobytes can stand for gigabytes.
pub fn unzstd_within(bytes: &[u8], limit: usize) -> std::io::Result<Vec<u8>> {
    let mut unpacked = Vec::new();
    let room = u64::try_from(limit).unwrap_or(u64::MAX).saturating_add(1);
    zstd::stream::Decoder::new(bytes)?.take(room).read_to_end(&mut unpacked)?;
    if unpacked.len() > limit {
        return Err(std::io::Error::other("it unpacks to more than a page has"));
    }
    Ok(unpacked)
}

pub fn brotli(bytes: &[u8], quality: u32) -> Bytes {
    let params = brotli::enc::BrotliEncoderParams {
        quality: i32::try_from(quality).expect("qualities end at 11"),
        // Small windows are cheap to clear; thorough encoders are quickest with a window larger than a page.
        lgwin: if quality == QUICK { 16 } else { 18 },
        size_hint: bytes.len(),
        ..Default::default()
    };
    let mut out = Vec::with_capacity(bytes.len() / 4);
    brotli::BrotliCompress(&mut &bytes[..], &mut out, &params).expect("writing to memory cannot fail");
    out.into()
}

pub fn gzip(bytes: &[u8]) -> Bytes {
    let mut encoder =
        flate2::write::GzEncoder::new(Vec::with_capacity(bytes.len() / 4), flate2::Compression::new(6));
    encoder.write_all(bytes).expect("writing to memory cannot fail");
    encoder.finish().expect("writing to memory cannot fail").into()
}

/// The encodings a client takes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Accepted {
    pub brotli: bool,
    pub zstd: bool,
    pub gzip: bool,
}

impl Accepted {
    /// A weight of zero is a refusal; other weights do not matter to us.
    pub fn of(header: Option<&str>) -> Self {
        let mut accepted = Self::default();
        for part in header.unwrap_or_default().split(',') {
            let (name, weight) = part.split_once(';').unwrap_or((part, ""));
            if matches!(weight.trim(), "q=0" | "q=0.0" | "q=0.00" | "q=0.000") {
                continue;
            }
            match name.trim() {
                name if name.eq_ignore_ascii_case("br") => accepted.brotli = true,
                name if name.eq_ignore_ascii_case("zstd") => accepted.zstd = true,
                name if name.eq_ignore_ascii_case("gzip") => accepted.gzip = true,
                _ => {}
            }
        }
        accepted
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_compressed_comes_back() {
        let page = "سلة التسوّق ".repeat(500);
        assert_eq!(unzstd(&zstd(page.as_bytes())).expect("valid"), page.as_bytes());
        for quality in [QUICK, THOROUGH] {
            let mut back = Vec::new();
            brotli::BrotliDecompress(&mut &brotli(page.as_bytes(), quality)[..], &mut back).expect("valid");
            assert_eq!(back, page.as_bytes());
        }
        assert!(gzip(page.as_bytes()).len() < page.len() / 10);
    }

    /// [SEC-L25]
    #[test]
    fn what_unpacks_to_too_much_is_refused() {
        let bomb = zstd(&vec![0; 1_000_000]);
        assert!(bomb.len() < 1_000, "{} bytes", bomb.len());
        assert!(unzstd_within(&bomb, 999_999).is_err());
        assert_eq!(unzstd_within(&bomb, 1_000_000).expect("within").len(), 1_000_000);
    }

    #[test]
    fn a_client_is_sent_only_what_it_takes() {
        let all = Accepted { brotli: true, zstd: true, gzip: true };
        assert_eq!(Accepted::of(Some("gzip, deflate, br, zstd")), all);
        assert_eq!(Accepted::of(Some("br;q=0, GZIP;q=0.5")), Accepted { gzip: true, ..Accepted::default() });
        assert_eq!(Accepted::of(Some("identity")), Accepted::default());
        assert_eq!(Accepted::of(None), Accepted::default());
    }
}
