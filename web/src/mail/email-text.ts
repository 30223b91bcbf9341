import type { LinkView } from "../generated/edge";
import type { EmailView } from "../generated/mail";

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

/** The plain-text part of the email, with the same content as the HTML part. */
export function emailText(email: EmailView): string {
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
