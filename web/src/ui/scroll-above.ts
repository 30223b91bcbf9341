type How = {
  /** Pixels left free above the element. */
  above?: number;
  /** Milliseconds. */
  lasts?: number;
};

const eased = (part: number) => 0.5 - Math.cos(part * Math.PI) / 2;

/**
 * Scrolls smoothly to slightly above an element: the page, or the dialog that the element is in. Scrolling by the
 * shopper cancels it.
 */
export function scrollAbove(element: Element, { above = 100, lasts = 1000 }: How = {}): void {
  const dialog = element.closest("dialog");
  const from = dialog ? dialog.scrollTop : window.scrollY;
  const offset = dialog ? dialog.getBoundingClientRect().top : 0;
  const to = Math.max(0, element.getBoundingClientRect().top - offset + from - above);
  // Scrolls in its own steps: the page's smooth scrolling would animate each of them.
  const go = (top: number) => (dialog ?? window).scrollTo({ top, behavior: "instant" });
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) {
    go(to);
    return;
  }
  const stop = new AbortController();
  for (const name of ["wheel", "touchstart", "keydown"])
    addEventListener(name, () => stop.abort(), { passive: true, once: true, signal: stop.signal });
  let begun: number | undefined;
  const step = (now: number) => {
    if (stop.signal.aborted) return;
    begun ??= now;
    const part = Math.min(1, (now - begun) / lasts);
    go(from + (to - from) * eased(part));
    if (part < 1) requestAnimationFrame(step);
    else stop.abort();
  };
  requestAnimationFrame(step);
}

/** The same for a notice, unless it is in view. */
export function bringIntoView(notice: Element): void {
  const { top, bottom } = notice.getBoundingClientRect();
  if (top < 0 || bottom > window.innerHeight) scrollAbove(notice);
}
