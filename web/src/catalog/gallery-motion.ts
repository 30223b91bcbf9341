import type { EmblaCarouselType, EmblaPluginType } from "embla-carousel";

export const prefersReducedMotion = (): boolean => matchMedia("(prefers-reduced-motion: reduce)").matches;

/**
 * An Embla plugin: a move ends after the given number of milliseconds, without overshooting. Embla's option
 * `duration` is not a time: with its fixed friction no move ends in less than 400 ms. So friction and duration are
 * set to the critical damping of `v = f (v + x / d)` for frames of 1/60 s, through the engine that Embla exposes to
 * plugins.
 */
export function moveDuration(milliseconds: number): EmblaPluginType {
  const left = Math.exp(-110 / Math.max(20, milliseconds));
  // Emitted while a move is being set up.
  const onSelect = (embla: EmblaCarouselType) => {
    // A jump is instant.
    if (prefersReducedMotion()) return;
    const { scrollBody } = embla.internalEngine();
    // biome-ignore lint/correctness/useHookAtTopLevel: Embla's own name, no hook.
    scrollBody.useFriction(left ** 2).useDuration((left / (1 - left)) ** 2);
  };
  let carousel: EmblaCarouselType | undefined;
  return {
    name: "moveDuration",
    options: {},
    init: (embla) => {
      carousel = embla;
      embla.on("select", onSelect);
    },
    destroy: () => {
      carousel?.off("select", onSelect);
    },
  };
}

/** An Embla plugin: the carousel takes over the strip at the picture it was scrolled to. */
export function takeOver(): EmblaPluginType {
  return {
    name: "takeOver",
    options: {},
    init: (embla) => {
      embla.rootNode().scrollLeft = 0;
    },
    destroy: () => {},
  };
}
