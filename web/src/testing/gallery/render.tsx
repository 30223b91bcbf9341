import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { AdminLayout } from "../../admin/AdminLayout";
import { PAGE_SLOT, ShopLayout } from "../../layout/ShopLayout";
import type { Assets } from "../../renderer/assets";
import { BODY_SLOT, Document } from "../../renderer/Document";
import { Island } from "../../renderer/Island";
import { pages } from "../../renderer/registry";
import { payment } from "../checkout-samples";
import { head, layout } from "../samples";
import { type PageSample, renderWhole } from "../whole";
import type { Place } from "./states";

/** The gallery's path, which its islands use as the shop's base path: `answer.tsx` answers their calls. */
export const GALLERY_URL = "/dev/gallery";
export const GALLERY_STYLE = "/src/testing/gallery/gallery.css";

const shop = { ...layout, homeUrl: `${GALLERY_URL}/` };
/** Payment pages have the slim header, like on the server. */
const SLIM = ["checkout", "order-pay", "order-received"];

const files = import.meta.glob<Record<string, unknown>>("../../*/*.island.tsx", { eager: true });
const islands = new Set(Object.values(files).flatMap((module) => Object.values(module)));

/** Uses the demo shop's pictures and a provider that never answers: the addresses in samples do not exist. */
const withFiles = (html: string) =>
  html
    .replaceAll("/media/", `${GALLERY_URL}/media/`)
    .replaceAll(payment.scriptUrl, `${GALLERY_URL}/provider.js`);

/** Renders an island with its hydration data, like on a page. */
function alive(element: ReactElement): ReactElement {
  const { type, props } = element as ReactElement<object>;
  if (typeof type !== "function" || !islands.has(type)) return element;
  return <Island of={type as () => null} props={props} id="state" on="load" />;
}

const headOf = (title: string) => ({ ...head, title, canonicalUrl: "", noIndex: true, structuredData: [] });

function renderPart(title: string, element: ReactElement, assets: Assets): string {
  const part = alive(element);
  const { shopName, homeUrl, cartUrl } = shop;
  const facts = { shopName, homeUrl, cartUrl };
  // A part may be on any page.
  const styles = [...new Set(Object.keys(pages).flatMap((name) => assets.styles(name, true, new Set())))];
  const document = <Document head={headOf(title)} page="gallery" {...{ assets, styles }} {...facts} />;
  const style = `<link rel="stylesheet" href="${GALLERY_STYLE}"/>`;
  const shell = renderToStaticMarkup(document).replace("</head>", `${style}</head>`);
  const name = <h1 className="dev-unseen">{title}</h1>;
  const body = () => {
    // The layouts have their own `<main>`.
    if (element.type === ShopLayout)
      return renderToStaticMarkup(part).replace(PAGE_SLOT, renderToStaticMarkup(name));
    if (element.type === AdminLayout) return renderToStaticMarkup(part);
    return renderToStaticMarkup(
      <main className="dev-part">
        {name}
        {part}
      </main>,
    );
  };
  return `<!doctype html>${shell.replace(BODY_SLOT, body)}`;
}

const pageOf = ({ element }: Place) =>
  Object.entries(pages).find(([, { component }]) => component === element.type);

export const isPage = (place: Place) => pageOf(place) !== undefined;

/**
 * Renders a single state: a page in its layout, anything else in an empty document with the same styles and scripts.
 */
export function renderState(place: Place, assets: Assets): string {
  const { element } = place;
  const title = `${place.component}: ${place.state}`;
  const page = pageOf(place);
  if (!page) return withFiles(renderPart(title, element, assets));
  const [name, entry] = page;
  const isSlim = SLIM.includes(entry.page);
  // The element belongs to that page, so its props do too.
  const [component, props] = [name, element.props] as PageSample;
  return withFiles(
    renderWhole({ component, head: headOf(title), layout: { ...shop, isSlim }, props }, assets),
  );
}
