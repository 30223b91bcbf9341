import { type ComponentType, createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { Letter } from "../mail/Letter";
import { letterText } from "../mail/letter-text";

/** Both parts of a letter; the reader's program chooses one. */
export type Mail = { html: string; text: string };

/** Both are made from the same props, which come from the server as JSON; the generated types keep their shape. */
function mail<P extends object>(component: ComponentType<P>, text: (props: P) => string) {
  return (props: object): Mail => ({
    html: `<!doctype html>${renderToStaticMarkup(createElement(component, props as P))}`,
    text: text(props as P),
  });
}

/** The letters that the server may ask for. */
export const mails = new Map<string, (props: object) => Mail>([["mail/Letter", mail(Letter, letterText)]]);
