import { expect, test } from "vitest";
import { vectors } from "../testing/vectors";
import { looksLikeEmail } from "./billing-errors";

test("an email address that the server accepts is never refused", () => {
  for (const { typed, normalized } of vectors<{ typed: string; normalized?: string }>("email.json"))
    if (normalized) expect([typed, looksLikeEmail(typed)]).toEqual([typed, true]);
});

test.each(["salma", "salma@", "@example.com", "sal ma@example.com", "salma@example"])(
  "%s is not an email address",
  (typed) => {
    expect(looksLikeEmail(typed)).toBe(false);
  },
);
