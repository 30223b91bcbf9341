// @vitest-environment happy-dom
import { renderToStaticMarkup } from "react-dom/server";
import { beforeEach, expect, test, vi } from "vitest";
import { renderRegion } from "../renderer/render";
import { gallery, galleryImage, gallerySettings } from "../testing/samples";
import { Gallery } from "./Gallery";
import { start } from "./gallery.browser";
import { openLightbox } from "./lightbox";

const draw = (change: object = {}, settings: object = {}) => {
  document.body.innerHTML = renderToStaticMarkup(
    <Gallery {...gallery} {...change} settings={{ ...gallerySettings, ...settings }} />,
  );
};
const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)];
const boxOf = () => document.querySelector("[data-gallery]") as HTMLElement;

beforeEach(() => draw());

test("the gallery is drawn alone, as a region that replaces itself [PROD-44]", () => {
  const html = renderRegion({ key: "gallery", component: "catalog/Gallery", props: gallery });
  expect(html).toMatch(/^<div data-region="gallery"><section class="gallery"/);
});

test("every picture says where its large one is, how large, and what is on it [PROD-23]", () => {
  const images = all(".gallery__strip img");
  expect(images).toHaveLength(3);
  for (const { dataset, attributes } of images) {
    expect({ ...dataset }).toMatchObject({
      large_image: "/media/dates-1600.webp",
      large_image_width: "1600",
      large_image_height: "2000",
      caption: "علبة تمر مفتوحة",
    });
    expect(attributes.getNamedItem("alt")?.value).toBe("علبة تمر");
  }
});

test("the settings decide what is shown [PROD-21] [PROD-24] [PROD-25]", () => {
  expect(all("button[data-to]").map(({ textContent }) => textContent)).toEqual([
    "الصورة السابقة",
    "الصورة التالية",
  ]);
  expect(all("[data-to=full]")[0]?.textContent).toBe("عرض معرض الصور بملء الشاشة");
  expect(all(".gallery__dots")).toHaveLength(0);
  expect(all("[loading=lazy]")).toHaveLength(0);

  draw({}, { lightbox_icon: false, slider_nav: false, slider_dots: true, slider_dots_viewport: ["mobile"] });
  expect(all("[data-to=full], button[data-to]")).toHaveLength(0);
  expect(all(".gallery__dots.is-mobile a")).toHaveLength(3);

  draw({}, { slider_lazyload: true, thumb_v: true, carousel_mode: true, slider_rtl: false });
  expect(all(".gallery__strip [loading=lazy]")).toHaveLength(2);
  expect(boxOf().className).toBe("gallery gallery--v gallery--carousel");
  expect(all(".thumbs")).toHaveLength(0);
  expect(all(".gallery__view[dir=ltr]")).toHaveLength(1);
});

test("a single picture has no slider [PROD-22]", () => {
  draw({ images: [galleryImage] });
  expect(all(".thumbs, button[data-to], .gallery__n, [tabindex]")).toHaveLength(0);
  expect(all("[data-to=full]")).toHaveLength(1);
});

test("words stand in the place of a picture that fails [PROD-35]", () => {
  // happy-dom fetches no pictures, and calls them complete.
  vi.spyOn(HTMLImageElement.prototype, "complete", "get").mockReturnValue(false);
  start();
  document.querySelector(".gallery__strip li:last-child img")?.dispatchEvent(new Event("error"));
  expect(document.querySelector(".gallery__strip li:last-child")?.textContent).toBe("تعذّر تحميل الصورة.");
  document.querySelector(".thumbs img")?.dispatchEvent(new Event("error"));
  expect(all(".thumbs img")).toHaveLength(3);
});

test("over the whole screen arrows turn the pages, and closing tells the last one [PROD-21] [PROD-36]", () => {
  const closed = vi.fn();
  openLightbox(boxOf(), 2, closed);
  const dialog = document.querySelector("dialog") as HTMLDialogElement;
  const counter = () => dialog.querySelector(".lightbox__n")?.textContent;
  expect(dialog.open).toBe(true);
  expect(counter()).toBe("3 / 3");
  expect(dialog.querySelector("img")?.getAttribute("src")).toBe("/media/dates-1600.webp");
  expect(dialog.querySelector(".lightbox__caption")?.textContent).toBe("علبة تمر مفتوحة");

  const press = (key: string) => dialog.dispatchEvent(new KeyboardEvent("keydown", { key }));
  press("ArrowLeft");
  expect(counter()).toBe("1 / 3");
  press("ArrowRight");
  press("ArrowRight");
  expect(counter()).toBe("2 / 3");

  dialog.querySelector("img")?.dispatchEvent(new Event("error"));
  expect(dialog.querySelector("[role=alert]")?.textContent).toBe(
    "تعذّر تحميل المحتوى المطلوب. حاول مرة أخرى لاحقًا.",
  );
  press("ArrowLeft");
  expect(dialog.querySelector("[role=alert]")).toBeNull();

  dialog.querySelector<HTMLElement>(".lightbox__top button")?.click();
  expect(closed).toHaveBeenCalledExactlyOnceWith(2);
  expect(document.querySelector("dialog")).toBeNull();
});
