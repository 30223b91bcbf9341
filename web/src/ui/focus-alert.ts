import { bringIntoView } from "./scroll-above";

/** Moves the focus to an alert and the alert into view. Focus that the shopper has moved meanwhile stays. */
export function focusAlert(alert: HTMLElement): void {
  const { activeElement: active, body } = document;
  if (active && active !== body && active !== alert) return;
  alert.tabIndex = -1;
  alert.focus({ preventScroll: true });
  bringIntoView(alert);
}
