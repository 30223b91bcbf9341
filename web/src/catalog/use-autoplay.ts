import type { EmblaCarouselType } from "embla-carousel";
import { type RefObject, useEffect } from "react";
import { prefersReducedMotion } from "./gallery-motion";

/**
 * Advances the slider periodically while neither pointer nor focus is in it, and stops for good once the shopper has used it.
 * Null: never.
 */
export function useAutoplay(
  gallery: RefObject<HTMLElement | null>,
  carousel: EmblaCarouselType | undefined,
  every: number | null,
): void {
  useEffect(() => {
    const box = gallery.current;
    if (!box || !carousel || every === null) return;
    const timer = setInterval(() => {
      const isWatched =
        box.ownerDocument.hidden || box.matches(":hover, :focus-within") || prefersReducedMotion();
      if (!isWatched) carousel.scrollNext();
    }, every);
    const stop = () => clearInterval(timer);
    const taken = ["pointerdown", "keydown"];
    for (const name of taken) box.addEventListener(name, stop);
    return () => {
      stop();
      for (const name of taken) box.removeEventListener(name, stop);
    };
  }, [gallery, carousel, every]);
}
