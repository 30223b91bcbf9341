// @vitest-environment happy-dom
import { screen } from "@testing-library/react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { conflictPage, staffProductPage, staffProductsPage } from "../testing/staff-product-samples";
import { ConflictPage } from "./ConflictPage";
import { StaffProductPage } from "./StaffProductPage";
import { StaffProductsPage } from "./StaffProductsPage";

const plain = (text: string) => text.replace(/[\u2066-\u2069]/g, "");
const show = (page: React.ReactElement) => {
  document.body.innerHTML = renderToStaticMarkup(page);
};
const formOf = (name: string) => {
  const buttons = screen.getAllByRole("button", { name: (text) => plain(text) === name });
  return new FormData((buttons[0] as HTMLButtonElement).form as HTMLFormElement);
};

test("the form sends version, old values and the draft's revision with every field, wherever the field is on the page", () => {
  show(<StaffProductPage {...staffProductPage} />);
  const form = document.getElementById("product") as HTMLFormElement;
  expect(form.method).toBe("post");
  const names = [...document.querySelectorAll("[form=product][name]")].map((one) => one.getAttribute("name"));
  for (const field of Object.keys(staffProductPage.form.values)) expect(names).toContain(field);
  const hidden = [...form.querySelectorAll("input[type=hidden]")].map((one) => one.getAttribute("name"));
  expect(hidden).toEqual(["nonce", "version", "was", "draft"]);
});

test("[D06] a conflict offers mine, theirs and a third wording, and mine is chosen", () => {
  show(<ConflictPage {...conflictPage} />);
  const [mine, theirs] = screen.getAllByRole("radio") as Array<HTMLInputElement>;
  expect([mine?.value, theirs?.value]).toEqual(["14.40", "15.00"]);
  expect(mine?.hasAttribute("checked")).toBe(true);
  expect(document.querySelector("textarea[name=own_description]")).not.toBeNull();
  expect(document.querySelector("[name=own_sale_minor]")).toBeNull();
});

test("a field that the member may not write is read-only", () => {
  const form = { ...staffProductPage.form, open: ["name"] };
  show(<StaffProductPage {...staffProductPage} form={form} />);
  expect(document.querySelector("[name=sku]")?.hasAttribute("readonly")).toBe(true);
  expect(document.querySelector("[name=status]")?.hasAttribute("disabled")).toBe(true);
  expect(document.querySelector("[name=name]")?.hasAttribute("readonly")).toBe(false);
});

test("a price in the list is a form of its own", () => {
  show(<StaffProductsPage {...staffProductsPage} />);
  const form = formOf("حفظ سعر عسل سدر جبلي");
  expect([form.get("nonce"), form.get("version"), form.get("value")]).toEqual(["n0nce", "3", "46.00"]);
});
