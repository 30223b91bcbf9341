/** Says something to screen readers: in the open dialog if there is one, for the page behind it is silent. */
export function announce(text: string): void {
  const region =
    document.querySelector("dialog[open] [data-announce]") ??
    document.querySelector("body > [data-announce]");
  if (!region) return;
  // The same sentence twice is no change, and a region speaks only of changes.
  region.textContent = "";
  setTimeout(() => {
    region.textContent = text;
  }, 50);
}
