import type { EmblaCarouselType } from "embla-carousel";

/** Goes on by itself while nobody looks closer, and not again once a shopper has taken over. */
export function startAutoplay(gallery: HTMLElement, embla: EmblaCarouselType, every: number): () => void {
  const rests = () =>
    document.hidden ||
    gallery.matches(":hover, :focus-within") ||
    matchMedia("(prefers-reduced-motion: reduce)").matches;
  const timer = setInterval(() => {
    if (!rests()) embla.scrollNext();
  }, every);
  const stop = () => clearInterval(timer);
  for (const taken of ["pointerdown", "keydown"]) gallery.addEventListener(taken, stop, { once: true });
  return stop;
}
