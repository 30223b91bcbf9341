import { type ComponentType, useEffect, useRef, useState } from "react";
import * as catalogText from "../generated/messages/catalog";
import * as reviewsText from "../generated/messages/reviews";
import type { ReviewSectionView } from "../generated/reviews";
import { classes } from "../ui/classes";
import { instead, isPlainClick } from "../ui/clicks";
import controls from "../ui/controls.module.css";
import { Notice } from "../ui/Notice";
import { Histogram } from "./Histogram";
import type { ReviewFormProps } from "./ReviewForm";
import { ReviewList } from "./ReviewList";
import { ReviewPages } from "./ReviewPages";
import { ReviewStrip } from "./ReviewStrip";
import styles from "./Reviews.module.css";
import { ReviewsEmpty } from "./ReviewsEmpty";
import { ReviewTags } from "./ReviewTags";
import { ReviewTools } from "./ReviewTools";
import { Score } from "./Score";
import { useReviews } from "./use-reviews";

/**
 * The reviews of a product, or all of the shop's. Links and forms with GET parameters until it is hydrated; in classic
 * mode they stay so.
 */
export function Reviews(view: ReviewSectionView) {
  const { summary, strip, sort, search, tags, addUrl, form, mode } = view;
  const reviews = useReviews(view);
  const { query, list, loading } = reviews;
  const [Form, setForm] = useState<ComponentType<ReviewFormProps> | null>(null);
  const isAsync = mode === "async";
  const body = useRef<HTMLDivElement>(null);
  const addLink = useRef<HTMLAnchorElement>(null);
  /** The place of the first new review: it gets the focus if the button that was pressed has gone. */
  const next = useRef<number>(undefined);

  useEffect(() => {
    if (next.current === undefined || loading) return;
    const target = body.current?.querySelectorAll("article")[next.current];
    next.current = undefined;
    if (document.activeElement === document.body) target?.focus({ preventScroll: true });
  }, [loading]);

  const openForm = async () => {
    try {
      const { ReviewForm } = await import("./ReviewForm");
      setForm(() => ReviewForm);
    } catch (error) {
      console.info(error);
      location.assign(addUrl);
    }
  };
  const closeForm = () => {
    setForm(null);
    // The link is rendered again with the list.
    requestAnimationFrame(() => addLink.current?.focus());
  };
  const addButton = form && (
    <a
      ref={addLink}
      className={`${controls.btn} ${controls.btnPrimary}`}
      href={addUrl}
      rel="nofollow"
      onClick={isAsync ? instead(() => void openForm()) : undefined}
    >
      {summary ? reviewsText.add() : catalogText.beFirst()}
    </a>
  );

  if (Form && form) return <Form form={form} onClosed={closeForm} />;
  if (!summary)
    return (
      <div className={styles.reviews} data-reviews="">
        <ReviewsEmpty>{addButton}</ReviewsEmpty>
      </div>
    );

  const isEmpty = list.reviews.length === 0 && list.page === 1;
  const isFiltered = query.rating !== 0 || query.search !== "" || query.tags.length > 0;
  return (
    <div className={styles.reviews} data-reviews="">
      <div className={styles.top}>
        <Score {...summary} />
        <Histogram
          {...summary}
          selected={query.rating}
          onSelect={(rating, event) => {
            if (!isAsync || !isPlainClick(event)) return;
            event.preventDefault();
            void reviews.setRating(rating);
          }}
        />
        <div>{addButton}</div>
      </div>
      {strip && <ReviewStrip {...strip} />}
      <ReviewTools
        search={search}
        sort={sort}
        isPlain={!isAsync}
        query={reviews.typed}
        onType={reviews.type}
        onSearch={reviews.searchNow}
        onClear={reviews.clearSearch}
        order={query.sort}
        onSort={reviews.setSort}
      />
      {tags.length > 0 && (
        <ReviewTags
          tags={tags}
          selected={query.tags}
          onToggle={(id, event) => {
            if (!isAsync || !isPlainClick(event)) return;
            event.preventDefault();
            void reviews.toggleTag(id);
          }}
        />
      )}
      <div
        ref={body}
        className={classes(styles.body, loading === "list" && styles.isLoading)}
        aria-busy={loading !== null || undefined}
        tabIndex={-1}
      >
        <p className={styles.count} role="status">
          {loading === "list" ? reviewsText.loading() : list.countRow}
        </p>
        {reviews.retry && (
          <Notice
            kind="error"
            action={
              <button type="button" className={`${controls.btn} ${controls.btnSm}`} onClick={reviews.retry}>
                {reviewsText.retry()}
              </button>
            }
          >
            {reviewsText.loadFailed()}
          </Notice>
        )}
        {isEmpty ? (
          <ReviewsEmpty hint={isFiltered ? reviewsText.noneHint() : undefined}>
            {isFiltered && (
              <a
                className={controls.btn}
                href={summary.seeAllUrl}
                rel="nofollow"
                onClick={isAsync ? instead(() => void reviews.reset()) : undefined}
              >
                {reviewsText.seeAll()}
              </a>
            )}
          </ReviewsEmpty>
        ) : (
          <ReviewList reviews={list.reviews} voteUrl={list.voteUrl} nonce={view.security} />
        )}
      </div>
      {!list.lastPage && list.moreUrl && (
        <a
          className={`${controls.btn} ${styles.more}`}
          href={list.moreUrl}
          rel="nofollow"
          aria-busy={loading === "more" || undefined}
          onClick={
            isAsync
              ? instead(() => {
                  next.current = list.reviews.length;
                  void reviews.more();
                })
              : undefined
          }
        >
          {list.showMoreLabel}
        </a>
      )}
      {list.pages && list.pages.total > 1 && (
        <ReviewPages
          {...list.pages}
          onPage={(page, event) => {
            if (!isAsync || !isPlainClick(event)) return;
            event.preventDefault();
            void reviews.openPage(page);
            body.current?.scrollIntoView({ block: "start" });
            body.current?.focus({ preventScroll: true });
          }}
        />
      )}
    </div>
  );
}
