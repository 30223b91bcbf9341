import { useEffect, useRef, useState } from "react";
import type { QuestionListView, QuestionSectionView } from "../generated/questions";
import { moreQuestions } from "./calls";

/** The page number of a request for the first page. */
const BEFORE_FIRST = -1;

/** Adds a page to a list. A question that moved to the next page meanwhile is not shown twice. */
function joinPages(list: QuestionListView, next: QuestionListView): QuestionListView {
  const known = new Set(list.questions.map(({ id }) => id));
  return { ...next, questions: [...list.questions, ...next.questions.filter(({ id }) => !known.has(id))] };
}

/** The questions of a section and their search. Only the answer to the latest request is shown. */
export function useQuestions({ productId, permalink, attributes, search, list: first }: QuestionSectionView) {
  const [typed, setTyped] = useState(search.query);
  const [query, setQuery] = useState(search.query);
  const [list, setList] = useState(first);
  const [loading, setLoading] = useState<"list" | "more" | null>(null);
  /** Repeats the request that failed. */
  const [retry, setRetry] = useState<(() => void) | null>(null);
  const latest = useRef(0);
  const delay = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(() => () => clearTimeout(delay.current), []);

  const load = async (text: string, after: QuestionListView | null): Promise<void> => {
    const mine = ++latest.current;
    setLoading(after ? "more" : "list");
    setRetry(null);
    try {
      const answer = await moreQuestions({
        ...{ productId, permalink, search: text },
        page: after?.page ?? BEFORE_FIRST,
        attributes: after?.attributes ?? attributes,
      });
      if (mine !== latest.current) return;
      setList((old) => (after ? joinPages(old, answer.list) : answer.list));
    } catch {
      if (mine !== latest.current) return;
      setRetry(() => () => load(text, after));
    }
    setLoading(null);
  };

  const searchFor = (text: string) => {
    clearTimeout(delay.current);
    setQuery(text);
    return load(text, null);
  };

  return {
    typed,
    query,
    list,
    loading,
    retry,
    type: (text: string) => {
      setTyped(text);
      clearTimeout(delay.current);
      delay.current = setTimeout(() => searchFor(text.trim()), search.delayMs);
    },
    searchNow: () => searchFor(typed.trim()),
    clearSearch: () => {
      setTyped("");
      return searchFor("");
    },
    more: () => load(query, list),
  };
}
