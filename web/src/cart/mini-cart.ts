/** What opens by hovering must close by Escape, until the pointer or the focus comes anew. */
export function startMiniCart(): void {
  const box = document.querySelector<HTMLElement>(".header__cart");
  if (!box) return;
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") box.toggleAttribute("data-dismissed", true);
  });
  for (const again of ["pointerenter", "focusin"]) {
    box.addEventListener(again, () => box.removeAttribute("data-dismissed"));
  }
}
