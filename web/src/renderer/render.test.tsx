import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Views } from "../generated/views";
import { addresses, dashboard, login, privacy, subscriptions, team } from "../testing/account-samples";
import { adminLayout } from "../testing/admin-samples";
import { comments, post } from "../testing/content-samples";
import { staffHome } from "../testing/home-samples";
import {
  card,
  cartPage,
  head,
  home,
  layout,
  line,
  listing,
  message,
  product,
  sideCart,
} from "../testing/samples";
import { type PageSample, renderWhole } from "../testing/whole";
import type { Assets } from "./assets";
import type { PageName } from "./registry";
import { isHeld, renderHeld, renderPage, renderRegion, UnknownComponent } from "./render";

const assets: Assets = {
  styles: () => ["/assets/site.css"],
  scripts: ["/assets/main.js"],
  modules: [],
  fonts: ["/assets/a.woff2"],
  admin: { scripts: ["/assets/admin.js"], modules: [], sheets: { "accounts/TeamPage": "/team.css" } },
};
const renderView = <Name extends PageName>(component: Name, props: Views[Name]) =>
  renderWhole({ component, head, layout, props }, assets);
const HOSTILE = "</script><b>اسم</b>";

beforeEach(() => {
  vi.spyOn(console, "error");
});
// React reports invalid markup (unknown attributes, wrong nesting, missing keys) as a console error.
afterEach(() => expect(console.error).not.toHaveBeenCalled());

test.each<PageSample>([
  ["catalog/HomePage", home],
  ["catalog/ListingPage", listing],
  ["catalog/ListingPage", { ...listing, cards: [], pages: null, chips: [], query: "مسباح" }],
  ["catalog/ProductPage", product],
  [
    "catalog/ProductPage",
    {
      ...product,
      form: null,
      availability: "sold-out",
      related: null,
      gallery: { ...product.gallery, images: [] },
    },
  ],
  ["cart/CartPage", cartPage],
  ["cart/CartPage", { ...cartPage, contents: { ...cartPage.contents, lines: [], count: 0 } }],
  ["accounts/AuthPage", login],
  [
    "accounts/AuthPage",
    { ...login, form: null, notice: { kind: "error", text: "انتهت صلاحية هذا الرابط." } },
  ],
  ["accounts/DashboardPage", dashboard],
  ["accounts/AddressesPage", addresses],
  ["accounts/FormPage", privacy],
  ["accounts/SubscriptionsPage", subscriptions],
  ["home/StaffHomePage", staffHome],
  ["accounts/TeamPage", team],
  ["content/MessagePage", message],
  ["content/MessagePage", { ...message, kind: "error" }],
])("%s is rendered completely, right to left, with no inline style or script", (component, props) => {
  const html = renderView(component, props);
  expect(html).toMatch(/^<!doctype html><html lang="ar" dir="rtl">/);
  expect(html.match(/<h1/g)).toHaveLength(1);
  expect(html).not.toMatch(/\sstyle=|\son[a-z]+=|-slot>/);
  for (const [tag] of html.matchAll(/<script[^>]*>/g))
    expect(tag).toMatch(/src=|type="application\/(ld\+)?json"/);
});

test("every page contains the empty cart's regions and its own name", () => {
  const html = renderView("cart/CartPage", cartPage);
  for (const region of ["cart-button", "mini-cart", "side-cart", "cart-page"]) {
    expect(html).toContain(`data-region="${region}"`);
  }
  expect(html).toContain('<body data-page="cart"');
});

test("every picture reserves its space, the product's first has priority and the first cards are not lazy", () => {
  const html = renderView("catalog/ProductPage", product);
  for (const [img] of html.matchAll(/<img[^>]*>/g)) expect(img).toMatch(/width="\d+" height="\d+"/);
  expect(html.match(/fetchPriority="high"/gi)).toHaveLength(1);
  expect(renderView("catalog/ListingPage", { ...listing, cards: [card] })).not.toContain('loading="lazy"');
});

test("a hostile product name stays text in the markup, in the island's JSON and in structured data", () => {
  const region = renderRegion({
    key: "side-cart",
    component: "cart/SideCart",
    props: { ...sideCart, lines: [{ ...line, name: HOSTILE }] },
  });
  expect(region).not.toContain("<b>");
  expect(region).toContain("&lt;/script&gt;&lt;b&gt;");
  expect(region).toContain("\\u003c/script\\u003e\\u003cb\\u003e");
  const json = region.slice(
    region.indexOf(">", region.indexOf("<script")) + 1,
    region.lastIndexOf("</script>"),
  );
  expect(JSON.parse(json).lines[0].name).toBe(HOSTILE);

  const page = renderWhole(
    {
      component: "catalog/ProductPage",
      head: { ...head, title: HOSTILE, structuredData: [JSON.stringify({ name: HOSTILE })] },
      layout,
      props: { ...product, name: HOSTILE },
    },
    assets,
  );
  expect(page).not.toContain("<b>");
});

test("a static region is the complete element that replaces the current one", () => {
  const html = renderRegion({
    key: "cart-button",
    component: "cart/CartButton",
    props: { count: 3, cartUrl: "/ar/cart/" },
  });
  expect(html).toMatch(/^<div data-region="cart-button">.*<\/div>$/);
  // The label is text of the link beside the visible number: an aria-label would have to contain that number.
  expect(html.replace(/[\u2066-\u2069]/g, "")).toMatch(/<span[^>]*>السلة، فيها 3 منتجات<\/span>/);
  expect(html).not.toContain("aria-label");
});

test("a shop without accounts renders no links to them", () => {
  const ways = (accountUrl: string | null) =>
    renderWhole(
      { component: "catalog/HomePage", head, layout: { ...layout, accountUrl }, props: home },
      assets,
    ).split('href="/ar/my-account/"').length - 1;
  expect(ways("/ar/my-account/")).toBe(2);
  expect(ways(null)).toBe(0);
});

test("no two landmarks of a page share a name", () => {
  const sections = { title: "الأقسام", links: [{ label: "التمور", url: "/ar/product-category/dates/" }] };
  const html = renderWhole(
    { component: "catalog/ProductPage", head, layout: { ...layout, footer: [sections] }, props: product },
    assets,
  );
  const names = [...html.matchAll(/<(?:nav|section)[^>]* aria-label="([^"]*)"/g)].map(([, name]) => name);
  expect(names.length).toBeGreaterThan(3);
  expect(new Set(names).size).toBe(names.length);
});

test("a search without results shows that once, with a link to all products", () => {
  const html = renderView("catalog/ListingPage", {
    ...listing,
    cards: [],
    pages: null,
    chips: [],
    query: "مسباح",
  });
  const main = html.slice(html.indexOf("<main"), html.indexOf("</main>"));
  expect(main.match(/مسباح/g)).toHaveLength(1);
  expect(main).toContain('href="/ar/shop/">كل المنتجات</a>');
});

test("a cart line without a picture reserves its space", () => {
  const bare = { ...line, picture: { ...line.picture, sources: [], fallbackUrl: "" } };
  const html = renderRegion({
    key: "side-cart",
    component: "cart/SideCart",
    props: { ...sideCart, lines: [bare] },
  });
  expect(html).toMatch(/<li [^>]*data-cart-line[^>]*><span/);
  expect(html).not.toContain("<img");
});

test("an unknown component is a bad request", () => {
  for (const name of ["catalog/Nothing", "toString"])
    expect(() => renderView(name as "cart/CartPage", cartPage)).toThrow(UnknownComponent);
});

test("a page has the style sheets of the islands that it shows, not of those that are empty so far", () => {
  const styles = (component: string, _: boolean, islands: ReadonlySet<string>) =>
    [component, ...islands].map((name) => `/${name}.css`);
  const html = renderWhole(
    { component: "catalog/ProductPage", head, layout, props: product },
    { ...assets, styles },
  );
  const top = html.slice(0, html.indexOf("</head>"));
  expect(top).toContain('href="/catalog/ProductPage.css"');
  expect(top).toContain('href="/catalog/Gallery.css"');
  expect(html).toContain('data-island="wishlist/RecentlyViewed"');
  expect(top).not.toContain("RecentlyViewed.css");
});

test("parts that the server holds are the same markup as in the page, with the same style sheets", () => {
  const styles = (component: string, _: boolean, islands: ReadonlySet<string>) =>
    [component, ...islands].map((name) => `/${name}.css`);
  const render = (props: Views["catalog/ProductPage"]) =>
    renderWhole({ component: "catalog/ProductPage", head, layout, props }, { ...assets, styles });
  const { reviews, questions } = product;
  const held = render({
    ...product,
    reviews: { ...reviews, section: null },
    questions: { ...questions, section: null },
  });
  const slot = (name: string, island: string) => `<held-slot name="${name}" island="${island}"></held-slot>`;
  const parts = [
    [
      slot("reviews", "reviews/Reviews"),
      renderHeld({ key: "", component: "reviews/Reviews", props: reviews.section as never }),
    ],
    [
      slot("questions", "questions/Questions"),
      renderHeld({ key: "", component: "questions/Questions", props: questions.section as never }),
    ],
  ] as const;
  let filled = held;
  for (const [place, html] of parts) {
    expect(held.split(place)).toHaveLength(2);
    filled = filled.replace(place, () => html);
  }
  expect(filled).toBe(render(product));
});

test("a page of a server that holds nothing fails instead of losing its reviews or questions", () => {
  const { reviews, questions } = product;
  const old = [{ reviews: reviews.section }, { questions: questions.section }];
  for (const props of old)
    expect(() => renderView("catalog/ProductPage", { ...product, ...props } as never)).toThrow(TypeError);
});

test("a thread is held without a wrapper; its post has the slot in its place", () => {
  const thread = { comments: comments.comments };
  const html = renderHeld({ key: "comments", component: "content/CommentThread", props: thread });
  expect(html).toMatch(/^<ol .*<\/ol>$/s);
  const inline = renderView("content/PostPage", post);
  const slotted = renderView("content/PostPage", {
    ...post,
    comments: { ...comments, comments: [], isHeld: true },
  });
  expect(slotted.replace('<held-slot name="comments"></held-slot>', () => html)).toBe(inline);
});

test("held parts are no regions, and regions no parts", () => {
  const props = { count: 3, cartUrl: "/ar/cart/" };
  expect(isHeld({ key: "a", component: "cart/CartButton", props })).toBe(false);
  expect(isHeld({ key: "a", component: "content/CommentThread", props: { comments: [] } })).toBe(true);
  expect(() =>
    renderRegion({ key: "a", component: "content/CommentThread" as never, props: props as never }),
  ).toThrow(UnknownComponent);
});

test("a page for staff is in the admin's layout, with its style sheet, and without a slot for the shop's layout", () => {
  const { shopName, homeUrl, cartUrl } = layout;
  const request = { component: "home/StaffHomePage" as const, head, props: staffHome, adminLayout };
  const html = renderPage(
    { ...request, shop: { shopName, homeUrl, cartUrl } },
    { ...assets, styles: (component, isAdmin) => [`/${component}-${isAdmin}.css`] },
  );
  expect(html).toContain('href="/home/StaffHomePage-true.css"');
  expect(html).not.toContain("slot");
  // The admin has a script of its own instead of the shop's, which knows the style sheets of the other pages.
  expect(html.match(/<script type="module" src="[^"]*"/g)).toEqual([
    '<script type="module" src="/assets/admin.js"',
  ]);
  const [, sheets] = /data-sheets="">([^<]*)</.exec(html) ?? [];
  expect(JSON.parse(sheets ?? "")).toMatchObject({
    "accounts/TeamPage": "/team.css",
    "home/StaffHomePage": "",
  });
  expect(sheets).not.toContain("cart/");
  expect(html.match(/<h1/g)).toHaveLength(1);
  expect(html).toMatch(/<a href="\/ar\/wp-admin\/orders\/" data-entry="[^"]*" aria-current="page">/);
  expect(html).toContain('href="#admin-menu"');
});
