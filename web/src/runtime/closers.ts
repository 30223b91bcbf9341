/** An open `<details data-closes>` closes by Escape and by a click elsewhere, as menus do. */
export function startClosers(): void {
  const open = () => document.querySelectorAll<HTMLDetailsElement>("details[data-closes][open]");
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
