// @vitest-environment happy-dom
import { act } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { UNSENT } from "../admin/unsent";
import * as text from "../generated/messages/staff_products";
import { hydrateIsland, leavePage } from "../testing/hydrate-island";
import { ProductDraft } from "./ProductDraft.island";

const form = () => document.querySelector("form") as HTMLFormElement;
const field = () => form().elements.namedItem("name") as HTMLInputElement;
const button = (label: string) =>
  [...document.querySelectorAll("button")].find((one) => one.textContent === label);

/** The editor as it is opened, on whatever device and after whatever happened. */
async function open(version = "4"): Promise<void> {
  document.body.innerHTML = `<form id="product" method="post" action="/ar/wp-admin/products/8/">
    <input type="hidden" name="version" value="${version}"><input type="hidden" name="was" value="{}">
    <input name="name" value="بن"></form>`;
  await hydrateIsland(ProductDraft, { formId: "product", isRefused: false });
}

async function type(value: string): Promise<void> {
  field().value = value;
  await act(async () => void field().dispatchEvent(new Event("input", { bubbles: true })));
}

const send = () =>
  act(async () => void form().dispatchEvent(new Event("submit", { bubbles: true, cancelable: true })));

beforeEach(async () => {
  sessionStorage.clear();
  await open();
});
afterEach(leavePage);

test("what was typed survives a reload, and is offered on the version that it was typed on [D12]", async () => {
  await type("بن حراز");
  await leavePage();
  await open("5");
  expect(field().value).toBe("بن");
  await act(async () => button(text.draftRestore())?.click());
  expect(field().value).toBe("بن حراز");
  expect((form().elements.namedItem("version") as HTMLInputElement).value).toBe("4");
});

test("a form that is saved leaves no draft, and one without an answer does [D12]", async () => {
  await type("بن حراز");
  await send();
  expect(sessionStorage.length).toBe(0);
  // The connection was lost, or the session has ended.
  await act(async () => void form().dispatchEvent(new Event(UNSENT, { bubbles: true })));
  await leavePage();
  await open();
  expect(document.body.textContent).toContain(text.draftOffered());
  await act(async () => button(text.draftRestore())?.click());
  expect(field().value).toBe("بن حراز");
});

test("what another form could not send is none of this one's", async () => {
  document.body.insertAdjacentHTML("beforeend", '<form id="stock"></form>');
  await act(
    async () => void document.getElementById("stock")?.dispatchEvent(new Event(UNSENT, { bubbles: true })),
  );
  expect(sessionStorage.length).toBe(0);
});
