import { readdirSync, readFileSync } from "node:fs";
import { renderToStaticMarkup } from "react-dom/server";
import type { Assets } from "../../renderer/assets";
import { GalleryPage, WIDTHS } from "./GalleryPage";
import { GALLERY_URL, renderState } from "./render";
import { places } from "./states";

export type Answer = { status: number; type: string; body: string | Buffer };

const HTML = "text/html; charset=utf-8";
const MEDIA = new URL("../../../../seeds/media/", import.meta.url);

/** The demo shop's picture for a sample's picture: same subject and, if available, same width. */
function picture(subject: string, width: string, format: string): Buffer | null {
  const files = readdirSync(MEDIA).filter((file) => file.endsWith(`.${format}`));
  const isOf = (file: string) => file.startsWith(`${subject}-`);
  const isWide = (file: string) => file.includes(`-${width}.`);
  const file = files.find((name) => isOf(name) && isWide(name)) ?? files.find(isOf) ?? files.find(isWide);
  return file ? readFileSync(new URL(file, MEDIA)) : null;
}

/**
 * The response to every call of an island: nothing has changed. A cart is updated by fragments, so there is one, for
 * no region; the payment of an order is still pending, otherwise its page would reload in a loop.
 */
const UNCHANGED = { fragments: { "dev-gallery": "<i></i>" }, kind: "confirming" };

const notFound = (what: string): Answer => ({
  status: 404,
  type: "text/plain; charset=utf-8",
  body: `${what} is not in the gallery`,
});

/** Handles all requests below `/dev/gallery`. `assets`: the same as for the shop's pages. */
export function answer(method: string, { pathname, searchParams }: URL, assets: Assets): Answer {
  const path = pathname.slice(GALLERY_URL.length);
  if (method === "POST") return { status: 200, type: "application/json", body: JSON.stringify(UNCHANGED) };
  if (path === "/provider.js")
    return { status: 200, type: "text/javascript", body: "globalThis.Accept = { dispatchData() {} };" };

  const [, subject, width, format] = /^\/media\/(\w+)-(\d+)\.(\w+)$/.exec(path) ?? [];
  if (subject && width && format) {
    const body = picture(subject, width, format);
    return body ? { status: 200, type: `image/${format}`, body } : notFound(path);
  }
  if (path !== "" && path !== "/") return notFound(path);

  const component = searchParams.get("c");
  const state = searchParams.get("s");
  const shown = places.filter((place) => component === null || place.component === component);
  const [first] = shown;
  if (!first) return notFound(`${component}`);
  if (component !== null && state !== null) {
    const place = shown.find((one) => one.state === state);
    return place
      ? { status: 200, type: HTML, body: renderState(place, assets) }
      : notFound(`"${state}" of ${component}`);
  }
  const frameWidth = WIDTHS.find((one) => String(one) === searchParams.get("w")) ?? WIDTHS[0];
  const page = <GalleryPage places={shown} component={component} width={frameWidth} />;
  return { status: 200, type: HTML, body: `<!doctype html>${renderToStaticMarkup(page)}` };
}
