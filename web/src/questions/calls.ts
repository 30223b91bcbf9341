import type { AuthorDefaults, QuestionListAnswer, QuestionResultAnswer } from "../generated/questions";
import type { VoteAnswer } from "../generated/reviews";
import { callAction, newIdempotencyKey } from "../runtime/request";
import type { FormFields } from "../runtime/use-submission";

export type ListRequest = {
  productId: string;
  /** -1: the first page. */
  page: number;
  permalink: string;
  search: string;
  attributes: string;
};

/** Call 22: the page after `page`. */
export const moreQuestions = ({ productId, page, permalink, search, attributes }: ListRequest) =>
  callAction<QuestionListAnswer>("cr_show_more_qna", [
    ["productID", productId],
    ["page", String(page)],
    ["permalink", permalink],
    ["search", search],
    ["cr_attributes", attributes],
  ]);

/** Calls 23 and 24: a new question, or with `questionID` and `productID` an answer. */
export const submitQuestion = (fields: FormFields, key: string) =>
  callAction<QuestionResultAnswer>("cr_new_qna", fields, key);

/** Call 25. A repeated vote withdraws itself, so a retry has the same key. */
export const voteQuestion = (id: string, isUp: boolean) =>
  callAction<VoteAnswer>(
    "cr_vote_question",
    [
      ["reviewID", id],
      ["upvote", isUp ? "1" : "0"],
    ],
    newIdempotencyKey(),
  );

const NOBODY: AuthorDefaults = { name: "", email: "" };
const known = new Map<string, Promise<AuthorDefaults>>();

async function fetchDefaults(url: string): Promise<AuthorDefaults> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`no defaults: ${response.status}`);
  return response.json();
}

/** Name and email of the signed-in customer, fetched once a page. Without an answer the fields stay empty. */
export function authorDefaults(url: string): Promise<AuthorDefaults> {
  const fetched =
    known.get(url) ??
    fetchDefaults(url).catch(() => {
      known.delete(url);
      return NOBODY;
    });
  known.set(url, fetched);
  return fetched;
}
