import { useEffect } from "react";
import { actionUrl } from "../runtime/request";

const FIELDS = ["billing_email", "billing_first_name", "billing_last_name"];

/**
 * Call 10, for a guest: whose cart this is, in case it is left behind. The names are asked for after the e-mail, so a
 * changed name is sent as well, as soon as there is an e-mail.
 */
export function useCartEmail(isGuest: boolean, form: () => HTMLFormElement | null): void {
  useEffect(() => {
    const element = form();
    if (!isGuest || !element) return;
    let sent = "";
    // The browser's own event, at the end of a change: React's comes with every key.
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
      // It arrives even when the page is left at once.
      fetch(actionUrl(), { method: "POST", body, keepalive: true }).catch(() => {});
    };
    element.addEventListener("change", onChange);
    return () => element.removeEventListener("change", onChange);
  }, [isGuest, form]);
}
