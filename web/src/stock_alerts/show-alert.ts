/** Leads to the form of an alert: its field, or its button for a customer. */
export function showStockAlert(place: ParentNode | null): void {
  const form = place?.querySelector("#stock-alert");
  form?.scrollIntoView({ block: "center" });
  const control = form?.querySelector<HTMLElement>("input:not([type=hidden]), button, a");
  control?.focus({ preventScroll: true });
}
