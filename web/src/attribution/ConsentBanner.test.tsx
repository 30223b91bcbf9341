// @vitest-environment happy-dom
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { renderToString } from "react-dom/server";
import { afterEach, expect, test } from "vitest";
import { hydrateIsland, leavePage } from "../testing/hydrate-island";
import { ConsentBanner } from "./ConsentBanner.island";
import { readChoice } from "./consent";
import { writeText } from "./cookies";

const props = { action: "/ar/consent/" };
const button = (name: string) => screen.queryByRole("button", { name });

afterEach(async () => {
  await leavePage();
  writeText("matjar_consent", "", -1);
});

test("the banner is a plain form that starts hidden, and is shown to visitors who have not chosen [ATTR-12]", async () => {
  const html = renderToString(<ConsentBanner {...props} />);
  expect(html).toMatch(/<section[^>]* hidden=""/);
  expect(html).toContain('action="/ar/consent/" method="post"');
  await hydrateIsland(ConsentBanner, props);
  expect(button("قبول الكل")).not.toBeNull();
});

test.each([
  ["yes", "قبول الكل"],
  ["no", "رفض غير الضروري"],
] as const)("a choice is saved and the banner goes: %s [ATTR-12]", async (choice, name) => {
  await hydrateIsland(ConsentBanner, props);
  await userEvent.click(screen.getByRole("button", { name }));
  expect(readChoice()).toBe(choice);
  expect(button(name)).toBeNull();
  await leavePage();
  await hydrateIsland(ConsentBanner, props);
  expect(button(name)).toBeNull();
});
