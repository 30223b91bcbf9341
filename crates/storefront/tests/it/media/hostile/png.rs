//! PNG files, chunk by chunk.

use flate2::{Compress, Compression, FlushCompress, write::ZlibEncoder};
use std::io::Write;

use super::{HostileFile, MARKER, Wanted, html};

const SIGNATURE: &[u8] = b"\x89PNG\r\n\x1a\n";
const PNG: &str = "image/png";

/// Colour types.
const GREY: u8 = 0;
const RGB: u8 = 2;
const PALETTE: u8 = 3;
const RGBA: u8 = 6;

struct Header {
    width: u32,
    height: u32,
    depth: u8,
    colour: u8,
    is_interlaced: bool,
}

impl Header {
    fn new(width: u32, height: u32, depth: u8, colour: u8) -> Self {
        Self { width, height, depth, colour, is_interlaced: false }
    }

    fn chunk(&self) -> Vec<u8> {
        let mut data = Vec::new();
        data.extend(self.width.to_be_bytes());
        data.extend(self.height.to_be_bytes());
        data.extend([self.depth, self.colour, 0, 0, u8::from(self.is_interlaced)]);
        chunk(b"IHDR", &data)
    }

    /// Bytes of the decompressed picture data, with one filter byte a row.
    fn raw_bytes(&self) -> u64 {
        let channels: u64 = match self.colour {
            RGB => 3,
            RGBA => 4,
            _ => 1,
        };
        let rows = |width: u64, height: u64| match width {
            0 => 0,
            _ => height * (1 + (width * channels * u64::from(self.depth)).div_ceil(8)),
        };
        let (width, height) = (u64::from(self.width), u64::from(self.height));
        if !self.is_interlaced {
            return rows(width, height);
        }
        // The seven passes of Adam7: offset and distance, across and down.
        [(0, 8, 0, 8), (4, 8, 0, 8), (0, 4, 4, 8), (2, 4, 0, 4), (0, 2, 2, 4), (1, 2, 0, 2), (0, 1, 1, 2)]
            .iter()
            .map(|(x, across, y, down)| {
                rows(width.saturating_sub(*x).div_ceil(*across), height.saturating_sub(*y).div_ceil(*down))
            })
            .sum()
    }
}

pub fn crc32(bytes: &[u8]) -> u32 {
    let mut crc = u32::MAX;
    for byte in bytes {
        crc ^= u32::from(*byte);
        for _ in 0..8 {
            crc = (crc >> 1) ^ (0xedb8_8320 & 0u32.wrapping_sub(crc & 1));
        }
    }
    !crc
}

fn chunk(kind: &[u8; 4], data: &[u8]) -> Vec<u8> {
    let mut chunk = u32::try_from(data.len()).expect("a short chunk").to_be_bytes().to_vec();
    let body = [kind.as_slice(), data].concat();
    chunk.extend(&body);
    chunk.extend(crc32(&body).to_be_bytes());
    chunk
}

fn zlib(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes).expect("memory");
    encoder.finish().expect("memory")
}

/// A zlib stream of `length` zeros. One compressed block is repeated, so that gigabytes take no time to make.
fn zlib_of_zeros(length: u64) -> Vec<u8> {
    const BLOCK: usize = 1 << 20;
    let deflate = |bytes: &[u8], flush| {
        let mut state = Compress::new(Compression::best(), false);
        let mut out = Vec::with_capacity(bytes.len() + 1024);
        state.compress_vec(bytes, &mut out, flush).expect("deflate");
        out
    };
    let zeros = vec![0; BLOCK];
    // A full flush ends on a byte and forgets what went before.
    let block = deflate(&zeros, FlushCompress::Full);
    let rest = usize::try_from(length % BLOCK as u64).expect("less than a block");
    let mut stream = vec![0x78, 0xda];
    for _ in 0..length / BLOCK as u64 {
        stream.extend(&block);
    }
    stream.extend(deflate(&zeros[..rest], FlushCompress::Finish));
    let adler = (u32::try_from(length % 65_521).expect("small") << 16) | 1;
    stream.extend(adler.to_be_bytes());
    stream
}

fn assemble(header: &Header, before: &[Vec<u8>], data: &[u8]) -> Vec<u8> {
    let mut file = SIGNATURE.to_vec();
    file.extend(header.chunk());
    if header.colour == PALETTE {
        file.extend(chunk(b"PLTE", &[0, 0, 0, 255, 255, 255]));
    }
    before.iter().for_each(|chunk| file.extend(chunk));
    for part in data.chunks(1 << 20) {
        file.extend(chunk(b"IDAT", part));
    }
    file.extend(chunk(b"IEND", b""));
    file
}

/// Black everywhere, and much larger decompressed.
fn bomb(header: &Header) -> Vec<u8> {
    assemble(header, &[], &zlib_of_zeros(header.raw_bytes()))
}

/// A colour gradient.
pub fn picture(width: u32, height: u32) -> Vec<u8> {
    with_chunks(width, height, &[])
}

fn with_chunks(width: u32, height: u32, before: &[Vec<u8>]) -> Vec<u8> {
    let mut raw = Vec::new();
    for y in 0..height {
        raw.push(0);
        for x in 0..width {
            raw.extend([x * 255 / width, y * 255 / height, 120].map(|value| value as u8));
        }
    }
    assemble(&Header::new(width, height, 8, RGB), before, &zlib(&raw))
}

fn text_chunk() -> Vec<u8> {
    chunk(b"tEXt", &[b"Comment\0".as_slice(), &html()].concat())
}

fn profile(data: &[u8]) -> Vec<u8> {
    chunk(b"iCCP", &[b"icc\0\0".as_slice(), data].concat())
}

pub fn files() -> Vec<HostileFile> {
    let plain = picture(64, 64);
    let file = |kind: &str, bytes, wanted| HostileFile::new(kind, PNG, bytes, wanted);
    let interlaced = |width, height, depth, colour| Header {
        is_interlaced: true,
        ..Header::new(width, height, depth, colour)
    };
    let mut wrong_sum = plain.clone();
    wrong_sum[SIGNATURE.len() + 8 + 13] ^= 0xff;
    let mut two_headers = SIGNATURE.to_vec();
    two_headers.extend(Header::new(8, 8, 8, RGB).chunk());
    two_headers.extend(&plain[SIGNATURE.len()..]);
    let xmp = [b"XML:com.adobe.xmp\0\0\0\0\0".as_slice(), b"<x:xmpmeta>", MARKER, b"</x:xmpmeta>"].concat();
    let exif = super::jpeg::exif_with_place();
    let frames: Vec<Vec<u8>> = std::iter::once(chunk(b"acTL", &[10_000u32.to_be_bytes(), [0; 4]].concat()))
        .chain((0..10_000u32).map(|number| {
            let numbers = [number, 1, 1, 0, 0].map(u32::to_be_bytes).concat();
            chunk(b"fcTL", &[numbers.as_slice(), &[0, 1, 0, 10, 0, 0]].concat())
        }))
        .collect();
    let tiny = zlib(&[0, 1, 2, 3]);
    let bytes_apart: Vec<u8> = {
        let mut file = SIGNATURE.to_vec();
        file.extend(Header::new(64, 64, 8, RGB).chunk());
        let raw = vec![0; 64 * (64 * 3 + 1)];
        for byte in zlib(&raw) {
            file.extend(chunk(b"IDAT", &[byte]));
            for _ in 0..200 {
                file.extend(chunk(b"IDAT", b""));
            }
        }
        file.extend(chunk(b"IEND", b""));
        file
    };
    vec![
        file("png-bomb-50000", bomb(&Header::new(50_000, 50_000, 8, RGB)), Wanted::Refused),
        file("png-bomb-1-bit", bomb(&Header::new(50_000, 50_000, 1, GREY)), Wanted::Refused),
        file("png-bomb-one-row", bomb(&Header::new(2_000_000, 1, 8, RGBA)), Wanted::Refused),
        // Below 50 megapixels, but 384 MB decoded.
        file("png-bomb-16-bit", bomb(&Header::new(8_000, 6_000, 16, RGBA)), Wanted::Refused),
        file("png-bomb-interlaced", bomb(&interlaced(8_000, 6_000, 16, RGBA)), Wanted::Refused),
        file("png-bomb-palette", bomb(&Header::new(11_999, 11_999, 8, PALETTE)), Wanted::Refused),
        file("png-largest-size", bomb(&Header::new(i32::MAX as u32, 1, 1, GREY)), Wanted::Refused),
        file("png-no-pixels", assemble(&Header::new(0, 0, 8, RGB), &[], &tiny), Wanted::Refused),
        file("png-depth-3", assemble(&Header::new(1, 1, 3, RGB), &[], &tiny), Wanted::Refused),
        file("png-wrong-sum", wrong_sum, Wanted::RefusedOrCleaned),
        file("png-two-headers", two_headers, Wanted::RefusedOrCleaned),
        file("png-without-data", assemble(&Header::new(9, 9, 8, RGB), &[], b""), Wanted::Refused),
        file("png-data-not-deflated", assemble(&Header::new(9, 9, 8, RGB), &[], &html()), Wanted::Refused),
        file("png-empty-chunks", bytes_apart, Wanted::RefusedOrCleaned),
        file("png-10000-frames", with_chunks(8, 8, &frames), Wanted::RefusedOrCleaned),
        file("png-truncated", plain[..plain.len() / 2].to_vec(), Wanted::Refused),
        file("png-magic-only", SIGNATURE.to_vec(), Wanted::Refused),
        file("png-text-with-script", with_chunks(64, 64, &[text_chunk()]), Wanted::RefusedOrCleaned),
        file("png-xmp", with_chunks(64, 64, &[chunk(b"iTXt", &xmp)]), Wanted::RefusedOrCleaned),
        file("png-exif-place", with_chunks(64, 64, &[chunk(b"eXIf", &exif)]), Wanted::Cleaned),
        file(
            "png-profile-bomb",
            with_chunks(64, 64, &[profile(&zlib_of_zeros(2 << 30))]),
            Wanted::RefusedOrCleaned,
        ),
        file(
            "png-profile-payload",
            with_chunks(64, 64, &[profile(&zlib(&html()))]),
            Wanted::RefusedOrCleaned,
        ),
        file("png-and-zip", [plain.clone(), super::other::zip()].concat(), Wanted::RefusedOrCleaned),
        file("png-and-html", [plain.clone(), html()].concat(), Wanted::RefusedOrCleaned),
        file("png-and-pdf", [plain, super::other::pdf()].concat(), Wanted::RefusedOrCleaned),
    ]
}

#[test]
fn a_bomb_is_a_valid_picture() {
    let bytes = bomb(&Header::new(300, 200, 16, RGBA));
    let picture = image::load_from_memory(&bytes).expect("a picture");
    assert_eq!((picture.width(), picture.height()), (300, 200));
    let header = Header { is_interlaced: true, ..Header::new(301, 203, 8, RGB) };
    let picture = image::load_from_memory(&bomb(&header)).expect("an interlaced picture");
    assert_eq!((picture.width(), picture.height()), (301, 203));
}

#[test]
fn streams_of_zeros_are_small_and_complete() {
    let length = (3 << 20) + 17;
    let stream = zlib_of_zeros(length);
    assert!(stream.len() < 10_000, "{}", stream.len());
    let mut unpacked = Vec::new();
    std::io::Read::read_to_end(&mut flate2::read::ZlibDecoder::new(stream.as_slice()), &mut unpacked)
        .expect("a valid stream");
    assert_eq!(unpacked.len() as u64, length);
}
