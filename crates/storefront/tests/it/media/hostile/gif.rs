//! GIF files, block by block.

use super::{HostileFile, MARKER, MARKER_TEXT, Wanted, html};

const GIF: &str = "image/gif";

fn header(width: u16, height: u16) -> Vec<u8> {
    let mut file = b"GIF89a".to_vec();
    file.extend(width.to_le_bytes());
    file.extend(height.to_le_bytes());
    // A table of four colours.
    file.extend([0b1000_0001, 0, 0]);
    file.extend([0, 0, 0, 200, 30, 30, 30, 160, 90, 255, 255, 255]);
    file
}

/// Sub-blocks of at most 255 bytes.
fn blocks(data: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    for part in data.chunks(255) {
        out.push(u8::try_from(part.len()).expect("at most 255"));
        out.extend(part);
    }
    out.push(0);
    out
}

/// Pixels without compression: codes of three bits, and a clear code before the table would grow.
fn pixels(count: usize, colour: u8) -> Vec<u8> {
    const CLEAR: u8 = 4;
    const END: u8 = 5;
    let codes = (0..count).flat_map(|at| {
        let clear = at.is_multiple_of(2).then_some(CLEAR);
        clear.into_iter().chain([colour & 3])
    });
    let mut data = Vec::new();
    let (mut bits, mut length) = (0u32, 0);
    for code in codes.chain([END]) {
        bits |= u32::from(code) << length;
        length += 3;
        while length >= 8 {
            data.push(bits.to_le_bytes()[0]);
            bits >>= 8;
            length -= 8;
        }
    }
    data.push(bits.to_le_bytes()[0]);
    [vec![2], blocks(&data)].concat()
}

fn frame(left: u16, width: u16, height: u16, colour: u8) -> Vec<u8> {
    // Shown for 20 ms.
    let mut frame = vec![0x21, 0xf9, 4, 0, 2, 0, 0, 0, 0x2c];
    for value in [left, 0, width, height] {
        frame.extend(value.to_le_bytes());
    }
    frame.push(0);
    frame.extend(pixels(usize::from(width) * usize::from(height), colour));
    frame
}

fn comment(text: &[u8]) -> Vec<u8> {
    [vec![0x21, 0xfe], blocks(text)].concat()
}

fn looping() -> Vec<u8> {
    [b"\x21\xff\x0bNETSCAPE2.0".as_slice(), &[3, 1, 0, 0, 0]].concat()
}

pub fn picture(width: u16, height: u16, frames: usize) -> Vec<u8> {
    let mut file = header(width, height);
    if frames > 1 {
        file.extend(looping());
    }
    for number in 0..frames {
        file.extend(frame(0, width, height, number.to_le_bytes()[0]));
    }
    file.push(b';');
    file
}

pub fn files() -> Vec<HostileFile> {
    let file = |kind: &str, bytes, wanted| HostileFile::new(kind, GIF, bytes, wanted);
    let plain = picture(16, 16, 1);
    // As a script: the name GIF89a, a comment that hides the picture, and an assignment.
    let script = {
        let mut file = b"GIF89a/*".to_vec();
        file.extend([1, 0, 0b1000_0001, 0, 0]);
        file.extend([0, 0, 0, 200, 30, 30, 30, 160, 90, 255, 255, 255]);
        file.extend(frame(0, 1, 1, 1));
        file.push(b';');
        file.extend(format!("*/=1;alert('{MARKER_TEXT}')").bytes());
        file
    };
    let mut never_ends = plain[..plain.len() - 1].to_vec();
    never_ends.extend([0x21, 0xfe]);
    never_ends.extend(std::iter::repeat_n([1, b'x'], 200_000).flatten());
    vec![
        file("gif-100-frames", picture(16, 16, 100), Wanted::RefusedOrCleaned),
        file("gif-301-frames", picture(4, 4, 301), Wanted::RefusedOrCleaned),
        file("gif-10000-frames", picture(2, 2, 10_000), Wanted::RefusedOrCleaned),
        file(
            "gif-huge-screen",
            [header(65_535, 65_535), frame(0, 1, 1, 1), vec![b';']].concat(),
            Wanted::Refused,
        ),
        file(
            "gif-huge-screen-100-frames",
            [header(12_000, 12_000), frame(0, 1, 1, 1).repeat(100), vec![b';']].concat(),
            Wanted::Refused,
        ),
        file(
            "gif-frame-outside",
            [header(4, 4), frame(60_000, 4, 4, 1), vec![b';']].concat(),
            Wanted::RefusedOrCleaned,
        ),
        file("gif-no-pixels", [header(0, 0), vec![b';']].concat(), Wanted::Refused),
        file("gif-no-frames", [header(9, 9), vec![b';']].concat(), Wanted::Refused),
        file("gif-and-script", script, Wanted::RefusedOrCleaned),
        file("gif-and-html", [plain.clone(), html()].concat(), Wanted::RefusedOrCleaned),
        file("gif-and-zip", [plain.clone(), super::other::zip()].concat(), Wanted::RefusedOrCleaned),
        file(
            "gif-comment-with-script",
            [header(9, 9), comment(&html()), frame(0, 9, 9, 1), vec![b';']].concat(),
            Wanted::RefusedOrCleaned,
        ),
        file(
            "gif-application-block",
            [
                header(9, 9),
                b"\x21\xff\x0bXMP DataXMP".to_vec(),
                blocks(MARKER),
                frame(0, 9, 9, 1),
                vec![b';'],
            ]
            .concat(),
            Wanted::RefusedOrCleaned,
        ),
        file("gif-comment-never-ends", never_ends, Wanted::RefusedOrCleaned),
        file(
            "gif-wrong-codes",
            [header(9, 9), frame(0, 9, 9, 1)[..19].to_vec(), vec![255; 300]].concat(),
            Wanted::RefusedOrCleaned,
        ),
        file("gif-truncated", plain[..plain.len() / 2].to_vec(), Wanted::Refused),
        file("gif-magic-only", b"GIF89a".to_vec(), Wanted::Refused),
    ]
}
