import { expect, type Locator, type Page, type Request } from "@playwright/test";
import { t } from "./texts";

/** Call 14. */
export const GALLERY_CALL = "twist_variation_ajax";

export const gallery = (page: Page): Locator => page.getByRole("region", { name: t("catalog.pictures") });
/** The strip of large pictures is the first list. */
const strip = (page: Page): Locator => gallery(page).getByRole("list").first();
/** The viewport of the strip. */
export const mainView = (page: Page): Locator => strip(page).locator("xpath=..");
/** The pictures of the large strip, in order. */
export const pictures = (page: Page): Locator => strip(page).getByRole("img");
/** The lists of links to the pictures: thumbnails, and dots where they are enabled. */
export const pictureLinks = (page: Page): Locator =>
  gallery(page).getByRole("list", { name: t("catalog.slides"), exact: true });
export const thumbs = (page: Page): Locator => pictureLinks(page).getByRole("link");
export const nextPicture = (page: Page): Locator =>
  gallery(page).getByRole("button", { name: t("catalog.next-picture") });
export const previousPicture = (page: Page): Locator =>
  gallery(page).getByRole("button", { name: t("catalog.previous-picture") });
export const trigger = (page: Page): Locator =>
  gallery(page).getByRole("link", { name: t("catalog.gallery-trigger") });
export const lightbox = (page: Page): Locator => page.getByRole("dialog", { name: t("catalog.pictures") });
/** The current picture; its neighbours are outside the viewport. */
export const lightboxPicture = (page: Page): Locator =>
  lightbox(page).locator(".yarl__slide_current").getByRole("img");

/** Waits until this picture, counted from one, is in view, marked as current and shown by the counter. */
export async function expectPicture(page: Page, number: number): Promise<void> {
  await expect(gallery(page).locator("[data-now]")).toHaveText(String(number));
  await expect(thumbs(page).and(page.locator("[aria-current]"))).toHaveAttribute(
    "href",
    `#picture-${number}`,
  );
  await expect
    .poll(() =>
      mainView(page).evaluate((view, index) => {
        const [frame, picture] = [view, view.querySelectorAll("li")[index]].map((one) =>
          one?.getBoundingClientRect(),
        );
        return frame && picture ? Math.round(Math.abs(frame.left - picture.left)) : null;
      }, number - 1),
    )
    .toBeLessThanOrEqual(1);
}

export const form = (page: Page): Locator => page.getByRole("main").locator("form.cart");
export const variationId = (page: Page): Locator => form(page).locator("[name=variation_id]");
export const quantity = (page: Page): Locator => form(page).getByLabel(t("common.quantity"), { exact: true });
/** The price of the page. The items of a bundle and their total have theirs below it. */
export const summaryPrice = (page: Page): Locator => page.locator(".summary .price").first();
/** The region of the discount table, also while it is loading or empty. */
export const tablePlace = (page: Page): Locator =>
  page.getByRole("region", { name: t("pricing.table-caption"), includeHidden: true });
export const fact = (page: Page, name: "brand" | "gtin" | "mpn" | "barcode"): Locator =>
  page.locator(`[data-fact=${name}]`);
export const barcode = (page: Page): Locator => page.locator("[data-barcode]");

/** Chooses options: clicks colours and buttons, and selects from a list. */
export async function choose(page: Page, choices: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(choices)) {
    const list = form(page).locator(`select[name=attribute_${name}]`);
    if ((await list.count()) > 0) await list.selectOption(value);
    else
      await form(page)
        .locator("label")
        .filter({ has: page.locator(`input[name=attribute_${name}][value="${value}"]`) })
        .click();
  }
}

/** Records the requests of call 14. */
export function galleryCalls(page: Page): Array<Request> {
  const calls: Array<Request> = [];
  page.on("request", (request) => {
    if (request.postData()?.includes(GALLERY_CALL)) calls.push(request);
  });
  return calls;
}

const escapes = { "&quot;": '"', "&#x27;": "'", "&lt;": "<", "&gt;": ">", "&amp;": "&" };
const decode = (text: string) =>
  Object.entries(escapes).reduce((rest, [escaped, sign]) => rest.replaceAll(escaped, sign), text);
const encode = (text: string) => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;");

/** Returns the HTML with the JSON value of one attribute changed. */
export function rewrite<T>(html: string, attribute: string, change: (value: T) => void): string {
  return html.replace(new RegExp(`${attribute}="([^"]*)"`), (_, json: string) => {
    const value: T = JSON.parse(decode(json));
    change(value);
    return `${attribute}="${encode(JSON.stringify(value))}"`;
  });
}

/** Returns the HTML with the props of every island of this name changed. */
export function rewriteProps<T>(html: string, island: string, change: (props: T) => void): string {
  const found = new RegExp(
    `(data-island="${island}".*?<script type="application/json">)(.*?)(?=</script>)`,
    "gs",
  );
  return html.replace(found, (_, before: string, json: string) => {
    const props: T = JSON.parse(json);
    change(props);
    return before + JSON.stringify(props).replaceAll("<", "\\u003c");
  });
}

/** The island that owns the product form and the price. */
export const PRODUCT_FORM = "catalog/ProductForm";

/** The props of an island of the page. */
export const propsOf = async <T>(page: Page, island: string): Promise<T> =>
  JSON.parse((await page.locator(`[data-island="${island}"] > script`).first().textContent()) ?? "{}");

/** Serves a page with changed HTML, at most `times` times if that is given. */
export async function rewritePage(
  page: Page,
  path: string,
  change: (html: string) => string,
  times?: number,
): Promise<void> {
  await page.route(
    (url) => decodeURI(url.pathname) === path,
    async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: change(await response.text()) });
    },
    { times },
  );
}

/** Returns the HTML with an additional price container outside the parts that the shop renders. */
export const withOwnPlace = (html: string, className: string): string =>
  html.replace(/<main\b[^>]*>/, `$&<p class="${className}">—</p>`);

/**
 * Serves the page as if the shop owner had configured it differently: changes an attribute with JSON and the matching
 * props.
 */
export async function alter<T>(
  page: Page,
  path: string,
  attribute: "data-product_variations",
  change: (value: T) => void,
): Promise<void> {
  await rewritePage(page, path, (html) =>
    rewriteProps<{ form: { variations: T } }>(rewrite(html, attribute, change), PRODUCT_FORM, ({ form }) => {
      if (attribute === "data-product_variations") change(form.variations);
    }),
  );
}

export type GallerySettings = Record<string, unknown>;
type GalleryProps = { settings: GallerySettings };

const GALLERY_ISLAND =
  /(data-island="catalog\/Gallery"[\s\S]*?<script type="application\/json">)([\s\S]*?)(<\/script>)/;

/** The gallery settings in the page's HTML. */
export function gallerySettings(html: string): GallerySettings {
  const { settings }: GalleryProps = JSON.parse(GALLERY_ISLAND.exec(html)?.[2] ?? "{}");
  return settings;
}

/**
 * Serves the page with other gallery settings. Only for settings that do not change the server's HTML; others need a
 * separate shop, see settings.spec.ts.
 */
export async function alterGallery(page: Page, path: string, settings: GallerySettings): Promise<void> {
  await rewritePage(page, path, (html) =>
    html.replace(GALLERY_ISLAND, (_, before: string, json: string, after: string) => {
      const props: GalleryProps = JSON.parse(json);
      Object.assign(props.settings, settings);
      return before + JSON.stringify(props).replaceAll("<", "\\u003c") + after;
    }),
  );
}
