import type { MouseEvent } from "react";
import * as reviewsText from "../generated/messages/reviews";
import type { ReviewPagesView } from "../generated/reviews";
import { Icon } from "../ui/Icon";
import styles from "./ReviewPages.module.css";

type Props = ReviewPagesView & {
  /** Without it a number is a link that loads the page. */
  onPage?: (page: number, event: MouseEvent<HTMLAnchorElement>) => void;
};

/** Numbered pages. The markup is also the `pagination` of answers. */
export function ReviewPages({ current, total, links, prevUrl, nextUrl, onPage }: Props) {
  return (
    <nav className={styles.pages} aria-label={reviewsText.pages()}>
      {prevUrl && (
        <a
          href={prevUrl}
          rel="prev nofollow"
          aria-label={reviewsText.pagesPrevious()}
          onClick={(event) => onPage?.(current - 1, event)}
        >
          <Icon name="prev" />
        </a>
      )}
      {links.map(({ page, url }, index) =>
        page === null || url === null || page === current ? (
          <span key={index} aria-current={page === current ? "page" : undefined}>
            {page === current && (
              <span className="sr">
                {reviewsText.pagesOf({ number: String(current), total: String(total) })}
              </span>
            )}
            <bdi aria-hidden={page === current || undefined}>{page ?? "…"}</bdi>
          </span>
        ) : (
          <a key={index} href={url} rel="nofollow" onClick={(event) => onPage?.(page, event)}>
            <bdi>{page}</bdi>
          </a>
        ),
      )}
      {nextUrl && (
        <a
          href={nextUrl}
          rel="next nofollow"
          aria-label={reviewsText.pagesNext()}
          onClick={(event) => onPage?.(current + 1, event)}
        >
          <Icon name="next" />
        </a>
      )}
    </nav>
  );
}
