const NAME = "matjar-cart";
/** Several quick changes in another tab cause one refresh. */
const DELAY = 300;

let shownHash: string | undefined;

/** The hash of the cart that this tab shows; undefined until the cart was loaded. */
export const shownCartHash = () => shownHash;

/** Publishes the hash of the current cart to the other tabs. Without storage the tabs are independent. */
export function notifyTabs(hash: string | undefined): void {
  if (hash === undefined || hash === shownHash) return;
  shownHash = hash;
  try {
    localStorage.setItem(NAME, hash);
  } catch {}
}

/** Refreshes the cart when another tab shows a different one; a hidden tab waits until it is visible. */
export function followTabs(refresh: () => void): void {
  let isStale = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = () => {
    if (!isStale || document.visibilityState !== "visible") return;
    isStale = false;
    refresh();
  };
  addEventListener("storage", ({ key, newValue }) => {
    if (key !== NAME) return;
    isStale = newValue !== shownHash;
    clearTimeout(timer);
    timer = setTimeout(look, DELAY);
  });
  document.addEventListener("visibilitychange", look);
}
