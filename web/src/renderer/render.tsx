import { renderToStaticMarkup } from "react-dom/server";
import type { LayoutView, PageHead } from "../generated/edge";
import { ShopLayout } from "../layout/ShopLayout";
import type { Assets } from "./assets";
import { BODY_SLOT, Document } from "./Document";
import { Island } from "./Island";
import { type Mail, mails } from "./mails";
import { Region } from "./Region";
import { pages, regions } from "./registry";

/** What the document itself says of the shop. */
export type ShopFacts = Pick<LayoutView, "shopName" | "homeUrl" | "cartUrl">;
export type PageRequest = { component: string; head: PageHead; shop: ShopFacts; props: object };
export type RegionRequest = { key: string; component: string; props: object };
export type MailRequest = { component: string; props: object };

/** Asked for by a name that no component has: the caller's fault, unlike an exception inside a component. */
export class UnknownComponent extends Error {
  override name = "UnknownComponent";
}

/** Header and footer with a gap for the page. The server asks for it once, and puts its pages into it. */
export function renderFrame(layout: LayoutView): string {
  return renderToStaticMarkup(<ShopLayout {...layout} />);
}

/** A document with the page between two marks: where the frame's halves go. */
export function renderPage({ component, head, shop, props }: PageRequest, assets: Assets): string {
  const entry = pages[component];
  if (!entry) throw new UnknownComponent(`no page is called ${component}`);
  const shell = renderToStaticMarkup(
    <Document head={head} assets={assets} styles={assets.styles(component)} page={entry.page} {...shop} />,
  );
  const at = shell.indexOf(BODY_SLOT);
  if (at < 0) throw new Error(`the document lacks its ${BODY_SLOT}`);
  const Page = entry.component;
  const content = renderToStaticMarkup(<Page {...props} />);
  return `<!doctype html>${shell.slice(0, at)}${BODY_SLOT}${content}${shell.slice(at)}`;
}

/** One region as the whole element that takes the place of its older self. */
export function renderRegion({ key, component, props }: RegionRequest): string {
  const entry = regions[component];
  if (!entry) throw new UnknownComponent(`no region is called ${component}`);
  const Component = entry.component;
  return renderToStaticMarkup(
    entry.on ? (
      <Island of={Component} props={props} on={entry.on} region={key} />
    ) : (
      <Region name={key}>
        <Component {...props} />
      </Region>
    ),
  );
}

/** A letter in both its parts. */
export function renderMail({ component, props }: MailRequest): Mail {
  const draw = mails.get(component);
  if (!draw) throw new UnknownComponent(`no letter is called ${component}`);
  return draw(props);
}
