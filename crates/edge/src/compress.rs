//! Finished bytes in the encodings browsers ask for.

use std::io::Write;

use bytes::Bytes;

/// Quick enough for a page that may never be asked for again.
pub const QUICK: u32 = 4;
/// For a page that has shown it is asked for often.
pub const THOROUGH: u32 = 10;

pub fn brotli(bytes: &[u8], quality: u32) -> Bytes {
    let params = brotli::enc::BrotliEncoderParams {
        quality: i32::try_from(quality).expect("qualities end at 11"),
        lgwin: 18,
        size_hint: bytes.len(),
        ..Default::default()
    };
    let mut out = Vec::with_capacity(bytes.len() / 4);
    brotli::BrotliCompress(&mut &bytes[..], &mut out, &params).expect("writing to memory cannot fail");
    out.into()
}

pub fn unbrotli(bytes: &[u8]) -> std::io::Result<Vec<u8>> {
    let mut out = Vec::with_capacity(bytes.len() * 5);
    brotli::BrotliDecompress(&mut &bytes[..], &mut out)?;
    Ok(out)
}

pub fn gzip(bytes: &[u8]) -> Bytes {
    let mut encoder =
        flate2::write::GzEncoder::new(Vec::with_capacity(bytes.len() / 4), flate2::Compression::new(6));
    encoder.write_all(bytes).expect("writing to memory cannot fail");
    encoder.finish().expect("writing to memory cannot fail").into()
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Encoding {
    Brotli,
    Gzip,
    Identity,
}

impl Encoding {
    /// The best one the client takes. A weight of zero is a refusal; other weights do not matter to us.
    pub fn accepted(header: Option<&str>) -> Self {
        let Some(header) = header else { return Self::Identity };
        let takes = |name: &str| {
            header.split(',').any(|part| {
                let mut pieces = part.split(';').map(str::trim);
                pieces.next().is_some_and(|coding| coding.eq_ignore_ascii_case(name))
                    && !pieces.any(|weight| matches!(weight, "q=0" | "q=0.0" | "q=0.00" | "q=0.000"))
            })
        };
        if takes("br") {
            Self::Brotli
        } else if takes("gzip") {
            Self::Gzip
        } else {
            Self::Identity
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_compressed_comes_back() {
        let page = "سلة التسوّق ".repeat(500);
        assert_eq!(unbrotli(&brotli(page.as_bytes(), QUICK)).expect("valid"), page.as_bytes());
        assert!(gzip(page.as_bytes()).len() < page.len() / 10);
    }

    #[test]
    fn the_best_encoding_the_client_takes_is_chosen() {
        assert_eq!(Encoding::accepted(Some("gzip, deflate, br, zstd")), Encoding::Brotli);
        assert_eq!(Encoding::accepted(Some("br;q=0, gzip")), Encoding::Gzip);
        assert_eq!(Encoding::accepted(Some("identity")), Encoding::Identity);
        assert_eq!(Encoding::accepted(None), Encoding::Identity);
    }
}
