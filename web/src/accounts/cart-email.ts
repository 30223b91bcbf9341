import { actionUrl } from "../runtime/request";

/** Call 10: whose cart this is, in case it is left behind. Nobody waits for the answer. */
function sendCartEmail(form: HTMLFormElement): void {
  const fields = new FormData(form);
  const value = (name: string) => String(fields.get(name) ?? "");
  const body = new URLSearchParams({
    action: "fue_wc_set_cart_email",
    email: value("billing_email"),
    first_name: value("billing_first_name"),
    last_name: value("billing_last_name"),
  });
  // It arrives even when the page is left at once.
  fetch(actionUrl(), { method: "POST", body, keepalive: true }).catch(() => {});
}

/** Begun by the checkout. Only a guest's form has the mark; the form may come into the page later. */
export function watchCartEmail(): void {
  document.addEventListener("change", ({ target }) => {
    const { name, form } = target as HTMLInputElement;
    if (name === "billing_email" && form?.hasAttribute("data-capture-email")) sendCartEmail(form);
  });
}
