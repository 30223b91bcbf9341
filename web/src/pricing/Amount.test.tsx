import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Amount } from "./Amount";

const html = (text: string) => renderToStaticMarkup(<Amount text={text} />);

test("a number is isolated left-to-right, and an Arabic sign stands on its left", () => {
  expect(html("14.50\u00a0$")).toBe('<bdi dir="ltr">14.50\u00a0$</bdi>');
  expect(html("\u22120.500\u00a0د.ك")).toBe('<bdi dir="rtl"><bdi dir="ltr">\u22120.500</bdi>\u00a0د.ك</bdi>');
  expect(html("مجاني")).toBe("<bdi>مجاني</bdi>");
});
