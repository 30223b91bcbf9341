// @vitest-environment happy-dom
import { beforeEach, expect, test } from "vitest";
import { findDraft, restoreDraft, storeDraft } from "./draft";

const form = () => document.querySelector("form") as HTMLFormElement;
const field = (name: string) => form().elements.namedItem(name) as HTMLInputElement;

function show(name: string, version: string): void {
  document.body.innerHTML = `<form action="/ar/wp-admin/products/8/">
    <input type="hidden" name="version"><input type="hidden" name="was">
    <input name="name"><textarea name="description"></textarea></form>`;
  field("name").defaultValue = name;
  field("version").value = version;
  field("was").value = `{"name":"${name}"}`;
}

beforeEach(() => {
  sessionStorage.clear();
  show("بن", "4");
});

test("what was typed is there again, on the version that it was typed on", () => {
  field("name").value = "بن حراز";
  storeDraft(form(), false, true);
  show("بن", "5");
  const draft = findDraft(form());
  expect(draft?.values).toEqual({ name: "بن حراز" });
  restoreDraft(form(), draft as NonNullable<typeof draft>);
  expect([field("name").value, field("version").value]).toEqual(["بن حراز", "4"]);
});

test("a page that shows what was typed has no draft", () => {
  field("name").value = "بن حراز";
  storeDraft(form(), false);
  show("بن حراز", "5");
  expect(findDraft(form())).toBeNull();
  expect(sessionStorage.length).toBe(0);
});

test("what was typed since is newer than the draft", () => {
  field("description").value = "قديم";
  storeDraft(form(), false);
  show("بن", "4");
  field("description").value = "جديد";
  const draft = findDraft(form());
  restoreDraft(form(), draft as NonNullable<typeof draft>);
  expect(field("description").value).toBe("جديد");
});
