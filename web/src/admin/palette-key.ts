const TYPING = "input, textarea, select, [contenteditable]";

/** Whether a member is typing: shortcuts are silent then. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(TYPING) !== null;

/** Ctrl K by the place of the key, so that it works while the keyboard is Arabic. */
export const isPaletteKey = (event: KeyboardEvent): boolean =>
  event.code === "KeyK" &&
  (event.ctrlKey || event.metaKey) &&
  !event.altKey &&
  !event.shiftKey &&
  !event.isComposing &&
  !isTyping(event.target);

const link = () => document.querySelector<HTMLAnchorElement>("a[data-palette]");

function open(opener: HTMLElement | null): void {
  const found = link();
  if (!found) return;
  const { href } = found;
  import("./Palette").then(
    ({ openPalette }) => openPalette(new URL(href), opener),
    () => location.assign(href),
  );
}

/** The link of the search opens the palette instead; the key does it from anywhere. */
export function startPaletteKey(): void {
  document.addEventListener("keydown", (event) => {
    if (!isPaletteKey(event) || !link()) return;
    event.preventDefault();
    open(document.activeElement as HTMLElement | null);
  });
  document.addEventListener(
    "click",
    (event) => {
      const found = (event.target as Element).closest?.<HTMLElement>("a[data-palette]");
      const isPlain =
        event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
      if (!found || !isPlain) return;
      event.preventDefault();
      open(found);
    },
    // Before the navigation follows the link.
    { capture: true },
  );
}
