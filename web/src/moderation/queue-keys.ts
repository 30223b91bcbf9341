const ITEM = "[data-queue-item]";

/** J and K move between the items, X selects one, P publishes it. By position, whatever the keyboard's language. */
export function handleQueueKey(event: KeyboardEvent): void {
  const isTyping = (event.target as Element).closest("input:not([type=checkbox]), textarea, select");
  if (isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
  const items = [...document.querySelectorAll<HTMLElement>(ITEM)];
  const current = items.findIndex((item) => item.contains(document.activeElement));
  const item = items[current];
  switch (event.code) {
    case "KeyJ":
      items[Math.min(current + 1, items.length - 1)]?.focus();
      break;
    case "KeyK":
      items[Math.max(current - 1, 0)]?.focus();
      break;
    case "KeyX":
      item?.querySelector<HTMLInputElement>("input[type=checkbox]")?.click();
      break;
    case "KeyP":
      item?.querySelector<HTMLButtonElement>("button[value=publish]")?.click();
      break;
    default:
      return;
  }
  event.preventDefault();
}

export function selectAll(isSelected: boolean): void {
  for (const box of document.querySelectorAll<HTMLInputElement>(`${ITEM} input[type=checkbox]`)) {
    box.checked = isSelected;
  }
}
