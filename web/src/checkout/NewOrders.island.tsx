import { useEffect, useState } from "react";
import type { NewOrdersAnswer, NewOrdersView } from "../generated/checkout";
import * as text from "../generated/messages/staff_orders";
import { post, storeCall } from "../runtime/request";
import controls from "../ui/controls.module.css";

const PAUSE = 15_000;

/** Says that orders arrived since the page was rendered. The rows stay where they are: the link shows the new ones. */
export function NewOrders({ after, nonce, url }: NewOrdersView) {
  const [found, setFound] = useState<string | null>(null);
  useEffect(() => {
    const timer = setInterval(async () => {
      // A hidden page does not ask.
      if (document.hidden) return;
      try {
        const fields = new URLSearchParams({ after, _wpnonce: nonce });
        setFound((await post<NewOrdersAnswer>(storeCall("staff_new_orders"), fields)).text);
      } catch {
        // The next question may be answered.
      }
    }, PAUSE);
    return () => clearInterval(timer);
  }, [after, nonce]);
  return (
    <div role="status">
      {found && (
        <a className={`${controls.btn} ${controls.btnBlock}`} href={url}>
          {found}. {text.showNew()}
        </a>
      )}
    </div>
  );
}
