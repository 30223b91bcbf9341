// @vitest-environment happy-dom
import { act, fireEvent, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import * as reviewsText from "../generated/messages/reviews";
import { endHydrated, hydrated } from "../testing/hydrated";
import { reviewPicture, reviewVideo } from "../testing/review-samples";
import { ReviewStrip } from "./ReviewStrip";
import { ReviewVideo } from "./ReviewVideo";

let isPaused = true;

beforeEach(() => {
  isPaused = true;
  vi.spyOn(HTMLMediaElement.prototype, "paused", "get").mockImplementation(() => isPaused);
  vi.spyOn(HTMLMediaElement.prototype, "play").mockImplementation(async function (this: HTMLElement) {
    isPaused = false;
    fireEvent.play(this);
  });
  vi.spyOn(HTMLMediaElement.prototype, "pause").mockImplementation(function (this: HTMLElement) {
    isPaused = true;
    fireEvent.pause(this);
  });
});
afterEach(endHydrated);

test("a tile of the strip opens the modal slider [REV-17]", async () => {
  await hydrated(<ReviewStrip media={[reviewPicture, reviewVideo]} more={3} />);
  expect(screen.queryByRole("dialog")).toBeNull();
  const [tile] = screen.getAllByRole("link") as [HTMLElement];
  expect(tile.getAttribute("href")).toBe(reviewPicture.fullUrl);
  await userEvent.click(tile);
  expect(await screen.findByRole("dialog", { name: reviewsText.media() })).toBeTruthy();
});

test("a click on a video plays it, another one pauses it [REV-18]", async () => {
  await hydrated(<ReviewVideo media={reviewVideo} isCurrent />);
  const button = () => screen.getByRole("button");
  expect(button().getAttribute("aria-label")).toBe(reviewsText.play());
  await userEvent.click(button());
  expect(isPaused).toBe(false);
  expect(button().getAttribute("aria-label")).toBe(reviewsText.pause());
  await userEvent.click(button());
  expect(isPaused).toBe(true);
  expect(button().getAttribute("aria-label")).toBe(reviewsText.play());
});

test("a video that cannot be played says so", async () => {
  await hydrated(<ReviewVideo media={reviewVideo} isCurrent />);
  await act(async () => void fireEvent.error(document.querySelector("video") as HTMLElement));
  expect(screen.getByRole("alert").textContent).toBe(reviewsText.mediaFailed());
});
