// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { COOKIE_NAMES, deleteSourceCookies, formatCookie, LIFETIME_MINUTES, readCookie } from "./cookies";
import { NONE } from "./source";
import { recordVisit } from "./visit";

const START = new Date("2026-11-17T10:00:00Z");
const HOME = "https://shop.example/ar/";
const CAMPAIGN = `${HOME}?utm_source=instagram&utm_campaign=eid`;

const minutesLater = (minutes: number) => new Date(START.getTime() + minutes * 60_000);
const open = (url: string, referrer = "", now = START) =>
  recordVisit({ url, referrer, userAgent: "Browser/1", now });

beforeEach(deleteSourceCookies);
afterEach(() => vi.restoreAllMocks());

test("the first page of a visit is saved in six cookies [ATTR-04] [ATTR-10] [ATTR-11]", () => {
  const visit = open(CAMPAIGN, "https://www.instagram.com/");
  expect(visit.isNew).toBe(true);
  for (const name of COOKIE_NAMES) expect(readCookie(name), name).not.toBeNull();
  expect(readCookie("sbjs_current")).toMatchObject({ typ: "utm", src: "instagram", cmp: "eid", mdm: NONE });
  expect(readCookie("sbjs_current_add")).toEqual({
    fd: "2026-11-17 10:00:00",
    ep: CAMPAIGN,
    rf: "https://www.instagram.com/",
  });
  expect(readCookie("sbjs_session")).toMatchObject({ pgs: "1", cpg: CAMPAIGN });
  expect(readCookie("sbjs_udata")).toEqual({ vst: "1", uip: NONE, uag: "Browser/1" });
});

test("the cookies are percent-encoded, end with the browser and have no promo code [ATTR-07] [ATTR-08] [ATTR-09] [ATTR-13]", () => {
  expect(LIFETIME_MINUTES).toBe(0);
  expect(formatCookie({ typ: "typein", src: "(direct)" })).toBe("typ%3Dtypein%7C%7C%7Csrc%3D%28direct%29");
  const written: Array<string> = [];
  vi.spyOn(document, "cookie", "set").mockImplementation((cookie) => written.push(cookie));
  open(HOME);
  expect(written).toHaveLength(6);
  for (const cookie of written) {
    expect(cookie).toMatch(/^sbjs_[a-z_]+=[A-Za-z0-9%._-]+; path=\/; samesite=lax/);
    expect(cookie).not.toMatch(/expires|max-age/i);
    expect(cookie).not.toMatch(/promo|prm/i);
  }
});

test("pages of one session are counted, and after 30 minutes a new session begins [ATTR-06]", () => {
  open(CAMPAIGN);
  const second = open(`${HOME}shop/`, HOME, minutesLater(29));
  expect([second.isNew, second.session.pgs, second.visitor.vst]).toEqual([false, "2", "1"]);
  const third = open(`${HOME}shop/`, "", minutesLater(58));
  expect([third.isNew, third.session.pgs]).toEqual([false, "3"]);
  const later = open(HOME, "", minutesLater(89));
  expect([later.isNew, later.session.pgs, later.visitor.vst]).toEqual([true, "1", "2"]);
});

test("a typed address keeps the source of the visit before, and a new campaign replaces it", () => {
  open(CAMPAIGN);
  expect(open(HOME, "", minutesLater(60)).source.src).toBe("instagram");
  const other = open(`${HOME}?utm_source=mail`, "", minutesLater(70));
  expect(other.source.src).toBe("mail");
  expect(other.entry.ep).toBe(`${HOME}?utm_source=mail`);
  expect(readCookie("sbjs_first")?.src).toBe("instagram");
});

test("coming back from another site during a visit is no new source", () => {
  open(CAMPAIGN);
  expect(open(HOME, "https://bank.example/", minutesLater(5)).source.src).toBe("instagram");
  expect(open(HOME, "https://blog.example/", minutesLater(60)).source.src).toBe("blog.example");
});

test("a reloaded entry page keeps the time at which the visit began", () => {
  open(CAMPAIGN);
  const again = open(CAMPAIGN, "", minutesLater(3));
  expect([again.entry.fd, again.session.pgs]).toEqual(["2026-11-17 10:00:00", "2"]);
});
