// @vitest-environment happy-dom
import { act, fireEvent, screen, within } from "@testing-library/react";
import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { EnquiryFormView } from "../generated/enquiries";
import * as enquiriesText from "../generated/messages/enquiries";
import { enquiryCalls } from "../testing/enquiry-calls";
import * as samples from "../testing/enquiry-samples";
import { endHydrated, hydrated, pass, shopper } from "../testing/hydrated";
import { EnquiryForm } from "./EnquiryForm.island";

const { enquiryForm, longForm, shortForm } = samples;

let calls: ReturnType<typeof enquiryCalls>;
const scrolls: Array<number> = [];

beforeEach(() => {
  vi.useFakeTimers();
  calls = enquiryCalls();
  scrolls.length = 0;
  vi.spyOn(window, "scrollTo").mockImplementation((...args: Array<unknown>) => {
    scrolls.push((args[0] as ScrollToOptions).top ?? 0);
  });
});
afterEach(() => {
  endHydrated();
  vi.useRealTimers();
  vi.doUnmock("../runtime/proof");
});

const show = (to: Partial<EnquiryFormView> = {}, form = shortForm) =>
  hydrated(<EnquiryForm {...form} {...to} />);
const element = () => document.querySelector("form") as HTMLFormElement;
const control = (name: string) => element().elements.namedItem(name) as HTMLInputElement;
const wrapper = ({ id }: { id: string }) => document.querySelector(`[data-element="${id}"]`) as HTMLElement;
const button = () => screen.getByRole("button", { name: shortForm.submitLabel });
const successArea = () => document.querySelector("[data-success]") as HTMLElement;
const entries = () => Object.fromEntries(new FormData(element()));

async function fill(values: Record<string, string> = {}) {
  const user = shopper();
  const typed = { [samples.name.name]: "مها", [samples.email.name]: "maha@example.com", ...values };
  for (const [name, text] of Object.entries({ [samples.message.name]: "هل يصل قبل الجمعة؟", ...typed }))
    await user.type(control(name), text);
}
async function send() {
  await shopper().click(button());
  await pass();
}
/** Whether the browser would send the form itself. */
const isNative = () => fireEvent.submit(element());

test("the plain form has all fields of its elements, files included [FORM-12] [API-36]", () => {
  document.body.innerHTML = renderToStaticMarkup(<EnquiryForm {...longForm} />);
  const { method, enctype } = element();
  expect([method, enctype]).toEqual(["post", "multipart/form-data"]);
  expect(element().getAttribute("action")).toBe(`${longForm.action}#${longForm.uniqueId}`);
  expect([...element().elements].map((one) => one.getAttribute("name")).filter(Boolean)).toEqual([
    ...["iphorm_id", "iphorm_uid", "iphorm_2_1", "iphorm_2_2", "iphorm_2_3", "iphorm_2_4"],
    ...["iphorm_2_5", "iphorm_2_5", "iphorm_2_5"],
    ...["iphorm_2_6[day]", "iphorm_2_6[month]", "iphorm_2_6[year]"],
    ...["iphorm_2_10[]", "iphorm_2_10[]", "iphorm_2_11", "iphorm_2_7", "iphorm_2_8", "iphorm_2_12"],
    ...["iphorm_2_9", "cr_website"],
  ]);
  const chosen = [...element().querySelectorAll("option[selected]")].map((one) => one.getAttribute("value"));
  expect(chosen).toEqual(["gifts", "20", "12", "2026"]);
  expect(entries()).toMatchObject({ iphorm_2_5: "some", iphorm_2_12: "wholesale-page" });
});

test("an upload without a limit is named as a list [API-35]", () => {
  const many = { ...samples.attachments, fileUploadLimit: 0 };
  document.body.innerHTML = renderToStaticMarkup(<EnquiryForm {...enquiryForm} elements={[many]} />);
  expect(control("iphorm_2_8[]").multiple).toBe(true);
});

test("each element has its wrapper and its error area; the form has a success area [FORM-02]", async () => {
  const text = "هذا الحقل مطلوب.";
  const named = longForm.elements.filter(({ kind }) => !["hidden", "heading", "note"].includes(kind));
  await show({ errors: Object.fromEntries(named.map(({ name }) => [name, [text]])) }, longForm);
  for (const one of named) expect(within(wrapper(one)).getAllByText(text)).toHaveLength(1);
  expect(successArea().getAttribute("role")).toBe("status");
});

test("while a form is sent it is busy, and a second submit is ignored [FORM-04]", async () => {
  await show();
  await fill();
  calls.hold();
  await send();
  expect(element().getAttribute("aria-busy")).toBe("true");
  expect(screen.getByRole("button", { name: enquiriesText.sending() }).getAttribute("aria-busy")).toBe(
    "true",
  );
  expect(isNative()).toBe(false);
  expect(isNative()).toBe(false);
  await pass();
  expect(calls.sent).toHaveLength(1);
  calls.release();
  await pass();
  expect(element().getAttribute("aria-busy")).toBeNull();
});

test("two submits before a render are one [FORM-04]", async () => {
  await show();
  await fill();
  await act(async () => {
    element().requestSubmit();
    element().requestSubmit();
  });
  await pass();
  expect(calls.sent).toHaveLength(1);
});

test("call 36 has all fields, the visitor's own token and iphorm_ajax [API-36]", async () => {
  await show();
  await fill();
  await send();
  expect(calls.sent).toEqual([
    {
      url: shortForm.action,
      fields: {
        iphorm_id: ["2"],
        iphorm_uid: ["own-1"],
        iphorm_2_1: ["مها"],
        iphorm_2_2: ["maha@example.com"],
        iphorm_2_7: ["هل يصل قبل الجمعة؟"],
        cr_website: [""],
        iphorm_ajax: ["1"],
      },
    },
  ]);
});

test("in preview mode nothing is sent, and an alert says so [FORM-05]", async () => {
  await show({ preview: true });
  await fill();
  await send();
  expect(isNative()).toBe(false);
  await pass();
  expect(screen.getByRole("alert").textContent).toContain(enquiriesText.previewNoSubmit());
  expect(calls.sent).toEqual([]);
});

test("an accepted form shows the server's HTML [FORM-10]", async () => {
  await show();
  await fill();
  calls.answer({ type: "success", data: samples.sentHtml });
  await send();
  expect(within(successArea()).getByRole("heading", { name: "وصلتنا رسالتك" })).toBeTruthy();
  expect(document.activeElement).toBe(successArea());
  await pass(3_600_000);
  expect(successArea().textContent).toContain("شكرًا لك");
});

test("the text goes away after its seconds [FORM-10]", async () => {
  await show({ successMessageTimeout: 8 });
  await fill();
  await send();
  await pass(7999);
  expect(successArea().textContent).toContain("وصلتنا رسالتك.");
  await pass(1);
  expect(successArea().textContent).toBe("");
  // A second form has its own time.
  await fill();
  await send();
  await pass(7999);
  expect(successArea().textContent).toContain("وصلتنا رسالتك.");
});

test("the page moves to 50 pixels above the text, in half a second [FORM-15]", async () => {
  await show();
  await fill();
  vi.spyOn(successArea(), "getBoundingClientRect").mockReturnValue({ top: 1050 } as DOMRect);
  await send();
  await pass(480);
  expect(scrolls.at(-1)).toBeLessThan(1000);
  await pass(60);
  expect(scrolls.at(-1)).toBe(1000);
});

test("after an empty redirect the page is loaded again [FORM-09]", async () => {
  const reload = vi.spyOn(location, "reload").mockImplementation(() => {});
  await show();
  await fill();
  calls.answer({ type: "success", data: "", redirect: "" });
  await send();
  expect(reload).toHaveBeenCalledOnce();
  expect(control(samples.message.name).value).toBe("");
});

test("after another redirect the browser goes there, and the form stays locked until it is back [FORM-09]", async () => {
  const assign = vi.spyOn(location, "assign").mockImplementation(() => {});
  await show();
  await fill();
  calls.answer({ type: "success", data: "", redirect: "/ar/thanks/" });
  await send();
  expect(assign).toHaveBeenCalledExactlyOnceWith("/ar/thanks/");
  expect(control(samples.message.name).value).toBe("");
  expect(element().getAttribute("aria-busy")).toBe("true");
  const back = Object.assign(new Event("pageshow"), { persisted: true });
  await act(async () => window.dispatchEvent(back));
  expect(element().getAttribute("aria-busy")).toBeNull();
});

test.each([
  ["", "wholesale", ""],
  ["clear", "", ""],
  ["keep", "complaint", "مها"],
] as const)("after a form was accepted reset mode %j applies [FORM-11]", async (mode, topic, name) => {
  await show({ resetFormValues: mode }, { ...enquiryForm, submitLabel: shortForm.submitLabel });
  await fill();
  await shopper().selectOptions(control(samples.topic.name), "complaint");
  await send();
  expect(calls.sent).toHaveLength(1);
  expect([control(samples.topic.name).value, control(samples.name.name).value]).toEqual([topic, name]);
});

test("without useAjax the browser sends the form, once, with token and proof [FORM-12]", async () => {
  vi.doMock("../runtime/proof", () => ({ solve: async () => "pr00f" }));
  const native = vi.spyOn(HTMLFormElement.prototype, "requestSubmit").mockImplementation(() => {});
  await show({ useAjax: false, captcha: { challengeUrl: "/challenge/", name: "cptcha" } });
  await fill();
  expect(isNative()).toBe(false);
  await vi.waitFor(async () => {
    await pass(20);
    expect(native).toHaveBeenCalledOnce();
  });
  expect(entries()).toMatchObject({ iphorm_uid: "own-1", cptcha: "pr00f", iphorm_2_1: "مها" });
  expect(isNative()).toBe(true);
  expect(isNative()).toBe(false);
  expect(calls.sent).toEqual([]);
});

const refusal = {
  type: "error",
  data: {
    [samples.message.name]: { errors: ["اكتب رسالتك.", "الثاني"] },
    [samples.name.name]: { errors: ["اكتب اسمك الكامل."] },
  },
};

test("a refused form shows the first error of each element, marks it and moves to the first [FORM-14]", async () => {
  await show();
  await fill();
  calls.answer(refusal);
  await send();
  expect(within(wrapper(samples.message)).getByText("اكتب رسالتك.")).toBeTruthy();
  expect(screen.queryByText("الثاني")).toBeNull();
  for (const one of [samples.name, samples.message])
    expect(control(one.name).getAttribute("aria-invalid")).toBe("true");
  expect(control(samples.email.name).getAttribute("aria-invalid")).toBeNull();
  expect(document.activeElement).toBe(control(samples.name.name));
  // What was typed is not lost, and a corrected element is not in error.
  expect(control(samples.email.name).value).toBe("maha@example.com");
  await shopper().type(control(samples.message.name), "!");
  expect(within(wrapper(samples.message)).queryByText("اكتب رسالتك.")).toBeNull();
  await send();
  expect(calls.sent).toHaveLength(2);
});

test("the page moves to the first error in 700 milliseconds [FORM-15]", async () => {
  await show();
  await fill();
  vi.spyOn(wrapper(samples.name), "getBoundingClientRect").mockReturnValue({ top: 1100 } as DOMRect);
  calls.answer(refusal);
  await send();
  await pass(680);
  expect(scrolls.at(-1)).toBeLessThan(1000);
  await pass(60);
  expect(scrolls.at(-1)).toBe(1000);
});

test("with reduced motion the page moves at once", async () => {
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
  await show();
  vi.spyOn(wrapper(samples.name), "getBoundingClientRect").mockReturnValue({ top: 1100 } as DOMRect);
  await send();
  expect(scrolls).toEqual([1000]);
});

test("what the server would refuse is not sent [FORM-14]", async () => {
  await show();
  await send();
  expect(calls.sent).toEqual([]);
  expect(within(wrapper(samples.name)).getByText("اكتب اسمك الكامل.")).toBeTruthy();
  expect(within(wrapper(samples.email)).getByText(enquiriesText.fieldRequired())).toBeTruthy();
  expect(document.activeElement).toBe(control(samples.name.name));
});

test("an error of the form itself, or of an element that is not there, is an alert", async () => {
  await show();
  await fill();
  calls.answer({ type: "error", data: { iphorm_2: { errors: [enquiriesText.tooMany()] } } });
  await send();
  expect(screen.getByRole("alert").textContent).toContain(enquiriesText.tooMany());
  calls.answer({ type: "error", data: { iphorm_2_99: { errors: ["حقل جديد مطلوب."] } } });
  await send();
  expect(screen.getByRole("alert").textContent).toContain("حقل جديد مطلوب.");
});

test.each<[string, unknown]>([
  ["is empty", new Response("")],
  ["is no result", { ok: true }],
  ["is a page", new Response("<html>", { status: 500 })],
  ["does not arrive", new TypeError("Failed to fetch")],
])("if the answer %s an alert says so, and the form is unlocked [FORM-29]", async (_, answer) => {
  await show();
  await fill();
  calls.answer(answer);
  await send();
  expect(screen.getByRole("alert").textContent).toContain(enquiriesText.errorSubmittingForm());
  expect(control(samples.message.name).value).toBe("هل يصل قبل الجمعة؟");
  await send();
  expect(calls.sent).toHaveLength(2);
  expect(screen.queryByRole("alert")).toBeNull();
});

const withPicture = { elements: [...shortForm.elements, samples.digits] };
const picture = () => screen.getByRole("img", { name: enquiriesText.captchaPicture() }) as HTMLImageElement;

test("the picture is another one after every answer, and when the visitor wants it [FORM-16]", async () => {
  await show(withPicture);
  const first = picture().getAttribute("src");
  await fill({ [samples.digits.name]: "12345" });
  calls.answer({
    type: "error",
    data: { [samples.digits.name]: { errors: [enquiriesText.captchaWrong()] } },
  });
  await send();
  const second = picture().getAttribute("src");
  expect(second).not.toBe(first);
  expect(control(samples.digits.name).value).toBe("");
  await shopper().type(control(samples.digits.name), "54321");
  await send();
  const third = picture().getAttribute("src");
  expect(third).not.toBe(second);
  await shopper().click(screen.getByRole("button", { name: enquiriesText.captchaAnother() }));
  expect(picture().getAttribute("src")).not.toBe(third);
});

test("the proof is computed first, then the form is sent with it; each submission has its own [FORM-16] [FORM-17]", async () => {
  const solved: Array<(token: string) => void> = [];
  vi.doMock("../runtime/proof", () => ({
    solve: () => new Promise<string>((done) => void solved.push(done)),
  }));
  await show({ captcha: { challengeUrl: "/challenge/", name: "cptcha" } });
  await fill();
  await send();
  await vi.waitFor(() => expect(solved).toHaveLength(1));
  expect(calls.sent).toEqual([]);
  expect(element().getAttribute("aria-busy")).toBe("true");
  calls.answer(refusal);
  solved[0]?.("first");
  await vi.waitFor(() => expect(calls.sent[0]?.fields.cptcha).toEqual(["first"]));
  await pass();
  await send();
  await vi.waitFor(() => expect(solved).toHaveLength(2));
  solved[1]?.("second");
  await vi.waitFor(() => expect(calls.sent[1]?.fields.cptcha).toEqual(["second"]));
});

test("without a proof the server decides [FORM-17]", async () => {
  vi.doMock("../runtime/proof", () => ({ solve: () => Promise.reject(new Error("no challenge")) }));
  await show({ captcha: { challengeUrl: "/challenge/", name: "cptcha" } });
  await fill();
  await send();
  await vi.waitFor(() => expect(calls.sent[0]?.fields.cptcha).toEqual([""]));
});

test("errors of a plain form are shown with what was typed [FORM-14]", async () => {
  await show({
    errors: { [samples.email.name]: [enquiriesText.emailInvalid()], iphorm_2: [enquiriesText.expired()] },
    values: { [samples.email.id]: "maha@" },
  });
  expect(control(samples.email.name).value).toBe("maha@");
  expect(within(wrapper(samples.email)).getByText(enquiriesText.emailInvalid())).toBeTruthy();
  expect(screen.getByRole("alert").textContent).toContain(enquiriesText.expired());
  expect(document.activeElement).toBe(control(samples.email.name));
});

test("a plain form that was accepted shows the text for its seconds [FORM-10]", async () => {
  await show({ success: samples.sentHtml, successMessageTimeout: 5 });
  expect(successArea().textContent).toContain("وصلتنا رسالتك");
  await pass(5000);
  expect(successArea().textContent).toBe("");
});
