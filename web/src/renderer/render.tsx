import { type ComponentType, createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { AdminLayout } from "../admin/AdminLayout";
import type { AdminLayoutView, LayoutView, PageHead } from "../generated/edge";
import type { Views } from "../generated/views";
import { ShopLayout } from "../layout/ShopLayout";
import type { Assets } from "./assets";
import { BODY_SLOT, Document } from "./Document";
import { Island } from "./Island";
import { type Mail, type MailName, mails } from "./mails";
import { Region } from "./Region";
import { type HeldName, type PageName, pages, parts, type RegionName, regions } from "./registry";

/** The properties of the shop that the document contains. */
export type ShopFacts = Pick<LayoutView, "shopName" | "homeUrl" | "cartUrl">;
type RenderRequest<Name extends keyof Views> = { component: Name; props: Views[Name] };
export type PageRequest<Name extends PageName = PageName> = RenderRequest<Name> & {
  head: PageHead;
  shop: ShopFacts;
  /** Around a page for staff. Other pages are inserted into the layout by the server. */
  adminLayout?: AdminLayoutView;
};
export type RegionRequest<Name extends RegionName = RegionName> = RenderRequest<Name> & { key: string };
export type HeldRequest<Name extends HeldName = HeldName> = RenderRequest<Name> & { key: string };
export type MailRequest<Name extends MailName = MailName> = RenderRequest<Name>;

/** The request names an unknown component: status 400, unlike an exception inside a component. */
export class UnknownComponent extends Error {
  override name = "UnknownComponent";
}

/** Names come from another process, perhaps of another release, so the types alone do not guarantee them. */
function find<Table extends object, Name extends keyof Table>(
  table: Table,
  name: Name,
  kind: string,
): Table[Name] {
  if (!Object.hasOwn(table, name)) throw new UnknownComponent(`no ${kind} is called ${String(name)}`);
  return table[name];
}

/** Renders header and footer with a placeholder for the page. The server requests it once and inserts its pages. */
export function renderLayout(layout: LayoutView): string {
  return renderToStaticMarkup(<ShopLayout {...layout} />);
}

/** The style sheet of each page for staff; empty for a page without one of its own. Nothing where sheets are not built. */
function staffSheets({ admin: { sheets } }: Assets): Record<string, string> {
  if (Object.keys(sheets).length === 0) return {};
  const names = Object.keys(pages).filter((name) => pages[name as PageName].page === "staff");
  return Object.fromEntries(names.map((name) => [name, sheets[name] ?? ""]));
}

/** Islands that show something before they are hydrated: a page needs their style sheets. */
export function shownIslands(body: string): Set<string> {
  const shown = body.matchAll(
    / data-island="([^"]+)"[^>]*><div data-root="">(?!<\/div>)|<held-slot name="[^"]*" island="([^"]+)"/g,
  );
  return new Set([...shown].map(([, name, held]) => (name ?? held) as string));
}

/** Renders a document: with the admin's layout, or with the placeholders between which the server inserts the layout. */
export function renderPage<Name extends PageName>(
  { component, head, shop, props, adminLayout }: PageRequest<Name>,
  assets: Assets,
): string {
  const entry = find(pages, component, "page");
  const page = createElement(entry.component as ComponentType<Views[Name]>, props);
  const body = renderToStaticMarkup(
    adminLayout ? (
      <AdminLayout layout={adminLayout} shopName={shop.shopName}>
        {page}
      </AdminLayout>
    ) : (
      page
    ),
  );
  const styles = assets.styles(component, adminLayout !== undefined, shownIslands(body));
  const files = adminLayout ? { ...assets, ...assets.admin } : assets;
  const sheets = adminLayout && staffSheets(assets);
  const shell = renderToStaticMarkup(
    <Document head={head} assets={files} styles={styles} page={entry.page} sheets={sheets} {...shop} />,
  );
  const at = shell.indexOf(BODY_SLOT);
  if (at < 0) throw new Error(`the document lacks its ${BODY_SLOT}`);
  const start = `<!doctype html>${shell.slice(0, at)}`;
  if (adminLayout) return `${start}${body}${shell.slice(at + BODY_SLOT.length)}`;
  return `${start}${BODY_SLOT}${body}${shell.slice(at)}`;
}

/** Renders a region as the element that replaces the current one. */
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

/** Whether a request for a region is for a part that the server holds. */
export const isHeld = (request: RegionRequest | HeldRequest): request is HeldRequest =>
  Object.hasOwn(parts, request.component);

/** Renders a part as the page would: the server puts it into the slot. */
export function renderHeld<Name extends HeldName>({ component, props }: HeldRequest<Name>): string {
  const { component: Component, island } = find(parts, component, "part");
  return renderToStaticMarkup(
    island ? <Island of={Component} props={props} {...island} /> : createElement(Component, props),
  );
}

/** Renders both parts of an email. */
export function renderMail<Name extends MailName>({ component, props }: MailRequest<Name>): Mail {
  return find(mails, component, "email")(props);
}
