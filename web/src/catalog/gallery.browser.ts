/** The slider comes when it is first reached for: until then the strip scrolls by itself. */
const load = () => import("./gallery-slider");

const galleryAround = (target: EventTarget | null) =>
  (target as Element | null)?.closest?.<HTMLElement>("[data-gallery]") ?? null;

/** Words stand where a picture could not be had. */
function replaceFailed(img: HTMLImageElement, text: string): void {
  const words = document.createElement("p");
  words.className = "gallery__failed";
  words.textContent = text;
  (img.closest("picture") ?? img).replaceWith(words);
}

/** For a gallery that has just come into the page. */
export function prepare(): void {
  const gallery = document.querySelector<HTMLElement>("[data-gallery]");
  if (!gallery) return;
  for (const img of gallery.querySelectorAll<HTMLImageElement>("[data-large_image]")) {
    // Failed before anybody listened.
    if (img.complete && img.naturalWidth === 0 && img.loading !== "lazy")
      replaceFailed(img, gallery.dataset.failed ?? "");
  }
  if (gallery.dataset.gallery?.includes('"slider_autoplay":true')) {
    void load().then(({ slide }) => slide(gallery));
  }
}

export function start(): void {
  // A finger scrolls the strip itself; the slider waits until it has left.
  for (const reach of ["pointerover", "focusin", "touchend"]) {
    document.addEventListener(reach, (event) => {
      const gallery = galleryAround(event.target);
      if (!gallery || "live" in gallery.dataset || (event as PointerEvent).pointerType === "touch") return;
      void load().then(({ slide }) => slide(gallery));
    });
  }
  document.addEventListener("click", (event) => {
    const control = (event.target as Element).closest<HTMLElement>("[data-gallery] [data-to]");
    const gallery = galleryAround(control);
    if (!control || !gallery || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    void load().then(({ press }) => press(gallery, control));
  });
  // An image's failure does not bubble.
  document.addEventListener(
    "error",
    ({ target }) => {
      const gallery = galleryAround(target);
      if (gallery && target instanceof HTMLImageElement && target.dataset.large_image !== undefined)
        replaceFailed(target, gallery.dataset.failed ?? "");
    },
    true,
  );
  prepare();
}
