//! Compresses responses in the encodings that browsers accept.

use std::{
    cell::RefCell,
    io::{Read, Write},
};

use bytes::Bytes;

/// Brotli quality of a page that clients without zstd may never request again.
pub const QUICK: u32 = 2;
/// Brotli quality of a page that is requested often.
pub const THOROUGH: u32 = 10;

/// 4 % larger than zstd's default level, at half its cost.
const ZSTD_LEVEL: i32 = 1;

thread_local! {
    /// Reused: allocating a compressor's tables costs more than compressing a page.
    static ZSTD: RefCell<zstd::bulk::Compressor<'static>> =
        RefCell::new(zstd::bulk::Compressor::new(ZSTD_LEVEL).expect("valid zstd level"));
}

/// The first encoding of every page: it costs a fifth of brotli at the same size.
pub fn zstd(bytes: &[u8]) -> Bytes {
    ZSTD.with_borrow_mut(|compressor| compressor.compress(bytes))
        .expect("output buffer is large enough")
        .into()
}

pub fn unzstd(bytes: &[u8]) -> std::io::Result<Vec<u8>> {
    zstd::stream::decode_all(bytes)
}

/// Refuses input that decompresses to more than `limit` bytes: a few kilobytes can expand to gigabytes.
pub fn unzstd_within(bytes: &[u8], limit: usize) -> std::io::Result<Vec<u8>> {
    let mut decompressed = Vec::new();
    let max_read = u64::try_from(limit).unwrap_or(u64::MAX).saturating_add(1);
    zstd::stream::Decoder::new(bytes)?.take(max_read).read_to_end(&mut decompressed)?;
    if decompressed.len() > limit {
        return Err(std::io::Error::other("decompressed size over the limit"));
    }
    Ok(decompressed)
}

pub fn brotli(bytes: &[u8], quality: u32) -> Bytes {
    let params = brotli::enc::BrotliEncoderParams {
        quality: i32::try_from(quality).expect("brotli quality is at most 11"),
        // A small window is cheap to clear; high qualities are fastest with a window larger than a page.
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

/// The encodings that a client accepts.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct AcceptedEncodings {
    pub brotli: bool,
    pub zstd: bool,
    pub gzip: bool,
}

impl AcceptedEncodings {
    /// A weight of zero refuses an encoding; other weights are ignored.
    pub fn from_header(header: Option<&str>) -> Self {
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
    fn compressed_pages_decompress_to_the_original() {
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
    fn input_that_decompresses_to_too_much_is_refused() {
        let bomb = zstd(&vec![0; 1_000_000]);
        assert!(bomb.len() < 1_000, "{} bytes", bomb.len());
        assert!(unzstd_within(&bomb, 999_999).is_err());
        assert_eq!(unzstd_within(&bomb, 1_000_000).expect("within the limit").len(), 1_000_000);
    }

    #[test]
    fn only_accepted_encodings_are_recognised() {
        let all = AcceptedEncodings { brotli: true, zstd: true, gzip: true };
        assert_eq!(AcceptedEncodings::from_header(Some("gzip, deflate, br, zstd")), all);
        assert_eq!(
            AcceptedEncodings::from_header(Some("br;q=0, GZIP;q=0.5")),
            AcceptedEncodings { gzip: true, ..AcceptedEncodings::default() }
        );
        assert_eq!(AcceptedEncodings::from_header(Some("identity")), AcceptedEncodings::default());
        assert_eq!(AcceptedEncodings::from_header(None), AcceptedEncodings::default());
    }
}
