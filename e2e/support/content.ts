import type { Locator, Page } from "@playwright/test";
import { t } from "./texts";

export const ABOUT = "/ar/about/";
export const BLOG = "/ar/blog/";
export const HELP = "/ar/help/";
export const SHIPPING = "/ar/shipping/";
export const TERMS = "/ar/terms/";
/** The post with the threads of comments. */
export const POST = "/ar/saudi-coffee/";
export const STAFF_CONTENT = "/ar/wp-admin/content/";

export const comments = (page: Page) => page.locator("#comments");
/** A comment with its answers, by its writer; the first one of that name. */
export const thread = (page: Page, author: string) =>
  comments(page)
    .locator("li", { has: page.locator(":scope > article", { hasText: author }) })
    .first();
export const commentForm = (page: Page) => page.locator("form#respond");
export const replyLink = (item: Locator) => item.locator(":scope > article a[data-reply-to]");
export const idOf = async (item: Locator) =>
  (await item.locator(":scope > article").getAttribute("id"))?.replace("comment-", "") ?? "";
export const parentOf = (form: Locator) => form.locator("input[name=comment_parent]");
export const commentField = (form: Locator, name: "text" | "name" | "email") =>
  form.getByRole("textbox", { name: t(`content.comment-${name}`) });

/** Waits until the form moves to a comment instead of loading a page. */
export async function liveForm(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const form = document.querySelector("form#respond");
    return form !== null && Object.keys(form).some((key) => key.startsWith("__reactFiber"));
  });
}

let unique = 0;
/** A text that no other test has. */
export const newText = () =>
  `جرّبت هذه الطريقة ونجحت معي، التجربة ${process.pid % 1000}${unique++}${Date.now() % 100_000}`;
export const newWriter = () => `writer-${process.pid}-${Date.now()}-${unique++}@example.com`;

export async function fillComment(form: Locator, text: string, email = newWriter()): Promise<void> {
  await commentField(form, "text").fill(text);
  await commentField(form, "name").fill("سلمى");
  await commentField(form, "email").fill(email);
}

/** The vertical tabs of the help page. */
export const tabs = (page: Page) => page.getByRole("tablist", { name: /./ }).getByRole("tab");
export const accordion = (page: Page) => page.locator("main h2 button[aria-expanded]");
export const liveTabs = (page: Page) => page.locator("main [data-live]").waitFor();
