import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import type { LayoutView, PageHead } from "../generated/edge";
import type { Views } from "../generated/views";
import { ShopLayout } from "../layout/ShopLayout";
import type { Assets } from "./assets";
import { BODY_SLOT, Document } from "./Document";
import { Island } from "./Island";
import { type Mail, type MailName, mails } from "./mails";
import { Region } from "./Region";
import { type PageName, pages, type RegionName, regions } from "./registry";

/** What the document itself says of the shop. */
export type ShopFacts = Pick<LayoutView, "shopName" | "homeUrl" | "cartUrl">;
/** A component and its props. */
type RenderRequest<Name extends keyof Views> = { component: Name; props: Views[Name] };
export type PageRequest<Name extends PageName = PageName> = RenderRequest<Name> & {
  head: PageHead;
  shop: ShopFacts;
};
export type RegionRequest<Name extends RegionName = RegionName> = RenderRequest<Name> & { key: string };
export type MailRequest<Name extends MailName = MailName> = RenderRequest<Name>;

/** Asked for by a name that no component has: the caller's fault, unlike an exception inside a component. */
export class UnknownComponent extends Error {
  override name = "UnknownComponent";
}

/** Names come from another program, perhaps of another release, so the types alone do not prove them. */
function find<Table extends object, Name extends keyof Table>(
  table: Table,
  name: Name,
  kind: string,
): Table[Name] {
  if (!Object.hasOwn(table, name)) throw new UnknownComponent(`no ${kind} is called ${String(name)}`);
  return table[name];
}

/** Header and footer with a gap for the page. The server asks for it once, and puts its pages into it. */
export function renderFrame(layout: LayoutView): string {
  return renderToStaticMarkup(<ShopLayout {...layout} />);
}

/** A document with the page between two marks: where the frame's halves go. */
export function renderPage<Name extends PageName>(
  { component, head, shop, props }: PageRequest<Name>,
  assets: Assets,
): string {
  const entry = find(pages, component, "page");
  const shell = renderToStaticMarkup(
    <Document head={head} assets={assets} styles={assets.styles(component)} page={entry.page} {...shop} />,
  );
  const at = shell.indexOf(BODY_SLOT);
  if (at < 0) throw new Error(`the document lacks its ${BODY_SLOT}`);
  const content = renderToStaticMarkup(createElement(entry.component, props));
  return `<!doctype html>${shell.slice(0, at)}${BODY_SLOT}${content}${shell.slice(at)}`;
}

/** One region as the whole element that takes the place of its older self. */
export function renderRegion<Name extends RegionName>({
  key,
  component,
  props,
}: RegionRequest<Name>): string {
  const entry = find(regions, component, "region");
  return renderToStaticMarkup(
    entry.on ? (
      <Island of={entry.component} props={props} on={entry.on} region={key} />
    ) : (
      <Region name={key}>{createElement(entry.component, props)}</Region>
    ),
  );
}

/** A letter in both its parts. */
export function renderMail<Name extends MailName>({ component, props }: MailRequest<Name>): Mail {
  return find(mails, component, "letter")(props);
}
