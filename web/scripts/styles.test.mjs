import { expect, test } from "vitest";
import { styleSheetsOf } from "./styles.mjs";

const css = (name) => `\0/r/src/${name}.module.css.names.js`;
const IMPORTS = {
  "/r/src/renderer/registry.ts": ["/r/src/a/APage.tsx", "/r/src/b/BPage.tsx", "/r/src/c/CPage.tsx"],
  "/r/src/layout/ShopLayout.tsx": [css("layout/ShopLayout")],
  "/r/src/a/APage.tsx": [css("a/APage"), "/r/src/a/Form.tsx", "/r/src/a/Row.island.tsx"],
  "/r/src/b/BPage.tsx": ["/r/src/a/Form.tsx", "/r/src/a/Star.tsx", css("b/BPage")],
  "/r/src/c/CPage.tsx": [css("c/CPage")],
  "/r/src/a/Form.tsx": [css("a/Form"), "/r/src/a/Star.tsx", "/r/src/a/Field.tsx", css("layout/ShopLayout")],
  "/r/src/a/Row.island.tsx": [css("a/Row"), "/r/src/a/Both.tsx"],
  "/r/src/a/Star.tsx": [css("a/Star")],
  "/r/src/a/Field.tsx": [css("a/Field"), "/r/src/a/Both.tsx"],
  "/r/src/a/Both.tsx": [css("a/Both")],
};
const sheetsOf = (parts) => {
  const sheets = styleSheetsOf("/r", (id) => IMPORTS[id] ?? [], parts);
  return Object.fromEntries(
    [...sheets].map(([name, files]) => [name, files.map((file) => file.replace(/^.*\/|\..*$/g, ""))]),
  );
};

test("without parts a page has the styles of all its components, each after those that it imports", () => {
  expect(sheetsOf({})).toEqual({
    layout: ["site", "ShopLayout"],
    admin: [],
    "a/APage": ["Star", "Both", "Field", "Form", "Row", "APage"],
    "b/BPage": ["Star", "Both", "Field", "Form", "BPage"],
    "c/CPage": ["CPage"],
  });
});

test("a part has the styles that all its pages need for it alone; what two parts or one of the pages need stays", () => {
  expect(sheetsOf({ form: ["a/Form"], row: ["a/Row.island"] })).toEqual({
    layout: ["site", "ShopLayout"],
    admin: [],
    form: ["Field", "Form"],
    row: ["Row"],
    "a/APage": ["Star", "Both", "APage"],
    "b/BPage": ["Star", "Both", "BPage"],
    "c/CPage": ["CPage"],
  });
});
