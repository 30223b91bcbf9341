import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { SOURCES } from "../../renderer/assets";
import { answer } from "./answer";
import { renderState } from "./render";
import { gallery, places } from "./states";

/** Components without a state, and the reason. */
const EXCEPTIONS: Record<string, string> = {
  "admin/Corner": "it is empty until something happened, in the browser: see CornerCards",
  "admin/Palette": "it exists only in the browser: see FindResults",
  "admin/show": "it puts pages into the standing layout",
  "ui/HiddenInputs": "it is invisible",
  "catalog/AddedLink": "it exists only after a click, in the browser: see AddToCartButton and ProductForm",
  "catalog/GalleryLightbox": "it exists only in full screen, in the browser: see Gallery",
  "checkout/AttributionInputs": "it is invisible",
  "staff_products/ProductDraft":
    "it exists only once something was typed, in the browser: see StaffProductPage",
  "checkout/NewOrders": "it exists only once orders arrived, in the browser: see StaffOrdersPage",
  "checkout/CopyButton": "it exists only in the browser: see Parcel",
  "checkout/PrintButton": "it exists only in the browser: see OrderPrintPage",
  "reviews/MediaLightbox": "it exists only in full screen, in the browser: see ReviewStrip",
  "reviews/ReviewLightbox": "it exists only in full screen, in the browser: see ReviewStrip",
  "ui/FullScreenSlides": "it exists only in full screen, in the browser: see Gallery",
  "reviews/ReviewVideo": "it exists only in full screen, in the browser: see ReviewStrip",
  "ui/TrapField": "it is invisible",
  "payments/JsonScript": "it is invisible",
  "payments/PaymentScripts": "it is invisible",
};

const files = import.meta.glob([
  "../../*/*.tsx",
  "!../../{mail,renderer,runtime,testing}/*.tsx",
  "!../../*/*.test.tsx",
]);
const components = Object.keys(files).map((path) =>
  path.slice("../../".length).replace(/(\.island)?\.tsx$/, ""),
);
const shown = Object.entries(gallery).flatMap(([capability, states]) =>
  Object.keys(states).map((component) => `${capability}/${component}`),
);

const assets = { ...SOURCES, styles: () => [] };
const ask = (path: string, method = "GET") => answer(method, new URL(path, "http://localhost"), assets);

beforeEach(() => {
  vi.spyOn(console, "error");
});
// React reports invalid markup as a console error.
afterEach(() => expect(console.error).not.toHaveBeenCalled());

test("every component has a state in the gallery, or a reason to have none", () => {
  const missing = components.filter((name) => !shown.includes(name) && !(name in EXCEPTIONS));
  expect(missing, "add a state in src/testing/gallery/states/<capability>.tsx").toEqual([]);
});

test("the gallery and its exceptions name existing components, each by a unique name", () => {
  expect(shown.filter((name) => !components.includes(name))).toEqual([]);
  expect(
    Object.keys(EXCEPTIONS).filter((name) => !components.includes(name) || shown.includes(name)),
  ).toEqual([]);
  const names = shown.map((name) => name.split("/")[1]);
  expect(new Set(names).size).toBe(names.length);
});

test.each(places)("$component is rendered on the server without a warning: $state", (place) => {
  const html = renderState(place, assets);
  expect(html).toMatch(/^<!doctype html><html lang="ar" dir="rtl">.*<\/html>$/s);
  expect(html).not.toMatch(/-slot>|\[object Object\]|undefined|NaN/);
});

test("the index shows all states in iframes, or those of one component", () => {
  const frames = (path: string) => String(ask(path).body).match(/<iframe/g)?.length;
  expect(frames("/dev/gallery")).toBe(places.length);
  expect(frames("/dev/gallery?c=ProductCard&w=1280")).toBe(
    places.filter(({ component }) => component === "ProductCard").length,
  );
});

test("a page is shown alone in its layout, with its pictures and its provider's script", () => {
  const { status, body } = ask("/dev/gallery?c=CheckoutPage&s=default");
  expect(status).toBe(200);
  expect(body).toContain('data-page="checkout"');
  const files = [...String(body).matchAll(/\/dev\/gallery\/(?:media\/[\w-]+\.\w+|provider\.js)/g)];
  expect(files.length).toBeGreaterThan(2);
  for (const [file] of files) expect(ask(file).status, file).toBe(200);
});

test("an unknown state is not found", () => {
  for (const path of ["?c=Nothing", "?c=ProductCard&s=nothing", "/nothing", "/media/a/b-1.webp"])
    expect(ask(`/dev/gallery${path}`).status, path).toBe(404);
});

test("calls of islands change nothing", () => {
  const { status, body } = ask("/dev/gallery/?wc-ajax=xoo_wsc_refresh_fragments", "POST");
  expect(status).toBe(200);
  expect(Object.keys(JSON.parse(String(body)).fragments)).toEqual(["dev-gallery"]);
});
