/**
 * Arrows of a carousel: each scrolls by the visible width. In right-to-left layout forward is left, where scroll
 * positions are negative.
 */
export function start(): void {
  for (const carousel of document.querySelectorAll("[data-carousel]")) {
    const list = carousel.querySelector("[data-carousel-list]");
    const back = carousel.querySelector<HTMLButtonElement>("[data-carousel-to=back]");
    const on = carousel.querySelector<HTMLButtonElement>("[data-carousel-to=on]");
    if (!list || !back || !on) continue;
    const direction = document.dir === "rtl" ? -1 : 1;
    const move = (way: 1 | -1) =>
      list.scrollBy({ left: way * direction * list.clientWidth, behavior: "smooth" });
    const update = () => {
      const done = Math.abs(list.scrollLeft);
      back.disabled = done < 2;
      on.disabled = done > list.scrollWidth - list.clientWidth - 2;
    };
    back.addEventListener("click", () => move(-1));
    on.addEventListener("click", () => move(1));
    list.addEventListener("scroll", update, { passive: true });
    new ResizeObserver(update).observe(list);
  }
}
