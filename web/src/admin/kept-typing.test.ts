// @vitest-environment happy-dom
import { afterEach, expect, test } from "vitest";
import { keepTyping } from "./kept-typing";

const page = (note: string, brand: string) => `<form action="/ar/wp-admin/products/12/">
  <label>ملاحظة <input name="note" value="${note}"></label>
  <label>علامة <input name="brand" value="${brand}"></label>
  <label>اسم <input name="name" value="بن"></label>
</form>`;
const field = (name: string) => document.querySelector(`[name=${name}]`) as HTMLInputElement;

afterEach(() => {
  document.body.innerHTML = "";
});

test("typed text comes back into the new version, and what it hides is named", () => {
  document.body.innerHTML = `<main>${page("أول", "أ")}</main>`;
  field("note").value = "ما كتبته";
  field("name").value = "بن حراز";
  const typeAgain = keepTyping();
  const main = document.querySelector("main") as HTMLElement;
  main.innerHTML = page("عند غيرك", "ب");
  expect(typeAgain()).toEqual(["ملاحظة"]);
  expect(field("note").value).toBe("ما كتبته");
  expect(field("name").value).toBe("بن حراز");
  // Nobody typed here: the new value stands.
  expect(field("brand").value).toBe("ب");
});
