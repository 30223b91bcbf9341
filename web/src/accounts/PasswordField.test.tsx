// @vitest-environment happy-dom
import { screen } from "@testing-library/react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { PasswordField } from "./PasswordField";

const props = { id: "password", name: "password", showLabel: "إظهار", hideLabel: "إخفاء", required: true };
const field = () => document.querySelector("input") as HTMLInputElement;

test("the field is labelled, described and a separate island, and contains no password", () => {
  document.body.innerHTML = renderToStaticMarkup(
    <PasswordField {...props} label="كلمة المرور" error="كلمة المرور قصيرة." />,
  );
  expect(screen.getByLabelText("كلمة المرور")).toBe(field());
  expect(field().getAttribute("aria-invalid")).toBe("true");
  const note = document.getElementById(field().getAttribute("aria-describedby") ?? "");
  expect(note?.textContent).toBe("كلمة المرور قصيرة.");
  expect(document.querySelector("[data-island]")?.getAttribute("data-on")).toBe("interaction");
  expect(field().hasAttribute("value")).toBe(false);
});
