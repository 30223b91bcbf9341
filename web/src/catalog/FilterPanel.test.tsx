// @vitest-environment happy-dom
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { hydrate } from "../testing/hydrate";
import { listing } from "../testing/samples";
import { FilterPanel, type FilterPanelView } from "./FilterPanel.island";

const option = (label: string, param: string, count: number) => ({
  label,
  url: `/ar/shop/?${param}=1`,
  count,
  selected: false,
});
const first: FilterPanelView = {
  filters: [
    {
      name: "availability",
      label: "التوفّر",
      options: [option("متوفر", "in_stock", 9), option("مخفّض", "on_sale", 4)],
    },
  ],
  priceRange: { ...(listing.priceRange as NonNullable<typeof listing.priceRange>), hidden: [], from: null },
  chips: [],
  clearUrl: "/ar/shop/",
  count: 12,
  url: "/ar/shop/",
};
const plain = (text: string | null | undefined) => (text ?? "").replace(/[\u2066-\u2069]/g, "");
const link = (label: string) => screen.getByRole("link", { name: new RegExp(`^${label}`) });
const show = () => within(document.querySelector("aside > div:last-child") as HTMLElement).getByRole("link");

/** A page of the shop at the requested address: the options in it are ticked. */
function pageAt(address: string): FilterPanelView {
  const { searchParams } = new URL(address, "http://shop.example");
  const options = first.filters[0]?.options ?? [];
  const urlWith = (name: string, isOn: boolean) => {
    const others = new URLSearchParams(searchParams);
    if (isOn) others.delete(name);
    else others.set(name, "1");
    return `/ar/shop/?${others}`;
  };
  return {
    ...first,
    count: 12 - 5 * searchParams.size,
    url: address,
    filters: [
      {
        name: "availability",
        label: "التوفّر",
        options: ["in_stock", "on_sale"].map((name, at) => ({
          ...(options[at] as (typeof options)[0]),
          selected: searchParams.has(name),
          url: urlWith(name, searchParams.has(name)),
        })),
      },
    ],
  };
}

let isSmall = true;
const requested: Array<string> = [];
let isBroken = false;

beforeEach(() => {
  isSmall = true;
  isBroken = false;
  requested.length = 0;
  vi.stubGlobal("matchMedia", () => ({ matches: isSmall }));
  vi.stubGlobal("fetch", async (address: string) => {
    requested.push(address);
    if (isBroken) throw new Error("offline");
    const json = JSON.stringify(pageAt(address)).replaceAll("<", "\\u003c");
    return new Response(
      `<main><div data-id="filters"><div data-root></div><script type="application/json">${json}</script></div></main>`,
    );
  });
});

const open = () => {
  hydrate(<FilterPanel {...first} />);
  return userEvent.setup();
};

test("a tick in the sheet reads its listing, and the last button leads there [VIS-10]", async () => {
  const user = open();
  expect(plain(show().textContent)).toBe("عرض 12 منتجًا");
  await user.click(link("متوفر"));
  await waitFor(() => expect(plain(show().textContent)).toBe("عرض 7 منتجات"));
  expect(show().getAttribute("href")).toBe("/ar/shop/?in_stock=1");
  expect(link("متوفر").getAttribute("aria-current")).toBe("true");
  expect(plain(screen.getByRole("status").textContent)).toBe("7 منتجات");
});

test("two quick ticks are taken one after the other [VIS-10]", async () => {
  const user = open();
  await Promise.all([user.click(link("متوفر")), user.click(link("مخفّض"))]);
  await waitFor(() => expect(requested).toEqual(["/ar/shop/?in_stock=1", "/ar/shop/?in_stock=1&on_sale=1"]));
  await waitFor(() => expect(plain(show().textContent)).toBe("عرض منتجين"));
});

test("beside the list an option is a plain link [VIS-10]", async () => {
  const user = open();
  isSmall = false;
  const followed = vi.fn((event: Event) => event.preventDefault());
  document.addEventListener("click", followed, { once: true });
  await user.click(link("متوفر"));
  expect(followed).toHaveBeenCalledOnce();
  expect(requested).toEqual([]);
});

test("a listing that does not answer leaves the filters and says so [VIS-10]", async () => {
  vi.spyOn(console, "info").mockImplementation(() => {});
  const user = open();
  isBroken = true;
  await user.click(link("متوفر"));
  await screen.findByText("تعذّر التحديث. حاول مرة أخرى.");
  expect(link("متوفر").hasAttribute("aria-current")).toBe(false);
  expect(plain(show().textContent)).toBe("عرض 12 منتجًا");
});
