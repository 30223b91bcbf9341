// @vitest-environment happy-dom
import { screen } from "@testing-library/react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import * as catalogText from "../generated/messages/catalog";
import { noReviews } from "../testing/review-samples";
import { product } from "../testing/samples";
import { ProductPage } from "./ProductPage";

const link = () => document.querySelector(".summary .review-link") as HTMLElement;

test("the stars of a product lead to its reviews", () => {
  document.body.innerHTML = renderToStaticMarkup(<ProductPage {...product} />);
  expect(link().getAttribute("href")).toBe("#reviews");
  expect(link().querySelector("[role=img]")?.getAttribute("aria-label")).toContain("4.8");
  expect(link().textContent).toContain("128");
  expect(document.getElementById("reviews")?.querySelector("[data-reviews]")).not.toBeNull();
});

test("without reviews there are no stars and no zero", () => {
  document.body.innerHTML = renderToStaticMarkup(
    <ProductPage
      {...product}
      reviews={{ rating: null, section: noReviews, classicForm: null }}
      related={null}
    />,
  );
  expect(link().textContent).toBe(catalogText.beFirst());
  expect(screen.queryByRole("img", { name: /نجوم/ })).toBeNull();
});
