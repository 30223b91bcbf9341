// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { trackVisit } from "./track";

type Call = Record<string, string>;

let calls: Array<Call>;
let cookies: Array<string>;
let jar: Record<string, string>;
const settings = {
  referral_var: "ref",
  referral_credit_last: 0,
  expiration: 30,
  cookie_domain: "",
  debug: 0,
  currency: "USD",
};

/** A shop with one affiliate, 417305 or «nora». */
function answer(url: string, body?: URLSearchParams): Response {
  if (url.endsWith("affiliate-settings")) return Response.json(settings);
  const call = Object.fromEntries(body ?? []);
  calls.push(call);
  if (call.action === "affwp_get_affiliate_id") {
    const isKnown = call.affiliate === "nora";
    return Response.json({ data: { success: isKnown ? "1" : "0", affiliate_id: isKnown ? 417305 : 0 } });
  }
  return new Response(call.affiliate === "417305" ? "8812345" : "0");
}

const visit = (address: string) => {
  window.history.replaceState(null, "", address);
  return trackVisit();
};

beforeEach(() => {
  [calls, cookies, jar] = [[], [], {}];
  Object.assign(settings, { referral_credit_last: 0, cookie_domain: "" });
  vi.stubGlobal("fetch", async (url: string, init?: RequestInit) =>
    answer(url, init?.body as URLSearchParams),
  );
  vi.spyOn(document, "cookie", "set").mockImplementation((line) => {
    cookies.push(line);
    const [pair = "", ...attributes] = line.split("; ");
    const [name = "", value = ""] = pair.split("=");
    if (attributes.includes("max-age=0")) delete jar[name];
    else jar[name] = value;
  });
  vi.spyOn(document, "cookie", "get").mockImplementation(() =>
    Object.entries(jar)
      .map(([name, value]) => `${name}=${value}`)
      .join("; "),
  );
  vi.spyOn(console, "warn").mockImplementation(() => {});
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test("a numeric link is tracked with campaign, page and referrer [AFF-03] [AFF-04] [AFF-09] [API-07]", async () => {
  await visit("/ar/product/date/?ref=417305&campaign=eid");
  expect(calls).toEqual([
    {
      action: "affwp_track_visit",
      affiliate: "417305",
      campaign: "eid",
      url: location.href,
      referrer: document.referrer,
    },
  ]);
});

test("the cookies are set in order, for 30 days and the whole shop [AFF-10] [AFF-11] [AFF-12] [AFF-13]", async () => {
  await visit("/ar/?ref=417305&campaign=%D8%B9%D9%8A%D8%AF");
  const rest = "; path=/; max-age=2592000; samesite=lax";
  expect(cookies.map((line) => line.replace("; secure", ""))).toEqual([
    `affwp_ref=417305${rest}`,
    `affwp_ref_visit_id=8812345${rest}`,
    `affwp_campaign=%D8%B9%D9%8A%D8%AF${rest}`,
  ]);
});

test("the cookies have the shop's domain if there is one [AFF-12]", async () => {
  settings.cookie_domain = "shop.example";
  await visit("/ar/?ref=417305");
  expect(cookies.every((line) => line.includes("; domain=shop.example;"))).toBe(true);
});

test("with a cookie nothing is tracked [AFF-05]", async () => {
  jar.affwp_ref = "100001";
  await visit("/ar/?ref=417305");
  await visit("/ar/?ref=nora");
  expect(calls).toEqual([]);
  expect(jar.affwp_ref).toBe("100001");
});

test("with credit-last the old cookie is removed before the visit is tracked [AFF-06]", async () => {
  settings.referral_credit_last = 1;
  jar.affwp_ref = "100001";
  await visit("/ar/?ref=417305");
  expect(cookies[0]).toContain("affwp_ref=; path=/; max-age=0");
  expect(jar.affwp_ref).toBe("417305");
  calls.length = 0;
  await visit("/ar/?ref=417305");
  await visit("/ar/?ref=nora");
  expect(calls.map(({ action }) => action)).toEqual(["affwp_get_affiliate_id"]);
});

test("a name is looked up first [AFF-07] [AFF-08] [API-08]", async () => {
  await visit("/ar/shop/ref/nora/");
  expect(calls.map(({ action, affiliate }) => [action, affiliate])).toEqual([
    ["affwp_get_affiliate_id", "nora"],
    ["affwp_track_visit", "417305"],
  ]);
  expect(jar).toMatchObject({ affwp_ref: "417305", affwp_ref_visit_id: "8812345" });
});

test("an unknown affiliate sets no cookie [AFF-08] [AFF-16]", async () => {
  await visit("/ar/?ref=nobody");
  expect(calls.map(({ action }) => action)).toEqual(["affwp_get_affiliate_id"]);
  await visit("/ar/?ref=999");
  expect(cookies).toEqual([]);
});

test("a failure is only logged [AFF-15]", async () => {
  vi.stubGlobal("fetch", async () => new Response("", { status: 500 }));
  await expect(visit("/ar/?ref=417305")).resolves.toBeUndefined();
  vi.stubGlobal("fetch", async () => Promise.reject(new TypeError("offline")));
  await expect(visit("/ar/?ref=nora")).resolves.toBeUndefined();
  expect(console.warn).toHaveBeenCalledTimes(2);
  expect(cookies).toEqual([]);
});

test("a page without an affiliate sends nothing", async () => {
  await visit("/ar/shop/?orderby=price");
  expect(calls).toEqual([]);
});
