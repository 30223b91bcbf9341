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
import { refusedCode, useLastNotice } from "./use-last-notice";

/** The basket over the page: by the owner's wish. */
const shows = (setting: string, count: number) =>
  setting === "always_show" || (setting === "hide_empty" && count > 0);

/** What the shop said last, for a while: in the drawer while it is open, otherwise over the page. */
function useNotice(
  notice: CartNoticeView | null,
  time: number,
  dialog: RefObject<HTMLDialogElement | null>,
): CartNoticeView | null {
  const [told, setTold] = useState<CartNoticeView | null>(null);
  useEffect(() => {
    // What is wrong with a code is told at its field, for as long as it is wrong.
    if (!notice || notice.coupon !== null) return;
    if (!dialog.current?.open) {
      // The cart page and the checkout say it in their own place.
      const { page } = document.body.dataset;
      if (page !== "cart" && page !== "checkout") notify(notice.text, time);
      return;
    }
    setTold(notice);
  }, [notice, time, dialog]);
  // By itself: a refresh that has nothing to say must not stop the clock.
  useEffect(() => {
    if (!told) return;
    const timer = setTimeout(() => setTold(null), time);
    return () => clearTimeout(timer);
  }, [told, time]);
  return told;
}

/** The drawer that shows the cart over any page. Without script it never opens; the cart page does its work. */
export function SideCart({ count, lines, totals, notice, settings, cartUrl, shopUrl }: SideCartView) {
  const dialog = useRef<HTMLDialogElement>(null);
  const panel = useRef<HTMLDetailsElement>(null);
  const titleId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const { fresh, problem, sideNotice } = useCart();
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
      // An island that throws is gone with its drawer.
      setCartState({ isSideCartOpen: false });
    };
  }, []);

  const told = useNotice(notice, settings.notificationTime, dialog);
  useEffect(() => {
    // Applied: the panel has done its work.
    if (notice?.kind === "ok" && settings.autoClose && panel.current) panel.current.open = false;
  }, [notice, settings.autoClose]);

  // With its line the control that had the focus is gone.
  const rescueFocus = () => {
    const { activeElement, body } = document;
    if (activeElement === null || activeElement === body) heading.current?.focus();
  };
  const close = () => dialog.current?.close();
  // The browser returns focus to the opener, unless a fragment has replaced it meanwhile: then it is still in here,
  // or nowhere.
  const closed = () => {
    setCartState({ isSideCartOpen: false, sideNotice: null });
    // Whoever closes it has finished with it.
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
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: a click beside the drawer closes it; a dialog closes by Escape itself */}
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
            {told && <CartNotice {...told} quiet />}
          </div>
          <div className={styles.body}>
            {lines.length > 0 ? (
              <ul
                className={settings.layout === "cards" ? styles.cards : undefined}
                data-flip={settings.cardFlip || undefined}
              >
                {lines.map((line) => (
                  <CartLine key={line.key} line={line} place="side" onRemoved={rescueFocus} />
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
              <FreeShipping totals={totals} />
              <CartTotals totals={totals} />
              <a
                className={`${controls.btn} ${controls.btnPrimary} ${controls.btnLg} ${controls.btnBlock}`}
                href={cartUrl}
              >
                {cartText.view()}
              </a>
              <button type="button" className={controls.link} onClick={close}>
                {cartText.continue()}
              </button>
            </div>
          )}
        </div>
      </dialog>
    </>
  );
}
