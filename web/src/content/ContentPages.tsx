import { Pager } from "../catalog/Pager";
import type { ReviewPagesView } from "../generated/reviews";

/** Numbered pages of posts or comments. */
export function ContentPages({ links, current, ...pages }: ReviewPagesView) {
  return (
    <Pager
      {...pages}
      current={current}
      links={links.map(({ page, url }) => ({
        label: page === null ? "…" : String(page),
        url,
        current: page === current,
      }))}
    />
  );
}
