#!/usr/bin/env python3
"""Make the web pictures of the demo shop out of the drawings in seeds/art.

Reads    seeds/shop.json   to learn which drawings are used, and
         seeds/art/NAME.svg
Writes   seeds/media/NAME-WIDTH.HASH8.avif and .webp, and NAME-136.HASH8.jpg for emails, and
         seeds/media.json  NAME -> {width, height, avif, webp, jpeg, color}

Needs    rsvg-convert (librsvg2-bin), avifenc (libavif-bin), cwebp (webp), and Pillow.
Run      python3 seeds/tools/pictures.py            make what changed, drop what is no longer used
         python3 seeds/tools/pictures.py --all      make everything again

HASH8 is the start of the SHA-256 of the file itself, so a file name never changes meaning and may be cached for ever.
The run is idempotent: pictures.lock.json remembers the digest of every drawing together with the settings below,
and a drawing whose digest did not change, and whose files are all there, is left alone.
`width` and `height` in media.json are those of the largest file; `color` is the average colour, to paint before loading.
"""
import hashlib
import json
import subprocess
import sys
import tempfile
from pathlib import Path

from PIL import Image, ImageOps

SEEDS = Path(__file__).resolve().parent.parent
ART, MEDIA = SEEDS / "art", SEEDS / "media"
MEDIA_JSON, LOCK = SEEDS / "media.json", SEEDS / "tools" / "pictures.lock.json"

PRODUCT_WIDTHS = (320, 640, 960)
EMAIL_SIDE = 136
WIDTHS = {  # drawings that are not 4:5 product pictures
    "hero-wide": (960, 1280, 1920),
    "hero": (640, 960, 1280),
    "story": (640, 960, 1280),
}
AVIF = ["--codec", "aom", "--speed", "4", "--yuv", "420", "--depth", "10", "--min", "0", "--max", "63", "-a", "end-usage=q"]
LEVELS = (20, 26, 32, 38)  # AVIF quantizer, finest first; a coarser one only while a card-sized file is too heavy
CARD_LIMIT = 12_000  # bytes of a 320 AVIF
WEBP = ["-quiet", "-q", "76", "-m", "6", "-sharp_yuv", "-af"]


def used_names(shop):
    names = {shop["hero"]["wide"], shop["hero"]["narrow"], shop["story"]["picture"]}
    names.update(c["picture"] for c in shop["categories"])
    for product in shop["products"]:
        names.update(product["pictures"])
    return sorted(names)


def digest(data):
    return hashlib.sha256(data).hexdigest()


def run(*command):
    subprocess.run([str(part) for part in command], check=True, stdout=subprocess.DEVNULL)


def keep(made, name, width, kind):
    data = made.read_bytes()
    file = f"{name}-{width}.{digest(data)[:8]}.{kind}"
    (MEDIA / file).write_bytes(data)
    return file


def make(name, widths, scratch):
    entry = {"width": 0, "height": 0, "avif": {}, "webp": {}, "color": ""}
    for width in widths:
        png, avif, webp = (scratch / f"{name}-{width}.{kind}" for kind in ("png", "avif", "webp"))
        run("rsvg-convert", "--width", width, "--background-color", "#ffffff", "--output", png, ART / f"{name}.svg")
        for level in LEVELS:
            run("avifenc", *AVIF, "-a", f"cq-level={level}", png, avif)
            if width > PRODUCT_WIDTHS[0] or avif.stat().st_size <= CARD_LIMIT:
                break
        run("cwebp", *WEBP, png, "-o", webp)
        entry["avif"][str(width)] = keep(avif, name, width, "avif")
        entry["webp"][str(width)] = keep(webp, name, width, "webp")
        with Image.open(png) as picture:
            entry["width"], entry["height"] = picture.size
            mean = picture.convert("RGB").resize((1, 1), Image.Resampling.BOX).getpixel((0, 0))
            entry["color"] = "#%02x%02x%02x" % mean
    return entry


def make_email_picture(name, scratch):
    """The middle square as JPEG: some mail programs show no WebP and cannot crop."""
    png, jpeg = scratch / f"{name}-email.png", scratch / f"{name}-email.jpg"
    run("rsvg-convert", "--width", EMAIL_SIDE * 2, "--background-color", "#ffffff", "--output", png, ART / f"{name}.svg")
    with Image.open(png) as picture:
        square = ImageOps.fit(picture.convert("RGB"), (EMAIL_SIDE, EMAIL_SIDE), Image.Resampling.LANCZOS)
        square.save(jpeg, quality=82, optimize=True)
    return keep(jpeg, name, EMAIL_SIDE, "jpg")


def files_of(entry):
    return [*entry["avif"].values(), *entry["webp"].values(), *entry.get("jpeg", {}).values()]


def load(path):
    return json.loads(path.read_text("utf-8")) if path.exists() else {}


def main():
    everything = "--all" in sys.argv[1:]
    names = used_names(load(SEEDS / "shop.json"))
    missing = [name for name in names if not (ART / f"{name}.svg").exists()]
    if missing:
        sys.exit("no drawing in seeds/art for: " + ", ".join(missing))
    MEDIA.mkdir(exist_ok=True)
    old, lock = load(MEDIA_JSON), load(LOCK)
    media, marks = {}, {}
    with tempfile.TemporaryDirectory() as scratch:
        for name in names:
            widths = WIDTHS.get(name, PRODUCT_WIDTHS)
            mark = digest((ART / f"{name}.svg").read_bytes() + repr((widths, AVIF, LEVELS, CARD_LIMIT, WEBP)).encode())[:16]
            entry = old.get(name)
            fresh = entry and lock.get(name) == mark and all((MEDIA / f).exists() for f in files_of(entry))
            if everything or not fresh:
                entry = make(name, widths, Path(scratch))
                print("made", name, flush=True)
            if name not in WIDTHS and (everything or not fresh or "jpeg" not in entry):
                entry["jpeg"] = {str(EMAIL_SIDE): make_email_picture(name, Path(scratch))}
            media[name], marks[name] = entry, mark
    wanted = {file for entry in media.values() for file in files_of(entry)}
    for file in MEDIA.iterdir():
        if file.suffix in (".avif", ".webp", ".jpg") and file.name not in wanted:
            file.unlink()
    for path, value in ((MEDIA_JSON, media), (LOCK, marks)):
        path.write_text(json.dumps(value, ensure_ascii=False, indent=1) + "\n", "utf-8")
    size = sum((MEDIA / file).stat().st_size for file in wanted)
    small = max(((MEDIA / e["avif"]["320"]).stat().st_size, n) for n, e in media.items() if "320" in e["avif"])
    print(f"{len(media)} drawings, {len(wanted)} files, {size / 1e6:.2f} MB; largest 320 AVIF {small[0]} bytes ({small[1]})")


if __name__ == "__main__":
    main()
