import type { CartSettings, SideCartView } from "../generated/cart";
import { hydrate, readProps } from "../runtime/islands";

const island = () => document.querySelector<HTMLElement>("[data-island][data-region=side-cart]");

/** The owner's settings, which travel with the side cart. */
export function cartSettings(): Partial<CartSettings> {
  const place = island();
  return place ? ((readProps(place) as Partial<SideCartView>).settings ?? {}) : {};
}

/** How long a notice is shown, in milliseconds. */
export const noticeTime = (): number => cartSettings().notificationTime ?? 5000;

/** What opens after an add. On the cart's own pages it would only hide what they show. */
function opens(): HTMLElement | null {
  const { page } = document.body.dataset;
  return cartSettings().autoOpen && page !== "cart" && page !== "checkout" ? island() : null;
}

export function openAfterAdd(): void {
  const place = opens();
  if (!place) return;
  hydrate(place).then(
    () => place.dispatchEvent(new Event("island:open")),
    () => {},
  );
}

/** While the shop works, what will show it is fetched. */
export function prepareToOpen(): void {
  const place = opens();
  if (place) void hydrate(place).catch(() => {});
}
