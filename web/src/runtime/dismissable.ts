/** Closes an open `<details data-dismissable>` on Escape and on a click outside. */
export function startDismissable(): void {
  const open = () => document.querySelectorAll<HTMLDetailsElement>("details[data-dismissable][open]");
  document.addEventListener("click", (event) => {
    for (const menu of open()) if (!menu.contains(event.target as Node)) menu.open = false;
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    for (const menu of open()) {
      menu.open = false;
      menu.querySelector("summary")?.focus();
    }
  });
}
