import { expect, test } from "vitest";
import { vectors } from "../testing/vectors";
import { parseCookie } from "./cookies";
import { type Source, sourceOf } from "./source";

type Case = { name: string; url: string; referrer: string; source: Source };

test.each(vectors<Case>("attribution/sources.json"))(
  "the source of a visit is computed as on the server: $name [ATTR-02] [ATTR-03] [ATTR-05]",
  ({ url, referrer, source }) => {
    expect(sourceOf(url, referrer)).toEqual(source);
  },
);

type Cookie = { name: string; cookie: string; pairs: Array<[string, string]> };

test.each(vectors<Cookie>("attribution/cookies.json"))(
  "a source cookie is read as on the server: $name [ATTR-09]",
  ({ cookie, pairs }) => {
    expect(parseCookie(cookie)).toEqual(Object.fromEntries(pairs));
  },
);
