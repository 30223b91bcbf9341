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

test("a draft of the table has the versions of its own rows alone, and each part of a long table its own", () => {
  const table = (version: string, first = "0") => {
    document.body.innerHTML = `<form action="/ar/wp-admin/products/8/variations/"><input type="hidden" name="rows">
      <table><tr><td><input type="hidden" name="v81_version"><input name="v81_sku"></td></tr>
      <tr><td><input type="hidden" name="v82_version"><input name="v82_sku"></td></tr></table></form>`;
    field("rows").value = first;
    for (const row of ["v81", "v82"]) field(`${row}_version`).value = version;
  };
  table("4");
  field("v81_sku").value = "BN-1";
  storeDraft(form(), false);
  table("5", "50");
  expect(findDraft(form())).toBeNull();
  table("5");
  const heard: Array<EventTarget | null> = [];
  form().addEventListener("input", ({ target }) => heard.push(target));
  const draft = findDraft(form());
  restoreDraft(form(), draft as NonNullable<typeof draft>);
  expect([field("v81_sku").value, field("v81_version").value, field("v82_version").value]).toEqual([
    "BN-1",
    "4",
    "5",
  ]);
  expect(heard).toEqual([field("v81_sku")]);
});

test("of a refused table only the refused rows are kept: the others were saved", () => {
  document.body.innerHTML = `<form action="/ar/wp-admin/products/8/variations/"><table>
    <tr><td><input name="v81_sku"></td></tr>
    <tr><td><input name="v82_sku" aria-invalid="true"></td><td><input name="v82_mpn"></td></tr></table></form>`;
  storeDraft(form(), true);
  expect(Object.keys(JSON.parse(Object.values(sessionStorage)[0] as string).values)).toEqual([
    "v82_sku",
    "v82_mpn",
  ]);
});

test("what was typed about pictures is there again after an upload, on the descriptions that it was typed on", () => {
  const lines = (names: Array<string>, alts: Array<string>) => {
    document.body.innerHTML = `<form action="/ar/wp-admin/products/8/pictures/">
      <input type="hidden" name="version"><input type="hidden" name="was">${alts
        .map((_, line) => {
          const name = (field: string) => `name="p${line}_${field}"`;
          return `<input type="hidden" ${name("was")}><input ${name("alt")}><input ${name("remove")} type="checkbox" value="1">`;
        })
        .join("")}</form>`;
    field("version").value = String(names.length);
    field("was").value = JSON.stringify(names);
    for (const [line, alt] of alts.entries()) {
      field(`p${line}_was`).value = alt;
      field(`p${line}_alt`).defaultValue = alt;
    }
  };
  lines(["red", "blue"], ["أحمر", "أزرق"]);
  field("p0_alt").value = "فنجان أحمر";
  field("p1_remove").checked = true;
  storeDraft(form(), false, true);
  lines(["red", "blue", "new"], ["وصف زميل", "أزرق", ""]);
  const draft = findDraft(form());
  restoreDraft(form(), draft as NonNullable<typeof draft>);
  const values = ["p0_was", "p0_alt", "p1_alt", "p2_alt", "version"].map((name) => field(name).value);
  expect(values).toEqual(["أحمر", "فنجان أحمر", "أزرق", "", "3"]);
  expect([field("p0_remove").checked, field("p1_remove").checked]).toEqual([false, true]);

  // In another order the lines are about other pictures.
  lines(["blue", "red"], ["أزرق", "أحمر"]);
  field("p0_alt").value = "فنجان أزرق";
  storeDraft(form(), false, true);
  lines(["red", "blue"], ["أحمر", "أزرق"]);
  expect(findDraft(form())).toBeNull();
});
