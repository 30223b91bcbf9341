import type { LayoutView } from "../generated/edge";
import type { Views } from "../generated/views";
import { PAGE_SLOT } from "../layout/ShopLayout";
import type { Assets } from "../renderer/assets";
import { BODY_SLOT } from "../renderer/Document";
import type { PageName } from "../renderer/registry";
import { type PageRequest, renderLayout, renderPage } from "../renderer/render";
import { head } from "./samples";

const NO_ASSETS: Assets = {
  styles: () => ["/site.css"],
  scripts: [],
  modules: [],
  fonts: [],
  admin: { scripts: [], modules: [], sheets: {} },
};

type WholeRequest<Name extends PageName> = Omit<PageRequest<Name>, "shop"> & { layout: LayoutView };

/** The name of a page and its props. */
export type PageSample = { [Name in PageName]: [component: Name, props: Views[Name]] }[PageName];

/** Renders a page in its layout, combined like on the server. */
export function renderWhole<Name extends PageName>(
  { component, head, layout, props }: WholeRequest<Name>,
  assets: Assets,
): string {
  const { shopName, homeUrl, cartUrl } = layout;
  const page = renderPage({ component, head, shop: { shopName, homeUrl, cartUrl }, props }, assets);
  const [top, bottom] = renderLayout(layout).split(PAGE_SLOT);
  const [before, content, after] = page.split(BODY_SLOT);
  return [before, top, content, bottom, after].join("");
}

/** The HTML between header and footer. */
export function renderPageOnly<Name extends PageName>(
  component: Name,
  props: Views[Name],
  { shopName, homeUrl, cartUrl }: LayoutView,
): string {
  const page = renderPage({ component, head, shop: { shopName, homeUrl, cartUrl }, props }, NO_ASSETS);
  return page.split(BODY_SLOT)[1] ?? "";
}
