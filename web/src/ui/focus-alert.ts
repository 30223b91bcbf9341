import { bringIntoView } from "./scroll-above";

/** Milliseconds until screen readers have read the page's title. */
const FOCUS_AFTER = 500;

/**
 * Moves the focus to an alert that is in the page from the start, and the alert into view: not every screen reader reads
 * such an alert by itself. Focus that the shopper has moved meanwhile stays.
 */
export function focusAlert(alert: HTMLElement): void {
  setTimeout(() => {
    const { activeElement: active, body } = document;
    if (active && active !== body && active !== alert) return;
    alert.tabIndex = -1;
    alert.focus({ preventScroll: true });
    bringIntoView(alert);
  }, FOCUS_AFTER);
}
