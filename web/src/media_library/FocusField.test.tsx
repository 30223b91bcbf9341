// @vitest-environment happy-dom
import { fireEvent, screen } from "@testing-library/react";
import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, beforeEach, expect, test } from "vitest";
import "../admin/staff-islands";
import * as text from "../generated/messages/media_library";
import { hydrate } from "../runtime/islands";
import "../testing/hydrated";
import { mediaPicturePage } from "../testing/media-library-samples";
import { MediaPicturePage } from "./MediaPicturePage";

const point = () =>
  ["focus_x", "focus_y"].map((name) => document.querySelector<HTMLInputElement>(`[name=${name}]`)?.value);
const area = () => screen.getByRole("button", { name: text.focusArea() });

beforeEach(async () => {
  document.body.innerHTML = renderToStaticMarkup(<MediaPicturePage {...mediaPicturePage} />);
  for (const island of document.querySelectorAll<HTMLElement>("[data-island]")) await hydrate(island);
});
afterEach(() => {
  document.body.innerHTML = "";
});

test("on a page that was loaded, the point is moved by arrow keys, and stays within the picture", () => {
  expect(point()).toEqual(["25", "70"]);
  for (const key of ["ArrowLeft", "ArrowLeft", "ArrowUp"]) fireEvent.keyDown(area(), { key });
  expect(point()).toEqual(["15", "65"]);
  for (let press = 0; press < 30; press++) fireEvent.keyDown(area(), { key: "ArrowRight" });
  expect(point()).toEqual(["100", "65"]);
  expect(document.querySelector("output")?.textContent).toContain("100");
});

test("a click sets the point, and the crops follow it", () => {
  area().getBoundingClientRect = () => ({ left: 10, top: 20, width: 200, height: 100 }) as DOMRect;
  fireEvent.click(area(), { detail: 1, clientX: 60, clientY: 95 });
  expect(point()).toEqual(["25", "75"]);
  // Pressed by Enter: there is no place.
  fireEvent.click(area(), { detail: 0, clientX: 0, clientY: 0 });
  expect(point()).toEqual(["25", "75"]);
  expect(new FormData(area().closest("form") as HTMLFormElement).get("focus_y")).toBe("75");
});
