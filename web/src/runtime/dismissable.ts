/** An open `<details data-dismissable>` closes by Escape and by a click elsewhere, as menus do. */
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
