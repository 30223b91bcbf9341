import { useRef, useState } from "react";
import { parseDocument } from "../runtime/trusted-html";
import type { FilterPanelView } from "./FilterPanel.island";

/** Reads the filters of a listing from its page, which is the one that the shopper opens next. */
async function readFilters(url: string): Promise<FilterPanelView> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`listing answered ${answer.status}`);
  const props = parseDocument(await answer.text()).querySelector("[data-id=filters] > script");
  if (!props?.textContent) throw new Error("listing without filters");
  return JSON.parse(props.textContent);
}

/** The address of the next listing, from the newest filters; nothing: it has no such option. */
type Step = (view: FilterPanelView) => string | undefined;

type Narrowing = {
  shown: FilterPanelView;
  isBusy: boolean;
  hasFailed: boolean;
  /** Whether other filters are shown than those of the page. */
  isNarrowed: boolean;
  narrow: (step: Step) => Promise<void>;
  /** Takes the last step back. */
  undo: () => void;
  /** Shows the filters of the page again. */
  reset: () => void;
};

/** Filters that are tried out without leaving the page. Steps are taken one after the other. */
export function useNarrowing(first: FilterPanelView): Narrowing {
  const [views, setViews] = useState<ReadonlyArray<FilterPanelView>>([first]);
  const [steps, setSteps] = useState(0);
  const [hasFailed, setFailed] = useState(false);
  const newest = useRef<ReadonlyArray<FilterPanelView>>(views);
  const queue = useRef(Promise.resolve());
  const show = (next: ReadonlyArray<FilterPanelView>) => {
    newest.current = next;
    setViews(next);
  };
  const take = async (step: Step) => {
    const started = newest.current;
    const url = step(started.at(-1) ?? first);
    if (url === undefined) return;
    try {
      const view = await readFilters(url);
      // The sheet may have been closed in the meantime.
      if (newest.current === started) show([...started, view]);
      setFailed(false);
    } catch (error) {
      console.info(error);
      setFailed(true);
    }
  };
  const narrow = (step: Step) => {
    setSteps((now) => now + 1);
    queue.current = queue.current.then(() => take(step)).finally(() => setSteps((now) => now - 1));
    return queue.current;
  };
  return {
    shown: views.at(-1) ?? first,
    isBusy: steps > 0,
    hasFailed,
    isNarrowed: views.length > 1,
    narrow,
    undo: () => show(newest.current.slice(0, -1)),
    reset: () => {
      if (newest.current.length > 1) show([first]);
      setFailed(false);
    },
  };
}
