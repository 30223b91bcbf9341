// @vitest-environment happy-dom
import { fireEvent, screen } from "@testing-library/react";
import { useState } from "react";
import { expect, test } from "vitest";
import { hydrate } from "../testing/hydrate";
import { ServerHtml } from "./ServerHtml";

function Sample() {
  const [[html, count], set] = useState<[string, number]>(["<p>أولًا</p>", 0]);
  return (
    <>
      <ServerHtml className="sample" html={html} />
      <button type="button" onClick={() => set(([now, before]) => [now, before + 1])}>
        render {count}
      </button>
      <button type="button" onClick={() => set(["<p>ثم <b>هذا</b></p>", 0])}>
        change
      </button>
    </>
  );
}

test("React never writes the HTML itself: Trusted Types would refuse it", () => {
  hydrate(<Sample />);
  const element = document.querySelector(".sample") as HTMLElement;
  Object.defineProperty(element, "innerHTML", {
    set() {
      throw new Error("This document requires 'TrustedHTML' assignment.");
    },
  });
  fireEvent.click(screen.getByRole("button", { name: /render/ }));
  expect(element.textContent).toBe("أولًا");
  fireEvent.click(screen.getByRole("button", { name: "change" }));
  expect(element.querySelector("b")?.textContent).toBe("هذا");
  expect(element.textContent).toBe("ثم هذا");
});
