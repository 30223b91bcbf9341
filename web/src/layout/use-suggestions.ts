import { useEffect, useRef, useState } from "react";
import type { SearchSuggestions } from "../generated/search";

const DELAY = 150;
export const SHORTEST = 2;

type Suggesting = {
  /** The newest answer; null while there is none that fits what is typed. */
  found: SearchSuggestions | null;
  /** Asks a moment after the last call of it. What was found before stays until the answer comes. */
  ask: (query: string) => void;
  /** Drops what is under way. */
  stop: () => void;
};

/** Products and categories for the words that are being typed. */
export function useSuggestions(url: string, onAnswer: () => void): Suggesting {
  const [found, setFound] = useState<SearchSuggestions | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const asking = useRef<AbortController>(undefined);

  const stop = () => {
    clearTimeout(timer.current);
    asking.current?.abort();
  };
  const fetchNow = async (query: string) => {
    const request = new AbortController();
    asking.current = request;
    const { signal } = request;
    try {
      const answer = await fetch(`${url}?${new URLSearchParams({ s: query })}`, { signal });
      if (!answer.ok) throw new Error(`suggestions answered ${answer.status}`);
      const suggestions: SearchSuggestions = await answer.json();
      // By now something else may have been typed.
      if (signal.aborted) return;
      setFound(suggestions);
      onAnswer();
    } catch (error) {
      if (signal.aborted) return;
      // The form itself still searches.
      console.info(error);
      setFound(null);
    }
  };
  const ask = (query: string) => {
    stop();
    if (query.length < SHORTEST) setFound(null);
    else timer.current = setTimeout(() => void fetchNow(query), DELAY);
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the island goes; `stop` reads refs
  useEffect(() => stop, []);
  return { found, ask, stop };
}
