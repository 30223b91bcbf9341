import * as ordersText from "../generated/messages/orders";
import controls from "../ui/controls.module.css";
import { useHydrated } from "../ui/use-hydrated";

/** Opens the browser's print dialog. */
export function PrintButton() {
  const isLive = useHydrated();
  if (!isLive) return null;
  return (
    <button
      type="button"
      className={`${controls.btn} ${controls.btnSm} ${controls.btnPrimary}`}
      onClick={() => window.print()}
    >
      {ordersText.print()}
    </button>
  );
}
