import { type ComponentType, createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import type { Views } from "../generated/views";
import { Email } from "../mail/Email";
import { emailText } from "../mail/email-text";

/** Both parts of a letter; the reader's program chooses one. */
export type Mail = { html: string; text: string };

export type MailName = Extract<keyof Views, `mail/${string}`>;

/** Both are made from the same props. */
function mail<View extends object>(component: ComponentType<View>, text: (view: View) => string) {
  return (view: View): Mail => ({
    html: `<!doctype html>${renderToStaticMarkup(createElement(component, view))}`,
    text: text(view),
  });
}

/** The letters that the server may ask for. */
export const mails: { [Name in MailName]: (view: Views[Name]) => Mail } = {
  "mail/Email": mail(Email, emailText),
};
