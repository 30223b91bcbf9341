import { useEffect, useRef, useState } from "react";
import type { SearchSuggestions } from "../generated/search";

const DELAY = 150;
export const SHORTEST = 2;

type Suggesting = {
  /** The newest response; null if there is none for the typed text. */
  found: SearchSuggestions | null;
  /** Requests suggestions after a delay. The previous ones stay until the response arrives. */
  ask: (query: string) => void;
  /** Cancels the pending request. */
  stop: () => void;
};

/** Product and category suggestions for the typed text. */
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
      // Other text may have been typed in the meantime.
      if (signal.aborted) return;
      setFound(suggestions);
      onAnswer();
    } catch (error) {
      if (signal.aborted) return;
      // The search form itself still works.
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
