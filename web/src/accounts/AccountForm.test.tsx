// @vitest-environment happy-dom
import { screen } from "@testing-library/react";
import { renderToStaticMarkup } from "react-dom/server";
import { beforeEach, expect, test, vi } from "vitest";
import type { AuthPageView, FormPageView } from "../generated/accounts";
import { address, field, login, password, privacy } from "../testing/account-samples";
import { AuthPage } from "./AuthPage";
import { FormPage } from "./FormPage";

const section = address.sections[0] as FormPageView["sections"][number];
const drawEntry = (page: AuthPageView) => {
  document.body.innerHTML = renderToStaticMarkup(<AuthPage {...page} />);
};
const drawForms = (page: FormPageView) => {
  document.body.innerHTML = renderToStaticMarkup(<FormPage {...page} />);
};
const find = <T extends Element = HTMLInputElement>(selector: string) =>
  document.querySelector(selector) as T;
const focused = () => [...document.querySelectorAll("[autofocus]")].map(({ id, role }) => id || role);

beforeEach(() => {
  vi.spyOn(console, "error").mockImplementation((message) => {
    throw new Error(message);
  });
});

test("a field says what is wrong with it, and a right one nothing", () => {
  drawForms(address);
  const phone = find("[name=billing_phone]");
  expect(phone.getAttribute("aria-invalid")).toBe("true");
  const note = document.getElementById(phone.getAttribute("aria-describedby") ?? "");
  expect(note?.textContent).toBe("أدخل رقم هاتف صالحًا.");
  expect(phone.parentElement?.className).toMatch(/error/i);

  const email = find("[name=billing_email]");
  expect(email.hasAttribute("aria-invalid") || email.hasAttribute("aria-describedby")).toBe(false);
  expect(email.parentElement?.className).not.toMatch(/error/i);
  expect(find<HTMLSelectElement>("select").value).toBe("SA");
  for (const { id } of document.querySelectorAll("input:not([type=hidden]), select"))
    expect(find(`label[for="${id}"]`)).not.toBeNull();
});

test("a hint explains its field until something is wrong with it", () => {
  const hinted = { ...password, hint: "8 أحرف على الأقل." };
  const page = (error: string | null) => ({ ...login, form: { ...form, fields: [{ ...hinted, error }] } });
  const form = login.form as NonNullable<AuthPageView["form"]>;
  const note = () =>
    document.getElementById(find("#entry-password").getAttribute("aria-describedby") ?? "")?.textContent;
  drawEntry(page(null));
  expect(note()).toBe("8 أحرف على الأقل.");
  drawEntry(page("كلمتا المرور غير متطابقتين."));
  expect(note()).toBe("كلمتا المرور غير متطابقتين.");
});

test("the page is entered at its error, else at the first wrong field", () => {
  drawForms(address);
  expect(focused()).toEqual(["billing-billing_phone"]);
  drawForms({ ...address, frame: { ...address.frame, notice: { kind: "error", text: "لم يُحفظ." } } });
  expect(focused()).toEqual(["alert"]);
  drawEntry(login);
  expect(focused()).toEqual([]);
});

test("Enter in the password field sends the form: it has one, and a button that sends it [ACCT-03]", () => {
  drawEntry(login);
  const form = find("[name=password]").form as HTMLFormElement;
  expect([form.method, form.noValidate]).toEqual(["post", true]);
  const buttons = [...form.querySelectorAll("button")];
  expect(buttons.filter(({ type }) => type === "submit").map((button) => button.textContent)).toEqual([
    "تسجيل الدخول",
  ]);
  expect(new FormData(form).get("_wpnonce")).toBe("n0nce");
});

test("Latin fields are typed from left to right, and a password is never written into the page", () => {
  const secret = { ...password, value: "nakhla-2026" };
  const code = { ...field, name: "code", kind: "latin" as const, autocomplete: "one-time-code", value: "" };
  drawForms({ ...address, sections: [{ ...section, form: { ...section.form, fields: [secret, code] } }] });
  expect(document.body.innerHTML).not.toContain("nakhla-2026");
  expect(find("[name=code]").className).toMatch(/ltr/);
  expect(find("[name=code]").inputMode).toBe("numeric");
  expect(find("[name=password]").autocomplete).toBe("current-password");
});
test("the way out of a forgotten password stands beside the last box", () => {
  drawEntry(login);
  expect(screen.getByRole("link", { name: "نسيت كلمة المرور؟" }).parentElement?.textContent).toBe(
    "تذكّرنينسيت كلمة المرور؟",
  );
});

test("only one button of a page is its main one, and what cannot be undone is none", () => {
  drawForms(privacy);
  const buttons = [...document.querySelectorAll("section button[type=submit]")];
  const looks = buttons.map(({ className }) => /primary|danger/i.exec(className)?.[0].toLowerCase());
  expect(looks).toEqual(["primary", "danger"]);
  expect(find<HTMLElement>("a[download]").getAttribute("aria-label")).toBe("تنزيل نسخة 2 أكتوبر 2026");
});
