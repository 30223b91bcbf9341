// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { renderToString } from "react-dom/server";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { renderRegion } from "../renderer/render";
import { hydrate } from "../testing/hydrate";
import { gallery, galleryImage, gallerySettings } from "../testing/samples";
import { Gallery } from "./Gallery.island";
import { galleryImageOf, picturesInHtml } from "./gallery-images";
import { showVariationPictures } from "./gallery-store";

vi.mock("../ui/lightbox.css?url", () => ({ default: "/assets/lightbox.css" }));

const element = (change: object = {}, settings: object = {}) => (
  <Gallery {...gallery} {...change} settings={{ ...gallerySettings, ...settings }} />
);
const show = (change: object = {}, settings: object = {}) => {
  document.body.innerHTML = renderToString(element(change, settings));
};
const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)];
const box = () => screen.getByRole("region", { name: "معرض الصور" });
/** The strip of large pictures is the first list; after it come the lists of links. */
const strip = () => within(box()).getAllByRole("list")[0] as HTMLElement;
const links = () => within(box()).queryAllByRole("list", { name: "كل الصور" });
const pictures = () => within(strip()).getAllByRole("img");
const sources = () => pictures().map((img) => img.getAttribute("src"));
/** The viewport of the strip. */
const view = () => strip().parentElement as HTMLElement;
const arrow = (name: string) => screen.queryByRole("button", { name });
const trigger = () => screen.getByRole("link", { name: "عرض معرض الصور بملء الشاشة" });
const isLive = () => waitFor(() => expect(view().hasAttribute("data-live")).toBe(true));

beforeEach(() => {
  // happy-dom does not load pictures and reports them as complete.
  vi.spyOn(HTMLImageElement.prototype, "complete", "get").mockReturnValue(false);
});
afterEach(() => act(() => showVariationPictures(null)));

test("the gallery is rendered alone, as HTML for any script, and parsed again [PROD-26] [PROD-44]", () => {
  const html = renderRegion({ key: "gallery", component: "catalog/Gallery", props: gallery });
  expect(html).toMatch(/^<div data-region="gallery"><section [^>]*aria-label="معرض الصور"/);
  const pictures = picturesInHtml(html);
  expect(pictures.map(({ fallbackUrl }) => fallbackUrl)).toEqual(
    gallery.images.map(({ picture }) => picture.fallbackUrl),
  );
  expect(pictures[0]).toEqual({
    ...galleryImage.picture,
    width: galleryImage.large_image_width,
    height: galleryImage.large_image_height,
  });
});

test("the lightbox shows a picture's largest file [PROD-23]", () => {
  const sources = [
    { mime: "image/avif", srcset: "/a-640.avif 640w, /a-1600.avif 1600w" },
    { mime: "image/webp", srcset: "/a-1600.webp 1600w, /a-640.webp 640w" },
  ];
  const picture = { alt: "علبة", width: 1600, height: 2000, sources, fallbackUrl: "/a-640.webp" };
  expect(galleryImageOf(picture)).toEqual({
    large_image: "/a-1600.webp",
    large_image_width: 1600,
    large_image_height: 2000,
    caption: "علبة",
    picture,
  });
  expect(galleryImageOf({ ...picture, sources: [] }).large_image).toBe("/a-640.webp");
});

test("every picture has the URL, the size and the description of its large file [PROD-23]", () => {
  show();
  const images = pictures();
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
  show();
  expect(arrow("الصورة السابقة")).not.toBeNull();
  expect(arrow("الصورة التالية")).not.toBeNull();
  expect(trigger().getAttribute("href")).toBe("/media/dates-1600.webp");
  // Only the thumbnails.
  expect(links()).toHaveLength(1);
  expect(all("[loading=lazy]")).toHaveLength(0);

  show({}, { lightbox_icon: false, slider_nav: false, slider_dots: true, slider_dots_viewport: ["mobile"] });
  expect(all("button, a:not([href^='#picture-'])")).toHaveLength(0);
  const [dots] = links();
  expect(links()).toHaveLength(2);
  expect(within(dots as HTMLElement).getAllByRole("link")).toHaveLength(3);
  expect(within(dots as HTMLElement).queryAllByRole("presentation")).toHaveLength(0);

  show({}, { slider_lazyload: true, thumb_v: true, carousel_mode: true, slider_rtl: false });
  expect(pictures().filter((img) => img.getAttribute("loading") === "lazy")).toHaveLength(2);
  expect(links()).toHaveLength(0);
  expect(view().dir).toBe("ltr");
});

test("each setting has its own styles, and so has each screen that shows dots [PROD-24] [PROD-25]", () => {
  const variants = [
    {},
    { thumb_v: true },
    { thumb_v_tablet: true },
    { thumb_position_mobile: "top" },
    { carousel_mode: true },
  ];
  const looks = variants.map((settings) => {
    show({}, settings);
    return box().className;
  });
  expect(new Set(looks).size).toBe(variants.length);
  const dots = [["mobile"], ["tablet"], ["desktop"], ["mobile", "tablet"]].map((slider_dots_viewport) => {
    show({}, { slider_dots: true, slider_dots_viewport });
    return links()[0]?.parentElement?.className;
  });
  expect(new Set(dots).size).toBe(4);
});

test("a single picture has no slider [PROD-22]", async () => {
  hydrate(element({ images: [galleryImage] }));
  expect(links()).toHaveLength(0);
  expect(all("button, [data-now], [tabindex]")).toHaveLength(0);
  expect(trigger()).toBeDefined();
  await new Promise((done) => setTimeout(done, 200));
  expect(view().hasAttribute("data-live")).toBe(false);
});

test("a finger on the strip delays the slider until it is lifted [PROD-19]", async () => {
  hydrate(element());
  const finger = { identifier: 0, target: view() };
  fireEvent.touchStart(view(), { touches: [finger] });
  fireEvent.scroll(view());
  await new Promise((done) => setTimeout(done, 200));
  expect(view().hasAttribute("data-live")).toBe(false);
  fireEvent.touchEnd(view(), { touches: [] });
  await isLive();
});

test("text replaces a large picture that fails, and not a thumbnail [PROD-35]", () => {
  hydrate(element());
  fireEvent.error(pictures().at(-1) as Element);
  const words = within(strip()).getAllByRole("listitem");
  expect(words.map(({ textContent }) => textContent)).toEqual(["", "", "تعذّر تحميل الصورة."]);
  const thumbs = () => [...(links()[0]?.querySelectorAll("img") ?? [])];
  fireEvent.error(thumbs()[0] as Element);
  expect(thumbs()).toHaveLength(3);
});

test("a picture that failed before hydration is replaced too [PROD-35]", () => {
  vi.spyOn(HTMLImageElement.prototype, "complete", "get").mockReturnValue(true);
  vi.spyOn(HTMLImageElement.prototype, "naturalWidth", "get").mockReturnValue(0);
  hydrate(element());
  expect(screen.getAllByText("تعذّر تحميل الصورة.")).toHaveLength(3);
});

test("a variation's pictures replace the product's, which come back with a working slider [PROD-44] [PROD-46] [CONF-A16]", async () => {
  hydrate(element());
  await isLive();
  const own = sources();
  const maroon = { ...galleryImage.picture, fallbackUrl: "/media/maroon-640.webp" };
  const single = { ...galleryImage.picture, fallbackUrl: "/media/single-640.webp", sources: [] };
  act(() => showVariationPictures([maroon, single]));
  expect(sources()).toEqual(["/media/maroon-640.webp", "/media/single-640.webp"]);
  expect(within(links()[0] as HTMLElement).getAllByRole("link")).toHaveLength(2);
  await isLive();
  act(() => showVariationPictures([single]));
  expect(sources()).toEqual(["/media/single-640.webp"]);
  expect(view().hasAttribute("data-live")).toBe(false);

  act(() => showVariationPictures(null));
  expect(sources()).toEqual(own);
  // The previous slider has left no attributes and no inline styles.
  expect(view().hasAttribute("data-live")).toBe(false);
  expect(all("[style]")).toHaveLength(0);
  await isLive();
});

test.each([
  ["mouseover", "mouse", false, true],
  ["mouseover", "touch", false, false],
  ["mouseover", "touch", true, true],
  ["click", "mouse", false, false],
])(
  "zoom on %s follows a %s (on phones: %s): %s [PROD-20] [PROD-24]",
  (zoom_action, pointerType, mobile_zoom, zooms) => {
    hydrate(element({}, { zoom: true, zoom_level: 2, zoom_action, mobile_zoom }));
    const img = pictures()[0] as HTMLElement;
    fireEvent.pointerMove(img, { pointerType, clientX: 5, clientY: 5 });
    expect(img.style.scale).toBe(zooms ? "3" : "");
    if (zoom_action === "click") {
      fireEvent.pointerDown(img, { pointerType });
      expect(img.style.scale).toBe("3");
      fireEvent.pointerDown(img, { pointerType });
    }
    fireEvent.pointerLeave(img.closest("li") as Element);
    expect(img.style.scale).toBe("");
  },
);

test("in full screen the arrows wrap around, and closing returns the focus [PROD-21] [PROD-36]", async () => {
  const user = userEvent.setup();
  // There is no style sheet to load, and React would wait for it.
  const { settings } = (window as unknown as { happyDOM: { settings: object } }).happyDOM;
  Object.assign(settings, { disableCSSFileLoading: true, handleDisabledFileLoadingAsSuccess: true });
  // A viewport for the pictures; happy-dom's animations throw when they are cancelled.
  vi.spyOn(Element.prototype, "animate").mockReturnValue({ cancel: () => {} } as Animation);
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(800);
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(600);
  hydrate(element());
  await user.click(trigger());
  const dialog = await waitFor(() => {
    for (const sheet of all("link[rel=preload]")) fireEvent.load(sheet);
    return screen.getByRole("dialog", { name: "معرض الصور" });
  });
  expect(all("link[rel=stylesheet]").map((link) => link.getAttribute("href"))).toEqual([
    "/assets/lightbox.css",
  ]);
  await waitFor(() => expect(dialog.textContent).toContain("1 / 3"));
  expect(within(dialog).getByText("علبة تمر مفتوحة")).toBeDefined();
  await user.click(within(dialog).getByRole("button", { name: "الصورة السابقة" }));
  await waitFor(() => expect(dialog.textContent).toContain("3 / 3"));
  await user.click(within(dialog).getByRole("button", { name: "الصورة التالية" }));
  await waitFor(() => expect(dialog.textContent).toContain("1 / 3"));

  fireEvent.error(dialog.querySelector(".yarl__slide_current img") as Element);
  expect(within(dialog).getByRole("alert").textContent).toBe(
    "تعذّر تحميل المحتوى المطلوب. حاول مرة أخرى لاحقًا.",
  );
  await user.click(within(dialog).getByRole("button", { name: "الصورة التالية" }));
  await waitFor(() => expect(within(dialog).queryByRole("alert")).toBeNull());

  await user.click(within(dialog).getByRole("button", { name: "إغلاق" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(document.activeElement).toBe(trigger());
});
