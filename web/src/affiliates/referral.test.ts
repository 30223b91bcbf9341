import { describe, expect, test } from "vitest";
import { isCounted, readReferral } from "./referral";

const read = (address: string) => readReferral(new URL(address, "https://shop.example"));

describe("affiliate link", () => {
  test("a referral arrives as a query parameter or at the end of the path [AFF-01]", () => {
    expect(read("/ar/?ref=417305")).toEqual({ affiliate: "417305", campaign: "" });
    expect(read("/ar/product/date/ref/nora/")).toEqual({ affiliate: "nora", campaign: "" });
    expect(read("/ar/product/date/ref/nora")).toEqual({ affiliate: "nora", campaign: "" });
    expect(read("/ar/shop/ref/%D9%86%D9%88%D8%B1/")?.affiliate).toBe("نور");
  });

  test("other addresses have no affiliate [AFF-01]", () => {
    for (const address of [
      "/ar/",
      "/ar/?ref=",
      "/ar/ref/",
      "/ar/ref/7/more/",
      "/ar/?xref=7",
      "/ar/pref/7/",
      "/ar/ref/%E0%A4/",
    ])
      expect(read(address), address).toBeNull();
  });

  test("the campaign is read from the query of both forms [AFF-03]", () => {
    expect(read("/ar/?ref=7&campaign=eid")?.campaign).toBe("eid");
    expect(read("/ar/ref/7/?campaign=%D8%B9%D9%8A%D8%AF")?.campaign).toBe("عيد");
  });
});

describe("counted visits", () => {
  test("a first link counts [AFF-04]", () => expect(isCounted("7", null, false)).toBe(true));
  test("without credit-last another link does not count [AFF-05]", () =>
    expect(isCounted("8", "7", false)).toBe(false));
  test("with credit-last only another affiliate counts [AFF-06]", () => {
    expect(isCounted("8", "7", true)).toBe(true);
    expect(isCounted("7", "7", true)).toBe(false);
    expect(isCounted("7", null, true)).toBe(true);
  });
});
