//! Files that are no pictures and no videos, under the names of such.

use super::{HostileFile, MARKER, MARKER_TEXT, Wanted, html, png::crc32};

/// A ZIP archive with one stored file.
pub fn zip() -> Vec<u8> {
    let data = html();
    let name = b"index.html";
    let size = u32::try_from(data.len()).expect("small").to_le_bytes();
    let numbers = [crc32(&data).to_le_bytes(), size, size].concat();
    let name_length = u16::try_from(name.len()).expect("short").to_le_bytes();
    let mut file = b"PK\x03\x04\x14\0\0\0\0\0\0\0\0\0".to_vec();
    file.extend([numbers.as_slice(), &name_length, &[0, 0], name, &data].concat());
    let directory_at = u32::try_from(file.len()).expect("small").to_le_bytes();
    let mut directory = b"PK\x01\x02\x14\0\x14\0\0\0\0\0\0\0\0\0".to_vec();
    directory.extend([numbers.as_slice(), &name_length, &[0; 16], name].concat());
    let directory_size = u32::try_from(directory.len()).expect("small").to_le_bytes();
    file.extend(directory);
    file.extend(b"PK\x05\x06\0\0\0\0\x01\0\x01\0");
    file.extend([directory_size, directory_at].concat());
    file.extend([0, 0]);
    file
}

pub fn pdf() -> Vec<u8> {
    format!("%PDF-1.4\n1 0 obj\n<< /OpenAction << /S /JavaScript /JS (app.alert('{MARKER_TEXT}')) >> >>\nendobj\ntrailer << /Root 1 0 R >>\n%%EOF\n")
        .into_bytes()
}

pub fn svg() -> Vec<u8> {
    format!(r#"<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script>alert("{MARKER_TEXT}")</script></svg>"#)
        .into_bytes()
}

/// The test file of the virus scanners, put together so that no scanner reports this source.
pub fn eicar() -> Vec<u8> {
    [r"X5O!P%@AP[4\PZX54(P^)7CC)7}$", "EICAR-STANDARD-", "ANTIVIRUS-TEST-FILE!", "$H+H*"]
        .concat()
        .into_bytes()
}

fn riff(form: &[u8; 4], body: &[u8]) -> Vec<u8> {
    let size = u32::try_from(body.len() + 4).expect("small").to_le_bytes();
    [b"RIFF".as_slice(), &size, form, body].concat()
}

fn ftyp(brand: &[u8; 4]) -> Vec<u8> {
    [b"\0\0\0\x18ftyp".as_slice(), brand, b"\0\0\0\0mif1", brand, MARKER, &[0; 200]].concat()
}

pub fn files() -> Vec<HostileFile> {
    let refused =
        |kind: &str, declared, bytes| HostileFile::new(kind, declared, bytes, Wanted::RefusedAtOnce);
    let (jpeg, png, gif) = ("image/jpeg", "image/png", "image/gif");
    let marked = |magic: &[u8]| [magic, MARKER, &[0; 300]].concat();
    let mut files = vec![
        refused("zero-bytes", png, Vec::new()),
        refused("one-byte", png, vec![0x89]),
        refused("one-zero", jpeg, vec![0]),
        refused("only-zeros", jpeg, vec![0; 100_000]),
        refused("svg-as-png", png, svg()),
        refused("svg-after-spaces", png, [vec![b' '; 5_000], svg()].concat()),
        refused("html-as-jpeg", jpeg, html()),
        refused("html-with-byte-order-mark", gif, [b"\xef\xbb\xbf".as_slice(), &html()].concat()),
        refused("script-as-png", png, format!("alert('{MARKER_TEXT}')").into_bytes()),
        refused("php-as-gif", gif, format!("<?php echo '{MARKER_TEXT}' ?>").into_bytes()),
        refused("pdf-as-jpeg", jpeg, pdf()),
        refused("pdf-before-jpeg", jpeg, [pdf(), super::honest_jpeg(9, 9)].concat()),
        refused("zip-as-png", png, zip()),
        refused("gzip-as-png", png, marked(&[0x1f, 0x8b, 8, 0])),
        refused("7z-as-png", png, marked(b"7z\xbc\xaf\x27\x1c")),
        refused("rar-as-jpeg", jpeg, marked(b"Rar!\x1a\x07\x01\0")),
        refused("exe-as-jpeg", jpeg, marked(b"MZ\x90\0")),
        refused("elf-as-png", png, marked(b"\x7fELF\x02\x01\x01\0")),
        refused("shell-script-as-png", png, format!("#!/bin/sh\necho {MARKER_TEXT}\n").into_bytes()),
        refused("bmp-as-png", png, marked(b"BM\x46\0\0\0\0\0\0\0\x36\0\0\0")),
        refused("tiff-as-jpeg", jpeg, marked(b"II\x2a\0\x08\0\0\0")),
        refused("ico-as-png", png, marked(&[0, 0, 1, 0, 1, 0])),
        refused("psd-as-jpeg", jpeg, marked(b"8BPS\0\x01")),
        refused(
            "webp-as-png",
            png,
            riff(b"WEBP", b"VP8L\x0d\0\0\0\x2f\0\0\0\x10\x07\x10\x11\x11\x88\x88\xfe\x07"),
        ),
        refused("heic-as-jpeg", jpeg, ftyp(b"heic")),
        refused("avif-as-png", png, ftyp(b"avif")),
        refused("heic-as-mp4", "video/mp4", ftyp(b"heic")),
        refused("wave-as-avi", "video/x-msvideo", riff(b"WAVE", &marked(b"fmt "))),
        refused("webp-as-avi", "video/x-msvideo", riff(b"WEBP", &marked(b"VP8L"))),
        refused("flash-as-mp4", "video/mp4", marked(b"FWS\x09")),
        refused("flv-as-mp4", "video/mp4", marked(b"FLV\x01\x05\0\0\0\x09")),
        refused(
            "asf-as-avi",
            "video/x-msvideo",
            marked(b"\x30\x26\xb2\x75\x8e\x66\xcf\x11\xa6\xd9\0\xaa\0\x62\xce\x6c"),
        ),
        refused("mp3-as-mpeg", "video/mpeg", marked(b"ID3\x03\0\0\0\0\0\0")),
        refused("eicar-as-jpeg", jpeg, eicar()),
        // Types that are not on the list, whatever the file contains.
        refused("svg-declared", "image/svg+xml", svg()).named("picture.svg"),
        refused("html-declared", "text/html", html()).named("page.html"),
        refused("webp-declared", "image/webp", super::honest_jpeg(9, 9)).named("picture.webp"),
        refused("nothing-declared", "", super::honest_jpeg(9, 9)),
        refused("octets-declared", "application/octet-stream", super::honest_jpeg(9, 9)),
        refused("parameters-declared", "image/jpeg; charset=text/html", html()),
        refused("two-types-declared", "image/jpeg, text/html", html()),
        // Only the end of the file is what it claims to be.
        refused("jpeg-after-8-kib-of-html", jpeg, [html().repeat(150), super::honest_jpeg(9, 9)].concat()),
    ];
    // A scanner with the signature refuses it; without one, the trailing text must be gone.
    files.push(HostileFile::new(
        "eicar-after-jpeg",
        jpeg,
        [super::honest_jpeg(64, 48), eicar()].concat(),
        Wanted::RefusedOrCleaned,
    ));
    files
}
