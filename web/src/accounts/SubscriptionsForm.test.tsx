// @vitest-environment happy-dom
import { act, fireEvent, screen } from "@testing-library/react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { subscriptions } from "../testing/account-samples";
import { hydrate } from "../testing/hydrate";
import { SubscriptionsForm } from "./SubscriptionsForm.island";
import { SubscriptionsPage } from "./SubscriptionsPage";

const form = () => document.querySelector("form[data-subscriptions]") as HTMLFormElement;
const button = () => form().querySelector("button") as HTMLButtonElement;
const notice = () => screen.getByRole("status").textContent;
const state = () => [form().inert, form().getAttribute("aria-busy")];
const blocked = [true, "true"];
const free = [false, null];

const open = () => hydrate(<SubscriptionsForm {...subscriptions} title={subscriptions.layout.title} />);
/** False: the browser does not submit the form itself. */
const press = () => fireEvent.submit(form(), { submitter: button() });

/** Responds when the test resolves it. */
function answering() {
  let answer: (reply: Response | Error) => void = () => {};
  const fetch = vi.fn<typeof globalThis.fetch>(
    () =>
      new Promise((done, fail) => {
        answer = (reply) => (reply instanceof Error ? fail(reply) : done(reply));
      }),
  );
  vi.stubGlobal("fetch", fetch);
  return { fetch, answer: (reply: Response | Error) => act(async () => answer(reply)) };
}

test("it is a plain form of lists, with a nonce and a live region [ACCT-05]", () => {
  document.body.innerHTML = renderToStaticMarkup(<SubscriptionsPage {...subscriptions} />);
  expect([form().method, form().getAttribute("action")]).toEqual(["post", subscriptions.action]);
  expect([...new FormData(form())]).toEqual([
    ["nonce", "n0nce"],
    ["lists[]", "3"],
    ["lists[]", "4"],
  ]);
  expect(notice()).toBe("");
  document.body.innerHTML = renderToStaticMarkup(<SubscriptionsPage {...subscriptions} isSaved />);
  expect(notice()).toBe(subscriptions.saved);
});

test("while it is being saved it is inert, and is sent once [ACCT-06]", async () => {
  const { fetch, answer } = answering();
  open();
  expect(press()).toBe(false);
  expect(state()).toEqual(blocked);
  expect(press()).toBe(false);

  const [url, request] = fetch.mock.calls[0] ?? [];
  expect(fetch).toHaveBeenCalledOnce();
  expect(url).toBe("/ar/wp-admin/admin-ajax.php");
  expect(decodeURIComponent(String(request?.body))).toBe(
    "action=fue_update_account_subscriptions&nonce=n0nce&lists[]=3&lists[]=4",
  );
  await answer(Response.json({}));
  expect(state()).toEqual(free);
});

test.each([
  ["a success", Response.json({ success: true })],
  ["an empty answer", new Response("")],
  ["a refusal", new Response("-1", { status: 403 })],
  ["no answer at all", new TypeError("offline")],
])("after %s the block is removed and the success is announced [ACCT-07]", async (_, reply) => {
  const { answer } = answering();
  open();
  button().focus();
  press();
  expect(notice()).toBe("");
  // Like browsers when an element becomes inert.
  button().blur();
  await answer(reply);
  expect(state()).toEqual(free);
  expect(notice()).toBe(subscriptions.saved);
  expect(document.activeElement).toBe(button());
});

test("an equal notice is announced again, and focus that has moved is not taken back", async () => {
  const { answer } = answering();
  open();
  const menu = document.body.appendChild(document.createElement("button"));
  press();
  await answer(Response.json({}));
  press();
  expect(notice()).toBe("");
  menu.focus();
  await answer(Response.json({}));
  expect(notice()).toBe(subscriptions.saved);
  expect(document.activeElement).toBe(menu);
});
