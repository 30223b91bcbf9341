const NAME = "matjar-cart";
/** Another tab that changes things quickly is asked about once. */
const PATIENCE = 300;

/** The cart that this tab has drawn. */
let drawn: string | undefined;

/** Says to the other tabs of the shop which cart there is now. Where nothing may be stored, each tab is alone. */
export function tellTabs(hash: string | undefined): void {
  if (hash === undefined || hash === drawn) return;
  drawn = hash;
  try {
    localStorage.setItem(NAME, hash);
  } catch {}
}

/** Asks for the cart again when another tab has drawn another one; a tab that is not seen waits until it is. */
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
    isStale = newValue !== drawn;
    clearTimeout(timer);
    timer = setTimeout(look, PATIENCE);
  });
  document.addEventListener("visibilitychange", look);
}
