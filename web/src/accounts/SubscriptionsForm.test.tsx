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
const told = () => screen.getByRole("status").textContent;
const state = () => [form().inert, form().getAttribute("aria-busy")];
const blocked = [true, "true"];
const free = [false, null];

const open = () => hydrate(<SubscriptionsForm {...subscriptions} title={subscriptions.frame.title} />);
/** False: the browser does not send the form itself. */
const press = () => fireEvent.submit(form(), { submitter: button() });

/** Answers when it is told to. */
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

test("it is a plain form of lists, with a nonce and a place for what is said [ACCT-05]", () => {
  document.body.innerHTML = renderToStaticMarkup(<SubscriptionsPage {...subscriptions} />);
  expect([form().method, form().getAttribute("action")]).toEqual(["post", subscriptions.action]);
  expect([...new FormData(form())]).toEqual([
    ["nonce", "n0nce"],
    ["lists[]", "3"],
    ["lists[]", "4"],
  ]);
  expect(told()).toBe("");
  document.body.innerHTML = renderToStaticMarkup(<SubscriptionsPage {...subscriptions} isSaved />);
  expect(told()).toBe(subscriptions.saved);
});

test("while it is saved it is blocked, and is sent once [ACCT-06]", async () => {
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
])("after %s the block is gone and the success is told [ACCT-07]", async (_, reply) => {
  const { answer } = answering();
  open();
  button().focus();
  press();
  expect(told()).toBe("");
  // As browsers do with what becomes inert.
  button().blur();
  await answer(reply);
  expect(state()).toEqual(free);
  expect(told()).toBe(subscriptions.saved);
  expect(document.activeElement).toBe(button());
});

test("what was told is told anew, and nobody is called back from elsewhere", async () => {
  const { answer } = answering();
  open();
  const menu = document.body.appendChild(document.createElement("button"));
  press();
  await answer(Response.json({}));
  press();
  expect(told()).toBe("");
  menu.focus();
  await answer(Response.json({}));
  expect(told()).toBe(subscriptions.saved);
  expect(document.activeElement).toBe(menu);
});
