import type { LinkView } from "../generated/edge";
import type { EmailView } from "../generated/mail";

// Where there is no markup these are seen as boxes, or turn the rest of the line around.
const INVISIBLE = /[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g;

/** A value stays in its line: one with a line end in it could pass for a part of the email. */
const oneLine = (value: string) =>
  value
    .replace(INVISIBLE, "")
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim();

const address = (url: string) => oneLine(url).replaceAll(" ", "%20");

/** The address alone in its line: in an Arabic one its end would be read first. */
const link = ({ label, url }: LinkView) => `${oneLine(label)}:\n${address(url)}`;

/** The amount after its label; what all of them come to is told apart by a line. */
const table = (rows: EmailView["rows"]) =>
  rows
    .map(({ label, notes, amount, isTotal }) =>
      [
        `${isTotal ? "---\n" : ""}${oneLine(label)}: ${oneLine(amount)}`,
        ...notes.map((note) => `  ${oneLine(note)}`),
      ].join("\n"),
    )
    .join("\n");

/** The same email for who reads no HTML, with everything in it that the other has. */
export function emailText(email: EmailView): string {
  const { greeting, paragraphs, rows, button, notes, signOff, shopUrl, why, unsubscribe } = email;
  const blocks = [
    oneLine(greeting),
    ...paragraphs.map(oneLine),
    table(rows),
    button ? link(button) : "",
    ...notes.map(oneLine),
    `${oneLine(signOff)}\n${address(shopUrl)}`,
    oneLine(why),
    unsubscribe ? link(unsubscribe) : "",
  ];
  return `${blocks.filter((block) => block !== "").join("\n\n")}\n`;
}
