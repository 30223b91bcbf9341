import { expect, test } from "vitest";
import type { LiveChange, LiveMessage } from "../generated/admin";
import { NOTHING, type ShownPage, shown, stateAfter, thingAt } from "./live-state";

const change = (id: string, version: string, more: Partial<LiveChange> = {}): LiveChange => ({
  key: `product-${id}-${version}`,
  kind: "product",
  id,
  version,
  by: "ريم",
  isOwn: false,
  ...more,
});
const message = (changes: Array<LiveChange>, more: Partial<LiveMessage> = {}): LiveMessage => ({
  cursor: "7-1",
  changes,
  here: null,
  ...more,
});
const product: ShownPage = { thing: { name: "product-12", version: 4 }, rows: new Set() };
const list: ShownPage = { thing: null, rows: new Set(["product-12", "product-13"]) };

test("a page is told of newer versions of its thing by others, once", () => {
  const versions = message([change("12", "4"), change("12", "5"), change("13", "9")]);
  const first = stateAfter(NOTHING, versions, product);
  expect(first.changes.map(({ version }) => version)).toEqual(["5"]);
  expect(first.cursor).toBe("7-1");
  const again = stateAfter(first, versions, product);
  expect(again.changes).toBe(first.changes);
  const own = stateAfter(NOTHING, message([change("12", "6", { isOwn: true })]), product);
  expect(own.changes).toEqual([]);
  // Variations have versions of their own.
  const variation = stateAfter(NOTHING, message([change("12", "0", { key: "variation-3-2" })]), product);
  expect(variation.changes).toHaveLength(1);
});

test("a list is told of its rows, and of many at once", () => {
  const rows = stateAfter(NOTHING, message([change("13", "2"), change("99", "2")]), list);
  expect(rows.changes.map(({ id }) => id)).toEqual(["13"]);
  const many = stateAfter(
    NOTHING,
    message([change("", "0"), change("", "0", { kind: "order", key: "o" })]),
    list,
  );
  expect(many.changes.map(({ kind }) => kind)).toEqual(["product"]);
  expect(stateAfter(NOTHING, message([change("", "0")]), { thing: null, rows: new Set() }).changes).toEqual(
    [],
  );
});

test("who is here stays until said otherwise, and a new page begins anew without hearing the old again", () => {
  const first = stateAfter(NOTHING, message([change("12", "5")], { here: ["ريم"] }), product);
  expect(stateAfter(first, message([], { cursor: "" }), product)).toMatchObject({
    here: ["ريم"],
    cursor: "7-1",
  });
  expect(stateAfter(first, message([], { here: [] }), product).here).toEqual([]);
  const next = shown(first, false);
  expect(next).toMatchObject({ changes: [], here: [], cursor: "" });
  expect(shown(first, true)).toMatchObject({ changes: [], here: ["ريم"], cursor: "7-1" });
  expect(stateAfter(next, message([change("12", "5")]), product).changes).toEqual([]);
});

test("things are known by their addresses", () => {
  expect(thingAt("/ar/wp-admin/products/12/")).toBe("product-12");
  expect(thingAt("/ar/wp-admin/orders/10482/")).toBe("order-10482");
  for (const other of ["/ar/wp-admin/products/", "/ar/wp-admin/products/new/", "/ar/product/12/"])
    expect(thingAt(other)).toBeNull();
});
