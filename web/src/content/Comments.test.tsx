// @vitest-environment happy-dom
import { act, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { hydrateRoot, type Root } from "react-dom/client";
import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, expect, test, vi } from "vitest";
import type { CommentFormView, CommentsView } from "../generated/content";
import * as contentText from "../generated/messages/content";
import { answer, comment, commentForm, comments, otherComment } from "../testing/content-samples";
import { CommentForm } from "./CommentForm.island";
import { Comments } from "./Comments";

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

let root: Root | undefined;
afterEach(async () => {
  await act(async () => root?.unmount());
  root = undefined;
  document.body.replaceChildren();
  vi.restoreAllMocks();
});

const show = (change: Partial<CommentsView> = {}) => {
  document.body.innerHTML = renderToStaticMarkup(<Comments {...comments} {...change} />);
};
/** The page as the server renders it, with the form hydrated. */
async function open(change: Partial<CommentFormView> = {}): Promise<void> {
  const form = { ...commentForm, ...change };
  show({ form });
  const errors = vi.spyOn(console, "error");
  const island = document.querySelector<HTMLElement>("[data-island]");
  await act(async () => {
    root = hydrateRoot(island?.querySelector("[data-root]") as Element, <CommentForm {...form} />, {
      identifierPrefix: `${island?.dataset.id}-`,
    });
  });
  expect(errors).not.toHaveBeenCalled();
}

/** Counts the times that the browser sends the form. */
function sending(): () => number {
  let times = 0;
  form().addEventListener("submit", (event) => {
    queueMicrotask(() => {
      if (!event.defaultPrevented) times += 1;
    });
  });
  return () => times;
}
const form = () => document.querySelector("form") as HTMLFormElement;
const item = (id: string) => document.getElementById(`comment-${id}`)?.parentElement as HTMLElement;
const data = () => Object.fromEntries(new FormData(form()));
const field = (name: string) => within(form()).getByRole("textbox", { name }) as HTMLInputElement;
const reply = (author: string) => screen.getByRole("link", { name: contentText.commentReplyTo({ author }) });
const cancel = () => within(form()).getByRole("link", { name: contentText.commentCancel() });

test("comments are shown in threads, with their number and the form below [SITE-26]", () => {
  show();
  expect(screen.getByRole("heading", { level: 2 }).textContent).toBe(contentText.commentCount({ count: 3 }));
  expect(item(answer.id).closest("ol")?.parentElement).toBe(item(comment.id));
  expect(item(otherComment.id).parentElement).toBe(item(comment.id).parentElement);
  expect(within(item(answer.id)).getByText(contentText.commentShop())).toBeTruthy();
  const order = item(otherComment.id).compareDocumentPosition(form());
  expect(order & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
});

test("the form is a plain one with the post's id and no parent [SITE-29]", () => {
  show();
  expect([form().method, form().getAttribute("action")]).toEqual(["post", commentForm.action]);
  expect(data()).toEqual({
    comment_post_ID: "7",
    comment_parent: "0",
    cr_time: "1765000000-s1gned",
    cptcha: "",
    cr_website: "",
    comment: "",
    author: "",
    email: "",
  });
});

test("'reply' moves the form under the comment and sets its parent; the text stays [SITE-27]", async () => {
  await open();
  await userEvent.type(field(contentText.commentText()), "سؤال");
  await userEvent.click(reply(answer.author));
  expect(item(answer.id).contains(form())).toBe(true);
  expect(document.querySelectorAll("form")).toHaveLength(1);
  expect(data()).toMatchObject({ comment_parent: answer.id, comment_post_ID: "7", comment: "سؤال" });
  expect(document.activeElement).toBe(field(contentText.commentText()));
  expect(form().getAttribute("aria-labelledby")).toBe(within(form()).getByRole("heading").id);
  expect(within(form()).getByRole("heading").textContent).toContain(answer.author);

  await userEvent.click(reply(otherComment.author));
  expect(item(otherComment.id).contains(form())).toBe(true);
  expect(data()).toMatchObject({ comment_parent: otherComment.id, comment: "سؤال" });
});

test("'cancel' moves the form back, sets no parent and returns the focus [SITE-28]", async () => {
  await open();
  const home = form().parentElement;
  await userEvent.click(reply(comment.author));
  await userEvent.type(field(contentText.commentName()), "سلمى");
  await userEvent.click(cancel());
  expect(form().parentElement).toBe(home);
  expect(data()).toMatchObject({ comment_parent: "0", author: "سلمى" });
  expect(document.activeElement).toBe(reply(comment.author));
  expect(within(form()).queryByRole("link")).toBeNull();
});

test("without script 'reply' is a link to the page with the form under that comment [SITE-27]", () => {
  show({ form: { ...commentForm, parent: { id: otherComment.id, author: otherComment.author } } });
  expect(reply(otherComment.author).getAttribute("href")).toBe(otherComment.replyUrl);
  expect(item(otherComment.id).contains(form())).toBe(true);
  expect(form().id).toBe("respond");
  expect(data()).toMatchObject({ comment_parent: otherComment.id });
  expect(cancel().getAttribute("href")).toBe(commentForm.cancelUrl);
});

test("a form that was rendered under a comment moves below all of them by 'cancel' [SITE-28]", async () => {
  await open({ parent: { id: comment.id, author: comment.author } });
  await userEvent.click(cancel());
  expect(item(comment.id).contains(form())).toBe(false);
  expect(data()).toMatchObject({ comment_parent: "0" });
  await userEvent.click(reply(comment.author));
  expect(item(comment.id).contains(form())).toBe(true);
});

test("a click with a modifier is left to the browser", async () => {
  await open();
  const event = new MouseEvent("click", { bubbles: true, cancelable: true, ctrlKey: true });
  await act(async () => void reply(comment.author).dispatchEvent(event));
  expect(event.defaultPrevented).toBe(false);
  expect(item(comment.id).contains(form())).toBe(false);
});

test("an empty form is not sent; the first field in error gets the focus", async () => {
  await open();
  const sent = sending();
  await userEvent.click(within(form()).getByRole("button"));
  expect(sent()).toBe(0);
  const comment = field(contentText.commentText());
  expect(document.activeElement).toBe(comment);
  expect(comment.getAttribute("aria-invalid")).toBe("true");
  for (const text of [
    contentText.commentTextError(),
    contentText.commentNameError(),
    contentText.commentEmailError(),
  ])
    expect(within(form()).getByText(text)).toBeTruthy();
});

test("a complete form is sent by the browser, once", async () => {
  await open();
  const sent = sending();
  await userEvent.type(field(contentText.commentText()), "شكرًا");
  await userEvent.type(field(contentText.commentName()), "سلمى");
  await userEvent.type(field(contentText.commentEmail()), "salma@example.com");
  const button = within(form()).getByRole("button");
  await userEvent.click(button);
  await userEvent.click(button);
  await act(async () => {
    await new Promise((done) => requestAnimationFrame(done));
  });
  await userEvent.click(button);
  expect(sent()).toBe(1);
  expect(button.getAttribute("aria-busy")).toBe("true");
  // Back from the next page, which the browser may have kept as it was.
  await act(async () => void window.dispatchEvent(new Event("pageshow")));
  expect(button.getAttribute("aria-busy")).toBeNull();
});

test("errors of the server stand beside their fields, and what was typed is kept", () => {
  const errors = [
    { field: "email", text: "أدخل بريدًا إلكترونيًا صالحًا." },
    { field: "", text: "محاولات كثيرة." },
  ];
  show({ form: { ...commentForm, values: { comment: "نص", author: "س", email: "x" }, errors } });
  expect(field(contentText.commentEmail()).getAttribute("aria-invalid")).toBe("true");
  expect(screen.getByRole("alert").textContent).toContain("محاولات كثيرة.");
  expect(data()).toMatchObject({ comment: "نص", author: "س", email: "x" });
});

test("a comment is text, whatever it contains", () => {
  show({ comments: [{ ...comment, text: "<img src=x onerror=alert(1)> https://example.com" }] });
  expect(item(comment.id).querySelectorAll("img, a:not([data-reply-to])")).toHaveLength(0);
});

test("closed comments have no form", () => {
  show({ form: null, comments: [{ ...comment, replyUrl: null }] });
  expect(form()).toBeNull();
  expect(screen.queryByRole("link")).toBeNull();
  expect(screen.getByText(contentText.commentsClosed())).toBeTruthy();
});
