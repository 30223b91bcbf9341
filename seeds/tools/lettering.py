#!/usr/bin/env python3
"""Turn the words on the labels into outlines, so that drawing them again needs no font.

Writes   seeds/tools/lettering.json   "face:text" -> {"width": units, "glyphs": [[x, y, path], …]}, 1000 units to the em
Needs    uharfbuzz and fonttools with brotli, and two font files under the SIL Open Font License 1.1:
         Amiri Bold (npm @fontsource/amiri) and IBM Plex Sans Arabic Medium (npm @fontsource/ibm-plex-sans-arabic)
Run      python3 seeds/tools/lettering.py amiri-arabic-700-normal.woff2 ibm-plex-sans-arabic-arabic-500-normal.woff2

Only needed after a change of the words below; drawings.py reads the result.
"""
import json
import sys
import tempfile
from pathlib import Path

import uharfbuzz as hb
from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.ttLib import TTFont

WORDS = {
    "amiri": """يرغاتشيف هويلا سيرادو خولاني شقراء قشر تركية بُنّ هيل زعفران صندل مخمّرية مجدول عجوة شوكولاتة ياسمين مسك عسل
        عسل|طلح عسل|زهور عسل|المجرى عسل|ومكسّرات عسل|الليمون دبس|تمر معمول|بالتمر بخور|العروس تمر|ولوز مطر|الخريف
        فجر|الواحة سُكّري أهلًا|وسهلًا دعوة مرشّحات ليل|النخيل أهلًا""",
    "plex": """بنّ|إثيوبي بنّ|كولومبي بنّ|برازيلي بنّ|جازان قهوة|بالهيل قشر|البنّ|اليمني قهوة|مطحونة تحميص|متوسط هيل|أخضر""",
}


def outlines(path, texts):
    with tempfile.TemporaryDirectory() as scratch:
        plain = Path(scratch) / "font.ttf"
        font = TTFont(path)
        font.flavor = None
        font.save(plain)
        face = hb.Face(hb.Blob.from_file_path(str(plain)))
        shaper, glyphs, order = hb.Font(face), font.getGlyphSet(), font.getGlyphOrder()
        unit = 1000 / face.upem
        for text in texts:
            line = hb.Buffer()
            line.add_str(text)
            line.guess_segment_properties()
            hb.shape(shaper, line)
            x, found = 0, []
            for info, place in zip(line.glyph_infos, line.glyph_positions):
                pen = SVGPathPen(glyphs, ntos=lambda n: f"{n * unit:.4g}")
                glyphs[order[info.codepoint]].draw(pen)
                if pen.getCommands():
                    found.append([round((x + place.x_offset) * unit), round(place.y_offset * unit), pen.getCommands()])
                x += place.x_advance
            yield text, {"width": round(x * unit), "glyphs": found}


def main():
    result = {}
    for (face, words), path in zip(WORDS.items(), sys.argv[1:3], strict=True):
        texts = [word.replace("|", " ") for word in words.split()]
        result |= {f"{face}:{text}": value for text, value in outlines(path, texts)}
    target = Path(__file__).with_name("lettering.json")
    lines = [f"{json.dumps(key, ensure_ascii=False)}: {json.dumps(value, ensure_ascii=False)}" for key, value in result.items()]
    target.write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")
    print(len(result), "words")


if __name__ == "__main__":
    main()
