import { type ComponentType, createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import type { Views } from "../generated/views";
import { Email } from "../mail/Email";
import { emailText } from "../mail/email-text";

/** Both parts of an email; the mail client shows one. */
export type Mail = { html: string; text: string };

export type MailName = Extract<keyof Views, `mail/${string}`>;

/** Both parts are rendered from the same props. */
function mail<View extends object>(component: ComponentType<View>, text: (view: View) => string) {
  return (view: View): Mail => ({
    html: `<!doctype html>${renderToStaticMarkup(createElement(component, view))}`,
    text: text(view),
  });
}

/** The emails that the server may request. */
export const mails: { [Name in MailName]: (view: Views[Name]) => Mail } = {
  "mail/Email": mail(Email, emailText),
};
