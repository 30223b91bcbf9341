#!/usr/bin/env python3
"""Cuts IBM Plex Sans Arabic into the small files the shop serves.

Run by hand when the letters change: `npm run fonts -- <folder of the full fonts>`.
The folder holds plex-ar-{arabic,latin}-{400,500,600}.woff2, the subsets that npm
@fontsource/ibm-plex-sans-arabic ships. Needs `pip install fonttools brotli`.

Each weight becomes three files, told apart in styles/fonts.css by unicode-range:
  core      what nearly every Arabic page shows: one file, so one request before first text
  latin     Latin letters, fetched when a page has one
  extended  the rest of Arabic script, fetched when a page has one
"""

import subprocess
import sys
import tempfile
from pathlib import Path

from fontTools.merge import Merger

OUT = Path(__file__).parent.parent / "src" / "fonts"
WEIGHTS = (400, 500, 600)

# Letters, tanween and vowel marks of Arabic, and the four letters of loan words (پ چ ڤ گ).
ARABIC_CORE = "U+060C,U+061B,U+061F,U+0621-063A,U+0640-0655,U+0670,U+067E,U+0686,U+06A4,U+06AF"
# Digits, ASCII marks, the shop's own punctuation and U+2212, the minus of money.
MARKS = "U+0020-0040,U+005B-0060,U+007B-007E,U+00A0,U+00A9,U+00AB,U+00B7,U+00BB,U+00D7,U+2013,U+2022,U+2026,U+2039,U+203A,U+2212"
LATIN = "U+0041-005A,U+0061-007A,U+00A1-00A8,U+00AA,U+00AC-00B6,U+00B8-00BA,U+00BC-00D6,U+00D8-00FF,U+0131,U+0152-0153,U+2014,U+2018-201E,U+20AC,U+2122"
EXTENDED = "U+0600-060B,U+060D-061A,U+061E,U+0620,U+063B-063F,U+0656-066F,U+0671-067D,U+067F-0685,U+0687-06A3,U+06A5-06AE,U+06B0-06FF,U+0750-077F,U+FB50-FDFF,U+FE70-FEFC"


def subset(source: Path, unicodes: str, target: Path, flavor: str | None) -> None:
    command = [
        "pyftsubset", str(source), f"--unicodes={unicodes}", f"--output-file={target}",
        "--layout-features=ccmp,calt,init,medi,fina,rlig,locl,kern,mark,mkmk",
        # Hinting helps no screen of today and is a fifth of the file.
        "--no-hinting",
    ]
    subprocess.run(command + ([f"--flavor={flavor}"] if flavor else []), check=True)


def main(full: Path) -> None:
    for weight in WEIGHTS:
        arabic, latin = (full / f"plex-ar-{script}-{weight}.woff2" for script in ("arabic", "latin"))
        with tempfile.TemporaryDirectory() as folder:
            parts = [Path(folder) / "arabic.ttf", Path(folder) / "marks.ttf"]
            subset(arabic, ARABIC_CORE, parts[0], None)
            subset(latin, MARKS, parts[1], None)
            core = Merger().merge([str(part) for part in parts])
            core.flavor = "woff2"
            core.save(OUT / f"plex-arabic-core-{weight}.woff2")
        subset(latin, LATIN, OUT / f"plex-arabic-latin-{weight}.woff2", "woff2")
        subset(arabic, EXTENDED, OUT / f"plex-arabic-extended-{weight}.woff2", "woff2")
    for file in sorted(OUT.glob("*.woff2")):
        print(f"{file.stat().st_size:>7}  {file.name}")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
