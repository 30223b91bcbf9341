// @vitest-environment happy-dom
import { cleanup, render, screen, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { adminLayout, roleBand } from "../testing/admin-samples";
import { AdminLayout } from "./AdminLayout";
import { followLayout } from "./follow-layout";

afterEach(cleanup);

const show = (layout: typeof adminLayout) =>
  render(
    <AdminLayout layout={layout} shopName="دكان النخلة">
      <h1>الطلبات</h1>
    </AdminLayout>,
  );

test("whoever looks as a role reads which one, and ends it with one button and without script", () => {
  show({ ...adminLayout, roleBand });
  const band = screen.getByRole("region", { name: "العرض بدور آخر" });
  expect(band.textContent).toContain("التجهيز");
  expect(band.textContent).toContain("للنظر فقط");
  // The next page replaces main alone.
  expect(screen.getByRole("main").contains(band)).toBe(false);
  const button = within(band).getByRole("button", { name: "إنهاء العرض" }) as HTMLButtonElement;
  const form = button.form as HTMLFormElement;
  expect([form.method, form.getAttribute("action")]).toEqual(["post", "/ar/wp-admin/end-view/"]);
  expect(Object.fromEntries(new FormData(form) as unknown as Iterable<[string, string]>)).toEqual({
    _wpnonce: "n0nce",
  });
});

test("nobody else has the band", () => {
  show(adminLayout);
  expect(screen.queryByRole("region", { name: "العرض بدور آخر" })).toBeNull();
});

test("the layout does not stand when the view as a role begins, changes or ends, even with the same menu", () => {
  show(adminLayout);
  expect(followLayout(adminLayout)).toBe(true);
  expect(followLayout({ ...adminLayout, roleBand })).toBe(false);
  cleanup();
  show({ ...adminLayout, roleBand });
  expect(followLayout({ ...adminLayout, roleBand })).toBe(true);
  expect(followLayout({ ...adminLayout, roleBand: { ...roleBand, role: "الدعم" } })).toBe(false);
  expect(followLayout(adminLayout)).toBe(false);
});
