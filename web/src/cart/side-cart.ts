import type { CartSettings, SideCartView } from "../generated/cart";
import { hydrate, readProps } from "../runtime/islands";

const island = () => document.querySelector<HTMLElement>("[data-island][data-region=side-cart]");

/** The shop owner's settings, which are props of the side cart. */
export function cartSettings(): Partial<CartSettings> {
  const place = island();
  return place ? ((readProps(place) as Partial<SideCartView>).settings ?? {}) : {};
}

/** How long a notice is shown, in milliseconds. */
export const noticeTime = (): number => cartSettings().notificationTime ?? 5000;

/** Opens the drawer after an add. Not on the cart page and the checkout, where it would hide the same content. */
function opens(): HTMLElement | null {
  const { page } = document.body.dataset;
  return cartSettings().autoOpen && page !== "cart" && page !== "checkout" ? island() : null;
}

/** Whether the drawer opens on the page that a plain form of a product leads back to. */
export function opensAfterForm(): boolean {
  const { autoOpen = false, redirectAfterAdd = false } = cartSettings();
  return autoOpen && !redirectAfterAdd;
}

export function openAfterAdd(): void {
  const place = opens();
  if (!place) return;
  hydrate(place).then(
    () => place.dispatchEvent(new Event("island:open")),
    () => {},
  );
}

/** Preloads the drawer's script while the request is pending. */
export function prepareToOpen(): void {
  const place = opens();
  if (place) void hydrate(place).catch(() => {});
}
