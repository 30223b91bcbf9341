// @vitest-environment happy-dom
import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { subscriptions } from "../testing/account-samples";
import { SubscriptionsPage } from "./SubscriptionsPage";
import { enhance } from "./subscriptions";

const form = () => document.querySelector("[data-subscriptions]") as HTMLFormElement;
const button = () => form().querySelector("button") as HTMLButtonElement;
const told = () => document.querySelector("[role=status]")?.textContent;
const state = () => [form().inert, form().getAttribute("aria-busy"), form().classList.contains("is-blocked")];
const blocked = [true, "true", true];
const free = [false, null, false];

function press() {
  const event = new SubmitEvent("submit", { bubbles: true, cancelable: true, submitter: button() });
  form().dispatchEvent(event);
  return event;
}

/** Answers when it is told to. */
function answering() {
  let answer: (reply: Response | Error) => Promise<void> = async () => {};
  const fetch = vi.fn<typeof globalThis.fetch>(
    () =>
      new Promise((done, fail) => {
        answer = async (reply) => {
          if (reply instanceof Error) fail(reply);
          else done(reply);
          await vi.advanceTimersByTimeAsync(0);
        };
      }),
  );
  vi.stubGlobal("fetch", fetch);
  return { fetch, answer: (reply: Response | Error) => answer(reply) };
}

beforeEach(() => {
  vi.useFakeTimers();
  document.body.innerHTML = renderToStaticMarkup(<SubscriptionsPage {...subscriptions} />);
  enhance(form());
});
afterEach(() => vi.useRealTimers());

test("it is a plain form of lists, with a nonce and a place for what is said [ACCT-05]", () => {
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
  expect(press().defaultPrevented).toBe(true);
  expect(state()).toEqual(blocked);
  expect(press().defaultPrevented).toBe(true);

  const [url, request] = fetch.mock.calls[0] ?? [];
  expect(fetch).toHaveBeenCalledOnce();
  expect(url).toBe("/ar/wp-admin/admin-ajax.php");
  expect(decodeURIComponent(String(request?.body))).toBe(
    "action=fue_update_account_subscriptions&nonce=n0nce&lists[]=3&lists[]=4",
  );
  await answer(Response.json({}));
});

test.each([
  ["a success", Response.json({ success: true })],
  ["an empty answer", new Response("")],
  ["a refusal", new Response("-1", { status: 403 })],
  ["no answer at all", new TypeError("offline")],
])("after %s the block is gone and the success is told [ACCT-07]", async (_, reply) => {
  const { answer } = answering();
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
  press();
  await answer(Response.json({}));
  press();
  expect(told()).toBe("");
  const menu = document.querySelector<HTMLElement>(".acc-nav a");
  menu?.focus();
  await answer(Response.json({}));
  expect(told()).toBe(subscriptions.saved);
  expect(document.activeElement).toBe(menu);
});
