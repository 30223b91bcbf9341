import { expect, test } from "vitest";
import { panelOf, tabAfter } from "./tabs";

const PAGE = "https://shop.example/ar/product/sukkari/";

test.each([
  ["#comment-12", "tab-reviews"],
  ["#li-comment-7", "tab-reviews"],
  ["#reviews", "tab-reviews"],
  ["#tab-reviews", "tab-reviews"],
  ["comment-page-2/", "tab-reviews"],
  ["comment-page-2/#comments", "tab-reviews"],
  ["?cpage=2", "tab-reviews"],
  ["#tab-additional_information", "tab-additional_information"],
  ["#tab-cr_qna", "tab-cr_qna"],
  ["#question-12", "tab-cr_qna"],
  ["#question-marks", null],
  ["", null],
  ["#tab-description", null],
  ["#my-reviews", null],
  ["#something", null],
])("an address with %j opens %j [PROD-02] [PROD-03] [PROD-04] [PROD-05] [PROD-06]", (rest, panel) => {
  expect(panelOf(PAGE + rest)).toBe(panel);
});

test("the left arrow moves forward and the right one back, and both wrap around [PROD-07] [PROD-08] [PROD-09]", () => {
  expect(tabAfter("ArrowLeft", 0, 4)).toBe(1);
  expect(tabAfter("ArrowLeft", 3, 4)).toBe(0);
  expect(tabAfter("ArrowRight", 0, 4)).toBe(3);
  expect(tabAfter("Home", 2, 4)).toBe(0);
  expect(tabAfter("End", 1, 4)).toBe(3);
  expect(tabAfter("Tab", 1, 4)).toBeNull();
});
