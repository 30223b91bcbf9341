// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { MeasurementView } from "../generated/edge";
import { vectors } from "../testing/vectors";
import { saveChoice } from "./consent";
import { COOKIE_NAMES, deleteSourceCookies, readCookie, writeText } from "./cookies";
import { INPUTS_READY } from "./inputs-ready";

const FIELDS = vectors<string>("attribution/fields.json");

const config: MeasurementView = {
  consent: "allowed",
  consentUrl: "/ar/consent/",
  landingUrl: "/ar/landing",
  checkoutUrl: "/ar/checkout/",
  tags: null,
};

const fetch = vi.fn(async () => Response.json({ success: true }));

beforeEach(() => {
  vi.resetModules();
  vi.stubGlobal("fetch", fetch);
  const inputs = FIELDS.map(
    (field) => `<input type="hidden" name="wc_order_attribution_${field}" value="x">`,
  );
  document.body.innerHTML = `<form class="checkout">${inputs.join("")}</form>`;
});
afterEach(() => {
  deleteSourceCookies();
  writeText("matjar_consent", "", -1);
  vi.restoreAllMocks();
  fetch.mockClear();
});

const value = (field: string) =>
  document.querySelector<HTMLInputElement>(`[name=wc_order_attribution_${field}]`)?.value;

async function measure(view: MeasurementView): Promise<void> {
  const module = await import("./measure");
  module.measure(view);
}

test("the checkout's sixteen inputs are filled in [ATTR-01] [ATTR-05] [ATTR-11]", async () => {
  await measure(config);
  expect(value("source_type")).toBe("typein");
  expect([value("utm_source"), value("utm_medium"), value("utm_term")]).toEqual([
    "(direct)",
    "(none)",
    "(none)",
  ]);
  expect(value("session_pages")).toBe("1");
  expect(value("session_entry")).toBe(location.href);
  for (const field of FIELDS) expect(value(field), field).not.toMatch(/^x?$/);
});

test("a new visit is reported once, the next page of it is not", async () => {
  await measure(config);
  expect(fetch).toHaveBeenCalledExactlyOnceWith("/ar/landing", expect.objectContaining({ method: "POST" }));
  vi.resetModules();
  await measure(config);
  expect(fetch).toHaveBeenCalledTimes(1);
  expect(value("session_pages")).toBe("2");
});

test("without consent all cookies are deleted and the inputs are empty [ATTR-12]", async () => {
  await measure(config);
  expect(readCookie("sbjs_current")).not.toBeNull();
  saveChoice("no");
  for (const name of COOKIE_NAMES) expect(readCookie(name), name).toBeNull();
  for (const field of FIELDS) expect(value(field), field).toBe("");
});

test("a shop that asks first saves nothing until the visitor agrees [ATTR-12]", async () => {
  await measure({ ...config, consent: "ask" });
  expect(readCookie("sbjs_current")).toBeNull();
  expect(fetch).not.toHaveBeenCalled();
  saveChoice("yes");
  expect(readCookie("sbjs_current")).not.toBeNull();
  expect(value("source_type")).toBe("typein");
  expect(fetch).toHaveBeenCalledOnce();
});

test("a missing input is reported on the console [ATTR-14]", async () => {
  const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
  document.querySelector("[name=wc_order_attribution_utm_term]")?.remove();
  await measure(config);
  expect(warn).toHaveBeenCalledExactlyOnceWith(
    "Field 'utm_term' not found; most likely the attribution inputs element was manipulated",
  );
});

test("inputs that React has reset are filled in again [ATTR-01]", async () => {
  await measure(config);
  for (const input of document.querySelectorAll("input")) input.value = "typed over";
  document.dispatchEvent(new Event(INPUTS_READY));
  expect([value("source_type"), value("utm_source")]).toEqual(["typein", "(direct)"]);
});

test("pages without a checkout form have no inputs to miss", async () => {
  const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
  document.body.innerHTML = "";
  await measure(config);
  expect(warn).not.toHaveBeenCalled();
});
