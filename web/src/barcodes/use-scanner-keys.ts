import { type RefObject, useEffect } from "react";

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.closest("input, textarea, select, [contenteditable]") !== null;

/**
 * A scanner types wherever the focus is. What it types outside of a field goes into the code's field: otherwise its
 * Enter would press the button that was used last.
 */
export function useScannerKeys(field: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const redirect = (event: KeyboardEvent) => {
      const isCharacter = event.key.length === 1 && event.key !== " ";
      if (!isCharacter || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      field.current?.focus();
      // The new code replaces the last one.
      field.current?.select();
    };
    document.addEventListener("keydown", redirect);
    return () => document.removeEventListener("keydown", redirect);
  }, [field]);
}
