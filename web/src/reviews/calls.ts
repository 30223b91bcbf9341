import type {
  AttachmentView,
  DeleteAnswer,
  ReviewGridAnswer,
  ReviewGridAttributes,
  ReviewListAnswer,
  ReviewResultAnswer,
  VoteAnswer,
} from "../generated/reviews";
import { actionUrl, callAction as call, newIdempotencyKey } from "../runtime/request";

/** The filters of a list. */
export type ListQuery = {
  /** 0: all ratings. */
  rating: number;
  sort: string;
  search: string;
  /** Ids of tags. */
  tags: Array<string>;
};

/** Call 16: the first page in another order. */
export const sortReviews = (productID: string, { sort, rating }: ListQuery) =>
  call<ReviewListAnswer>("cr_sort_reviews", [
    ["productID", productID],
    ["sort", sort],
    ["rating", String(rating)],
  ]);

/** Call 17: the first page of one rating; 0: of all. */
export const filterReviews = (productID: string, { sort, rating }: ListQuery, security: string) =>
  call<ReviewListAnswer>("cr_filter_reviews", [
    ["productID", productID],
    ["rating", String(rating)],
    ["sort", sort],
    ["security", security],
  ]);

const filters = ({ rating, search, sort, tags }: ListQuery): Array<[string, string]> => [
  ["sort", sort],
  ["rating", String(rating)],
  ["search", search],
  ...tags.map((tag): [string, string] => ["tags[]", tag]),
];

/** Call 18: the page after `page`; 0: the first one. */
export const moreReviews = (productID: string, page: number, query: ListQuery, security: string) =>
  call<ReviewListAnswer>("cr_show_more_reviews", [
    ["productID", productID],
    ["page", String(page)],
    ...filters(query),
    ["security", security],
  ]);

/** Call 19: the page after `page` of all reviews of the shop. */
export const allReviews = (attributes: string, page: number, query: ListQuery) =>
  call<ReviewListAnswer>("cr_show_more_all_reviews", [
    ["attributes", attributes],
    ["page", String(page)],
    ...filters(query),
  ]);

/** Call 20. The text of a response that is not the expected JSON is the message of the error. */
export async function gridReviews(
  rating: number,
  attributes: ReviewGridAttributes,
): Promise<ReviewGridAnswer> {
  const body = new URLSearchParams({
    action: "ivole_show_more_grid_reviews",
    rating: String(rating),
    attributes: JSON.stringify(attributes),
  });
  const response = await fetch(actionUrl(), { method: "POST", body });
  const text = await response.text();
  try {
    if (response.ok) return JSON.parse(text);
  } catch {
    // Below.
  }
  throw new Error(text);
}

/** Call 21: the server downloads the pictures and videos that a review names; nothing is shown. */
export function downloadMedia(reviewID: string): void {
  call("cr_auto_download_media_frontend", [["reviewID", reviewID]]).catch(() => {});
}

/** Call 25. A repeated vote withdraws itself, so a retry has the same key. */
export const vote = (reviewID: string, isUp: boolean) =>
  call<VoteAnswer>(
    "cr_vote_review",
    [
      ["reviewID", reviewID],
      ["upvote", isUp ? "1" : "0"],
    ],
    newIdempotencyKey(),
  );

/** Call 26. */
export const submitReview = (fields: Array<[string, string]>, key: string) =>
  call<ReviewResultAnswer>("cr_submit_review", fields, key);

const image = ({ id, key }: AttachmentView) => JSON.stringify({ id, key });

/** Calls 28 and 30: deletes an upload that is not part of a review yet. */
export function deleteUpload(attachment: AttachmentView, isClassic: boolean): Promise<DeleteAnswer> {
  if (!isClassic) return call("cr_delete_media", [["image", image(attachment)]]);
  return call("cr_delete_local_images_frontend", [
    ["cr_nonce", attachment.nonce ?? ""],
    ["image", image(attachment)],
    ["class", attachment.id],
  ]);
}
