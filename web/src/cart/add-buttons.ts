import * as cartText from "../generated/messages/cart";
import { announce } from "../runtime/announce";
import { isTooMany } from "../runtime/request";
import { parseNodes } from "../runtime/trusted-html";
import { foldDigits } from "../ui/digits";
import { change, complain, draw, fire, refreshLater } from "./calls";
import { cartSettings, openAfterAdd, prepareToOpen } from "./side-cart";

const ANNOUNCE_AFTER = 1000;

/** What a button says at rest: by a second press it says that it was added. */
const idleLabels = new WeakMap<HTMLElement, string>();

type State = "loading" | "added" | null;

function labelOf(button: HTMLElement): Element {
  return button.querySelector(".btn__label") ?? button;
}

function show(button: HTMLElement, state: State, label: string): void {
  button.classList.toggle("loading", state === "loading");
  button.classList.toggle("added", state === "added");
  if (state === "loading") button.setAttribute("aria-busy", "true");
  else button.removeAttribute("aria-busy");
  labelOf(button).textContent = label;
}

function viewLinkOf(button: HTMLElement): Element | null {
  const next = button.nextElementSibling;
  return next?.classList.contains("added_to_cart") ? next : null;
}

/** Not on the cart page itself, and not twice. */
function placeViewLink(button: HTMLElement, cartUrl: string): void {
  if (document.body.dataset.page === "cart" || viewLinkOf(button)) return;
  const link = document.createElement("a");
  link.className = "added_to_cart";
  link.dataset.opens = "side-cart";
  link.href = cartUrl;
  link.textContent = cartText.view();
  button.after(link);
}

/** Everything the button says about itself, and what its form asks for: how many, and which of the options. */
function wish(button: HTMLElement, form: HTMLFormElement | null): URLSearchParams {
  const body = new URLSearchParams(
    Object.entries(button.dataset).map(([name, value]) => [name, value ?? ""]),
  );
  for (const [name, value] of form ? new FormData(form) : []) {
    if (name !== "add-to-cart") body.set(name, foldDigits(String(value)));
  }
  return body;
}

/** A form that script sends leaves out the button that was pressed, and what it says. */
function submitWith(button: HTMLElement, form: HTMLFormElement): void {
  const { name, value } = button as HTMLButtonElement;
  const field = document.createElement("input");
  field.type = "hidden";
  Object.assign(field, { name, value });
  // A field without a name is not sent. It goes at once, lest the page be come back to with it.
  form.append(field);
  form.submit();
  field.remove();
}

/** The product a form sells, by one of its fields or by where it is sent. */
function productOf(form: HTMLFormElement, fields: FormData): string | null {
  const named = fields.get("productID") ?? fields.get("add-to-cart");
  return named ? String(named) : (form.action.match(/add-to-cart=(\d+)/)?.[1] ?? null);
}

/** Call 5: everything the form says, and the button that was pressed. */
function wholeForm(button: HTMLElement, form: HTMLFormElement): FormData | null {
  const fields = new FormData(form);
  const { name, value } = button as HTMLButtonElement;
  if (name) fields.set(name, value);
  const product = productOf(form, fields);
  if (!product) return null;
  fields.set("add-to-cart", product);
  fields.set("action", "xoo_wsc_add_to_cart");
  const quantity = fields.get("quantity");
  if (quantity !== null) fields.set("quantity", foldDigits(String(quantity)));
  return fields;
}

/** A refusal's own words, whatever they are made of, before what was refused. */
function tell(refused: HTMLElement, html: string): void {
  refused.parentElement?.querySelector("[data-cart-refusal]")?.remove();
  const nodes = parseNodes(html).map((node) => document.importNode(node, true));
  const place = document.createElement("div");
  place.dataset.cartRefusal = "";
  // Ours speaks for itself; other words are made to.
  if (!nodes.some((node) => node instanceof Element && node.matches("[role]"))) {
    place.className = "notice notice--error";
    place.setAttribute("role", "alert");
  }
  place.append(...nodes);
  if (!place.textContent?.trim()) return;
  refused.before(place);
  // Like any notice, but never while the side cart speaks.
  setTimeout(() => place.remove(), cartSettings().notificationTime ?? 5000);
}

/** What the button does without script. */
function fallBack(button: HTMLElement, form: HTMLFormElement | null): void {
  if (form) submitWith(button, form);
  else location.assign((button as HTMLAnchorElement).href);
}

/** Call 1 from a card's button or link, call 5 from a product's own form. */
async function add(button: HTMLElement, form: HTMLFormElement | null, body: FormData | null): Promise<void> {
  const idle = idleLabels.get(button) ?? labelOf(button).textContent ?? "";
  idleLabels.set(button, idle);
  const cartUrl = document.body.dataset.cartUrl ?? "/ar/cart/";
  show(button, "loading", cartText.adding());
  prepareToOpen();
  try {
    const answer = await (body
      ? change("xoo_wsc_add_to_cart", body)
      : change("add_to_cart", wish(button, form)));
    if (answer.error) {
      // A refusal may bring the cart as it is now.
      draw(answer);
      if (answer.product_url) {
        location.assign(answer.product_url);
        return;
      }
      tell(form ?? button, answer.notice ?? "");
      show(button, null, idle);
      return;
    }
    if (body && !answer.fragments) {
      location.reload();
      return;
    }
    if (cartSettings().redirectAfterAdd) {
      location.assign(cartUrl);
      return;
    }
    (form ?? button).parentElement?.querySelector("[data-cart-refusal]")?.remove();
    // Added, but the shop could not draw it: posting the form as well would add it twice.
    if (!draw(answer)) refreshLater();
    show(button, "added", cartText.added());
    placeViewLink(button, cartUrl);
    fire("added_to_cart", answer);
    setTimeout(() => announce(cartText.addedAnnounce()), ANNOUNCE_AFTER);
    openAfterAdd();
  } catch (error) {
    show(button, null, idle);
    viewLinkOf(button)?.remove();
    if (isTooMany(error)) complain(error);
    else fallBack(button, form);
  }
}

/** Forms that their owner wants sent as ordinary ones. */
function isPlain(form: HTMLFormElement): boolean {
  const { ajaxAdd, skip = [] } = cartSettings();
  return ajaxAdd === false || "noAjax" in form.dataset || skip.some((selector) => form.matches(selector));
}

export function startAddButtons(): void {
  // On submit, not on click: Enter in the quantity field counts, and the browser has checked the form.
  document.addEventListener("submit", (event) => {
    const form = event.target as HTMLFormElement;
    // The islands' own forms are sent by them.
    if (event.defaultPrevented || form.closest("[data-island]")) return;
    const button = event.submitter ?? form.querySelector<HTMLElement>(".add_to_cart_button");
    if (!button) return;
    const own = form.matches("form.cart");
    if (!own && !button.matches(".add_to_cart_button[data-product_id]")) return;
    if (own && isPlain(form)) return;
    const body = own ? wholeForm(button, form) : null;
    if (own && !body) return;
    event.preventDefault();
    if (button.getAttribute("aria-busy") !== "true") void add(button, form, body);
  });
  // Themes and plugins write the button as a link: without a product it stays one.
  document.addEventListener("click", (event) => {
    const link = (event.target as Element).closest<HTMLElement>("a.add_to_cart_button[data-product_id]");
    if (!link || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
    if (event.defaultPrevented || !link.dataset.product_id) return;
    event.preventDefault();
    if (link.getAttribute("aria-busy") !== "true") void add(link, null, null);
  });
}
