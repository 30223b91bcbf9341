import { expect, test } from "vitest";
import { vectors } from "../testing/vectors";
import { looksLikeEmail } from "./billing-errors";

test("an e-mail that the server takes is never held back", () => {
  for (const { typed, kept } of vectors<{ typed: string; kept?: string }>("email.json"))
    if (kept) expect([typed, looksLikeEmail(typed)]).toEqual([typed, true]);
});

test.each(["salma", "salma@", "@example.com", "sal ma@example.com", "salma@example"])(
  "%s is none",
  (typed) => {
    expect(looksLikeEmail(typed)).toBe(false);
  },
);
