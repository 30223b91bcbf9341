/** Milliseconds until screen readers have read the page's title. */
const FOCUS_AFTER = 500;

/**
 * Focuses an alert that is in the page from the start: not every screen reader reads such an alert by itself.
 */
export function start(): void {
  const alert = document.querySelector<HTMLElement>("main [role=alert]:not(:empty)");
  if (!alert?.checkVisibility()) return;
  const loaded = import("./focus-alert");
  setTimeout(() => loaded.then(({ focusAlert }) => focusAlert(alert)), FOCUS_AFTER);
}
