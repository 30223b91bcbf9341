import type { APIRequestContext, Locator, Page } from "@playwright/test";
import { reviewOf } from "./database";
import { newEmail } from "./reviews";
import { STAFF_REVIEWS } from "./staff";
import { t } from "./texts";

let unique = 0;

/** A guest's review that waits for staff. */
export type HeldReview = { id: number; key: string; email: string; author: string; text: string };

/** Sends a guest's review with the form's own call. */
export async function holdReview(request: APIRequestContext, product: string): Promise<HeldReview> {
  const email = newEmail();
  const number = `${process.pid}-${Date.now()}-${unique++}`;
  const [author, text] = [`زائر ${number}`, `طعمه جميل، التجربة رقم ${number}.`];
  const page = await (await request.get(product)).text();
  const item = /name="product_id" value="(\d+)"/.exec(page)?.[1] ?? "";
  const criteria = new Set(page.match(/cr_criterion_\d+/g));
  const form = {
    action: "cr_submit_review",
    id: item,
    rating: "5",
    review: text,
    name: author,
    email,
    onsiteQuestions: JSON.stringify(Object.fromEntries([...criteria].map((name) => [name, "5"]))),
    "g-recaptcha-response": "",
  };
  const answer = await request.post("/ar/wp-admin/admin-ajax.php", { form });
  const { code, description } = await answer.json();
  if (code !== 0) throw new Error(`the review was refused: ${description}`);
  const { id } = reviewOf(email);
  return { id, key: `review:${id}`, email, author, text };
}

/** The part of the queue that begins with a review. */
export const queueFrom = ({ id }: HeldReview, state = "held") => {
  const after = state === "held" ? id - 1 : id + 1;
  return `${STAFF_REVIEWS}?kind=review&state=${state}&after=review:${after}`;
};

export const itemOf = (page: Page, { key }: HeldReview): Locator =>
  page.locator(`[data-queue-item="${key}"]`);

export const bulkBar = (page: Page) => page.getByRole("form", { name: t("moderation.bulk") });

/** That of the notice: the corner offers the same for a while. */
export const undoButton = (page: Page) =>
  page.getByRole("main").getByRole("button", { name: t("moderation.undo") });
