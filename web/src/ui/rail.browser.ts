/** Arrows of a shelf: each moves by what is in view. In Arabic "on" is to the left, where scrolling is negative. */
export function start(): void {
  for (const shelf of document.querySelectorAll("[data-rail]")) {
    const rail = shelf.querySelector("[data-rail-list]");
    const back = shelf.querySelector<HTMLButtonElement>("[data-rail-to=back]");
    const on = shelf.querySelector<HTMLButtonElement>("[data-rail-to=on]");
    if (!rail || !back || !on) continue;
    const direction = getComputedStyle(rail).direction === "rtl" ? -1 : 1;
    const move = (way: 1 | -1) =>
      rail.scrollBy({ left: way * direction * rail.clientWidth, behavior: "smooth" });
    const update = () => {
      const done = Math.abs(rail.scrollLeft);
      back.disabled = done < 2;
      on.disabled = done > rail.scrollWidth - rail.clientWidth - 2;
    };
    back.addEventListener("click", () => move(-1));
    on.addEventListener("click", () => move(1));
    rail.addEventListener("scroll", update, { passive: true });
    new ResizeObserver(update).observe(rail);
  }
}
