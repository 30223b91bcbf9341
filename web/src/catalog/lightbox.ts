import * as catalogText from "../generated/messages/catalog";

const SVG = "http://www.w3.org/2000/svg";
const SWIPE = 40;

function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  className: string,
  ...children: Array<Node | string>
): HTMLElementTagNameMap[K] {
  const made = document.createElement(name);
  made.className = className;
  made.append(...children);
  return made;
}

/** The page's own sprite: its name is in every icon. */
const sprite = () => document.querySelector("use")?.getAttribute("href")?.split("#")[0] ?? "";

function iconButton(icon: string, label: string, act: () => void, className = ""): HTMLButtonElement {
  const svg = document.createElementNS(SVG, "svg");
  const use = document.createElementNS(SVG, "use");
  svg.setAttribute("class", "i");
  svg.setAttribute("aria-hidden", "true");
  use.setAttribute("href", `${sprite()}#i-${icon}`);
  svg.append(use);
  const button = element("button", `icon-btn ${className}`, svg);
  button.type = "button";
  button.setAttribute("aria-label", label);
  button.addEventListener("click", act);
  return button;
}

/** The gallery over the whole screen. When it closes, the page is told which picture was seen last. */
export function openLightbox(gallery: HTMLElement, from: number, onClose: (index: number) => void): void {
  const images = [...gallery.querySelectorAll<HTMLImageElement>(".gallery__view [data-large_image]")];
  const stage = element("div", "lightbox__stage");
  const count = element("bdi", "lightbox__n");
  const caption = element("p", "lightbox__caption");
  const dialog = element("dialog", "lightbox on-dark");
  let index = Math.min(from, Math.max(0, images.length - 1));

  const fail = () => {
    const words = element("p", "lightbox__failed", catalogText.lightboxFailed());
    words.setAttribute("role", "alert");
    stage.querySelector("img")?.replaceWith(words);
  };
  const show = (next: number) => {
    index = (next + images.length) % images.length;
    const of = images[index];
    stage.querySelector("img, p")?.remove();
    if (!of) {
      const gone = element("img", "");
      stage.prepend(gone);
      fail();
      return;
    }
    const img = element("img", "");
    img.alt = of.alt;
    img.width = Number(of.dataset.large_image_width) || of.width;
    img.height = Number(of.dataset.large_image_height) || of.height;
    img.addEventListener("error", fail);
    img.src = of.dataset.large_image ?? "";
    stage.prepend(img);
    count.textContent = `${index + 1} / ${images.length}`;
    caption.textContent = of.dataset.caption ?? "";
  };

  count.dir = "ltr";
  dialog.setAttribute("aria-label", catalogText.pictures());
  if (images.length > 1) {
    stage.append(
      iconButton(
        "prev",
        catalogText.previousPicture(),
        () => show(index - 1),
        "gallery__arrow gallery__arrow--prev",
      ),
      iconButton(
        "next",
        catalogText.nextPicture(),
        () => show(index + 1),
        "gallery__arrow gallery__arrow--next",
      ),
    );
  }
  dialog.append(
    element(
      "div",
      "lightbox__top",
      count,
      iconButton("x", catalogText.close(), () => dialog.close()),
    ),
    stage,
    caption,
  );
  // Forward is to the left: so goes the arrow, and so a finger pulls the next picture in from there.
  dialog.addEventListener("keydown", ({ key }) => {
    if (key === "ArrowLeft") show(index + 1);
    if (key === "ArrowRight") show(index - 1);
  });
  let down = 0;
  stage.addEventListener("pointerdown", (event) => {
    down = event.clientX;
  });
  stage.addEventListener("pointerup", (event) => {
    const moved = event.clientX - down;
    if (images.length > 1 && Math.abs(moved) > SWIPE) show(index + (moved > 0 ? 1 : -1));
  });
  dialog.addEventListener("click", ({ target }) => {
    if (target === dialog) dialog.close();
  });
  dialog.addEventListener("close", () => {
    dialog.remove();
    onClose(index);
  });
  document.body.append(dialog);
  show(index);
  dialog.showModal();
}
