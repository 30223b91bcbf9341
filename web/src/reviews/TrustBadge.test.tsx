// @vitest-environment happy-dom
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import * as reviewsText from "../generated/messages/reviews";
import { endHydrated, hydrated } from "../testing/hydrated";
import { trustBadge } from "../testing/review-samples";
import { start } from "./reviews.browser";
import { TrustBadge } from "./TrustBadge.island";

let cookie = "";
let written = "";

beforeEach(() => {
  cookie = "other=1";
  written = "";
  vi.spyOn(document, "cookie", "get").mockImplementation(() => cookie);
  vi.spyOn(document, "cookie", "set").mockImplementation((text) => {
    written = text;
    cookie += `; ${text.split(";")[0]}`;
  });
  delete document.documentElement.dataset.trustBadge;
});
afterEach(endHydrated);

const open = () => hydrated(<TrustBadge {...trustBadge} />);
const big = () => screen.queryByText(reviewsText.badgeTitle());
const grow = () => userEvent.click(screen.getByRole("button", { expanded: false }));
const shrink = () => userEvent.click(screen.getByRole("button", { name: reviewsText.badgeShrink() }));
const close = () => userEvent.click(screen.getByRole("button", { name: reviewsText.badgeClose() }));

test("a click makes the compact badge big, and close makes it compact again [REV-31]", async () => {
  await open();
  expect(big()).toBeNull();
  await grow();
  expect(big()).not.toBeNull();
  expect(screen.getByText("4.9 / 5")).toBeTruthy();
  await shrink();
  expect(big()).toBeNull();
  expect(screen.getByRole("region").hidden).toBe(false);
  expect(written).toBe("");
});

test("close hides the compact badge, for a day [REV-32]", async () => {
  await open();
  await close();
  expect(screen.queryByRole("region")).toBeNull();
  expect(written).toBe("cr_hide_trustbadge=true; path=/; max-age=86400; samesite=lax");
});

test("the badge summarises the shop's reviews, and is not shown while the cookie is set [REV-33]", async () => {
  await open();
  expect(screen.getByText(reviewsText.badgeCount({ count: 1284 }))).toBeTruthy();
  const isShown = () => {
    delete document.documentElement.dataset.trustBadge;
    start();
    return document.documentElement.dataset.trustBadge !== undefined;
  };
  expect(isShown()).toBe(true);
  await close();
  expect(isShown()).toBe(false);
});
