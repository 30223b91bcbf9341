import type { EmblaCarouselType, EmblaPluginType } from "embla-carousel";

export const prefersStill = (): boolean => matchMedia("(prefers-reduced-motion: reduce)").matches;

/**
 * An Embla plugin: a move comes to rest after so many milliseconds, without swinging over. Embla's own option `duration` is no
 * time: with its fixed friction no move ends in less than 400 ms. So friction and duration are set to the critical damping
 * of `v = f (v + x / d)` for frames of 1/60 s, by the engine that Embla opens to plugins.
 */
export function pace(milliseconds: number): EmblaPluginType {
  const left = Math.exp(-110 / Math.max(20, milliseconds));
  // Heard while a move is being set up.
  const onSelect = (embla: EmblaCarouselType) => {
    // A jump takes no time.
    if (prefersStill()) return;
    const { scrollBody } = embla.internalEngine();
    // biome-ignore lint/correctness/useHookAtTopLevel: Embla's own name, no hook.
    scrollBody.useFriction(left ** 2).useDuration((left / (1 - left)) ** 2);
  };
  let carousel: EmblaCarouselType | undefined;
  return {
    name: "pace",
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

/** An Embla plugin: the strip that was scrolled by finger is the carousel's from now on, at the same picture. */
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
