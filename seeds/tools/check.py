#!/usr/bin/env python3
"""Check the demo shop: python3 seeds/tools/check.py  (prints what it found and ends with 1 when something is wrong).

Looks at  seeds/shop.json   keys, prices, stock, categories, variations, and the variety the demo has to show
          seeds/media.json  every picture of the shop is there, every file exists, nothing is too heavy
          the Arabic text   digits, punctuation, tanween, full stops, words the glossary rules out
"""
import json
import re
import sys
from datetime import datetime
from decimal import Decimal
from pathlib import Path

SEEDS = Path(__file__).resolve().parent.parent
shop = json.loads((SEEDS / "shop.json").read_text("utf-8"))
media = json.loads((SEEDS / "media.json").read_text("utf-8"))
products, categories = shop["products"], shop["categories"]
problems = []


def must(condition, message):
    if not condition:
        problems.append(message)


def unique(values, what):
    seen = set()
    for value in values:
        must(value not in seen, f"{what} twice: {value}")
        seen.add(value)


def price(text, where):
    must(re.fullmatch(r"\d+\.\d\d", text or "") is not None, f"{where}: price {text!r}")
    return Decimal(text)


def prices(item, where):
    regular = price(item["regular"], where)
    if item["sale"] is not None:
        must(price(item["sale"], where) < regular, f"{where}: sale is not below regular")


def moment(text):
    return datetime.fromisoformat(text.replace("Z", "+00:00"))


# ---- keys and shapes
children = {child["slug"]: top["slug"] for top in categories for child in top["children"]}
tops = [top["slug"] for top in categories]
variations = [variation for product in products for variation in product["variations"]]
unique([*tops, *children], "category")
unique([p["sku"] for p in products] + [v["sku"] for v in variations], "sku")
unique([p["slug"] for p in products], "slug")
unique([p["name"] for p in products], "name")
unique([p["pictures"][0] for p in products], "first picture")
unique([p["featured"] for p in products if p["featured"] is not None], "featured rank")
for p in products:
    sku = p["sku"]
    must(re.fullmatch(r"NK-\d{3}", sku), f"{sku}: form of the sku")
    must(re.fullmatch(r"[a-z0-9\u0621-\u064a]+(-[a-z0-9\u0621-\u064a]+)*", p["slug"]), f"{sku}: slug {p['slug']}")
    must(p["category"] in tops, f"{sku}: category {p['category']}")
    must(p["subcategory"] is None or children.get(p["subcategory"]) == p["category"], f"{sku}: subcategory {p['subcategory']}")
    must(isinstance(p["stock"], int) and p["stock"] >= 0, f"{sku}: stock")
    must(1 <= len(p["pictures"]) <= 8, f"{sku}: pictures")
    must(1 <= len(p["description"]) <= 3, f"{sku}: description")
    must(3 <= len(p["facts"]) <= 6, f"{sku}: facts")
    must(p["kind"] in ("simple", "variable", "bundle-part", "external", "bundle"), f"{sku}: kind")
    must((p["kind"] == "variable") == bool(p["variations"]), f"{sku}: variations")
    # A bundle may cost what its parts cost.
    if p["kind"] != "bundle" or p.get("regular"):
        prices(p, sku)
    if p["saleFrom"] and p["saleTo"]:
        must(moment(p["saleFrom"]) < moment(p["saleTo"]), f"{sku}: sale ends before it starts")
    if p["variations"]:
        must(2 <= len(p["variations"]) <= 24, f"{sku}: number of variations")
        must(p["stock"] == sum(v["stock"] for v in p["variations"]), f"{sku}: stock is not the sum of its variations")
        must(price(p["regular"], sku) == min(Decimal(v["regular"]) for v in p["variations"]), f"{sku}: regular is not the lowest")
        unique([v["label"] for v in p["variations"]], f"{sku} label")
        for v in p["variations"]:
            prices(v, v["sku"])

# ---- pictures
names = {shop["hero"]["wide"], shop["hero"]["narrow"], shop["story"]["picture"], *(c["picture"] for c in categories)}
names.update(name for p in products for name in p["pictures"])
must(names == set(media), f"media.json differs: {sorted(names ^ set(media))}")
weight = heaviest = 0
for name, entry in media.items():
    must(re.fullmatch(r"#[0-9a-f]{6}", entry["color"]), f"{name}: colour")
    must(set(entry["avif"]) == set(entry["webp"]), f"{name}: widths")
    must(entry["width"] == max(map(int, entry["avif"])), f"{name}: width")
    for kind in ("avif", "webp"):
        for width, file in entry[kind].items():
            path = SEEDS / "media" / file
            must(re.fullmatch(rf"{name}-{width}\.[0-9a-f]{{8}}\.{kind}", file) and path.exists(), f"{name}: file {file}")
            size = path.stat().st_size if path.exists() else 0
            weight += size
            if (kind, width) == ("avif", "320"):
                heaviest = max(heaviest, size)
    for width, file in entry.get("jpeg", {}).items():
        path = SEEDS / "media" / file
        must(re.fullmatch(rf"{name}-{width}\.[0-9a-f]{{8}}\.jpg", file) and path.exists(), f"{name}: file {file}")
must(weight <= 8_000_000, f"pictures weigh {weight} bytes")
must(heaviest <= 12_000, f"a 320 AVIF weighs {heaviest} bytes")
for p in products:
    for name in p["pictures"]:
        if name in media:
            must("jpeg" in media[name], f"{p['sku']}: {name} has no picture for emails")
            must(media[name]["height"] * 4 == media[name]["width"] * 5, f"{p['sku']}: {name} is not 4:5")

# ---- Arabic
LATIN = re.compile(r"\u2066[^\u2069]*\u2069")
BANNED = "المحل السوق الموبايل الجوال الإيميل تنزيلات أوكازيون حسم صفقة كوبون قسيمة باقة مجموعة طلبية صنف سلعة عربة نفذت الثمن يُرجى الرجاء يعالج يشفي مناعة علاج شفاء".split()


def text(value, where, sentence):
    plain = LATIN.sub("", value)
    must(value == value.strip() and "  " not in value, f"{where}: spaces")
    must(not re.search(r"[٠-٩۰-۹٫٬٪]", value), f"{where}: digits")
    must(not re.search(r"[;?!\"'–—_<>&]|(?<!\d),|,(?!\d)", plain), f"{where}: punctuation in «{value}»")
    must("اً" not in value and "ىً" not in value, f"{where}: tanween")
    must(not re.search(r"\s[،؛؟.:]|[،؛؟](?!\s|$)", value), f"{where}: space around a mark in «{value}»")
    must(not re.search(r"(?<!\w)و\s", value), f"{where}: «و» stands alone")
    must(value.count("«") == value.count("»"), f"{where}: quotes")
    must(value.endswith(".") == sentence, f"{where}: full stop in «{value}»")
    for word in re.findall(r"[\u0621-\u0652]+", value):
        must(word not in BANNED, f"{where}: «{word}»")


text(shop["shop"]["name"], "shop name", False)
text(shop["shop"]["tagline"], "tagline", True)
if shop["shop"].get("storeNotice"):
    text(shop["shop"]["storeNotice"], "notice", True)
for key, sentence in (("over", False), ("title", False), ("text", True), ("ctaLabel", False)):
    text(shop["hero"][key], f"hero {key}", sentence)
text(shop["story"]["title"], "story title", False)
text(shop["story"]["text"], "story text", True)
for top in categories:
    for category in (top, *top["children"]):
        text(category["name"], category["slug"], False)
for p in products:
    for key in ("name", "note"):
        text(p[key], f"{p['sku']} {key}", False)
    for paragraph in p["description"]:
        text(paragraph, f"{p['sku']} description", True)
    for fact in p["facts"]:
        text(fact["label"], f"{p['sku']} fact", False)
        text(fact["value"], f"{p['sku']} fact", False)
    for v in p["variations"]:
        text(v["label"], v["sku"], False)

# ---- variety
always = [p for p in products if p["sale"] and not p["saleFrom"]]
sold_out = [p for p in products if p["stock"] == 0]
few = [p for p in products if 1 <= p["stock"] <= 3]
variable = [p for p in products if p["kind"] == "variable"]
with_gap = [p for p in variable if any(v["stock"] == 0 for v in p["variations"]) and p["stock"]]
parts = [p for p in products if p["subcategory"] == "gift-parts"]
amounts = [Decimal(p["regular"]) for p in products if p.get("regular")]
lengths = [len(p["name"]) for p in products]
for name, found, least in (
    ("products", products, 54), ("categories", categories, 5), ("variable", variable, 6), ("variable with one sold out", with_gap, 1),
    ("on sale", always, 8), ("sold out", sold_out, 4), ("1 to 3 left", few, 3), ("gift parts", parts, 6), ("new", [p for p in products if p["isNew"]], 4),
):
    must(len(found) >= least, f"only {len(found)} {name}, at least {least} wanted")
    print(f"{len(found):3} {name}")
must(min(amounts) == Decimal("3.50") and max(amounts) == Decimal("1250.00"), "price range")
must(min(lengths) <= 5 and max(lengths) >= 80, "name lengths")
must(any(re.search(r"[A-Za-z]", p["name"]) for p in products) and any("«" in p["name"] for p in products), "Latin or quoted name")
print(f"{len(variations):3} variations, {len(media)} pictures, {weight / 1e6:.2f} MB, heaviest 320 AVIF {heaviest} bytes")
print(f"    prices {min(amounts)} to {max(amounts)}, names {min(lengths)} to {max(lengths)} letters")
for top in categories:
    print(f"    {top['slug']}: {sum(p['category'] == top['slug'] for p in products)}")
if problems:
    sys.exit("\n".join(["", f"{len(problems)} problems:", *problems]))
print("ok")
