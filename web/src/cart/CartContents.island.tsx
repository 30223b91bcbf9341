import { type FormEvent, useEffect, useRef } from "react";
import type { CartContentsView } from "../generated/cart";
import * as cartText from "../generated/messages/cart";
import { Money } from "../pricing/Money";
import controls from "../ui/controls.module.css";
import { EmptyState } from "../ui/EmptyState";
import { bringIntoView } from "../ui/scroll-above";
import styles from "./CartContents.module.css";
import { CartLine } from "./CartLine";
import { CartNotice } from "./CartNotice";
import { CartTotals } from "./CartTotals";
import { CouponForm } from "./CouponForm";
import { CART_FORM, LATER_FORM } from "./cart-form";
import { FreeShipping } from "./FreeShipping";
import { sendPendingQuantities } from "./quantities";
import { ShippingCalculator } from "./ShippingCalculator";
import { ShippingMethods } from "./ShippingMethods";
import sideCartStyles from "./side-cart.module.css";
import { refusedCode, refusedQuantity, useLastNotice } from "./use-last-notice";

/** Lines, totals and notices of the cart page. */
export function CartContents(cart: CartContentsView) {
  const { lines, count, totals, cartUrl, checkoutUrl, shopUrl } = cart;
  const notice = useLastNotice(cart.notice);
  const page = useRef<HTMLDivElement>(null);
  const noticePlace = useRef<HTMLDivElement>(null);
  const first = useRef(notice);

  useEffect(() => {
    // The notices that the page was rendered with are at its top.
    if (notice?.kind === "error" && notice !== first.current && noticePlace.current)
      bringIntoView(noticePlace.current);
  }, [notice]);

  // The focused control was removed with its line.
  const rescueFocus = () => {
    const { activeElement, body } = document;
    if (activeElement === null || activeElement === body)
      page.current?.querySelector<HTMLElement>("h1")?.focus();
  };
  const send = (event: FormEvent) => {
    event.preventDefault();
    void sendPendingQuantities();
  };

  const isEmpty = lines.length === 0;
  return (
    <div ref={page} className={styles.cartPage}>
      {notice && notice.coupon === null && !notice.line && (
        <div ref={noticePlace} className={styles.cartNotice}>
          <CartNotice {...notice} />
        </div>
      )}
      {isEmpty ? (
        <EmptyState level={1} title={cartText.empty()} hint={cartText.emptyHint()}>
          <a className={`${controls.btn} ${controls.btnPrimary}`} href={shopUrl}>
            {cartText.browse()}
          </a>
        </EmptyState>
      ) : (
        <>
          <div className="page-head">
            <h1 tabIndex={-1}>{cartText.title()}</h1>
            <p>{cartText.productCount({ count })}</p>
          </div>
          <div className={styles.cartCols}>
            <div>
              <form id={CART_FORM} method="post" action={cartUrl} onSubmit={send} />
              <form id={LATER_FORM} method="post" action={cartUrl} />
              <ul>
                {lines.map((line) => (
                  <CartLine
                    key={line.key}
                    line={line}
                    place="page"
                    refused={refusedQuantity(notice, line.key)}
                    onRemoved={rescueFocus}
                  />
                ))}
              </ul>
              <button
                type="submit"
                form={CART_FORM}
                className={`${controls.btn} ${sideCartStyles.onlyPlain}`}
              >
                {cartText.update()}
              </button>
              <CouponForm action={cartUrl} code={notice?.coupon} refused={refusedCode(notice)} />
            </div>
            <section className={styles.aside} aria-label={cartText.summary()}>
              <h2>{cartText.summary()}</h2>
              <FreeShipping totals={totals} action={cartUrl} />
              <ShippingMethods shipping={totals.shipping} action={cartUrl} />
              <ShippingCalculator totals={totals} action={cartUrl} />
              <CartTotals totals={totals} />
              <a
                className={`${controls.btn} ${controls.btnPrimary} ${controls.btnLg} ${controls.btnBlock} ${styles.wideOnly}`}
                href={checkoutUrl}
              >
                {cartText.checkout()}
              </a>
              <a className={`${controls.btn} ${controls.btnBlock}`} href={shopUrl}>
                {cartText.continue()}
              </a>
            </section>
          </div>
          {/* On small screens the way on is always in view, with what it costs. */}
          <div className={styles.payBar}>
            <span>
              <span className={styles.payLabel}>{cartText.total()}</span> <Money text={totals.total} />
            </span>
            <a className={`${controls.btn} ${controls.btnPrimary}`} href={checkoutUrl}>
              {cartText.checkout()}
            </a>
          </div>
        </>
      )}
    </div>
  );
}
