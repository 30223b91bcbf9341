const ITEM = "[data-queue-item]";

/**
 * J and K move between the items, X selects one, A or P publishes it, R replies, D refuses, S marks it as spam, Ctrl Z
 * takes the last decision back. By position, whatever the keyboard's language; silent while something is typed.
 */
export function handleQueueKey(event: KeyboardEvent): void {
  const isTyping = (event.target as Element).closest("input:not([type=checkbox]), textarea, select");
  if (isTyping || event.altKey || event.shiftKey) return;
  if (event.ctrlKey || event.metaKey) {
    const undo = document.querySelector<HTMLButtonElement>("[data-undo] button");
    if (event.code !== "KeyZ" || !undo) return;
    undo.click();
    event.preventDefault();
    return;
  }
  const items = [...document.querySelectorAll<HTMLElement>(ITEM)];
  const current = items.findIndex((item) => item.contains(document.activeElement));
  const item = items[current];
  const press = (act: string) => item?.querySelector<HTMLButtonElement>(`button[value=${act}]`)?.click();
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
    case "KeyA":
    case "KeyP":
      press("publish");
      break;
    case "KeyR":
      item?.querySelector<HTMLElement>("textarea")?.focus();
      break;
    // A refusal has a reason.
    case "KeyD":
      item?.querySelector<HTMLElement>("select")?.focus();
      break;
    case "KeyS":
      press("spam");
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
