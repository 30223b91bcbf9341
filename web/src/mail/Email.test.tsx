import { readFileSync } from "node:fs";
import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { EmailView } from "../generated/mail";
import { email, formAnswers, orderRows } from "../testing/email-sample";
import { Email } from "./Email";
import { COLOURS } from "./styles";

const renderEmail = (changes: Partial<EmailView> = {}) =>
  renderToStaticMarkup(<Email {...email} {...changes} />);
const escaped = (text: string) => text.replaceAll("&", "&amp;");

beforeEach(() => {
  vi.spyOn(console, "error");
});
// React reports invalid markup (unknown attributes, wrong nesting, missing keys) as a console error.
afterEach(() => expect(console.error).not.toHaveBeenCalled());

test("an email is right to left, also where a mail client retains only its tables", () => {
  const html = renderEmail();
  expect(html).toMatch(/^<html lang="ar" dir="rtl">/);
  expect(html).toContain('<body dir="rtl"');
  for (const [table] of html.matchAll(/<table[^>]*>/g)) expect(table).toContain('dir="rtl"');
  for (const [cell] of html.matchAll(/<td[^>]+style="[^"]*font-family[^>]*>/g))
    expect(cell).toContain("text-align:right");
});

test("the email contains all texts, with the isolation marks around names", () => {
  const html = renderEmail();
  const { button, unsubscribe } = email;
  for (const text of [
    `<title>${email.subject}</title>`,
    `>${email.preheader}</div>`,
    `href="${email.shopUrl}"`,
    `>${email.shopName}</a>`,
    email.greeting,
    ...email.paragraphs,
    `>${button?.label}</a>`,
    `>${email.linkHint}</p>`,
    ...email.notes,
    email.signOff,
    email.why,
    `href="${unsubscribe?.url}"`,
    `>${unsubscribe?.label}</a>`,
  ])
    expect(html).toContain(text);
});

test("the button is a link, with its URL below, left to right", () => {
  const html = renderEmail();
  const url = escaped(email.button?.url ?? "");
  expect(html.split(`href="${url}"`)).toHaveLength(3);
  expect(html).toMatch(/<p dir="ltr" style="[^"]*word-break:break-all/);
  expect(html).toContain(`>${url}</a></p>`);
  expect(renderEmail({ linkHint: null })).not.toContain(`>${url}</a>`);
});

test("an email without button, notes and list has no trace of them", () => {
  const html = renderEmail({ button: null, notes: [], unsubscribe: null });
  expect(html.match(/<a /g)).toHaveLength(1);
  expect(html).not.toContain(email.linkHint);
});

test("the lines of an order are a table between the paragraphs and the button", () => {
  const html = renderEmail({ rows: orderRows });
  const table = html.slice(
    html.indexOf("<th"),
    html.lastIndexOf("</td>", html.indexOf(email.button?.label ?? "")),
  );
  for (const { label, notes, amount } of orderRows) {
    expect(table).toContain(`>${label}<`);
    for (const note of notes) expect(table).toContain(`>${note}</div>`);
    expect(table).toContain(`<bdi dir="ltr">${amount}</bdi>`);
  }
  expect(html.indexOf("<th")).toBeGreaterThan(html.indexOf(email.paragraphs.at(-1) ?? ""));
  // A data table, not a layout table: screen readers must announce it.
  expect(html).toMatch(/<table dir="rtl"[^>]*><tbody><tr><th scope="row"/);
  expect(table.match(/font-weight:600/g)).toHaveLength(2);
  expect(renderEmail()).not.toContain("<th");
});

test("user input stays text", () => {
  const hostile = `"><script>alert('1')</script><img src=x onerror=y>`;
  const link = { label: hostile, url: `https://shop.example/?a="><script>` };
  const html = renderEmail({
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

test("an email loads nothing but the shop's logo, and runs nothing", () => {
  const html = renderEmail();
  expect(html).not.toMatch(
    /<(?:script|link|style|img|iframe|form|object)\b|url\(|\ssrc=|@import|\son[a-z]+=/,
  );
  const withLogo = renderEmail({ logoUrl: "https://shop.example/logo.png" });
  expect(withLogo.match(/\ssrc=/g)).toHaveLength(1);
  expect(withLogo).toContain(`alt="${email.shopName}"`);
});

test("its colours are the shop's design tokens", () => {
  const tokens = readFileSync(new URL("../styles/tokens.css", import.meta.url), "utf8");
  for (const [name, value] of Object.entries(COLOURS)) expect(tokens).toContain(`--${name}: ${value};`);
});

test("answers of a form are text in a table, and files are links", () => {
  const html = renderEmail({ answers: formAnswers });
  expect(html).toContain("سارة &lt;b&gt;");
  expect(html).toContain(">السطر الأول</div>");
  expect(html).toContain('href="https://shop.example/ar/wp-admin/inbox/files/7/"');
  expect(html.match(/<th scope="row"/g)).toHaveLength(formAnswers.length);
  expect(renderEmail()).not.toContain('<th scope="row"');
});
