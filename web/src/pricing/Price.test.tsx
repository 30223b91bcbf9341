import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { PriceView } from "../generated/pricing";
import { vectors } from "../testing/vectors";
import { Price } from "./Price";

test("a sale price labels both prices for screen readers, and has the currency as a word", () => {
  const markup = renderToStaticMarkup(
    <Price amount={"17.60\u00a0$"} regular={"22.00\u00a0$"} percentOff={20} from={false} />,
  );
  const html = markup.replace(/ class="[^"]*"/g, "");
  expect(html).toContain(
    '<del><span>السعر قبل التخفيض: </span><bdi dir="ltr">22.00\u00a0<span aria-hidden="true">$</span></bdi>',
  );
  expect(html).toContain('<ins><span>السعر بعد التخفيض: </span><bdi dir="ltr">17.60');
  expect(html.match(/دولار أمريكي/g)).toHaveLength(2);
});

test("the lowest of several prices is labelled", () => {
  const html = renderToStaticMarkup(<Price amount={"18.00\u00a0$"} regular={null} percentOff={null} from />);
  expect(html).toContain("ابتداءً من");
  expect(html).not.toContain("<del>");
});

test("the markup equals that of the calls", () => {
  for (const { price, html } of vectors<{ price: PriceView; html: string }>("pricing/price-html.json")) {
    expect(renderToStaticMarkup(<Price {...price} />)).toBe(html);
  }
});
