import type { GallerySettings } from "../generated/catalog";

/** Enlarges the picture under the pointer, around the pointer. A level is how much is added to its size. */
export function startZoom(view: HTMLElement, settings: GallerySettings): void {
  const scale = String(1 + Math.max(1, settings.zoom_level));
  const click = settings.zoom_action === "click";
  const allowed = (event: PointerEvent) => event.pointerType === "mouse" || settings.mobile_zoom;

  const follow = (event: PointerEvent) => {
    const img = (event.target as Element).closest("img");
    if (!img || !allowed(event)) return;
    const box = (img.closest("li") ?? img).getBoundingClientRect();
    const x = ((event.clientX - box.left) / box.width) * 100;
    const y = ((event.clientY - box.top) / box.height) * 100;
    img.style.transformOrigin = `${x}% ${y}%`;
    if (click && event.type !== "pointerdown" && !img.style.scale) return;
    // A larger file, where there is one.
    for (const source of img.closest("picture")?.children ?? []) source.setAttribute("sizes", "200vw");
    img.style.scale = click && event.type === "pointerdown" && img.style.scale ? "" : scale;
  };
  const leave = () => {
    for (const img of view.querySelectorAll("img")) img.style.scale = "";
  };
  view.addEventListener("pointermove", follow);
  if (click) view.addEventListener("pointerdown", follow);
  view.addEventListener("pointerleave", leave);
}
