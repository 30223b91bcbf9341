import { useSyncExternalStore } from "react";

/** Below the site's mobile breakpoint; the style sheets have the same width. */
const NARROW = "(max-width: 766.98px)";

function subscribe(changed: () => void): () => void {
  const query = matchMedia(NARROW);
  query.addEventListener("change", changed);
  return () => query.removeEventListener("change", changed);
}

/** Whether the window is narrow; false on the server and while hydrating. */
export const useNarrow = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => matchMedia(NARROW).matches,
    () => false,
  );
