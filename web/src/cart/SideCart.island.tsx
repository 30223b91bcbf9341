import { useEffect, useId, useRef, useSyncExternalStore } from "react";
import type { SideCartView } from "../generated/cart";
import { Money } from "../pricing/Money";
import { EmptyState } from "../ui/EmptyState";
import { Icon } from "../ui/Icon";
import { t } from "../ui/messages";
import { Notice } from "../ui/Notice";
import { cartState, emptyCartState, watchCart } from "./cart-state";
import { SideCartLine } from "./SideCartLine";
import { SideCartSkeleton } from "./SideCartSkeleton";
import "../ui/texts";
import "./texts";

/** The drawer that shows the cart over any page. Without script it never opens; the cart page does its work. */
export function SideCart({ count, lines, subtotal, cartUrl, shopUrl }: SideCartView) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const { fresh, problem } = useSyncExternalStore(watchCart, cartState, emptyCartState);

  useEffect(() => {
    const host = dialog.current?.closest("[data-island]");
    const open = () => {
      if (dialog.current?.open !== false) return;
      const page = document.documentElement;
      page.toggleAttribute("data-scrollbar", window.innerWidth > page.clientWidth);
      dialog.current.showModal();
    };
    host?.addEventListener("island:open", open);
    return () => host?.removeEventListener("island:open", open);
  }, []);

  const close = () => dialog.current?.close();
  // The browser returns focus to the opener, unless a fragment has replaced it meanwhile: then it is still in here,
  // or nowhere.
  const closed = () => {
    const { activeElement, body } = document;
    if (activeElement === null || activeElement === body || dialog.current?.contains(activeElement)) {
      document.querySelector<HTMLElement>("[data-opens=side-cart]")?.focus();
    }
  };

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click beside the drawer closes it; a dialog closes by Escape itself
    <dialog
      ref={dialog}
      className="drawer"
      aria-labelledby={titleId}
      onClose={closed}
      onClick={(event) => event.target === event.currentTarget && close()}
    >
      <div className="drawer__in">
        <div className="drawer__head">
          <Icon name="bag" />
          <h2 id={titleId} tabIndex={-1} data-focus-fallback="">
            {t("cart.yours")}{" "}
            {count > 0 && <span className="drawer__count">({t("cart.product-count", { count })})</span>}
          </h2>
          <button type="button" className="icon-btn" aria-label={t("cart.close")} onClick={close}>
            <Icon name="x" />
          </button>
        </div>
        <div className="sr" aria-live="polite" data-announce="" />
        <div className="drawer__note" aria-live="polite">
          {problem && (
            <Notice kind="error" quiet>
              {problem}
            </Notice>
          )}
        </div>
        <div className="drawer__body">
          {lines.length > 0 ? (
            <ul>
              {lines.map((line) => (
                <SideCartLine key={line.key} line={line} />
              ))}
            </ul>
          ) : fresh ? (
            <EmptyState title={t("cart.empty")} hint={t("cart.empty-hint")}>
              <a className="btn btn--primary" href={shopUrl}>
                {t("cart.browse")}
              </a>
            </EmptyState>
          ) : problem ? (
            <a className="btn" href={cartUrl}>
              {t("cart.view")}
            </a>
          ) : (
            <SideCartSkeleton />
          )}
        </div>
        {lines.length > 0 && (
          <div className="drawer__foot">
            <dl className="sum">
              <div className="sum__total">
                <dt>{t("cart.subtotal")}</dt>
                <dd>
                  <Money text={subtotal} />
                </dd>
              </div>
            </dl>
            <p className="drawer__hint">{t("cart.shipping-later")}</p>
            <a className="btn btn--primary btn--lg btn--block" href={cartUrl}>
              {t("cart.view")}
            </a>
            <button type="button" className="link" onClick={close}>
              {t("cart.continue")}
            </button>
          </div>
        )}
      </div>
    </dialog>
  );
}
