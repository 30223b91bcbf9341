import type { ReviewListView } from "../generated/reviews";
import { ReviewItem } from "./ReviewItem";

/** A page of reviews. Its markup is also the `html` of answers. */
export function ReviewList({ reviews, voteUrl }: Pick<ReviewListView, "reviews" | "voteUrl">) {
  return reviews.map((review) => <ReviewItem key={review.id} review={review} voteUrl={voteUrl} />);
}
