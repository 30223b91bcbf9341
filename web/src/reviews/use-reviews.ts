import { useEffect, useRef, useState } from "react";
import type { ReviewListAnswer, ReviewListView, ReviewSectionView } from "../generated/reviews";
import { allReviews, filterReviews, type ListQuery, moreReviews, sortReviews } from "./calls";

/** The list is loaded this long after the last key in the search field. */
export const SEARCH_DELAY = 1000;

type Reload = "sort" | "rating" | "search" | "tags" | "page";

/** Adds a page to a list. A review that moved to the next page meanwhile is not shown twice. */
export function joinPages(list: ReviewListView, next: ReviewListView): ReviewListView {
  const known = new Set(list.reviews.map(({ id }) => id));
  return { ...next, reviews: [...list.reviews, ...next.reviews.filter(({ id }) => !known.has(id))] };
}

const firstQuery = ({ summary, sort, search, tags }: ReviewSectionView): ListQuery => ({
  rating: summary?.selected ?? 0,
  sort: sort.current,
  search: search.query,
  tags: tags.filter(({ selected }) => selected).map(({ id }) => id),
});

/**
 * The list of a section with its filters. Every change of a filter loads the first page again; only the answer to the
 * latest request is shown.
 */
export function useReviews(view: ReviewSectionView) {
  const [query, setQuery] = useState(() => firstQuery(view));
  const [typed, setTyped] = useState(query.search);
  const [list, setList] = useState(view.list);
  const [loading, setLoading] = useState<"list" | "more" | null>(null);
  /** Repeats the request that failed. */
  const [retry, setRetry] = useState<(() => void) | null>(null);
  const latest = useRef(0);
  const delay = useRef<ReturnType<typeof setTimeout>>(undefined);
  const now = useRef(query);

  useEffect(() => () => clearTimeout(delay.current), []);

  const request = (page: number, cause: Reload | "more"): Promise<ReviewListAnswer> => {
    const { item, security, attributes } = view;
    const { current } = now;
    if (attributes !== null) return allReviews(attributes, page, current);
    // Calls 16 and 17 know neither search nor tags.
    const isPlain = current.search === "" && current.tags.length === 0;
    if (cause === "sort" && isPlain) return sortReviews(item.id, current);
    if (cause === "rating" && isPlain) return filterReviews(item.id, current, security);
    return moreReviews(item.id, page, current, security);
  };

  const load = async (page: number, cause: Reload | "more"): Promise<void> => {
    const mine = ++latest.current;
    setLoading(cause === "more" ? "more" : "list");
    setRetry(null);
    try {
      const { list: fresh } = await request(page, cause);
      if (mine !== latest.current) return;
      if (!fresh) throw new Error("an answer without a list");
      setList((old) => (cause === "more" ? joinPages(old, fresh) : fresh));
    } catch {
      if (mine !== latest.current) return;
      setRetry(() => () => load(page, cause));
    }
    setLoading(null);
  };

  const change = (to: Partial<ListQuery>, cause: Reload) => {
    clearTimeout(delay.current);
    now.current = { ...now.current, ...to };
    setQuery(now.current);
    return load(0, cause);
  };

  return {
    query,
    typed,
    list,
    loading,
    retry,
    setRating: (rating: number) => change({ rating }, "rating"),
    setSort: (sort: string) => {
      if (sort !== now.current.sort) void change({ sort }, "sort");
    },
    toggleTag: (id: string) => {
      const { tags } = now.current;
      const isOn = tags.includes(id);
      return change({ tags: isOn ? tags.filter((one) => one !== id) : [...tags, id] }, "tags");
    },
    type: (text: string) => {
      setTyped(text);
      clearTimeout(delay.current);
      delay.current = setTimeout(() => change({ search: text.trim() }, "search"), SEARCH_DELAY);
    },
    searchNow: () => change({ search: typed.trim() }, "search"),
    clearSearch: () => {
      setTyped("");
      return change({ search: "" }, "search");
    },
    reset: () => {
      setTyped("");
      return change({ rating: 0, search: "", tags: [] }, "rating");
    },
    more: () => load(list.page, "more"),
    /** Pages are numbered from 1. */
    openPage: (page: number) => load(page - 1, "page"),
  };
}
