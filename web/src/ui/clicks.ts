import type { MouseEvent } from "react";

/** Whether a click follows the link in this tab: with a modifier it opens another one, without script. */
export const isPlainClick = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;

/** Handles a click on a link in place of the browser. */
export const instead =
  <T extends HTMLElement>(action: () => void) =>
  (event: MouseEvent<T>) => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    action();
  };
