/** The header stays while the page is scrolled by less than this. */
const TOP = 96;
/** A smaller movement is no direction. */
const STEP = 8;

/** Moves the header out on the way down and back on the way up. `Header.module.css` keeps it while it is used. */
export function hideHeaderOnScroll(): void {
  const { dataset } = document.documentElement;
  let isAway = false;
  // The furthest position against the direction that would change the header. The position now is not read: the browser
  // would have to lay out the whole page for it.
  let turn = 0;
  const follow = () => {
    // Some browsers scroll beyond the ends for a moment.
    const y = Math.min(Math.max(scrollY, 0), document.documentElement.scrollHeight - innerHeight);
    turn = isAway ? Math.max(turn, y) : Math.min(turn, y);
    const wantsAway = isAway ? y > TOP && turn - y < STEP : y > TOP && y - turn >= STEP;
    if (wantsAway === isAway) return;
    isAway = wantsAway;
    turn = y;
    if (isAway) dataset.header = "away";
    else delete dataset.header;
  };
  addEventListener("scroll", follow, { passive: true });
}
