import { useEffect } from "react";
import { actionUrl } from "../runtime/request";

const FIELDS = ["billing_email", "billing_first_name", "billing_last_name"];

/**
 * Call 10, for guests: stores the email address and name with the cart, for reminders about abandoned carts. The name
 * fields come after the email field, so a changed name is sent too once there is an email address.
 */
export function useCartEmail(isGuest: boolean, form: () => HTMLFormElement | null): void {
  useEffect(() => {
    const element = form();
    if (!isGuest || !element) return;
    let sent = "";
    // The native change event: React's onChange fires with every key.
    const onChange = ({ target }: Event) => {
      if (!FIELDS.includes((target as HTMLInputElement).name)) return;
      const fields = new FormData(element);
      const value = (name: string) => String(fields.get(name) ?? "");
      const body = new URLSearchParams({
        action: "fue_wc_set_cart_email",
        email: value("billing_email"),
        first_name: value("billing_first_name"),
        last_name: value("billing_last_name"),
      });
      if (value("billing_email").trim() === "" || body.toString() === sent) return;
      sent = body.toString();
      // keepalive: the request completes even if the page is left.
      fetch(actionUrl(), { method: "POST", body, keepalive: true }).catch(() => {});
    };
    element.addEventListener("change", onChange);
    return () => element.removeEventListener("change", onChange);
  }, [isGuest, form]);
}
