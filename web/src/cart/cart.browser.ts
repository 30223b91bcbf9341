import { onApproach } from "../runtime/approach";
import { refreshCart } from "./calls";
import { startCrossSells } from "./cross-sells";
import { followTabs } from "./cross-tab";
import { followPages } from "./follow-pages";
import { startForeignAdds } from "./foreign-adds";

const REFRESH_AFTER = 200;

/** Comes when the shopper points at the mini cart; most pages change no line. */
const loadChanges = () => import("./changes");

/**
 * The mini cart is server-rendered HTML. Its links remove a line without leaving the page; the line is inert
 * meanwhile.
 */
function startMiniCart(): void {
  const box = document.querySelector<HTMLElement>("[data-header-cart]");
  onApproach((target) => {
    if (box?.contains(target)) loadChanges().catch(() => {});
  });
  document.addEventListener("click", async (event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>("a.remove[data-cart_item_key]");
    if (!link || event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    const line = link.closest("[data-cart-line]");
    const block = (isBlocked: boolean) => {
      line?.toggleAttribute("inert", isBlocked);
      line?.setAttribute("aria-busy", String(isBlocked));
    };
    block(true);
    const removed = { key: link.dataset.cart_item_key ?? "", removeUrl: link.href };
    const changes = await loadChanges().catch(() => null);
    if (!changes) location.assign(link.href);
    else if (!(await changes.removeLine(removed, "key"))) {
      block(false);
      link.focus();
    }
  });
  // Content that opens on hover must close by Escape, until the pointer or the focus enters again.
  document.addEventListener("keydown", ({ key }) => {
    if (key === "Escape") box?.toggleAttribute("data-dismissed", true);
  });
  for (const again of ["pointerenter", "focusin"]) {
    box?.addEventListener(again, () => box.removeAttribute("data-dismissed"));
  }
}

/** Every page is rendered with an empty cart, so each page loads the visitor's cart once. */
export function start(): void {
  startForeignAdds();
  startMiniCart();
  startCrossSells();
  followPages();
  // A plain form of a product was sent with script, and leads back to its page.
  if (location.hash === "#side-cart") void import("./open-after-form").then((part) => part.openAfterForm());
  const refreshSoon = () => setTimeout(refreshCart, REFRESH_AFTER);
  if (document.readyState === "complete") refreshSoon();
  else addEventListener("load", refreshSoon, { once: true });
  followTabs(() => void refreshCart());
  // The back/forward cache may restore a page with an outdated cart.
  addEventListener("pageshow", (event) => {
    if (event.persisted) void refreshCart();
  });
}
