#!/usr/bin/env python3
"""Derive further drawings of the demo shop from the original ones, and draw the few objects that had none.

Reads    seeds/art/*.svg (the originals) and seeds/tools/lettering.json (label words as outlines)
Writes   seeds/art/NAME.svg for every @drawing below
Needs    nothing beyond Python 3.11; the output is the same on every run
Run      python3 seeds/tools/drawings.py            then  python3 seeds/tools/pictures.py

An original has three layers: a tinted wall with a palm shadow, the shadow on the shelf, and one object. A derived drawing
takes the object in other colours, on another wall, with the label of its own product or with none at all.
"""
import colorsys
import json
import math
import random
import re
from pathlib import Path

SEEDS = Path(__file__).resolve().parent.parent
ART = SEEDS / "art"
LETTERING = json.loads((SEEDS / "tools" / "lettering.json").read_text("utf-8"))

# wall top, wall bottom, shelf top, shelf bottom, palm shadow
WALLS = {
    "sand": ("#EADFD6", "#DCCABD", "#D3BEAE", "#C3AB98", "#5b3a26"),
    "honey": ("#F7EDD3", "#EFDDB0", "#E8D09A", "#D9BC7C", "#7a5410"),
    "sage": ("#E1E8E1", "#CBD7CE", "#BCCBC0", "#A5B8AB", "#1d4230"),
    "sky": ("#E4EAEC", "#CFDADE", "#C1CED3", "#A9B9BF", "#243c46"),
    "stone": ("#ECEEEC", "#DADFDD", "#CDD4D2", "#B8C1BF", "#33413d"),
    "rose": ("#EBE1E2", "#DCCBCE", "#D0BBBF", "#BCA3A8", "#53303a"),
    "peach": ("#F6E5DA", "#ECD0BF", "#E2BFA9", "#CFA58C", "#6b3d22"),
    "dusk": ("#E7E5EC", "#D5D1DF", "#C7C1D3", "#AFA7BF", "#37304a"),
    "clay": ("#E9D6CB", "#DBBDAD", "#CEA996", "#B98F7B", "#5a2c1b"),
    "night": ("#2F4B40", "#223A31", "#1B3028", "#13241D", "#04100b"),
    "wine": ("#4B2B31", "#391F25", "#2E181E", "#221115", "#120608"),
}

MADE = {}


def drawing(function):
    MADE[function.__name__.rstrip("_").replace("_", "-")] = function
    return function


# ---------------------------------------------------------------- taking the originals apart

def original(name):
    return (ART / f"{name}.svg").read_text("utf-8")


def wall_of(svg):
    """The five colours of a drawing's own wall; a top view has no shelf and only three."""
    stops = re.findall(r'stop-color="(#\w{6})"', svg[: svg.index("</defs>")])
    palm = re.search(r'<g filter="url\(#b\d+x\)" fill="(#\w{6})"', svg).group(1)
    return [*stops[:4], palm] if len(stops) >= 4 else [*stops[:2], palm]


def on_wall(svg, wall):
    """The same drawing on another wall."""
    old, new = wall_of(svg), WALLS[wall]
    if len(old) == 3:
        new = (new[0], new[1], new[4])
    end = svg.index("</g>", svg.index('fill="' + old[-1])) + 4
    return swap(svg[:end], dict(zip(old, new))) + svg[end:]


def swap(svg, colours):
    """Exchange colours, all at once."""
    table = {old.lower(): new for old, new in colours.items()}
    pattern = re.compile("(" + "|".join(re.escape(c) for c in table) + r")(?![0-9a-fA-F])", re.IGNORECASE)
    return pattern.sub(lambda found: table[found.group(1).lower()], svg)


def shift(colours, hue=None, sat=1.0, light=0.0):
    """A table for swap(): the same ramp in another hue (degrees), saturation (factor) and lightness (added, -1 to 1)."""
    table = {}
    for colour in colours.split():
        red, green, blue = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
        h, l, s = colorsys.rgb_to_hls(red, green, blue)
        h = h if hue is None else hue / 360
        l, s = min(max(l + light, 0.02), 0.98), min(max(s * sat, 0), 1)
        table[colour] = "#" + "".join(f"{round(part * 255):02x}" for part in colorsys.hls_to_rgb(h, l, s))
    return table


def object_of(name):
    """The object alone, without wall and shadow."""
    svg = original(name)
    return svg[svg.rindex('k)"/>') + 5 : svg.rindex("</svg>")]


def parts(markup):
    """Top-level elements of a piece of markup."""
    depth, start, found = 0, 0, []
    for tag in re.finditer(r"<(/?)\w+[^>]*?(/?)>", markup):
        if depth == 0 and not tag.group(1):
            start = tag.start()
        depth += 0 if tag.group(2) else (-1 if tag.group(1) else 1)
        if depth == 0:
            found.append(markup[start : tag.end()])
    return found


LABEL = re.compile(r'<g fill="(#\w{6})"  transform="translate\([^)]*\) scale\([\d.]+ -[\d.]+\)">.*?</g>')


def relabel(svg, *labels):
    """Put new words on the labels, first to last; None leaves a label empty."""
    queue = iter(labels)

    def put(found):
        label = next(queue)
        return label and words(*label, fill=found.group(1))

    return LABEL.sub(lambda found: put(found) or "", svg)


def words(text, x, y, size, widest, face="amiri", fill="#000000"):
    """A line of lettering centred on x, standing on y, made smaller when it is wider than allowed."""
    line = LETTERING[f"{face}:{text}"]
    size = min(size, widest / line["width"])
    start = x - line["width"] * size / 2
    glyphs = "".join(f'<path transform="translate({gx} {gy})" d="{d}"/>' for gx, gy, d in line["glyphs"])
    return f'<g fill="{fill}" transform="translate({start:.1f} {y}) scale({size:.4f} {-size:.4f})">{glyphs}</g>'


# ---------------------------------------------------------------- building new ones

FROND = re.search(r'<path transform="translate\(816 20\)[^"]*" (d="[^"]{1000,}")', original("giftbox")).group(1)
MARK = re.search(r'fill="#E9D7A8">(.*?)</g>', original("giftbox")).group(1)


def mark(x, y, scale, fill, extra=""):
    return f'<g transform="translate({x} {y}) scale({scale}){extra}" fill="{fill}">{MARK}</g>'


def gradient(name, *stops, vertical=False):
    end = 'x2="0" y2="1"' if vertical else 'x2="1" y2="0"'
    inner = "".join(f'<stop offset="{at}" stop-color="{colour}"/>' for at, colour in stops)
    return f'<linearGradient id="{name}" x1="0" y1="0" {end}>{inner}</linearGradient>'


def blur(name, amount):
    return f'<filter id="{name}" x="-60%" y="-60%" width="220%" height="220%"><feGaussianBlur stdDeviation="{amount}"/></filter>'


def scene(wall, body, turn=148, shelf=True, strength=0.17):
    """Wall, light, palm shadow and, unless seen from above, a shelf; then the body."""
    top, bottom, near, far, palm = WALLS[wall]
    floor = (
        f'<rect y="735" width="800" height="265" fill="url(#floor)"/>'
        f'<rect y="732" width="800" height="10" fill="{far}" opacity=".35" filter="url(#soft)"/>' if shelf else ""
    )
    at = "816 20" if shelf else "880 -90"
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 1000" width="800" height="1000"><defs>'
        + gradient("wall", (0, top), (1, bottom), vertical=True) + gradient("floor", (0, near), (1, far), vertical=True)
        + blur("soft", 5) + blur("wide", 14) + blur("wider", 23)
        + '<radialGradient id="light"><stop offset="0" stop-color="#fff" stop-opacity=".42"/>'
        '<stop offset="1" stop-color="#fff" stop-opacity="0"/></radialGradient></defs>'
        f'<rect width="800" height="1000" fill="url(#wall)"/>{floor}'
        f'<ellipse cx="336" cy="360" rx="480" ry="420" fill="url(#light)"/>'
        f'<g filter="url(#soft)" fill="{palm}" opacity="{strength}"><path transform="translate({at}) rotate({turn})" {FROND}/></g>'
        f"{body}</svg>\n"
    )


def shadow(x, y, half, strong=0.34):
    """The shadow of something standing on the shelf, `half` as wide as its foot."""
    return (
        f'<ellipse cx="{x + 26}" cy="{y + 6}" rx="{half * 1.18:.0f}" ry="42" fill="#1b120c" opacity="{strong * 0.62:.3f}" filter="url(#wide)"/>'
        f'<ellipse cx="{x}" cy="{y}" rx="{half * 0.97:.0f}" ry="17" fill="#1b120c" opacity="{strong}" filter="url(#soft)"/>'
    )


def place(markup, x, y, scale, extra=""):
    return f'<g transform="translate({x} {y}) scale({scale}){extra}">{markup}</g>'


def inside(name):
    """The object of a drawing in its own coordinates: foot at 0,0."""
    markup = object_of(name)
    return markup[markup.index(">") + 1 : markup.rindex("</g>")]


GOLD = "#6B4717 #B98A3C #F0D48C #FBEBBE #8f6424"


def gold(name):
    return gradient(name, (0, "#8f6424"), (0.35, "#F0D48C"), (0.5, "#fff2cc"), (0.7, "#B98A3C"), (1, "#6B4717"))


# ---------------------------------------------------------------- coffee bags

BAG, BAG_INK = "#54301F #7E4A33 #A8694B", "#4A2A1B"


def bag(word, line, wall, ink, **colour):
    svg = on_wall(original("coffee-haraz"), wall)
    svg = relabel(svg, (word, 0, -208, 0.092, 168), (line, 0, -140, 0.029, 176, "plex"))
    svg = swap(svg, shift(BAG, **colour) | {BAG_INK: ink})
    return svg.replace(f'<g fill="{BAG_INK}"', f'<g fill="{ink}"')


@drawing
def coffee_yirgacheffe():
    return bag("يرغاتشيف", "بنّ إثيوبي", "sage", "#1d3a2c", hue=152, sat=0.85, light=-0.02)


@drawing
def coffee_huila():
    return bag("هويلا", "بنّ كولومبي", "rose", "#4b1a22", hue=350, sat=1.05)


@drawing
def coffee_cerrado():
    return bag("سيرادو", "بنّ برازيلي", "stone", "#2a211c", hue=24, sat=0.35, light=-0.1)


@drawing
def coffee_khawlani():
    return bag("خولاني", "بنّ جازان", "sky", "#1b2f3d", hue=203, sat=0.8, light=-0.02)


@drawing
def coffee_shaqra():
    return bag("شقراء", "قهوة بالهيل", "peach", "#5b3d0e", hue=37, sat=0.95, light=0.2)


@drawing
def coffee_qishr():
    return bag("قشر", "قشر البنّ اليمني", "clay", "#5c1f0e", hue=14, sat=1.35, light=0.04)


@drawing
def coffee_turkish():
    return bag("تركية", "قهوة مطحونة", "dusk", "#2c2340", hue=262, sat=0.55, light=-0.02)


@drawing
def coffee_mini():
    svg = on_wall(original("coffee-back"), "honey")
    svg = swap(svg, shift(BAG, hue=152, sat=0.75, light=-0.01) | {BAG_INK: "#1d3a2c"})
    return smaller(svg, 0.66)


def smaller(svg, factor):
    """The object and its shadow at a smaller size, standing where they stood."""
    head = svg.rindex("<defs><filter id=\"s")
    return f'{svg[:head]}<g transform="translate({400 * (1 - factor):.1f} {812 * (1 - factor):.1f}) scale({factor})">{svg[head:-6]}</g></svg>\n'


# ---------------------------------------------------------------- jars of honey and the like

HONEY, LID = "#8A4A05 #D98A14 #F7C552", "#17221c #3d5246 #52695c #121b16"
LIDS = {
    "green": {},
    "gold": dict(zip(LID.split(), ("#7a5519", "#d6ac58", "#f1d793", "#6b4717"))),
    "white": dict(zip(LID.split(), ("#b9b4a8", "#efece4", "#ffffff", "#aaa598"))),
    "wine": shift(LID, hue=350, sat=2.2, light=0.02),
    "wood": dict(zip(LID.split(), ("#6d4524", "#b07c48", "#c9975f", "#5f3b1d"))),
    "black": shift(LID, sat=0.1, light=-0.03),
}
COMB = re.compile(r'<path fill="url\(#h\d+p\)"[^>]*/>')


def jar(word, wall, lid, ink="#5d3602", comb=True, base="honey-sidr", **colour):
    svg = relabel(on_wall(original(base), wall), (word, 0, -134, 0.07, 216))
    svg = swap(svg, shift(HONEY, **colour) | LIDS[lid] | {"#5d3602": ink, "#7A4B00": ink})
    return svg if comb else COMB.sub("", svg)


@drawing
def honey_talh():
    return jar("عسل طلح", "clay", "gold", hue=20, sat=0.8, light=-0.12)


@drawing
def honey_flowers():
    return jar("عسل زهور", "sage", "white", hue=44, sat=0.95, light=0.07)


@drawing
def honey_white():
    svg = jar("عسل المجرى", "sky", "wood", comb=False, hue=42, sat=0.45, light=0.28)
    return swap(svg, {"#8A4A05": "#c9b78f"})


@drawing
def honey_lemon():
    return jar("عسل الليمون", "stone", "green", hue=48, sat=0.8, light=0.12)


@drawing
def honey_nuts():
    svg = jar("عسل ومكسّرات", "peach", "wood", comb=False, hue=34, sat=0.85)
    rng, nuts = random.Random(5), []
    tones = (("#c98f4e", "#8b5a26"), ("#e2c08a", "#b58a4e"), ("#a5b25c", "#6f7c30"), ("#b07a48", "#744a24"))
    for row in range(9):
        for column in range(7):
            x, y = -156 + column * 52 + (row % 2) * 24 + rng.uniform(-8, 8), -300 + row * 37 + rng.uniform(-6, 6)
            light, dark = tones[rng.randrange(4)]
            nuts.append(
                f'<g transform="translate({x:.0f} {y:.0f}) rotate({rng.randrange(180)})"><ellipse rx="25" ry="15" fill="{dark}"/>'
                f'<ellipse cx="-3" cy="-3" rx="21" ry="11" fill="{light}"/><path d="M-17 0Q0-7 17 0" fill="none" stroke="{dark}" stroke-width="2"/></g>'
            )
    outline = re.search(r'<path fill="url\(#h\d+\)" d="([^"]+)"/>', svg)
    clip = f'<clipPath id="nutclip"><path d="{outline.group(1)}"/></clipPath>'
    layer = f'{clip}<g clip-path="url(#nutclip)" opacity=".72">{"".join(nuts)}</g>'
    return svg[: outline.end()] + layer + svg[outline.end() :]


@drawing
def jar_dibs():
    svg = jar("دبس تمر", "rose", "gold", ink="#3a1a10", comb=False, hue=14, sat=0.75, light=-0.26)
    return swap(svg, {"#FFE9B0": "#8a5a3c", "#F3DFA8": "#5a3222"})


@drawing
def honey_mini():
    svg = relabel(on_wall(original("honey-sidr"), "dusk"), ("عسل", 0, -130, 0.09, 150))
    return smaller(swap(svg, shift(HONEY, hue=42, light=0.04) | LIDS["gold"]), 0.62)


@drawing
def jar_saffron():
    rng, threads = random.Random(11), []
    for _ in range(240):
        x, y, turn, reach = rng.uniform(-96, 96), rng.uniform(-150, -8), rng.uniform(0, 180), rng.uniform(26, 46)
        tone = rng.choice(("#8f1010", "#b3190f", "#c92a14", "#d9481c", "#7a0c0c"))
        threads.append(
            f'<path transform="translate({x:.0f} {y:.0f}) rotate({turn:.0f})" d="M{-reach / 2:.0f} 0Q0 {rng.uniform(-14, 14):.0f} {reach / 2:.0f} 0" '
            f'stroke="{tone}" stroke-width="{rng.uniform(2.5, 5):.1f}"/>'
        )
    outline = "M-84-240C-112-230-118-212-118-190V-34C-118-10-104 2-80 4H80C104 2 118-10 118-34V-190C118-212 112-230 84-240Z"
    body = (
        f'<defs><clipPath id="glass"><path d="{outline}"/></clipPath>'
        + gradient("cork", (0, "#8a5f35"), (0.4, "#cfa06a"), (0.6, "#c39460"), (1, "#7c542d"))
        + gradient("shine", (0, "#ffffff"), (0.5, "#dfe6e2"), (1, "#bcc7c1")) + "</defs>"
        f'<path d="{outline}" fill="url(#shine)" opacity=".55"/>'
        f'<g clip-path="url(#glass)"><path d="M-130-160Q0-176 130-156V20H-130Z" fill="#8f1a10" opacity=".85"/>'
        f'<g fill="none" stroke-linecap="round">{"".join(threads)}</g></g>'
        '<path d="M-78-296H78L70-236H-70Z" fill="url(#cork)"/><path d="M-78-296H78" stroke="#e3bd8b" stroke-width="5"/>'
        '<rect x="-88" y="-252" width="176" height="18" rx="9" fill="#eef3f0" opacity=".9"/>'
        '<rect x="-66" y="-150" width="132" height="84" rx="3" fill="#FBF6E9"/>'
        + words("زعفران", 0, -96, 0.052, 112, fill="#7a1410")
        + f'<path d="{outline}" fill="none" stroke="#fff" stroke-width="4" stroke-opacity=".75"/>'
        '<path d="M-100-196C-104-140-104-90-98-40L-84-36C-90-90-90-150-84-204Z" fill="#fff" opacity=".6"/>'
    )
    return scene("honey", shadow(400, 812, 190) + place(body, 400, 810, 1.45))


@drawing
def honey_comb():
    cells, size = [], 27
    for row in range(-1, 16):
        for column in range(-1, 13):
            x = column * size * math.sqrt(3) + (row % 2) * size * math.sqrt(3) / 2
            y = row * size * 1.5
            points = " ".join(f"{x + (size - 2.5) * math.cos(math.radians(60 * k + 30)):.1f},{y + (size - 2.5) * math.sin(math.radians(60 * k + 30)):.1f}" for k in range(6))
            cells.append(f'<polygon points="{points}" fill="url(#cell{(row * 5 + column * 3) % 3})"/><ellipse cx="{x - 7:.1f}" cy="{y - 9:.1f}" rx="6" ry="3.5" fill="#fff" opacity=".4"/>')
    tones = (("#FBD774", "#D98A14"), ("#F7C552", "#C9780E"), ("#FFE39A", "#E09A22"))
    cell = "".join(f'<radialGradient id="cell{k}" cx=".4" cy=".35" r=".75"><stop offset="0" stop-color="{a}"/><stop offset="1" stop-color="{b}"/></radialGradient>' for k, (a, b) in enumerate(tones))
    body = (
        f"<defs>{cell}" + gradient("plank", (0, "#d2a673"), (0.5, "#b98954"), (1, "#a87743"), vertical=True)
        + '<clipPath id="comb"><rect x="176" y="276" width="448" height="488" rx="14"/></clipPath></defs>'
        '<g transform="rotate(5 400 520)">'
        '<rect x="136" y="252" width="552" height="592" rx="22" fill="#2b1608" opacity=".42" filter="url(#wider)"/>'
        '<rect x="124" y="224" width="552" height="592" rx="18" fill="url(#plank)"/>'
        '<g stroke="#7d5429" stroke-opacity=".35" stroke-width="2" fill="none"><path d="M124 262Q400 252 676 266M124 790Q400 800 676 786M148 232Q142 520 150 812M652 230Q660 520 650 812"/></g>'
        '<rect x="160" y="260" width="480" height="520" rx="14" fill="#7a4a12"/>'
        f'<g clip-path="url(#comb)"><rect x="160" y="260" width="480" height="520" fill="#a4600e"/><g transform="translate(176 284)">{"".join(cells)}</g>'
        '<path d="M160 260H640V300Q400 270 200 300V780H160Z" fill="#3a1d02" opacity=".28" filter="url(#soft)"/>'
        '<path d="M420 250L700 250L700 520Z" fill="#fff" opacity=".12"/></g>'
        '<path d="M124 242Q124 224 142 224H658Q676 224 676 242" fill="none" stroke="#ecc998" stroke-width="4" stroke-opacity=".8"/></g>'
    )
    return scene("sky", body, turn=130, shelf=False)


# ---------------------------------------------------------------- tins

TIN, TIN_INK = "#0c2219 #1d4a38 #2b6450 #0a1d15", "#14392b"


def tin(word, wall, ink, lid=None, **colour):
    svg = relabel(on_wall(original("bakhoor"), wall), (word, 0, -60, 0.062, 196))
    return swap(svg, shift(TIN, **colour) | {TIN_INK: ink} | (lid or {}))


SILVER_LID = dict(zip("#8f6424 #F0D48C #B98A3C #6B4717 #E3C27A #D2AB57 #8a6420".split(), "#6d7370 #eef1ef #a3aaa6 #5a605d #dfe4e1 #c6cdc9 #7d8581".split()))
COPPER_LID = dict(zip("#8f6424 #F0D48C #B98A3C #6B4717 #E3C27A #D2AB57 #8a6420".split(), "#7c3f22 #efb08c #b8683f #5f2c15 #dc9a73 #c98258 #7c3f22".split()))


@drawing
def tin_hail():
    return tin("هيل", "honey", "#33491a", hue=88, sat=0.8, light=0.1)


@drawing
def tin_maamoul():
    return tin("معمول بالتمر", "peach", "#5b2a12", COPPER_LID, hue=28, sat=0.55, light=0.5)


@drawing
def tin_arus():
    return tin("بخور العروس", "rose", "#5a1526", hue=345, sat=1.15, light=0.05)


@drawing
def tin_sandal():
    return tin("صندل", "clay", "#4a2a18", SILVER_LID, hue=22, sat=0.75, light=0.14)


@drawing
def tin_mukhammaria():
    svg = tin("مخمّرية", "dusk", "#33204a", hue=275, sat=0.7, light=0.02)
    return smaller(svg, 0.86)


# ---------------------------------------------------------------- dates

BOWL_DATES = ("#C98F4E #8B5226 #52290F", "#B5713C #7A3F1E #43200F", "#96552F #5F2C18 #331508")


def bowl_of_dates(wall, *ramps, line="#14503A", turn=None):
    svg = on_wall(original("dates-bowl"), wall)
    table = {}
    for old, new in zip(BOWL_DATES, ramps):
        table |= dict(zip(old.split(), new.split()))
    svg = swap(svg, table | {"#14503A": line})
    return svg if turn is None else svg.replace("rotate(150) scale(1)", f"rotate({turn}) scale(1)")


@drawing
def dates_medjool():
    return bowl_of_dates("clay", "#a86a45 #6d3520 #37150b", "#95552f #5a2a18 #2d1108", "#7f4530 #4a1f14 #240c06", line="#A33A2A", turn=142)


@drawing
def dates_khalas():
    return bowl_of_dates("honey", "#e8bd75 #b97a2f #7c4a14", "#dcaa5c #a86a26 #6d3f10", "#cf9a50 #96591f #5c340d", turn=158)


@drawing
def dates_saqai():
    svg = bowl_of_dates("sage", "#a9683f #703a1f #3c1a0b", "#98562f #5f2e18 #331508", "#8a4a2c #542614 #2b1106", turn=144)
    # the golden end that gives this date its look
    fade = (
        '<linearGradient id="tip" x1="0" y1="0" x2="1" y2="0"><stop offset=".56" stop-color="#e6bd72" stop-opacity="0"/>'
        '<stop offset=".74" stop-color="#e6bd72" stop-opacity=".9"/><stop offset="1" stop-color="#d2a252"/></linearGradient></defs>'
    )
    svg = svg.replace("</defs>", fade, 1)
    tip = '<ellipse rx="49" ry="26" fill="url(#tip)"/>'
    return svg.replace('<ellipse cx="47" cy="0" rx="6" ry="8"', tip + '<ellipse cx="47" cy="0" rx="6" ry="8"')


@drawing
def dates_safawi():
    return bowl_of_dates("stone", "#5a4038 #2f1c17 #140906", "#4f362f #291713 #110705", "#463029 #22130f #0e0504", line="#1e5571", turn=156)


@drawing
def dates_anbara():
    svg = bowl_of_dates("rose", "#9a4632 #5f1f16 #300b07", "#8a3a2a #521a12 #290806", "#7a3022 #46140e #220604", line="#A33A2A", turn=140)
    return svg.replace('<ellipse rx="50" ry="27"', '<ellipse rx="54" ry="25"')


@drawing
def dates_barhi():
    return bowl_of_dates("sky", "#f8dd7a #dfae32 #a97a12", "#f3d062 #d39f28 #9a6c0e", "#e9c055 #b98026 #84540c", turn=150)


BOX = "#1c5b43 #0f3b2b"


def box_of_dates(wall, word, ramps, box, letters="#F3E7C8"):
    svg = on_wall(original("dates-sukkari"), wall)
    table = dict(zip(BOX.split(), box))
    for old, new in zip((BOWL_DATES[1], BOWL_DATES[0], BOWL_DATES[2]), ramps):
        table |= dict(zip(old.split(), new.split()))
    svg = relabel(svg, (word, 572, 893, 0.084, 330))
    return swap(svg, table | {"#F3E7C8": letters})


@drawing
def dates_ajwa_box():
    ramps = ("#6b463a #3a211a #1a0c08", "#5f3d32 #331c16 #170a07", "#563529 #2c1711 #140806")
    return box_of_dates("sage", "عجوة", ramps, ("#5b1c2b", "#3b0f1b"))


@drawing
def dates_medjool_box():
    ramps = ("#a86a45 #6d3520 #37150b", "#95552f #5a2a18 #2d1108", "#7f4530 #4a1f14 #240c06")
    return box_of_dates("honey", "مجدول", ramps, ("#2a4a63", "#162c3f"))


@drawing
def dates_almond():
    ramps = ("#b5713c #7a3f1e #43200f", "#a9683a #703a1f #3c1a0b", "#985a33 #63321a #351709")
    svg = box_of_dates("peach", "تمر ولوز", ramps, ("#7a4a22", "#563012"))
    nut = (
        '<path d="M-36 1C-22-17 12-19 36-3C18 16-20 19-36 1Z" fill="#2a1206" opacity=".7"/>'
        '<path d="M-31 0C-18-14 10-16 31-4C14 11-16 13-31 0Z" fill="#cf9654"/><path d="M-31 0C-18-14 10-16 31-4C8-10-14-8-31 0Z" fill="#e9bd82"/>'
        '<path d="M-22 0Q2-8 24-4M-20 4Q2 1 22-2M-12 8Q4 6 16 3" fill="none" stroke="#8f5b28" stroke-width="1.6"/>'
    )
    return svg.replace('<ellipse cx="47" cy="0" rx="6" ry="8" fill="#C9A774"/>', nut)


@drawing
def dates_chocolate():
    ramps = ("#6a4632 #3b2216 #1d0e08", "#5f3d2b #341d12 #190c06", "#573626 #2e190f #160a05")
    svg = box_of_dates("dusk", "شوكولاتة", ramps, ("#3a2a4a", "#231730"))
    peel = '<path d="M-26-6Q-8-15 6-6T30-4" fill="none" stroke="#c9620e" stroke-width="7" stroke-linecap="round"/><path d="M-25-8Q-8-16 6-8T29-6" fill="none" stroke="#f2a23c" stroke-width="3.5" stroke-linecap="round"/>'
    svg = svg.replace('<ellipse cx="47" cy="0" rx="6" ry="8" fill="#C9A774"/>', peel)
    return svg.replace('<path d="M-38-7Q-6-17 30-9M-34 5Q0 13 36 3M-20-15Q4-20 22-16" fill="none"', '<path d="M-40 8Q0 20 40 8" fill="none"')


def date(x, y, turn, ramp, key, scale=1.04):
    light, middle, dark = ramp.split()
    return (
        f'<defs><radialGradient id="{key}" cx=".35" cy=".3" r=".8"><stop offset="0" stop-color="{light}"/><stop offset=".5" stop-color="{middle}"/>'
        f'<stop offset="1" stop-color="{dark}"/></radialGradient></defs><g transform="translate({x} {y}) rotate({turn}) scale({scale})">'
        f'<ellipse rx="50" ry="27" fill="url(#{key})"/><path d="M-38-7Q-6-17 30-9M-34 5Q0 13 36 3M-20-15Q4-20 22-16" fill="none" stroke="{dark}" '
        'stroke-opacity=".45" stroke-width="2.2" stroke-linecap="round"/><ellipse cx="-12" cy="-11" rx="17" ry="4.5" fill="#fff" opacity=".34"/>'
        '<ellipse cx="47" cy="0" rx="6" ry="8" fill="#C9A774"/></g>'
    )


def sadu(x, y, width, height, count, red="#A33A2A", cream="#F1E6CF"):
    """The weave stripe of the shop."""
    step, found = width / count, [f'<rect x="{x}" y="{y}" width="{width}" height="{height}" fill="{red}"/>']
    for k in range(count):
        left, foot = x + k * step, y + height
        found.append(f'<path fill="{cream}" d="M{left:.1f} {foot}L{left + step / 2:.1f} {y}L{left + step:.1f} {foot}Z"/>')
        found.append(f'<path fill="{red}" d="M{left + step * 0.3:.1f} {foot}L{left + step / 2:.1f} {y + height * 0.55:.1f}L{left + step * 0.7:.1f} {foot}Z"/>')
    return "".join(found)


@drawing
def dates_mini():
    rng, fruit = random.Random(3), []
    for row in range(4):
        for column in range(2):
            fruit.append(date(340 + column * 120, 402 + row * 78, rng.choice((0, 180)) + rng.uniform(-8, 8).__round__(1), BOWL_DATES[(row + column) % 2], f"d{row}{column}"))
    body = (
        "<defs>" + gradient("tray", (0, "#1c5b43"), (1, "#0f3b2b"), vertical=True) + gradient("paper", (0, "#fbf7ec"), (1, "#efe6d2"), vertical=True) + "</defs>"
        '<g transform="rotate(-6 400 520)"><rect x="262" y="346" width="310" height="400" rx="14" fill="#2b1608" opacity=".4" filter="url(#wider)"/>'
        '<rect x="248" y="322" width="304" height="394" rx="12" fill="url(#tray)"/><rect x="266" y="340" width="268" height="358" rx="6" fill="url(#paper)"/>'
        + "".join(fruit) + "</g>"
    )
    return scene("stone", body, turn=128, shelf=False)


@drawing
def bowl():
    inner = inside("dates-bowl")
    pieces = parts(inner)
    shell = [p for p in pieces if p.startswith("<path") or 'id="w93"' in p]
    body = (
        pieces[0] + '<ellipse cx="0" cy="-140" rx="226" ry="36" fill="#d9d3c6"/><ellipse cx="0" cy="-137" rx="216" ry="30" fill="#e2dccf"/>'
        '<ellipse cx="-14" cy="-126" rx="176" ry="19" fill="#f6f2ea"/><ellipse cx="0" cy="-140" rx="200" ry="24" fill="none" stroke="#14503A" stroke-opacity=".6" stroke-width="3"/>'
        + "".join(p for p in shell if p.startswith("<path")) + '<ellipse cx="0" cy="-140" rx="226" ry="36" fill="none" stroke="#fff" stroke-width="5" stroke-opacity=".9"/>'
    )
    body = body.replace("Q0-92 226-142", "Q0-88 226-142")
    return scene("peach", shadow(400, 800, 200) + place(body, 400, 800, 1.34), turn=152)


# ---------------------------------------------------------------- oud, perfume, incense

def oud(wall, liquid, chips=True, dark=True):
    svg = on_wall(original("oud-oil"), wall)
    svg = swap(svg, dict(zip("#2b1005 #6b2c0c #b0581f #5c230a #240d04".split(), liquid.split())))
    if not chips:
        svg = svg[: svg.rindex('<g transform="translate(570 800)')] + "</svg>\n"
        svg = re.sub(r'<ellipse cx="5[68]6?0?" cy="82[06]"[^>]*/>', "", svg)
        tail = svg.index("<defs><filter id=\"s20\"")
        svg = f'{svg[:tail]}<g transform="translate(36 0)">{svg[tail:-7]}</g></svg>\n'
    if not dark:
        svg = re.sub(r'(<g filter="url\(#b19x\)" fill="#\w{6}" opacity=")[\d.]+', r"\g<1>0.17", svg)
        svg = svg.replace('fill="#000" opacity="0.372"', 'fill="#1b120c" opacity="0.21"').replace('fill="#000" opacity="0.6"', 'fill="#1b120c" opacity="0.34"')
        svg = svg.replace('fill="#f2efe6" opacity=".85"', 'fill="#ffffff" opacity=".72"')
    return svg


@drawing
def oud_hindi():
    return oud("wine", "#140503 #3a0f08 #7a2a14 #2f0b06 #0f0402")


@drawing
def oud_rose():
    svg = oud("rose", "#8a3346 #d0718a #f4b3c2 #c25f7a #7a2b3e", chips=False, dark=False)
    petals = "".join(
        f'<g transform="translate({x} {y})"><ellipse cx="10" cy="8" rx="{46 * size:.0f}" ry="{15 * size:.0f}" fill="#3a1420" opacity=".3" filter="url(#b19x)"/>'
        f'<g transform="rotate({turn}) scale({size} {size * 0.62:.2f})"><path d="M-50 4C-46-30-10-44 22-34C40-40 56-20 50 2C44 26 14 36-12 32C-36 30-50 20-50 4Z" fill="{tone}"/>'
        '<path d="M-44 6C-24-14 12-18 42-8C26 12-20 22-44 6Z" fill="#fff" opacity=".2"/></g></g>'
        for x, y, turn, size, tone in ((588, 836, -14, 1.0, "#c9566f"), (664, 872, 24, 0.8, "#d97c90"), (556, 892, 8, 0.72, "#b84560"), (196, 880, -20, 0.8, "#d4708a"))
    )
    return svg.replace("</svg>", petals + "</svg>")


@drawing
def perfume_musk():
    return oud("sky", "#b9b39f #e6e1d2 #fffdf6 #dbd5c4 #aaa48f", chips=False, dark=False)


CHIPS = re.search(r'<g transform="translate\(570 800\) scale\(1\)">(.*)</g></svg>', original("oud-oil"), re.S).group(1)


@drawing
def oud_chips():
    rng, pile = random.Random(8), []
    pieces = parts(CHIPS)
    for row, (count, y) in enumerate(((6, -92), (5, -112), (4, -138), (3, -160), (1, -182))):
        for k in range(count):
            x = (k - (count - 1) / 2) * (66 - row * 2) + rng.uniform(-8, 8)
            piece = pieces[rng.randrange(len(pieces))]
            piece = re.sub(r'<g transform="[^"]*">', f'<g transform="translate({x:.0f} {y + rng.uniform(-6, 6):.0f}) rotate({rng.uniform(-38, 38):.0f}) scale(1.06)">', piece, count=1)
            pile.append(piece)
    body = (
        "<defs>" + gradient("bowlwood", (0, "#2c180c"), (0.28, "#6d4223"), (0.5, "#99653a"), (0.76, "#5f371b"), (1, "#241208")) + gold("rim") + "</defs>"
        '<ellipse cx="0" cy="-96" rx="212" ry="38" fill="#21120a"/>' + "".join(pile)
        + '<path fill="url(#bowlwood)" d="M-216-98Q0-40 216-98C206-42 150-18 92-14L100 6Q0 20-100 6L-92-14C-150-18-206-42-216-98Z"/>'
        '<path d="M-216-98Q0-40 216-98" fill="none" stroke="url(#rim)" stroke-width="8"/>'
        '<path d="M-196-66Q0-14 196-66" fill="none" stroke="#f0d48c" stroke-opacity=".35" stroke-width="3"/>'
    )
    return scene("night", shadow(400, 806, 200, 0.6) + place(body, 400, 800, 1.4), strength=0.5)


PERFUME, CAP = "#6e3d0f #B9762E #E9B871", "#0b1712 #2f4a3d #46685a #0a140f"


def perfume_bottle(word, wall, ink, cap, **colour):
    svg = relabel(on_wall(original("perfume"), wall), (word, 0, -136, 0.05, 160))
    return swap(svg, shift(PERFUME, **colour) | cap | {"#1d3a2c": ink})


@drawing
def perfume_rain():
    svg = perfume_bottle("مطر الخريف", "dusk", "#22364a", shift(CAP, hue=212, sat=1.3, light=0.03), hue=210, sat=0.6, light=0.06)
    return swap(svg, {"#C9A256": "#b9c0c6", "#7c5a1c": "#5f676e"})


@drawing
def perfume_dawn():
    return perfume_bottle("فجر الواحة", "peach", "#5a3413", dict(zip(CAP.split(), ("#b0885a", "#e6c79c", "#f7e3c2", "#a67d4e"))), hue=66, sat=0.62, light=0.14)


@drawing
def sample():
    body = (
        "<defs>" + gradient("vial", (0, "#e4ebe6"), (0.14, "#ffffff"), (0.5, "#eef3ee"), (0.88, "#c7d3cb"), (1, "#f4f8f5"))
        + gradient("scent", (0, "#6e3d0f"), (0.25, "#B9762E"), (0.5, "#E9B871"), (0.8, "#B9762E"), (1, "#6e3d0f"))
        + gradient("cap", (0, "#0b1712"), (0.3, "#2f4a3d"), (0.5, "#46685a"), (1, "#0a140f")) + gold("ring") + "</defs>"
        '<rect x="-44" y="-330" width="88" height="334" rx="20" fill="url(#vial)" opacity=".92"/><rect x="-33" y="-262" width="66" height="250" rx="12" fill="url(#scent)"/>'
        '<path d="M-33-250Q0-242 33-250V-262Q33-262 21-262H-21Q-33-262-33-250Z" fill="#fff" opacity=".5"/>'
        '<path d="M0-262V-26" stroke="#fff" stroke-opacity=".4" stroke-width="5"/>'
        '<rect x="-36" y="-352" width="72" height="26" rx="4" fill="url(#ring)"/><rect x="-40" y="-470" width="80" height="122" rx="12" fill="url(#cap)"/><rect x="-40" y="-364" width="80" height="8" fill="#C9A256"/>'
        '<rect x="-33" y="-196" width="66" height="112" fill="#F8F4EA"/>' + mark(0, -164, 0.72, "#1d4230") + '<path d="M-18-122H18" stroke="#1d4230" stroke-opacity=".5" stroke-width="2"/><path d="M-11-108H11" stroke="#1d4230" stroke-opacity=".35" stroke-width="4"/>'
        '<path d="M-38-312Q-38-322-30-322H-24V-10H-30Q-38-14-38-24Z" fill="#fff" opacity=".55"/>'
    )
    return scene("sage", shadow(400, 812, 82) + place(body, 400, 810, 1.12), turn=156)


@drawing
def mabkhara_small():
    svg = on_wall(original("mabkhara"), "peach")
    svg = swap(svg, dict(zip("#3b2213 #7d4f2c #a8713f #70431f #331c0d".split(), "#0c2a1e #1d5a43 #35795f #174a37 #0a2118".split())))
    return smaller(svg, 0.76)


# ---------------------------------------------------------------- coffee things and the home

@drawing
def dallah_steel():
    svg = on_wall(original("dallah"), "sky")
    return swap(svg, dict(zip(GOLD.split(), "#4c524f #8a8f8c #e8ecea #ffffff #6f7673".split())) | {"#3b2306": "#1d2422"})


@drawing
def dallah_raslan():
    svg = on_wall(original("dallah"), "wine")
    svg = swap(svg, dict(zip(GOLD.split(), "#3f1a0c #8f4526 #d88f66 #f0bd98 #5d2812".split())) | {"#3b2306": "#1a0803"})
    band = '<g fill="none" stroke="#e8c9a8" stroke-opacity=".55" stroke-width="3"><path d="M-140-120Q1-92 142-120M-139-108Q1-80 141-108"/></g>'
    dots = "".join(f'<circle cx="{x}" cy="{-97 - abs(x) ** 2 / 900 + 2:.0f}" r="5"/>' for x in range(-112, 120, 28))
    return svg.replace('<path fill="#fff" opacity=".42"', f'{band}<g fill="#e8c9a8" opacity=".6">{dots}</g><path fill="#fff" opacity=".26"')


def finjan_set(wall, band, line, turn):
    svg = on_wall(original("finjan"), wall)
    return swap(svg, {"#14503A": band, "#A33A2A": line}).replace("rotate(152) scale(1)", f"rotate({turn}) scale(1)")


@drawing
def finjan_maroon():
    return finjan_set("peach", "#7d1527", "#bd7c0c", 146)


@drawing
def finjan_blue():
    return finjan_set("sky", "#1e4f74", "#bd7c0c", 158)


@drawing
def finjan_single():
    svg = original("finjan")
    cup = svg[svg.rindex('<g transform="translate(410 836)') : svg.rindex("</svg>")]
    cup = cup[cup.index(">") + 1 : cup.rindex("</g>")]
    return scene("honey", shadow(400, 812, 130) + place(cup, 400, 812, 1.9), turn=150)


@drawing
def tray_blue():
    svg = swap(on_wall(original("tray"), "peach"), {"#14503A": "#245a7c", "#A33A2A": "#3f7f9c", "#a87a3e": "#b58a4f"})
    return svg.replace('<defs><filter id="y108"', '<g transform="translate(64 84) scale(.84)"><defs><filter id="y108"').replace("</svg>", "</g></svg>")


@drawing
def candle_jasmine():
    svg = relabel(on_wall(original("candle"), "rose"), ("ياسمين", 0, -118, 0.06, 130))
    return swap(svg, dict(zip("#9AA79F #DDE5DF #F3F7F3 #8B9990 #b8c4bc".split(), "#b08f86 #ecd5cc #fbeee8 #a3827a #d3b6ac".split())) | {"#21372c": "#5a2c2c"})


@drawing
def candle_mini():
    svg = on_wall(original("candle"), "clay")
    svg = swap(svg, dict(zip("#9AA79F #DDE5DF #F3F7F3 #8B9990 #b8c4bc".split(), "#0c2a1e #1f5540 #35735a #0b241a #2b5f4b".split())))
    return smaller(svg, 0.62)


@drawing
def vase_white():
    svg = on_wall(original("vase"), "sage")
    return swap(svg, dict(zip("#8c5a45 #c98d70 #e0ac90 #7c4c39 #5b3527 #6b3f2e".split(), "#b3aca0 #ece7de #fffdf8 #a59d90 #6f685d #8d8577".split())))


@drawing
def grinder():
    knurl = "".join(f'<path d="M{x} -262V-170" stroke="#000" stroke-opacity=".22" stroke-width="2"/>' for x in range(-84, 90, 8))
    body = (
        "<defs>" + gradient("steel", (0, "#2e3533"), (0.16, "#6f7976"), (0.38, "#e3e9e6"), (0.5, "#f6f9f7"), (0.66, "#98a29e"), (1, "#333b38"))
        + gradient("dark", (0, "#0f1513"), (0.3, "#37423e"), (0.48, "#56635e"), (1, "#0c110f")) + gradient("wood", (0, "#5b3419"), (0.4, "#b67f4c"), (1, "#532e15")) + "</defs>"
        '<path d="M-2-478L212-500" stroke="#3c4542" stroke-width="22" stroke-linecap="round"/><path d="M-2-483L210-505" stroke="#cfd7d3" stroke-width="6" stroke-linecap="round"/>'
        '<rect x="-16" y="-506" width="32" height="50" rx="8" fill="url(#steel)"/>'
        '<path d="M196-522H236V-560C250-572 254-604 244-620C236-634 196-634 188-620C178-604 182-572 196-560Z" fill="url(#wood)"/><ellipse cx="216" cy="-626" rx="22" ry="6" fill="#d3a06b"/>'
        '<path d="M-88-462Q0-484 88-462V-426H-88Z" fill="url(#dark)"/><rect x="-92" y="-430" width="184" height="430" rx="8" fill="url(#steel)"/>'
        f'<rect x="-96" y="-270" width="192" height="108" rx="6" fill="url(#dark)"/>{knurl}'
        '<rect x="-96" y="-274" width="192" height="6" fill="#C9A256"/><rect x="-96" y="-166" width="192" height="6" fill="#C9A256"/>'
        '<rect x="-94" y="-22" width="188" height="26" rx="8" fill="url(#dark)"/>' + mark(0, -336, 1.5, "#26302c", "")
        + '<path d="M-70-420V-280M-70-150V-30" stroke="#fff" stroke-opacity=".35" stroke-width="8"/>'
    )
    return scene("stone", shadow(400, 812, 128) + place(body, 384, 810, 1.12), turn=156)


@drawing
def kettle():
    body = (
        "<defs>" + gradient("pot", (0, "#0d1f18"), (0.2, "#1f4434"), (0.4, "#47715f"), (0.55, "#2d5443"), (1, "#0b1a14")) + gold("brass") + gradient("grip", (0, "#6d4524"), (0.5, "#b07c48"), (1, "#5f3b1d")) + "</defs>"
        '<path d="M-120-90C-250-96-196-300-282-356" fill="none" stroke="#0d1f18" stroke-width="34" stroke-linecap="round"/>'
        '<path d="M-120-92C-246-98-194-300-280-356" fill="none" stroke="#2d5443" stroke-width="24" stroke-linecap="round"/>'
        '<path d="M-140-98C-240-110-190-300-276-358" fill="none" stroke="#7fa392" stroke-opacity=".7" stroke-width="5" stroke-linecap="round"/>'
        '<path d="M-292-366L-262-376L-270-342L-286-338Z" fill="#0d1f18"/>'
        '<path d="M96-286C230-310 262-196 212-62" fill="none" stroke="url(#grip)" stroke-width="30" stroke-linecap="round"/><path d="M118-288C226-300 248-200 206-80" fill="none" stroke="#fff" stroke-opacity=".25" stroke-width="5"/>'
        '<path d="M-112-300H112L168-26Q168 2 140 4H-140Q-168 2-168-26Z" fill="url(#pot)"/>'
        '<path d="M-164-44L-168-26Q-168 2-140 4H140Q168 2 168-26L164-44Q0-14-164-44Z" fill="#000" opacity=".25"/>'
        '<rect x="-118" y="-312" width="236" height="18" rx="9" fill="url(#brass)"/><path d="M-100-312C-92-346-50-356 0-358C50-356 92-346 100-312Z" fill="url(#pot)"/>'
        '<rect x="-9" y="-376" width="18" height="22" fill="url(#brass)"/><ellipse cx="0" cy="-388" rx="24" ry="20" fill="url(#grip)"/>'
        '<path d="M-84-290H-56L-84-20H-124Z" fill="#fff" opacity=".22"/>'
    )
    return scene("honey", shadow(408, 812, 190) + place(body, 420, 808, 1.12), turn=156)


@drawing
def filters():
    cones = "".join(
        f'<g transform="translate({x} {y}) rotate({turn})"><path d="M-150-250Q0-286 150-250L26 0Q0 8-26 0Z" fill="{tone}"/><path d="M-150-250Q0-214 150-250Q0-286-150-250Z" fill="{edge}"/>'
        '<path d="M96-238L20 0" stroke="#8a7350" stroke-opacity=".4" stroke-width="3" stroke-dasharray="6 5"/><path d="M-60-226L-12-4M0-222V2" stroke="#fff" stroke-opacity=".35" stroke-width="3"/></g>'
        for x, y, turn, tone, edge in ((-96, -246, -16, "#d9c5a0", "#c3ab80"), (-40, -258, -4, "#e3d2b1", "#cbb48a"), (24, -262, 8, "#ecdec2", "#d4bf97"))
    )
    body = (
        "<defs>" + gradient("card", (0, "#a9824f"), (0.5, "#c9a16b"), (1, "#9c7644")) + "</defs>" + cones
        + '<rect x="-190" y="-300" width="380" height="304" rx="6" fill="url(#card)"/><path d="M-190-300H190L178-284H-178Z" fill="#7d5b30"/>'
        '<rect x="-190" y="-64" width="380" height="40" fill="#14503A"/>'
        '<rect x="-124" y="-236" width="248" height="142" rx="4" fill="#FBF6E9"/>' + words("مرشّحات", 0, -146, 0.07, 200, fill="#3a2a14")
        + '<path d="M-70-118H70" stroke="#3a2a14" stroke-opacity=".45" stroke-width="2"/>'
    )
    return scene("sage", shadow(400, 808, 225) + place(body, 400, 806, 1.14), turn=144)


@drawing
def scoop():
    rng = random.Random(2)
    grains = "".join(f'<circle cx="{math.cos(a) * r:.0f}" cy="{math.sin(a) * r:.0f}" r="{rng.uniform(2, 4.6):.1f}" fill="{rng.choice(("#2c1609", "#4b2a16", "#6b3d22", "#8a5431"))}"/>' for a, r in ((rng.uniform(0, 6.283), 112 * math.sqrt(rng.random())) for _ in range(620)))
    spilled = "".join(f'<circle cx="{rng.gauss(300, 70):.0f}" cy="{rng.gauss(846, 34):.0f}" r="{rng.uniform(2, 5):.1f}" fill="{rng.choice(("#3b2010", "#5a3319", "#774527"))}"/>' for _ in range(110))
    body = (
        "<defs>" + gradient("handle", (0, "#6b2f14"), (0.3, "#c9774a"), (0.5, "#f3c4a0"), (0.7, "#b8683f"), (1, "#5f2c15"))
        + '<radialGradient id="cup" cx=".38" cy=".32" r=".8"><stop offset="0" stop-color="#f6cdae"/><stop offset=".55" stop-color="#c47a50"/><stop offset="1" stop-color="#6b2f14"/></radialGradient></defs>'
        f'{spilled}<g transform="rotate(24 400 560)"><g opacity=".42" filter="url(#wide)" fill="#2b1608"><circle cx="424" cy="716" r="142"/><rect x="398" y="200" width="48" height="400" rx="20"/></g>'
        '<path d="M384 600L378 250Q378 196 400 196Q422 196 422 250L416 600Z" fill="url(#handle)"/><circle cx="400" cy="232" r="10" fill="#5f2c15"/><circle cx="401" cy="234" r="7" fill="#e7dcd2"/>'
        f'<circle cx="400" cy="690" r="140" fill="url(#cup)"/><circle cx="400" cy="690" r="124" fill="#3a1d0d"/><g transform="translate(400 690)">{grains}</g>'
        '<path d="M286 646A124 124 0 0 1 470 588" fill="none" stroke="#000" stroke-opacity=".35" stroke-width="12" filter="url(#soft)"/>'
        '<circle cx="400" cy="690" r="134" fill="none" stroke="#ffe3cd" stroke-opacity=".7" stroke-width="4"/></g>'
    )
    return scene("stone", body, turn=130, shelf=False)


@drawing
def dipper():
    grooves = "".join(
        f'<ellipse cx="400" cy="{y}" rx="{rx}" ry="17" fill="url(#olive)"/><ellipse cx="400" cy="{y + 13}" rx="{rx * 0.74:.0f}" ry="11" fill="#5a3717"/>'
        for y, rx in ((600, 50), (630, 70), (660, 82), (690, 86), (720, 80), (750, 66))
    )
    body = (
        "<defs>" + gradient("olive", (0, "#7a4d22"), (0.3, "#c8934f"), (0.5, "#e6bd80"), (0.75, "#b27a3c"), (1, "#6a411b"))
        + gradient("drop", (0, "#D98A14"), (0.5, "#F7C552"), (1, "#b86d08")) + "</defs>"
        '<g transform="translate(296 812) scale(1.5 1.35)"><ellipse cx="8" cy="8" rx="96" ry="30" fill="#2b1608" opacity=".25" filter="url(#soft)"/><path d="M-92 0C-92-26-40-34 4-32C50-32 100-22 96 4C92 26 40 32-4 30C-52 30-92 22-92 0Z" fill="url(#drop)" opacity=".92"/><path d="M-62-8C-40-20-6-22 30-20" fill="none" stroke="#fff" stroke-opacity=".7" stroke-width="6" stroke-linecap="round"/></g>'
        '<g transform="rotate(28 400 540)"><g opacity=".38" filter="url(#wide)" fill="#2b1608"><rect x="412" y="220" width="30" height="390" rx="15"/><ellipse cx="430" cy="700" rx="92" ry="112"/></g>'
        '<path d="M386 600L390 240Q390 214 400 214Q410 214 410 240L414 600Z" fill="url(#olive)"/><circle cx="400" cy="214" r="22" fill="url(#olive)"/>'
        f'{grooves}<ellipse cx="400" cy="774" rx="44" ry="18" fill="url(#olive)"/>'
        '<path d="M394 250L392 590" stroke="#fff" stroke-opacity=".35" stroke-width="4"/></g>'
    )
    return scene("sage", body, turn=130, shelf=False)


# ---------------------------------------------------------------- gift boxes and their parts

GIFT = "#0e3626 #1b5a42 #0b2c1f #123f2e #22694e #0f3526"


def gift(wall, ramp, red="#A33A2A", cream="#F1E6CF", trim="#E2B45A", seal="#E9D7A8"):
    svg = on_wall(original("giftbox"), wall)
    return swap(svg, dict(zip(GIFT.split(), ramp.split())) | {"#A33A2A": red, "#F1E6CF": cream, "#E2B45A": trim, "#E9D7A8": seal})


@drawing
def giftbox_coffee():
    return gift("peach", "#3c2012 #6b3d25 #2f180d #462717 #7a4a30 #3a1f12", red="#bd7c0c", trim="#e9d7a8")


@drawing
def giftbox_eid():
    return gift("rose", "#4a0f1c #86203a #3b0b16 #561423 #972a46 #45101c", red="#14503A", trim="#E2B45A")


@drawing
def giftbox_oud():
    svg = gift("night", "#14100e #342b26 #0e0b09 #1b1613 #40352f #15110f", red="#8f6424", cream="#F0D48C", trim="#F0D48C", seal="#F0D48C")
    return svg.replace('opacity="0.34" filter', 'opacity="0.6" filter')


@drawing
def giftbox_cream():
    return gift("sky", "#b9ac92 #efe6d2 #aa9c81 #c3b79d #f8f1e0 #b4a78c", seal="#14503A", trim="#c79a3c")


@drawing
def giftbox_kraft():
    svg = gift("sage", "#96703f #c9a16b #8a6535 #a27b48 #d5b07c #946d3c", seal="#5b3d1a")
    # plain: no weave stripe on the empty box
    return re.sub(r'<rect x="-240" y="-150".*?(?=<rect x="-254")', '<path d="M-240-120H240" stroke="#7d5b30" stroke-opacity=".35" stroke-width="2"/>', svg)


@drawing
def giftbox_open():
    box = inside("giftbox")
    pieces = parts(box)
    front = "".join(p for p in pieces if '"-254"' not in p and "translate(0 -292)" not in p)
    rng, tissue = random.Random(4), ""
    for tone, low, high in (("#e6dcc6", 292, 322), ("#f6efdf", 272, 300), ("#fffaf0", 256, 280)):
        peaks = " ".join(f"L{x} {-rng.uniform(low, high) if k % 2 else -rng.uniform(low - 26, low - 12):.0f}" for k, x in enumerate(range(-230, 231, 28)))
        tissue += f'<path d="M-234-236{peaks} L234-236Z" fill="{tone}" stroke="{tone}" stroke-width="8" stroke-linejoin="round"/>'
    body = (
        '<path d="M-240-260L-226-300H226L240-260Z" fill="#08241a"/>'
        '<clipPath id="above"><rect x="-400" y="-700" width="800" height="450"/></clipPath><g clip-path="url(#above)">'
        + place(inside("coffee-saudi"), -92, -70, 0.8, " rotate(-3)") + place(inside("honey-sidr"), 112, -128, 0.62, " rotate(3)") + "</g>"
        + tissue + front + '<rect x="-240" y="-260" width="480" height="7" fill="#fff" opacity=".14"/>'
        + place(mark(0, 0, 1.5, "#E9D7A8"), 0, -206, 1)
    )
    return scene("sage", shadow(400, 796, 260) + place(body, 400, 790, 1.1), turn=140)


@drawing
def card():
    body = (
        "<defs>" + gradient("flap", (0, "#1c5b43"), (1, "#0f3b2b"), vertical=True) + gradient("sheet", (0, "#fffdf7"), (1, "#f1e9d8"), vertical=True) + "</defs>"
        '<g transform="rotate(7 400 540)"><rect x="236" y="300" width="360" height="500" rx="8" fill="#2b1608" opacity=".38" filter="url(#wider)"/>'
        '<rect x="222" y="278" width="356" height="496" rx="6" fill="url(#sheet)"/><rect x="244" y="300" width="312" height="452" rx="3" fill="none" stroke="#c79a3c" stroke-width="3"/>'
        + mark(400, 420, 3.2, "#14503A") + '<g stroke="#3c4943" stroke-opacity=".28" stroke-width="4" stroke-linecap="round"><path d="M308 560H492M326 600H474M350 640H450"/></g></g>'
        '<g transform="rotate(-9 440 760)"><rect x="222" y="636" width="440" height="280" rx="8" fill="#2b1608" opacity=".36" filter="url(#wider)"/>'
        '<rect x="214" y="618" width="440" height="280" rx="8" fill="url(#flap)"/><path d="M214 626L434 790L654 626Q652 618 644 618H224Q216 618 214 626Z" fill="#26704f"/><path d="M214 628L434 792L654 628" fill="none" stroke="#0b2c1f" stroke-opacity=".5" stroke-width="3"/>'
        '<circle cx="434" cy="782" r="40" fill="#7d1527"/><circle cx="430" cy="778" r="33" fill="#a32035"/>' + mark(430, 778, 0.95, "#f3d9b0") + "</g>"
    )
    return scene("rose", body, turn=130, shelf=False)


@drawing
def ribbon():
    rings = "".join(f'<circle cx="0" cy="0" r="{r}" fill="none" stroke="{"#A33A2A" if k % 2 else "#c9b58e"}" stroke-width="7"/>' for k, r in enumerate(range(64, 186, 7)))
    body = (
        '<g transform="translate(272 462) rotate(90)"><rect x="20" y="-40" width="436" height="66" fill="#2b1608" opacity=".35" filter="url(#wide)"/>'
        + sadu(0, -30, 440, 60, 14) + '<rect x="0" y="-35" width="440" height="6" fill="#14503A"/><rect x="0" y="29" width="440" height="6" fill="#14503A"/><path d="M441-37L414 0L441 37Z" fill="#d3dde1"/></g>'
        '<g transform="translate(432 440)"><ellipse cx="26" cy="46" rx="200" ry="196" fill="#2b1608" opacity=".4" filter="url(#wider)"/>'
        f'<circle r="192" fill="#8d2e22"/>{rings}<circle r="62" fill="#c79a5a"/><circle r="52" fill="#8a6535"/><circle r="46" fill="#dfe6e9"/>'
        '<path d="M-46 0A46 46 0 0 1 46 0A50 50 0 0 0-46 0Z" fill="#2b1608" opacity=".3"/><circle r="190" fill="url(#light)"/></g>'
    )
    return scene("sky", body, turn=130, shelf=False)


@drawing
def book():
    leaves = "".join(f'<path d="M-196 {y}H-186" stroke="#b9a988" stroke-width="1.5"/>' for y in range(-468, -8, 9))
    body = (
        "<defs>" + gradient("cover", (0, "#0f3b2b"), (0.08, "#1c5b43"), (0.9, "#14503A"), (1, "#0d3426"))
        + gradient("spine", (0, "#0b2c1f"), (0.5, "#1f6349"), (1, "#0a281c")) + gradient("leaves", (0, "#d9ccb0"), (1, "#f6efdf")) + "</defs>"
        # An Arabic book: its spine stands on the right.
        f'<path d="M-204-476H-184V-6H-204Z" fill="url(#leaves)"/>{leaves}'
        '<rect x="-190" y="-484" width="360" height="488" rx="5" fill="url(#cover)"/><path d="M170-484Q196-482 206-470V-8Q196 2 170 4Z" fill="url(#spine)"/>'
        '<path d="M150-484V4" stroke="#000" stroke-opacity=".28" stroke-width="5"/>'
        + sadu(-190, -92, 340, 44, 10) + '<path d="M-190-98H150M-190-42H150" stroke="#c79a3c" stroke-width="4"/>'
        '<rect x="-134" y="-420" width="228" height="262" rx="4" fill="#FBF6E9"/><rect x="-122" y="-408" width="204" height="238" rx="2" fill="none" stroke="#c79a3c" stroke-width="3"/>'
        + mark(-20, -352, 1.9, "#14503A") + words("بُنّ", -20, -200, 0.075, 130, fill="#3a2a14")
        + '<path d="M-190-484H150V4H-190Z" fill="url(#light)" opacity=".5"/>'
    )
    return scene("sage", shadow(400, 812, 232) + place(body, 400, 806, 1.16), turn=144)


def main():
    for name, draw in MADE.items():
        svg = draw().strip() + "\n"
        assert svg.count("<g") == svg.count("</g>"), name
        (ART / f"{name}.svg").write_text(svg, "utf-8")
    print(len(MADE), "drawings")


if __name__ == "__main__":
    main()
