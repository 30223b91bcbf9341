// @vitest-environment happy-dom
import { cleanup, render, screen, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { busyHome, staffHome } from "../testing/home-samples";
import { StaffHomePage } from "./StaffHomePage";

afterEach(cleanup);

const region = (name: string) => screen.getByRole("region", { name });

test("six kinds of work are shown, and the rest is folded without script", () => {
  render(<StaffHomePage {...busyHome} />);
  const work = region("ما يحتاج انتباهك");
  const links = [...work.querySelectorAll("a")].map((link) => link.getAttribute("href"));
  expect(links).toEqual(busyHome.work.map(({ url }) => url));
  const fold = work.querySelector("details") as HTMLDetailsElement;
  expect(fold.open).toBe(false);
  expect(within(fold).getByText("المزيد").tagName).toBe("SUMMARY");
  expect(fold.querySelectorAll("li")).toHaveLength(3);
  cleanup();
  render(<StaffHomePage {...busyHome} work={busyHome.work.slice(0, 6)} />);
  expect(region("ما يحتاج انتباهك").querySelector("details")).toBeNull();
});

test("an act of the team is taken back where it is listed, and what cannot be has no button [D09] [D11]", () => {
  render(<StaffHomePage {...staffHome} />);
  const acts = region("آخر ما جرى");
  const [button, ...others] = within(acts).getAllByRole("button");
  expect(others).toEqual([]);
  expect(button?.closest("li")?.textContent).toContain("تمر سكّري");
  expect(button?.closest("form")?.getAttribute("action")).toBe("/ar/wp-admin/products/42/undo/");
  expect(within(acts).getByRole("link", { name: "سجل الإجراءات" }).getAttribute("href")).toBe(
    "/ar/wp-admin/audit/",
  );
});

test("parts that the role may not read are absent", () => {
  render(<StaffHomePage {...staffHome} sales={null} lowStock={null} acts={[]} />);
  expect(screen.queryByRole("region", { name: "مخزون منخفض" })).toBeNull();
  expect(screen.queryByRole("region", { name: "آخر ما جرى" })).toBeNull();
});
