import type { APIRequestContext, Page } from "@playwright/test";
import { CONTACT, newMessage, newSender, RETURN } from "./enquiries";

export const INBOX = "/ar/wp-admin/inbox/";

/** An enquiry that was sent without script: nothing proves a browser, so it is held. */
export type Held = { email: string; text: string };

/** The hidden fields of the form on a page. */
async function hiddenFields(request: APIRequestContext, path: string): Promise<Record<string, string>> {
  const html = await (await request.get(path)).text();
  const form = html.slice(html.indexOf("<main"));
  const inputs = form.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g);
  return Object.fromEntries([...inputs].map(([, name, value]) => [name ?? "", value ?? ""]));
}

type File = { name: string; mimeType: string; buffer: Buffer };

async function send(
  request: APIRequestContext,
  path: string,
  values: Record<number, string | File>,
): Promise<void> {
  const hidden = await hiddenFields(request, path);
  const named = Object.entries(values).map(([id, value]) => [`iphorm_${hidden.iphorm_id}_${id}`, value]);
  const multipart = { ...hidden, ...Object.fromEntries(named) };
  const answer = await request.post(path, { multipart, maxRedirects: 0 });
  if (answer.status() !== 303) throw new Error(`not sent: ${answer.status()} ${await answer.text()}`);
}

/** Sends the contact form. */
export async function sendContact(request: APIRequestContext, text = newMessage()): Promise<Held> {
  const email = newSender();
  await send(request, CONTACT, { 1: "هند العتيبي", 2: email, 4: text });
  return { email, text };
}

/** Sends the return request with a picture. */
export async function sendReturn(request: APIRequestContext, name: string, buffer: Buffer): Promise<Held> {
  const email = newSender();
  const file = { name, mimeType: "image/png", buffer };
  await send(request, RETURN, { 2: "10482", 3: email, 6: "damaged", 8: file, 10: "refund" });
  return { email, text: "وصلت القطعة تالفة" };
}

/** The inbox of one sender: tests share the shop. */
export const inboxOf = ({ email }: Held, state: "open" | "closed" | "spam") =>
  `${INBOX}?state=${state}&email=${encodeURIComponent(email)}`;

export const rows = (page: Page) => page.getByRole("main").getByRole("table").locator("tbody tr");
