import type { LayoutView, PageHead } from "../generated/edge";
import { PAGE_SLOT } from "../layout/ShopLayout";
import type { Assets } from "../renderer/assets";
import { BODY_SLOT } from "../renderer/Document";
import { renderFrame, renderPage } from "../renderer/render";
import { head } from "./samples";

const NO_ASSETS: Assets = { styles: () => ["/site.css"], scripts: [], modules: [], fonts: [] };

type Asked = { component: string; head: PageHead; layout: LayoutView; props: object };

/** A page in its frame, put together as the server does it. */
export function renderWhole({ component, head, layout, props }: Asked, assets: Assets): string {
  const { shopName, homeUrl, cartUrl } = layout;
  const page = renderPage({ component, head, shop: { shopName, homeUrl, cartUrl }, props }, assets);
  const [top, bottom] = renderFrame(layout).split(PAGE_SLOT);
  const [before, content, after] = page.split(BODY_SLOT);
  return [before, top, content, bottom, after].join("");
}

/** What stands between header and footer. */
export function renderPageOnly(
  component: string,
  props: object,
  { shopName, homeUrl, cartUrl }: LayoutView,
): string {
  const page = renderPage({ component, head, shop: { shopName, homeUrl, cartUrl }, props }, NO_ASSETS);
  return page.split(BODY_SLOT)[1] ?? "";
}
