import type { ReviewTilesView } from "../generated/reviews";
import { ReviewTile } from "./ReviewTile";

/** Cards of the grid. Their markup is also the `html` of call 20. */
export function ReviewTiles({ reviews }: ReviewTilesView) {
  return reviews.map((review) => <ReviewTile key={review.id} {...review} />);
}
