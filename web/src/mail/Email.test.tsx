import { readFileSync } from "node:fs";
import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { EmailView } from "../generated/mail";
import { letter, orderRows } from "../testing/letter";
import { Email } from "./Email";
import { COLOURS } from "./styles";

const draw = (changes: Partial<EmailView> = {}) => renderToStaticMarkup(<Email {...letter} {...changes} />);
const escaped = (text: string) => text.replaceAll("&", "&amp;");

beforeEach(() => {
  vi.spyOn(console, "error");
});
// React reports doubtful markup (unknown attributes, wrong nesting, missing keys) as a console error.
afterEach(() => expect(console.error).not.toHaveBeenCalled());

test("a letter is written right to left, also where a mail program keeps only its tables", () => {
  const html = draw();
  expect(html).toMatch(/^<html lang="ar" dir="rtl">/);
  expect(html).toContain('<body dir="rtl"');
  for (const [table] of html.matchAll(/<table[^>]*>/g)) expect(table).toContain('dir="rtl"');
  for (const [cell] of html.matchAll(/<td[^>]+style="[^"]*font-family[^>]*>/g))
    expect(cell).toContain("text-align:right");
});

test("everything that was said stands in the letter, with the marks around names", () => {
  const html = draw();
  const { button, unsubscribe } = letter;
  for (const text of [
    `<title>${letter.subject}</title>`,
    `>${letter.preheader}</div>`,
    `href="${letter.shopUrl}"`,
    `>${letter.shopName}</a>`,
    letter.greeting,
    ...letter.paragraphs,
    `>${button?.label}</a>`,
    `>${letter.linkHint}</p>`,
    ...letter.notes,
    letter.signOff,
    letter.why,
    `href="${unsubscribe?.url}"`,
    `>${unsubscribe?.label}</a>`,
  ])
    expect(html).toContain(text);
});

test("the button is a link, and below it stands its address, left to right", () => {
  const html = draw();
  const url = escaped(letter.button?.url ?? "");
  expect(html.split(`href="${url}"`)).toHaveLength(3);
  expect(html).toMatch(/<p dir="ltr" style="[^"]*word-break:break-all/);
  expect(html).toContain(`>${url}</a></p>`);
  expect(draw({ linkHint: null })).not.toContain(`>${url}</a>`);
});

test("a letter without button, notes and list has no trace of them", () => {
  const html = draw({ button: null, notes: [], unsubscribe: null });
  expect(html.match(/<a /g)).toHaveLength(1);
  expect(html).not.toContain(letter.linkHint);
});

test("the lines of an order are a table between what is said and the button", () => {
  const html = draw({ rows: orderRows });
  const table = html.slice(
    html.indexOf("<th"),
    html.lastIndexOf("</td>", html.indexOf(letter.button?.label ?? "")),
  );
  for (const { label, notes, amount } of orderRows) {
    expect(table).toContain(`>${label}<`);
    for (const note of notes) expect(table).toContain(`>${note}</div>`);
    expect(table).toContain(`<bdi dir="ltr">${amount}</bdi>`);
  }
  expect(html.indexOf("<th")).toBeGreaterThan(html.indexOf(letter.paragraphs.at(-1) ?? ""));
  // Facts, not layout: a reader must not pass over it.
  expect(html).toMatch(/<table dir="rtl"[^>]*><tbody><tr><th scope="row"/);
  expect(table.match(/font-weight:600/g)).toHaveLength(2);
  expect(draw()).not.toContain("<th");
});

test("what people typed stays text", () => {
  const hostile = `"><script>alert('1')</script><img src=x onerror=y>`;
  const link = { label: hostile, url: `https://shop.example/?a="><script>` };
  const html = draw({
    subject: hostile,
    preheader: hostile,
    shopName: hostile,
    greeting: hostile,
    paragraphs: [hostile],
    rows: [{ label: hostile, notes: [hostile], amount: "1", isTotal: false }],
    notes: [hostile],
    button: link,
    unsubscribe: link,
    signOff: hostile,
    why: hostile,
  });
  expect(html).not.toMatch(/<script|<img/);
  expect(html.split("&lt;img src=x onerror=y&gt;")).toHaveLength(13);
});

test("a letter fetches nothing but the shop's own logo, and runs nothing", () => {
  const html = draw();
  expect(html).not.toMatch(
    /<(?:script|link|style|img|iframe|form|object)\b|url\(|\ssrc=|@import|\son[a-z]+=/,
  );
  const withLogo = draw({ logoUrl: "https://shop.example/logo.png" });
  expect(withLogo.match(/\ssrc=/g)).toHaveLength(1);
  expect(withLogo).toContain(`alt="${letter.shopName}"`);
});

test("its colours are the shop's", () => {
  const tokens = readFileSync(new URL("../styles/tokens.css", import.meta.url), "utf8");
  for (const [name, value] of Object.entries(COLOURS)) expect(tokens).toContain(`--${name}: ${value};`);
});
