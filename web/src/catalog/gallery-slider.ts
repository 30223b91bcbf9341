import EmblaCarousel, { type EmblaCarouselType } from "embla-carousel";
import type { GallerySettings } from "../generated/catalog";
import { startAutoplay } from "./gallery-autoplay";
import { startZoom } from "./gallery-zoom";

/**
 * Embla's slides swing on a spring of its own. This sets one that comes to rest after so many milliseconds without swinging over:
 * the critical damping of `v = f (v + x / d)` for frames of 1/60 s.
 */
function pace(embla: EmblaCarouselType, milliseconds: number): void {
  const left = Math.exp(-110 / Math.max(20, milliseconds));
  const { scrollBody } = embla.internalEngine();
  // biome-ignore lint/correctness/useHookAtTopLevel: Embla's own name, no hook.
  scrollBody.useFriction(left ** 2).useDuration((left / (1 - left)) ** 2);
}

const sliders = new WeakMap<Element, Promise<EmblaCarouselType | null>>();
let endLast: (() => void) | undefined;

const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Waits until a strip that is being scrolled by finger has come to rest. */
function settled(view: HTMLElement): Promise<void> {
  return new Promise((done) => {
    let timer = setTimeout(finish, 120);
    function finish() {
      view.removeEventListener("scroll", again);
      done();
    }
    function again() {
      clearTimeout(timer);
      timer = setTimeout(finish, 120);
    }
    view.addEventListener("scroll", again, { passive: true });
  });
}

const stepOf = ({ thumb_scroll_by }: GallerySettings) => Math.max(1, thumb_scroll_by);

/** Small pictures that all fit stay where they are; otherwise their row follows the picture shown. */
function slideThumbs(gallery: HTMLElement, settings: GallerySettings): EmblaCarouselType | null {
  const box = gallery.querySelector<HTMLElement>(".thumbs");
  if (!box || box.querySelectorAll("li").length <= settings.thumb_to_show) return null;
  const vertical = getComputedStyle(box).overflowX === "hidden";
  box.dataset.live = "";
  return EmblaCarousel(box, {
    axis: vertical ? "y" : "x",
    direction: getComputedStyle(box).direction === "rtl" ? "rtl" : "ltr",
    containScroll: "keepSnaps",
    // Whole ones only; the one shown is the second of them, so that the one before can be pressed.
    align: (view, thumb) => (view - thumb) / Math.max(1, settings.thumb_to_show - 1),
    slidesToScroll: stepOf(settings),
  });
}

/** Shows which picture it is: in the counter, the small pictures and the dots; an arrow without a way rests. */
function mark(gallery: HTMLElement, embla: EmblaCarouselType): void {
  const index = embla.selectedScrollSnap();
  const now = gallery.querySelector("[data-now]");
  if (now) now.textContent = String(index + 1);
  for (const link of gallery.querySelectorAll<HTMLElement>("a[data-to]")) {
    if (link.dataset.to === String(index)) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  }
  const arrow = (to: string) => gallery.querySelector<HTMLButtonElement>(`button[data-to=${to}]`);
  const [prev, next] = [arrow("prev"), arrow("next")];
  if (prev) prev.disabled = !embla.canScrollPrev();
  if (next) next.disabled = !embla.canScrollNext();
}

async function begin(gallery: HTMLElement): Promise<EmblaCarouselType | null> {
  gallery.dataset.live = "";
  const settings: GallerySettings = JSON.parse(gallery.dataset.gallery ?? "{}");
  const view = gallery.querySelector<HTMLElement>(".gallery__view");
  if (!view) return null;
  if (settings.zoom) startZoom(view, settings);
  if (view.querySelectorAll("li").length < 2) return null;
  await settled(view);
  if (!gallery.isConnected) return null;

  const rtl = getComputedStyle(view).direction === "rtl";
  const seen = Math.round(Math.abs(view.scrollLeft) / Math.max(1, view.clientWidth));
  view.dataset.live = "";
  view.scrollLeft = 0;
  const embla = EmblaCarousel(view, {
    direction: rtl ? "rtl" : "ltr",
    loop: settings.slider_infinity,
    startIndex: seen,
    align: "start",
  });
  const thumbs = slideThumbs(gallery, settings);
  const update = () => {
    mark(gallery, embla);
    // Their row knows steps, of one or more, and not pictures.
    thumbs?.scrollTo(Math.floor(embla.selectedScrollSnap() / stepOf(settings)), still());
  };
  embla.on("select", update);
  // Said while a movement is being set up, and not for a jump, which takes no time.
  embla.on("select", () => still() || pace(embla, settings.slider_animation_speed));
  thumbs?.on("select", () => still() || pace(thumbs, settings.thumb_animation_speed));
  update();

  view.addEventListener("keydown", (event) => {
    const forward = rtl ? "ArrowLeft" : "ArrowRight";
    const back = rtl ? "ArrowRight" : "ArrowLeft";
    if (event.key === forward) embla.scrollNext(still());
    else if (event.key === back) embla.scrollPrev(still());
    else if (event.key === "Home") embla.scrollTo(0, still());
    else if (event.key === "End") embla.scrollTo(embla.scrollSnapList().length - 1, still());
    else return;
    event.preventDefault();
  });
  const stop = settings.slider_autoplay ? startAutoplay(gallery, embla, settings.slider_autoplay_time) : null;

  // The gallery before this one has been replaced.
  endLast?.();
  endLast = () => {
    stop?.();
    embla.destroy();
    thumbs?.destroy();
  };
  return embla;
}

/** Turns the strip into a slider, once. A single picture needs none. */
export function slide(gallery: HTMLElement): Promise<EmblaCarouselType | null> {
  const slider = sliders.get(gallery) ?? begin(gallery);
  sliders.set(gallery, slider);
  return slider;
}

/** Carries out what a control of the gallery says. */
export async function press(gallery: HTMLElement, control: HTMLElement): Promise<void> {
  const embla = await slide(gallery);
  const { to } = control.dataset;
  if (to === "full") {
    const { openLightbox } = await import("./lightbox");
    openLightbox(gallery, embla?.selectedScrollSnap() ?? 0, (index) => {
      embla?.scrollTo(index, true);
      control.focus();
    });
  } else if (to === "next") embla?.scrollNext(still());
  else if (to === "prev") embla?.scrollPrev(still());
  else embla?.scrollTo(Number(to), still());
}
