// @vitest-environment happy-dom
import { renderToStaticMarkup } from "react-dom/server";
import { beforeEach, expect, test } from "vitest";
import { product } from "../testing/samples";
import { ProductTabs } from "./ProductTabs";
import { start } from "./tabs.browser";

const seen = () =>
  [...document.querySelectorAll<HTMLElement>("[data-tabs] > section")]
    .filter((panel) => !panel.hidden)
    .map(({ id }) => id);
const selected = () => document.querySelector("[aria-selected=true]") as HTMLElement;

function open(hash: string) {
  location.hash = hash;
  document.body.innerHTML = `
    <a class="woocommerce-review-link" href="#reviews">تقييمات</a>
    <a class="cr-qna-link" href="#tab-cr_qna">أسئلة</a>
    ${renderToStaticMarkup(<ProductTabs {...product} />)}`;
  start();
}

beforeEach(() => open(""));

test("without script the tabs are links to sections that are all visible", () => {
  document.body.innerHTML = renderToStaticMarkup(<ProductTabs {...product} />);
  const links = [...document.querySelectorAll("[data-tabs] > ul a")].map((link) => link.getAttribute("href"));
  expect(links).toEqual(["#tab-description", "#tab-additional_information", "#tab-reviews", "#tab-cr_qna"]);
  for (const link of links) expect(document.querySelector(`${link} h2`)).not.toBeNull();
  expect(seen()).toHaveLength(4);
  expect(document.querySelector("[role=tab], [role=tablist], [role=tabpanel]")).toBeNull();
});

test("the first tab is open, or the one that the address selects [PROD-01] [PROD-03] [PROD-06]", () => {
  expect(seen()).toEqual(["tab-description"]);
  expect(selected().getAttribute("aria-controls")).toBe("tab-description");
  open("#tab-reviews");
  expect(seen()).toEqual(["tab-reviews"]);
});

test("keys move the focus and the panel [PROD-07] [PROD-08]", () => {
  const press = (key: string) =>
    selected().dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
  press("ArrowLeft");
  expect(seen()).toEqual(["tab-additional_information"]);
  expect(document.activeElement).toBe(selected());
  press("ArrowRight");
  press("ArrowRight");
  expect(seen()).toEqual(["tab-cr_qna"]);
  expect(document.querySelectorAll("[role=tablist] [tabindex='0']")).toHaveLength(1);
});

test("links elsewhere open their tab [PROD-10] [PROD-11]", () => {
  document.querySelector<HTMLElement>(".woocommerce-review-link")?.click();
  expect(seen()).toEqual(["tab-reviews"]);
  document.querySelector<HTMLElement>(".cr-qna-link")?.click();
  expect(seen()).toEqual(["tab-cr_qna"]);
});

test("without a tab for questions their block is revealed [PROD-12]", () => {
  document.body.innerHTML = `<a class="cr-qna-link" href="#q">أسئلة</a><div class="cr-qna-block" hidden></div>`;
  start();
  document.querySelector<HTMLElement>(".cr-qna-link")?.click();
  expect(document.querySelector<HTMLElement>(".cr-qna-block")?.hidden).toBe(false);
});
