import type { ReactNode } from "react";
import * as reviewsText from "../generated/messages/reviews";
import { ListEmpty } from "../ui/ListEmpty";

/** Shown instead of an empty list. */
export function ReviewsEmpty({ hint, children }: { hint?: string; children?: ReactNode }) {
  return (
    <ListEmpty title={reviewsText.none()} hint={hint}>
      {children}
    </ListEmpty>
  );
}
