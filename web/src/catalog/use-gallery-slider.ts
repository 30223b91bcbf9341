import type { EmblaCarouselType } from "embla-carousel";
import useEmblaCarousel from "embla-carousel-react";
import {
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import type { GallerySettings } from "../generated/catalog";
import { moveDuration, prefersReducedMotion, takeOver } from "./gallery-motion";

const REST = 120;

/** Calls back once when the strip has stopped scrolling and is not touched. */
function whenSettled(view: HTMLElement, done: () => void): () => void {
  const listening = new AbortController();
  let isHeld = false;
  const settle = () => {
    // From now on the carousel handles touches.
    listening.abort();
    done();
  };
  let timer = setTimeout(settle, REST);
  const again = () => {
    clearTimeout(timer);
    if (!isHeld) timer = setTimeout(settle, REST);
  };
  const touched = ({ touches }: TouchEvent) => {
    isHeld = touches.length > 0;
    again();
  };
  const options = { passive: true, signal: listening.signal };
  view.addEventListener("scroll", again, options);
  for (const name of ["touchstart", "touchmove", "touchend", "touchcancel"] as const)
    view.addEventListener(name, touched, options);
  return () => {
    clearTimeout(timer);
    listening.abort();
  };
}

/** The number of thumbnails per step. More than are visible would skip some. */
const stepOf = ({ thumb_scroll_by, thumb_to_show }: GallerySettings) =>
  Math.max(1, Math.min(thumb_scroll_by, thumb_to_show));

/** The row of thumbnails follows the current picture, unless all of them fit. */
function useThumbs(settings: GallerySettings, isMoving: boolean, index: number) {
  const box = useRef<HTMLDivElement>(null);
  const options = useMemo(
    () => ({
      direction: "rtl" as const,
      breakpoints: {
        ...(settings.thumb_v && { "(min-width: 1024px)": { axis: "y" as const } }),
        ...(settings.thumb_v_tablet && {
          "(min-width: 767px) and (max-width: 1023.98px)": { axis: "y" as const },
        }),
      },
      containScroll: "keepSnaps" as const,
      // Only complete thumbnails. In single steps the current one is the second, so that the one before it can be
      // clicked; a larger step starts at the row's first: Embla aligns the group and would clip the outer ones.
      align: (view: number, thumb: number) =>
        stepOf(settings) === 1 ? (view - thumb) / Math.max(1, settings.thumb_to_show - 1) : 0,
      slidesToScroll: stepOf(settings),
    }),
    [settings],
  );
  const plugins = useMemo(() => [moveDuration(settings.thumb_animation_speed)], [settings]);
  const [attach, carousel] = useEmblaCarousel(options, plugins);
  useLayoutEffect(() => {
    if (isMoving && box.current) attach(box.current);
  }, [isMoving, attach]);
  useEffect(() => {
    if (!carousel) return;
    // If touch or focus has scrolled the container itself, the carousel's position would be off by that distance.
    carousel.rootNode().scrollTo(0, 0);
    // The thumbnail row moves in steps of one or more pictures.
    carousel.scrollTo(Math.floor(index / stepOf(settings)), prefersReducedMotion());
  }, [carousel, index, settings]);
  return box;
}

type Shown = { index: number; canGoBack: boolean; canGoOn: boolean };

type Slider = Shown & {
  view: RefObject<HTMLDivElement | null>;
  thumbs: RefObject<HTMLDivElement | null>;
  carousel: EmblaCarouselType | undefined;
  /** The carousel moves the strip instead of native scrolling. */
  isLive: boolean;
  areThumbsLive: boolean;
  /** Runs when the carousel is ready, if it is not yet. */
  move: (action: (carousel: EmblaCarouselType, jump: boolean) => void) => void;
  onKeyDown: (event: KeyboardEvent) => void;
};

/** Turns a strip of pictures into a slider. A single picture needs none. */
export function useGallerySlider(settings: GallerySettings, count: number): Slider {
  const view = useRef<HTMLDivElement>(null);
  // The picture that the strip shows when the carousel takes over.
  const [start, setStart] = useState<number | null>(null);
  const [shown, setShown] = useState<Shown>({ index: 0, canGoBack: true, canGoOn: true });
  const pending = useRef<Array<(carousel: EmblaCarouselType) => void>>([]);

  const options = useMemo(
    () => ({
      direction: settings.slider_rtl ? ("rtl" as const) : ("ltr" as const),
      loop: settings.slider_infinity,
      startIndex: start ?? 0,
      align: "start" as const,
    }),
    [settings, start],
  );
  const plugins = useMemo(() => [takeOver(), moveDuration(settings.slider_animation_speed)], [settings]);
  const [attach, carousel] = useEmblaCarousel(options, plugins);

  useEffect(() => {
    const strip = view.current;
    if (count < 2 || !strip) return;
    return whenSettled(strip, () => {
      const width = strip.querySelector("li")?.offsetWidth ?? 0;
      setStart(Math.round(Math.abs(strip.scrollLeft) / Math.max(1, width)));
    });
  }, [count]);
  // In one commit with the slider's styles, so that there is no state in between.
  useLayoutEffect(() => {
    if (start !== null && view.current) attach(view.current);
  }, [start, attach]);
  useEffect(() => {
    if (!carousel) return;
    const update = () =>
      setShown({
        index: carousel.selectedScrollSnap(),
        canGoBack: carousel.canScrollPrev(),
        canGoOn: carousel.canScrollNext(),
      });
    update();
    carousel.on("select", update).on("reInit", update);
    for (const action of pending.current.splice(0)) action(carousel);
    return () => {
      carousel.off("select", update).off("reInit", update);
    };
  }, [carousel]);

  const isLive = start !== null;
  const areThumbsLive = isLive && !settings.carousel_mode && count > settings.thumb_to_show;
  const thumbs = useThumbs(settings, areThumbsLive, shown.index);

  const move: Slider["move"] = (action) => {
    if (carousel) action(carousel, prefersReducedMotion());
    else if (count > 1) pending.current.push((ready) => action(ready, prefersReducedMotion()));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const [on, back] = settings.slider_rtl ? ["ArrowLeft", "ArrowRight"] : ["ArrowRight", "ArrowLeft"];
    if (event.key === on) move((to, jump) => to.scrollNext(jump));
    else if (event.key === back) move((to, jump) => to.scrollPrev(jump));
    else if (event.key === "Home") move((to, jump) => to.scrollTo(0, jump));
    else if (event.key === "End") move((to, jump) => to.scrollTo(to.scrollSnapList().length - 1, jump));
    else return;
    event.preventDefault();
  };
  return { ...shown, view, thumbs, carousel, isLive, areThumbsLive, move, onKeyDown };
}
