import { type RefObject, useEffect, useId, useRef, useState } from "react";
import type { CartNotice as CartNoticeView, SideCartView } from "../generated/cart";
import * as cartText from "../generated/messages/cart";
import { notify } from "../runtime/announce";
import controls from "../ui/controls.module.css";
import { EmptyState } from "../ui/EmptyState";
import { Icon } from "../ui/Icon";
import { Notice } from "../ui/Notice";
import { CartLine } from "./CartLine";
import { CartNotice } from "./CartNotice";
import { CartTotals } from "./CartTotals";
import { CouponForm } from "./CouponForm";
import { setCartState } from "./cart-state";
import { FreeShipping } from "./FreeShipping";
import { sendPendingQuantities } from "./quantities";
import { ShippingCalculator } from "./ShippingCalculator";
import { ShippingMethods } from "./ShippingMethods";
import styles from "./SideCart.module.css";
import { SideCartSkeleton } from "./SideCartSkeleton";
import { useCart } from "./use-cart";
import { refusedCode, refusedQuantity, useLastNotice } from "./use-last-notice";

/** The floating cart button, if the shop owner has enabled it. */
const shows = (setting: string, count: number) =>
  setting === "always_show" || (setting === "hide_empty" && count > 0);

/** Shows the last notice for a limited time: in the drawer while it is open, otherwise over the page. */
function useNotice(
  notice: CartNoticeView | null,
  time: number,
  dialog: RefObject<HTMLDialogElement | null>,
): CartNoticeView | null {
  const [shown, setShown] = useState<CartNoticeView | null>(null);
  useEffect(() => {
    // A coupon error is shown at the coupon field as long as it applies.
    if (!notice || notice.coupon !== null) return;
    if (!dialog.current?.open) {
      // The cart page and the checkout show it in their own notice areas.
      const { page } = document.body.dataset;
      if (page !== "cart" && page !== "checkout") notify(notice.text, time);
      return;
    }
    setShown(notice);
  }, [notice, time, dialog]);
  // In a separate effect: a refresh without notices must not reset the timer.
  useEffect(() => {
    if (!shown) return;
    const timer = setTimeout(() => setShown(null), time);
    return () => clearTimeout(timer);
  }, [shown, time]);
  return shown;
}

/** The drawer that shows the cart over any page. It needs script; without it the cart link leads to the cart page. */
export function SideCart(cart: SideCartView) {
  const { count, lines, totals, notice, settings, cartUrl, checkoutUrl, shopUrl } = cart;
  const dialog = useRef<HTMLDialogElement>(null);
  const panel = useRef<HTMLDetailsElement>(null);
  const titleId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const { fresh, problem, sideNotice, hasAdded } = useCart();
  const refused = refusedCode(useLastNotice(notice));

  useEffect(() => {
    const host = dialog.current?.closest("[data-island]");
    const open = (event: Event) => {
      event.preventDefault();
      if (dialog.current?.open !== false) return;
      const page = document.documentElement;
      page.toggleAttribute("data-scrollbar", window.innerWidth > page.clientWidth);
      dialog.current.showModal();
      setCartState({ isSideCartOpen: true });
    };
    host?.addEventListener("island:open", open);
    return () => {
      host?.removeEventListener("island:open", open);
      // When the island throws, the drawer must be closed.
      setCartState({ isSideCartOpen: false });
    };
  }, []);

  const shown = useNotice(notice, settings.notificationTime, dialog);
  useEffect(() => {
    // The code was applied, so the panel closes.
    if (notice?.kind === "ok" && settings.autoClose && panel.current) panel.current.open = false;
  }, [notice, settings.autoClose]);

  // The focused control was removed with its line.
  const rescueFocus = () => {
    const { activeElement, body } = document;
    if (activeElement === null || activeElement === body) heading.current?.focus();
  };
  const close = () => dialog.current?.close();
  // The browser returns focus to the opener, unless a fragment has replaced it: then focus is still inside the dialog
  // or on the body.
  const closed = () => {
    setCartState({ isSideCartOpen: false, sideNotice: null, hasAdded: false });
    // Closing the drawer resets it.
    void sendPendingQuantities();
    const { activeElement, body } = document;
    if (activeElement === null || activeElement === body || dialog.current?.contains(activeElement)) {
      document.querySelector<HTMLElement>("[data-opens=side-cart]")?.focus();
    }
  };

  return (
    <>
      {shows(settings.showBasket, count) && (
        <a className={styles.basket} href={cartUrl} data-opens="side-cart" aria-label={cartText.basket()}>
          <Icon name="bag" size="l" />
          {count > 0 && <span className={controls.dot}>{count}</span>}
        </a>
      )}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: a click outside the drawer closes it; a dialog closes by Escape itself */}
      <dialog
        ref={dialog}
        className={styles.drawer}
        aria-labelledby={titleId}
        onClose={closed}
        onClick={(event) => event.target === event.currentTarget && close()}
      >
        <div className={styles.in}>
          <div className={styles.head}>
            <Icon name="bag" />
            <h2 ref={heading} id={titleId} tabIndex={-1}>
              {cartText.yours()}{" "}
              {count > 0 && <span className={styles.count}>({cartText.productCount({ count })})</span>}
            </h2>
            <button type="button" className={controls.iconBtn} aria-label={cartText.close()} onClick={close}>
              <Icon name="x" />
            </button>
          </div>
          <div className="sr" aria-live="polite" data-announce="" />
          <div className={styles.note} aria-live="polite">
            {problem && (
              <Notice kind="error" quiet>
                {problem}
              </Notice>
            )}
            {sideNotice && (
              <Notice kind={sideNotice.kind} quiet>
                {sideNotice.text}
              </Notice>
            )}
            {shown && !shown.line && <CartNotice {...shown} quiet />}
          </div>
          {/* Not in the live region: an add is announced by itself. */}
          {hasAdded && lines.length > 0 && (
            <div className={styles.note}>
              <Notice kind="ok" quiet>
                {cartText.addedAnnounce()}
              </Notice>
            </div>
          )}
          <div className={styles.body}>
            <FreeShipping totals={totals} action={cartUrl} />
            {lines.length > 0 ? (
              <ul
                className={settings.layout === "cards" ? styles.cards : undefined}
                data-flip={settings.cardFlip || undefined}
              >
                {lines.map((line) => (
                  <CartLine
                    key={line.key}
                    line={line}
                    place="side"
                    refused={refusedQuantity(shown, line.key)}
                    onRemoved={rescueFocus}
                  />
                ))}
              </ul>
            ) : fresh ? (
              <EmptyState title={cartText.empty()} hint={cartText.emptyHint()}>
                <a className={`${controls.btn} ${controls.btnPrimary}`} href={shopUrl}>
                  {cartText.browse()}
                </a>
              </EmptyState>
            ) : problem ? (
              <a className={controls.btn} href={cartUrl}>
                {cartText.view()}
              </a>
            ) : (
              <SideCartSkeleton />
            )}
          </div>
          {lines.length > 0 && (
            <div className={styles.foot}>
              <details ref={panel} className={styles.more}>
                <summary className={controls.link}>{cartText.more()}</summary>
                <CouponForm action={cartUrl} refused={refused} />
                <ShippingMethods shipping={totals.shipping} action={cartUrl} />
                <ShippingCalculator totals={totals} action={cartUrl} />
              </details>
              <CartTotals totals={totals} />
              <a
                className={`${controls.btn} ${controls.btnPrimary} ${controls.btnLg} ${controls.btnBlock}`}
                href={checkoutUrl}
              >
                {cartText.checkout()}
              </a>
              <div className={styles.ways}>
                <a className={controls.link} href={cartUrl}>
                  {cartText.view()}
                </a>
                <button type="button" className={controls.link} onClick={close}>
                  {cartText.continue()}
                </button>
              </div>
            </div>
          )}
        </div>
      </dialog>
    </>
  );
}
