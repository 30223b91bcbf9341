// @vitest-environment happy-dom
import { screen } from "@testing-library/react";
import { renderToStaticMarkup } from "react-dom/server";
import { beforeEach, expect, test, vi } from "vitest";
import type { AuthPageView, FormPageView } from "../generated/accounts";
import { address, details, field, login, password, privacy } from "../testing/account-samples";
import { AuthPage } from "./AuthPage";
import { FormPage } from "./FormPage";

const section = address.sections[0] as FormPageView["sections"][number];
const renderAuth = (page: AuthPageView) => {
  document.body.innerHTML = renderToStaticMarkup(<AuthPage {...page} />);
};
const renderForms = (page: FormPageView) => {
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

test("an invalid field shows its error, and a valid one nothing", () => {
  renderForms(address);
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

test("a hint describes its field unless it has an error", () => {
  const hinted = { ...password, hint: "8 أحرف على الأقل." };
  const page = (error: string | null) => ({ ...login, form: { ...form, fields: [{ ...hinted, error }] } });
  const form = login.form as NonNullable<AuthPageView["form"]>;
  const note = () =>
    document.getElementById(find("#entry-password").getAttribute("aria-describedby") ?? "")?.textContent;
  renderAuth(page(null));
  expect(note()).toBe("8 أحرف على الأقل.");
  renderAuth(page("كلمتا المرور غير متطابقتين."));
  expect(note()).toBe("كلمتا المرور غير متطابقتين.");
});

test("focus starts at the page's error, else at the first invalid field", () => {
  renderForms(address);
  expect(focused()).toEqual(["billing-billing_phone"]);
  renderForms({ ...address, layout: { ...address.layout, notice: { kind: "error", text: "لم يُحفظ." } } });
  expect(focused()).toEqual(["alert"]);
  renderAuth(login);
  expect(focused()).toEqual([]);
});

test("Enter in the password field submits the form: it has one, and a submit button [ACCT-03]", () => {
  renderAuth(login);
  const form = find("[name=password]").form as HTMLFormElement;
  expect([form.method, form.noValidate]).toEqual(["post", true]);
  const buttons = [...form.querySelectorAll("button")];
  expect(buttons.filter(({ type }) => type === "submit").map((button) => button.textContent)).toEqual([
    "تسجيل الدخول",
  ]);
  expect(new FormData(form).get("_wpnonce")).toBe("n0nce");
});

test("Latin fields are left-to-right, and a password is never written into the page", () => {
  const secret = { ...password, value: "nakhla-2026" };
  const code = { ...field, name: "code", kind: "latin" as const, autocomplete: "one-time-code", value: "" };
  renderForms({ ...address, sections: [{ ...section, form: { ...section.form, fields: [secret, code] } }] });
  expect(document.body.innerHTML).not.toContain("nakhla-2026");
  expect(find("[name=code]").className).toMatch(/ltr/);
  expect(find("[name=code]").inputMode).toBe("numeric");
  expect(find("[name=password]").autocomplete).toBe("current-password");
});
test("the link for a forgotten password is beside the last checkbox", () => {
  renderAuth(login);
  expect(screen.getByRole("link", { name: "نسيت كلمة المرور؟" }).parentElement?.textContent).toBe(
    "تذكّرنينسيت كلمة المرور؟",
  );
});

test("the sessions of an account are listed above the form that ends the others", () => {
  renderForms(details);
  const section = find<HTMLElement>("#sessions");
  expect(section.getAttribute("aria-labelledby")).toBe("sessions-title");
  expect([...section.querySelectorAll("li")].map((item) => item.textContent)).toEqual([
    "دخول 14 نوفمبر 2026، 10:46 مساءًهذا الجهاز",
    "دخول 2 أكتوبر 2026، 9:05 صباحًاجهاز آخر",
  ]);
  const form = section.querySelector("form") as HTMLFormElement;
  expect([form.method, form.getAttribute("action")]).toEqual(["post", "/ar/my-account/end-sessions/"]);
  expect(section.querySelectorAll("li a")).toHaveLength(0);
  const ids = [...document.querySelectorAll("input[id]")].map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

test("a page has one primary button, and a destructive one is never primary", () => {
  renderForms(privacy);
  const buttons = [...document.querySelectorAll("section button[type=submit]")];
  const looks = buttons.map(({ className }) => /primary|danger/i.exec(className)?.[0].toLowerCase());
  expect(looks).toEqual(["primary", "danger"]);
  expect(find<HTMLElement>("a[download]").getAttribute("aria-label")).toBe("تنزيل نسخة 2 أكتوبر 2026");
});
