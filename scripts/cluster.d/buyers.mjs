// Buyers: add to the cart, open the checkout, get a token from the provider, send the form; again under the same key until
// there is a conclusive answer. As in crates/faultkit, but through the balancers, and without its scenarios.
import { randomBytes } from "node:crypto";
import { cardFields, TOKEN_REQUEST, tokenIn } from "../card-payment.mjs";
import { send, sleep } from "./http.mjs";

const attribute = (tag, name) => tag.match(new RegExp(` ${name}="([^"]*)"`))?.[1].replaceAll("&amp;", "&");

/** The checkout form as a buyer fills it in; null when the page has none. */
export function fillIn(page, email, token) {
  const form = page
    .split("<form")
    .slice(1)
    .map((rest) => rest.split("</form")[0])
    .find((text) => attribute(text.split(">")[0], "action") === "/ar/checkout/");
  if (!form) return null;
  const fields = new Map();
  for (const tag of form.split("<input").slice(1)) {
    const text = tag.split(">")[0];
    const name = attribute(text, "name");
    if (text.includes('type="hidden"') && name) fields.set(name, attribute(text, "value") ?? "");
  }
  const total = page.match(/name="seen_total" value="([^"]*)"/)?.[1];
  if (total !== undefined) fields.set("seen_total", total);
  for (const name of [...fields.keys()]) if (name === "pay_later" || name.startsWith("wc-authorize-net")) fields.delete(name);
  for (const [name, value] of Object.entries(cardFields(email, token))) fields.set(name, value);
  return fields;
}

/** One buyer. `trial`: fronts, host, provider, and `acknowledged(kind)`, told of every acknowledged write. */
export class Buyer {
  constructor(trial, number) {
    this.trial = trial;
    this.email = `buyer-${number}@example.com`;
    this.address = `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`;
    this.record = { email: this.email, forms: [], added: {}, lost: 0, refused: [], isSure: true };
  }

  async request(path, { fields, key, timeout } = {}) {
    const { fronts, host } = this.trial;
    const headers = { "x-forwarded-for": this.address };
    if (this.cookie) headers.cookie = this.cookie;
    if (key) headers["idempotency-key"] = key;
    const body = fields && new URLSearchParams([...fields]).toString();
    const front = fronts[Math.floor(Math.random() * fronts.length)];
    const answer = await send(front, { path, host, headers, body, method: body === undefined ? "GET" : "POST", timeout });
    if (!answer) this.record.lost += 1;
    for (const line of answer?.headers["set-cookie"] ?? [])
      if (line.startsWith("__Host-sid=")) this.cookie = line.split(";")[0];
    return answer;
  }

  /** Until there is an answer that is no "later"; null when the trial is over. */
  async insist(path, options) {
    while (!this.trial.isOver()) {
      const answer = await this.request(path, options);
      if (answer && answer.status < 429) return answer;
      await sleep(800 + Math.random() * 700);
    }
    return null;
  }

  async add(product) {
    const key = randomBytes(16).toString("hex");
    const fields = new Map([["product_id", String(product)], ["quantity", "1"]]);
    const answer = await this.insist("/ar/?wc-ajax=add_to_cart", { fields, key });
    if (!answer) {
      this.record.isSure = false;
      return null;
    }
    if (!answer.text.includes("cart_hash")) return false;
    this.record.added[product] = (this.record.added[product] ?? 0) + 1;
    this.trial.acknowledged("cart");
    return true;
  }

  async token() {
    const answer = await send(this.trial.provider, {
      path: "/xml/v1/request.api",
      method: "POST",
      body: TOKEN_REQUEST,
      headers: { "content-type": "application/json" },
    });
    return tokenIn(answer.text);
  }

  async buy(product) {
    const added = await this.add(product);
    if (added !== true) return;
    const page = await this.insist("/ar/checkout/");
    if (!page) return;
    const fields = fillIn(page.text, this.email, await this.token());
    if (!fields) {
      // Only a cart whose reservation another buyer got is empty here.
      this.record.refused.push("the checkout has no form");
      return;
    }
    const form = { key: fields.get("order_form_key") ?? "", orders: [] };
    this.record.forms.push(form);
    const isDouble = Math.random() < 0.2;
    const sends = [this.pay(fields, form)];
    if (isDouble) sends.push(this.pay(fields, form));
    await Promise.all(sends);
  }

  async pay(fields, form) {
    const begun = Date.now();
    const answer = await this.insist("/ar/checkout/", { fields });
    const place = answer?.headers.location ?? "";
    const receipt = place.match(/order-received\/(\d+)\/\?key=(.*)$/);
    if (receipt) {
      if (!form.orders.some(([number]) => number === receipt[1])) form.orders.push([receipt[1], receipt[2]]);
      this.trial.acknowledged("order", { number: receipt[1], begun });
    } else if (answer) {
      const alert = answer.text.split('role="alert"')[1]?.split(">").slice(1).join(">").replace(/<[^>]*>/g, " ").trim().slice(0, 100);
      this.record.refused.push(`${answer.status} ${place} ${alert ?? ""}`.trim());
    }
  }
}
