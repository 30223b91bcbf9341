// @vitest-environment happy-dom
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test } from "vitest";
import * as reviewsText from "../generated/messages/reviews";
import { endHydrated, hydrated } from "../testing/hydrated";
import { longReview, voices } from "../testing/review-samples";
import { ReviewSlides } from "./ReviewSlides.island";

afterEach(endHydrated);

test("'read more' shows the whole review, 'read less' shortens it again [REV-26]", async () => {
  await hydrated(<ReviewSlides {...voices} />);
  // Only the long review has a button.
  const [button, ...others] = screen.getAllByRole("button", { expanded: false });
  expect(others).toEqual([]);
  const text = screen.getByText(longReview.text);
  const isShort = () => text.className.includes("short");
  expect([button?.textContent, isShort()]).toEqual([`${reviewsText.readMore()}: ${longReview.author}`, true]);
  await userEvent.click(button as HTMLElement);
  expect(button?.getAttribute("aria-expanded")).toBe("true");
  expect([button?.textContent, isShort()]).toEqual([
    `${reviewsText.readLess()}: ${longReview.author}`,
    false,
  ]);
  await userEvent.click(button as HTMLElement);
  expect(isShort()).toBe(true);
});
