import { join } from "node:path";
import type { Page } from "@playwright/test";
import { ABOUT, BLOG, HELP, POST, SHIPPING } from "./content";
import { CONTACT, RETURN, WHOLESALE } from "./enquiries";
import { book, cardamom, cerrado, coffee, dallah, feast, haraz, hospitality, saffron } from "./products";

const FOLDER = join(import.meta.dirname, "../screens");

/** Every kind of page, by name. */
export const PAGES = {
  home: "/ar/",
  listing: "/ar/shop/",
  category: "/ar/product-category/dates/",
  "listing-filtered": "/ar/product-category/coffee/?in_stock=1&filter_weight=500 غ",
  "listing-empty": "/ar/shop/?min_price=2000",
  search: "/ar/?s=عسل&post_type=product",
  "search-none": "/ar/?s=كمبيوتر&post_type=product",
  "product-simple": coffee.path,
  "product-variable": haraz.path,
  "product-single-picture": cardamom.path,
  "product-external": book.path,
  "product-sold-out": saffron.path,
  "product-sale": cerrado.path,
  "product-countdown": dallah.path,
  bundle: hospitality.path,
  "bundle-empty": feast.path,
  wishlist: "/ar/wishlist/",
  "all-reviews": "/ar/reviews/",
  "write-review": "/ar/reviews/write/",
  blog: BLOG,
  "blog-none": `${BLOG}?s=كمبيوتر`,
  post: POST,
  "content-about": ABOUT,
  "content-help": HELP,
  "content-policy": SHIPPING,
  contact: CONTACT,
  enquiry: WHOLESALE,
  "return-request": RETURN,
} as const;

export const NOWHERE = "/ar/لا-شيء-هنا/";

/** Scrolls through the page screen by screen, and back to the top. */
export async function readThrough(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let y = 0; y < document.documentElement.scrollHeight; y += innerHeight / 2) {
      scrollTo({ top: y, behavior: "instant" });
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    }
    scrollTo({ top: 0, behavior: "instant" });
  });
}

/** Records every animation that starts by itself. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    type Source = { node?: Node; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly };
    const shifts: Array<string> = [];
    const place = ({ x, y, width, height }: DOMRectReadOnly) => `${x},${y} ${width}×${height}`;
    const describe = ({ node, previousRect, currentRect }: Source) => {
      const name = node instanceof Element ? node.className || node.nodeName : node?.textContent;
      return `«${name}» from ${place(previousRect)} to ${place(currentRect)}`;
    };
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as Array<
        PerformanceEntry & { value: number; sources: Array<Source> }
      >) {
        const what = entry.sources.map(describe).join(", ");
        shifts.push(`${entry.value.toFixed(4)} at ${entry.startTime.toFixed()} ms: ${what}`);
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
}

/** The recorded animations. */
export const shifts = (page: Page): Promise<Array<string>> =>
  page.evaluate(async () => {
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    return (window as unknown as { shifts: Array<string> }).shifts;
  });

/**
 * Loads the lazy pictures. When the window gets another width the browser may choose another file, which aborts the
 * decoding and starts it again: that is not a broken picture.
 */
export async function loadPictures(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const pictures = [...document.images].filter((picture) => picture.checkVisibility());
    for (const picture of pictures) picture.loading = "eager";
    const isBroken = (picture: HTMLImageElement) => picture.complete && picture.naturalWidth === 0;
    const decoded = async (picture: HTMLImageElement): Promise<void> => {
      while (
        !(await picture.decode().then(
          () => true,
          () => false,
        ))
      ) {
        if (isBroken(picture)) throw new Error(`${picture.currentSrc} is no picture`);
        await new Promise(requestAnimationFrame);
      }
    };
    await Promise.all(pictures.map(decoded));
    await document.fonts.ready;
  });
}

type How = {
  /** Runs at each width before the screenshot. */
  before?: () => Promise<void>;
  /** Takes only the viewport, for screens with an overlay. */
  inView?: boolean;
};

/** Takes screenshots at phone and desktop width: `e2e/screens/<name>-390.png` and `-1280.png`. */
export async function screens(page: Page, name: string, { before, inView = false }: How = {}): Promise<void> {
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: width === 390 ? 844 : 800 });
    await before?.();
    await loadPictures(page);
    const path = join(FOLDER, `${name}-${width}.png`);
    await page.screenshot({ path, fullPage: !inView, animations: "disabled" });
  }
}
