/** Shows the buy bar while the product's own add button is above the screen. */
export function start(): void {
  const bar = document.querySelector<HTMLElement>("[data-buybar]");
  const row = document.querySelector(".buy__row");
  if (!bar || !row) return;
  // The watched window reaches far down, so that "not in it" means above, even after a jump past it.
  const watcher = new IntersectionObserver(
    ([entry]) => {
      bar.hidden = entry?.isIntersecting ?? true;
    },
    { rootMargin: "0px 0px 100000px" },
  );
  watcher.observe(row);
}
