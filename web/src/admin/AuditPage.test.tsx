// @vitest-environment happy-dom
import { cleanup, render, screen, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import * as auditText from "../generated/messages/audit";
import { auditPage } from "../testing/admin-samples";
import { AuditPage } from "./AuditPage";

afterEach(cleanup);

const row = (name: RegExp) => screen.getByRole("row", { name });

test("a line says what was before and after, and leads to its thing [D36]", () => {
  render(<AuditPage {...auditPage} />);
  const order = row(/الطلب رقم 10479/);
  expect(within(order).getByRole("link", { name: "الطلب رقم 10479" }).getAttribute("href")).toBe(
    "/ar/wp-admin/orders/10479/",
  );
  expect(within(order).getByText("قيد التجهيز").closest("del")).not.toBeNull();
  expect(within(order).getByText("في الطريق").closest("del")).toBeNull();
  const product = row(/تمر سكّري/);
  expect(
    within(product).getAllByText("السعر قبل التخفيض")[0]?.closest("del"),
    "a label is not struck",
  ).toBeNull();
});

test("an edit is taken back from its line, and what cannot be has no button [D09] [D11]", () => {
  render(<AuditPage {...auditPage} />);
  const [button, ...others] = screen.getAllByRole("button", { name: /تراجع/ });
  expect(others).toEqual([]);
  expect(row(/تمر سكّري/).contains(button as HTMLElement)).toBe(true);
  // Which one of many it is, for those who hear the buttons alone.
  expect(button?.getAttribute("aria-label")).toContain("10:02");
  const form = button?.closest("form") as HTMLFormElement;
  expect([form.method, form.getAttribute("action")]).toEqual(["post", "/ar/wp-admin/products/42/undo/"]);
  expect(Object.fromEntries(new FormData(form) as unknown as Iterable<[string, string]>)).toEqual({
    nonce: "n0nce",
    version: "7",
  });
});

test("what has no words is left to right, and no link", () => {
  render(<AuditPage {...auditPage} />);
  for (const text of ["act-of-another-release", "thing 7", "the_field", '{"x":1}', "14.50 $"])
    expect(screen.getByText(text).getAttribute("dir"), text).toBe("ltr");
  expect(screen.getByText("الطلب رقم 10479").getAttribute("dir")).toBeNull();
  expect(within(row(/thing 7/)).queryByRole("link")).toBeNull();
});

test("empty cells stay empty: small screens hide them", () => {
  const { container } = render(<AuditPage {...auditPage} />);
  const cells = container.querySelectorAll(`tbody tr:last-child td[data-label="${auditText.valueBefore()}"]`);
  expect(cells.length).toBe(1);
  expect(cells[0]?.innerHTML).toBe("");
});
