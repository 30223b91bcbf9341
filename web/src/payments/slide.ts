/** As long as the style's transition. */
export const SLIDE = 200;

const endings = new WeakMap<HTMLElement, ReturnType<typeof setTimeout>>();

/** Opens or shuts a box. While it moves, what it holds is cut off at its edges. */
export function slide(box: HTMLElement, isShut: boolean): void {
  if (box.classList.contains("is-shut") === isShut) return;
  box.classList.toggle("is-shut", isShut);
  clearTimeout(endings.get(box));
  const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
  box.classList.toggle("is-sliding", !isStill);
  if (isStill) return;
  endings.set(
    box,
    setTimeout(() => box.classList.remove("is-sliding"), SLIDE),
  );
}
