import type { LinkView } from "../generated/edge";
import type { EmailOrder, EmailView } from "../generated/mail";

// Isolation marks: plain text shows them as boxes, or they reverse the rest of the line.
const INVISIBLE = /[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g;

/** Removes line breaks from a value, which could otherwise imitate other parts of the email. */
const oneLine = (value: string) =>
  value
    .replace(INVISIBLE, "")
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim();

const address = (url: string) => oneLine(url).replaceAll(" ", "%20");

/** A URL on its own line: in a right-to-left line its end would come first. */
const link = ({ label, url }: LinkView) => `${oneLine(label)}:\n${address(url)}`;

/** The amount after its label; the total is separated by a line. */
const table = (rows: EmailView["rows"]) =>
  rows
    .map(({ label, notes, amount, isTotal }) =>
      [
        `${isTotal ? "---\n" : ""}${oneLine(label)}: ${oneLine(amount)}`,
        ...notes.map((note) => `  ${oneLine(note)}`),
      ].join("\n"),
    )
    .join("\n");

/** Label, typed lines and files of a form's elements; a line that was typed cannot look like another label. */
const answers = (all: EmailView["answers"]) =>
  all
    .map(({ label, lines, links }) =>
      [
        `${oneLine(label)}:`,
        ...lines.map((line) => `  ${oneLine(line)}`),
        ...links.map((one) => `  ${oneLine(one.label)}\n  ${address(one.url)}`),
      ].join("\n"),
    )
    .join("\n");

/** A title with indented lines below it; nothing without lines. */
const block = (title: string, lines: Array<string>) =>
  lines.length === 0 ? "" : [`${oneLine(title)}:`, ...lines.map((line) => `  ${oneLine(line)}`)].join("\n");

const good = ({ name, quantity, notes, amount }: EmailOrder["goods"][number]) =>
  [
    `${oneLine(quantity)} × ${oneLine(name)}${amount === "" ? "" : `: ${oneLine(amount)}`}`,
    ...notes.map((note) => `  ${oneLine(note)}`),
  ].join("\n");

/** The plain-text part of an email about an order. */
function orderText(email: EmailView, order: EmailOrder): string {
  const { greeting, paragraphs, button, notes, signOff, shopUrl, why } = email;
  const done = order.steps.filter(({ isDone }) => isDone).at(-1);
  const blocks = [
    oneLine(order.title),
    oneLine(greeting),
    ...paragraphs.map(oneLine),
    done ? `[${order.steps.map(({ label, isDone }) => (isDone ? `*${label}*` : label)).join(" > ")}]` : "",
    order.facts.map(({ label, value }) => `${oneLine(label)}: ${oneLine(value)}`).join("\n"),
    button ? link(button) : "",
    order.goods.length > 0 ? [`${oneLine(order.goodsTitle)}:`, ...order.goods.map(good)].join("\n") : "",
    table(order.totals),
    ...order.blocks.map(({ title, lines }) => block(title, lines)),
    ...notes.map(oneLine),
    block(order.helpTitle, order.help ? [order.help] : []),
    `${oneLine(signOff)}\n${address(shopUrl)}`,
    oneLine(why),
  ];
  return `${blocks.filter((text) => text !== "").join("\n\n")}\n`;
}

/** The plain-text part of the email, with the same content as the HTML part. */
export function emailText(email: EmailView): string {
  if (email.order) return orderText(email, email.order);
  const { greeting, paragraphs, rows, button, notes, signOff, shopUrl, why, unsubscribe } = email;
  const blocks = [
    oneLine(greeting),
    ...paragraphs.map(oneLine),
    table(rows),
    answers(email.answers),
    button ? link(button) : "",
    ...notes.map(oneLine),
    `${oneLine(signOff)}\n${address(shopUrl)}`,
    oneLine(why),
    unsubscribe ? link(unsubscribe) : "",
  ];
  return `${blocks.filter((block) => block !== "").join("\n\n")}\n`;
}
