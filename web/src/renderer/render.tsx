import { renderToStaticMarkup } from "react-dom/server";
import type { LayoutView, PageHead } from "../generated/edge";
import { PAGE_SLOT, ShopLayout } from "../layout/ShopLayout";
import type { Assets } from "./assets";
import { BODY_SLOT, Document } from "./Document";
import { Island } from "./Island";
import { Region } from "./Region";
import { pages, regions } from "./registry";

export type PageRequest = { component: string; head: PageHead; layout: LayoutView; props: object };
export type RegionRequest = { key: string; component: string; props: object };

/** Asked for by a name that no component has: the caller's fault, unlike an exception inside a component. */
export class UnknownComponent extends Error {
  override name = "UnknownComponent";
}

/** The frame hardly ever changes: few drawings, kept by what they were drawn from, oldest out first. */
const frames = new Map<string, [string, string]>();
const FRAMES_KEPT = 16;

function cut(markup: string, slot: string): [string, string] {
  const at = markup.indexOf(slot);
  if (at < 0) throw new Error(`the markup lacks its ${slot}`);
  return [markup.slice(0, at), markup.slice(at + slot.length)];
}

function frame(layout: LayoutView): [string, string] {
  const key = JSON.stringify(layout);
  const kept = frames.get(key);
  if (kept) return kept;
  const drawn = cut(renderToStaticMarkup(<ShopLayout {...layout} />), PAGE_SLOT);
  if (frames.size >= FRAMES_KEPT) frames.delete(frames.keys().next().value ?? "");
  frames.set(key, drawn);
  return drawn;
}

/** A whole document. */
export function renderPage({ component, head, layout, props }: PageRequest, assets: Assets): string {
  const entry = pages[component];
  if (!entry) throw new UnknownComponent(`no page is called ${component}`);
  const [before, after] = cut(
    renderToStaticMarkup(
      <Document
        head={head}
        assets={assets}
        shopName={layout.shopName}
        page={entry.page}
        homeUrl={layout.homeUrl}
        cartUrl={layout.cartUrl}
      />,
    ),
    BODY_SLOT,
  );
  const [top, bottom] = frame(layout);
  const Page = entry.component;
  return `<!doctype html>${before}${top}${renderToStaticMarkup(<Page {...props} />)}${bottom}${after}`;
}

/** One region as the whole element that takes the place of its older self. */
export function renderRegion({ key, component, props }: RegionRequest): string {
  const entry = regions[component];
  if (!entry) throw new UnknownComponent(`no region is called ${component}`);
  const Component = entry.component;
  return renderToStaticMarkup(
    entry.when ? (
      <Island of={Component} props={props} when={entry.when} region={key} />
    ) : (
      <Region name={key}>
        <Component {...props} />
      </Region>
    ),
  );
}
