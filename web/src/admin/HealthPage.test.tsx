// @vitest-environment happy-dom
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import * as healthText from "../generated/messages/health";
import { healthPage } from "../testing/admin-samples";
import { HealthPage } from "./HealthPage";

afterEach(cleanup);

test("a task is called by its words, and one that has none by its name, left to right", () => {
  render(<HealthPage {...healthPage} />);
  expect(screen.getByText("إرسال رسالة عن طلب").getAttribute("dir")).toBeNull();
  expect(screen.getByText("import_photos").getAttribute("dir")).toBe("ltr");
  const name = healthText.retryJob({ task: "إرسال رسالة عن طلب", id: "7" });
  expect(screen.getByRole("button", { name })).not.toBeNull();
});

test("the head of the page has no technical word", () => {
  const { container } = render(<HealthPage {...healthPage} />);
  expect(container.textContent).not.toMatch(/\bready\b/);
});
