// @vitest-environment happy-dom
import { screen, within } from "@testing-library/react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { searchWordsPage } from "../testing/search-samples";
import { SearchWordsPage } from "./SearchWordsPage";

const plain = (text: string) => text.replace(/[\u2066-\u2069]/g, "");
const named = (name: string) => ({ name: (text: string) => plain(text) === name });
const show = (change: object = {}) => {
  document.body.innerHTML = renderToStaticMarkup(<SearchWordsPage {...searchWordsPage} {...change} />);
};

test("queries without an answer are listed, each with a link to the form", () => {
  show();
  const [queries] = screen.getAllByRole("table");
  const [, first, second] = within(queries as HTMLElement).getAllByRole("row");
  expect(first?.textContent).toContain("لا نتيجة");
  expect(second?.textContent).toContain("دلة");
  expect(screen.getByRole("link", named("إضافة معنى للبحث «فندق»")).getAttribute("href")).toBe(
    "/ar/wp-admin/search/?edit=فندق#meaning",
  );
});

test("words are saved and removed by plain forms with the nonce", () => {
  show();
  const save = screen.getByRole("button", { name: "حفظ" }) as HTMLButtonElement;
  expect(new FormData(save.form as HTMLFormElement).get("nonce")).toBe("n0nce");
  const remove = screen.getByRole("button", named("حذف «honey»")) as HTMLButtonElement;
  const form = new FormData(remove.form as HTMLFormElement);
  expect([form.get("word"), form.get("nonce"), remove.value]).toEqual(["honey", "n0nce", "remove"]);
  expect(remove.form?.method).toBe("post");
});

test("only the owner gets forms that change something", () => {
  show({ canChange: false });
  expect(document.querySelectorAll("form[method=post]")).toHaveLength(0);
  expect(document.body.textContent).toContain("يغيّر المدير هذه الكلمات.");
});
