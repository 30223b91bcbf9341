import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Picture } from "./Picture";

const picture = {
  alt: "",
  width: 320,
  height: 320,
  sources: [],
  fallbackUrl: "/media/a.jpg",
  sizes: "20rem",
};
const focusOf = (x: number, y: number) =>
  /data-focus="([^"]*)"/.exec(renderToStaticMarkup(<Picture {...picture} focus={{ x, y }} />))?.[1];

test("a focal point names the rules of the style sheet that add up to it", () => {
  expect(focusOf(35, 80)).toBe("x3 v y8");
  expect(focusOf(0, 5)).toBe("w");
  expect(focusOf(100, 100)).toBe("x10 y10");
  expect(focusOf(0, 0)).toBe("");
  expect(renderToStaticMarkup(<Picture {...picture} />)).not.toContain("data-focus");
});
