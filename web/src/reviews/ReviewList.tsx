import type { ReviewListView } from "../generated/reviews";
import { ReviewItem } from "./ReviewItem";

type Props = Pick<ReviewListView, "reviews" | "voteUrl"> & {
  /** Of the vote forms. Answers to calls are for scripts, which need none. */
  nonce?: string;
};

/** A page of reviews. Its markup is also the `html` of answers. */
export function ReviewList({ reviews, voteUrl, nonce }: Props) {
  return reviews.map((review) => <ReviewItem key={review.id} {...{ review, voteUrl, nonce }} />);
}
