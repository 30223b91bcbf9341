import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { EmailOrder } from "../generated/mail";
import { orderEmail } from "../testing/email-sample";
import { Email } from "./Email";
import { emailText } from "./email-text";

const order = orderEmail.order as EmailOrder;
const render = (changes: Partial<EmailOrder> = {}) =>
  renderToStaticMarkup(<Email {...orderEmail} order={{ ...order, ...changes }} />);

beforeEach(() => {
  vi.spyOn(console, "error");
});
// React reports invalid markup (unknown attributes, wrong nesting, missing keys) as a console error.
afterEach(() => expect(console.error).not.toHaveBeenCalled());

test("an order's email has one button, and its plain address last [VIS-9]", () => {
  const html = render();
  const url = orderEmail.button?.url ?? "";
  expect(html.split(`href="${url}"`)).toHaveLength(3);
  expect(html.lastIndexOf(`href="${url}"`)).toBeGreaterThan(html.indexOf("التوصيل إلى"));
  expect(html.indexOf(`href="${url}"`)).toBeLessThan(html.indexOf(order.goodsTitle));
  for (const [table] of html.matchAll(/<table[^>]*>/g)) expect(table).toContain('dir="rtl"');
});

test("both parts name options, items of bundles, totals, address and parcel [VIS-9]", () => {
  const plain = (text: string) => text.replaceAll("\u00a0", " ");
  const text = plain(emailText(orderEmail));
  const html = plain(render());
  const parts = [
    order.title,
    ...order.facts.map(({ value }) => value),
    ...order.goods.flatMap(({ name, notes, amount }) => [name, ...notes, amount]),
    ...order.totals.map(({ amount }) => amount),
    ...order.blocks.flatMap(({ title, lines }) => [title, ...lines]),
    order.help,
    orderEmail.why,
  ];
  for (const part of parts) {
    expect(text).toContain(plain(part));
    expect(html).toContain(plain(part));
  }
  expect(text).toContain("2 × بنّ حَراز اليمني: 36.00 $\n  تحميص متوسط، 250 غ");
  expect(text).not.toMatch(/\n{3}/);
});

test("without pictures, prices and address nothing is left of them", () => {
  const goods = order.goods.map((good) => ({ ...good, pictureUrl: null, amount: "" }));
  const html = render({ goods, totals: [], blocks: [], steps: [], facts: [] });
  expect(html).not.toMatch(/<img|<th|\$/);
  expect(
    emailText({ ...orderEmail, order: { ...order, goods, totals: [], blocks: [], facts: [] } }),
  ).toContain("1 × صندوق الضيافة\n");
});

test("pictures are decoration: an email without them says the same", () => {
  for (const [image] of render().matchAll(/<img[^>]*>/g)) expect(image).toContain('alt=""');
});

test("what a buyer typed stays text, in both parts", () => {
  const hostile = '"><script>x</script>\nhttps://evil.example/';
  const hostileOrder: Partial<EmailOrder> = {
    title: hostile,
    facts: [{ label: hostile, value: hostile, isLtr: true }],
    blocks: [{ title: hostile, lines: [hostile] }],
  };
  expect(render(hostileOrder)).not.toContain("<script");
  const text = emailText({ ...orderEmail, order: { ...order, ...hostileOrder } });
  expect(text.split("\n").filter((line) => line.startsWith("https://evil"))).toEqual([]);
});
