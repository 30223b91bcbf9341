import { foldDigits } from "../ui/digits";
import { cartSettings } from "./side-cart";

/** Call 1 from a card's button or link, call 5 from a product form. */
export type AddRequest =
  | { call: "add_to_cart"; body: URLSearchParams }
  | { call: "xoo_wsc_add_to_cart"; body: FormData };

/** Forms that are being submitted natively. */
const plain = new WeakSet<HTMLFormElement>();

/** Submits a form natively, as without script. */
export function submitPlain(form: HTMLFormElement, button: HTMLElement | null): void {
  plain.add(form);
  form.requestSubmit(button?.matches("button, input") ? button : null);
  plain.delete(form);
}

/** Forms that opt out of script. */
function isPlain(form: HTMLFormElement): boolean {
  const { ajaxAdd, skip = [] } = cartSettings();
  return ajaxAdd === false || "noAjax" in form.dataset || skip.some((selector) => form.matches(selector));
}

/** The product id of a form, from one of its fields or from its action. */
function productOf(form: HTMLFormElement, fields: FormData): string | null {
  const named = fields.get("productID") ?? fields.get("add-to-cart");
  return named ? String(named) : (form.action.match(/add-to-cart=(\d+)/)?.[1] ?? null);
}

/** Call 5: all fields of the form and the submitter. */
function wholeForm(form: HTMLFormElement, button: HTMLElement | null): FormData | null {
  const fields = new FormData(form);
  const { name, value } = (button ?? {}) as Partial<HTMLButtonElement>;
  if (name) fields.set(name, value ?? "");
  const product = productOf(form, fields);
  if (!product) return null;
  fields.set("add-to-cart", product);
  fields.set("action", "xoo_wsc_add_to_cart");
  const quantity = fields.get("quantity");
  if (quantity !== null) fields.set("quantity", foldDigits(String(quantity)));
  return fields;
}

/** Call 1: the data attributes of the button, and the fields that only its form has. */
function buttonData(button: HTMLElement, form: HTMLFormElement | null): URLSearchParams {
  const body = new URLSearchParams(
    Object.entries(button.dataset).map(([name, value]) => [name, foldDigits(value ?? "")]),
  );
  for (const [name, value] of form ? new FormData(form) : []) {
    // Themes with a quantity box write its value to the button, which the form's own field must not override.
    if (name !== "add-to-cart" && !body.has(name)) body.set(name, foldDigits(String(value)));
  }
  return body;
}

/** The request for a click on an add button; null if the browser should submit natively. */
export function addRequest(form: HTMLFormElement | null, button: HTMLElement | null): AddRequest | null {
  if (form && plain.has(form)) return null;
  if (form?.matches("form.cart")) {
    const body = isPlain(form) ? null : wholeForm(form, button);
    return body && { call: "xoo_wsc_add_to_cart", body };
  }
  if (!button?.matches(".add_to_cart_button") || !button.dataset.product_id) return null;
  return { call: "add_to_cart", body: buttonData(button, form) };
}
