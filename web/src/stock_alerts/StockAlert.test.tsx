// @vitest-environment happy-dom
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import * as catalogText from "../generated/messages/catalog";
import * as text from "../generated/messages/stock_alerts";
import { hydrate } from "../testing/hydrate";
import { StockAlert } from "./StockAlert.island";

const waiting = { status: "waiting", text: "رسالة واحدة", url: "/ar/stock-alerts/abc/" };
const button = () => screen.getByRole("button", { name: catalogText.notify() });

/** Answers the request for the customer's address and the call. */
function answering(email: string, answer: object) {
  const sent: Array<URLSearchParams> = [];
  vi.stubGlobal(
    "fetch",
    vi.fn(async (url: string, init?: RequestInit) => {
      if (url.includes("/author/")) return Response.json({ name: "", email });
      sent.push(init?.body as URLSearchParams);
      return Response.json(answer);
    }),
  );
  return sent;
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

test("a guest types an address; a wrong one is refused before anything is sent [VIS-13]", async () => {
  const sent = answering("", waiting);
  hydrate(<StockAlert productId="7" variationId="0" />);
  const field = screen.getByRole("textbox", { name: text.email() });

  await userEvent.type(field, "salma");
  await userEvent.click(button());
  expect(screen.getByText(text.emailInvalid())).toBeTruthy();
  expect(document.activeElement).toBe(field);
  expect(sent).toEqual([]);

  await userEvent.type(field, "@example.com");
  await userEvent.click(button());
  const done = await screen.findByText(text.waiting());
  expect(done.closest("[role=status]")).toBe(document.activeElement);
  expect(Object.fromEntries(sent[0] ?? [])).toEqual({
    product_id: "7",
    variation_id: "0",
    email: "salma@example.com",
  });
  expect(screen.getByRole("link", { name: text.cancel() }).getAttribute("href")).toBe(waiting.url);
});

test("what the shop refuses is said at the field", async () => {
  answering("", { status: "too-many", text: text.tooMany(), url: null });
  hydrate(<StockAlert productId="7" variationId="9" />);
  await userEvent.type(screen.getByRole("textbox"), "a@example.com");
  await userEvent.click(button());
  await waitFor(() => expect(screen.getByText(text.tooMany())).toBeTruthy());
});

test("without script it is a plain form", () => {
  answering("", waiting);
  hydrate(<StockAlert productId="7" variationId="9" />);
  const form = button().closest("form") as HTMLFormElement;
  expect(form.method).toBe("post");
  expect(form.getAttribute("action")).toBe("/ar/stock-alerts/");
  expect(new FormData(form).get("variation_id")).toBe("9");
});
