import { useEffect, useEffectEvent, useRef, useState } from "react";
import type {
  BarcodeAnswer,
  BarcodeNotice,
  BarcodeResultsView,
  BarcodeRowView,
  BarcodeToolView,
  StockAction,
} from "../generated/barcodes";
import * as barcodesText from "../generated/messages/barcodes";
import { newIdempotencyKey } from "../runtime/request";
import { applyAction, searchCode } from "./calls";
import { giveFeedback } from "./feedback";
import { type Scan, savedScans, saveScans } from "./scan-queue";

/** A scanner types a code within this time; the search begins when nothing follows. */
export const SEARCH_DELAY = 1000;

type Busy = { id: string; status: StockAction };
/** How an action ended; without an answer it may have happened. */
type End = "done" | "refused" | "unanswered";

/** Replaces a row by its new state, after an action or because it was refused for it. */
function replaceRow(results: BarcodeResultsView, row: BarcodeRowView, isDone: boolean): BarcodeResultsView {
  // An action on one product ends the undo of every other.
  const other = (old: BarcodeRowView) => (isDone ? { ...old, canUndo: false } : old);
  return { ...results, rows: results.rows.map((old) => (old.id === row.id ? row : other(old))) };
}

/**
 * The code that is typed, what was found, and the actions on it. Only the answer to the latest search is shown. While
 * counting, codes that end with Enter wait in line, so that no scan is lost, and each adds one piece. Without a connection
 * they go on waiting, also on a page that is left.
 */
export function useBarcodes(view: BarcodeToolView) {
  const [text, setText] = useState(view.text);
  const [results, setResults] = useState(view.results);
  const [notice, setNotice] = useState<BarcodeNotice | null>(view.notice);
  const [isSearching, setSearching] = useState(false);
  const [busy, setBusy] = useState<Busy | null>(null);
  const [waiting, setWaiting] = useState<Array<Scan>>([]);
  const [lines, setLines] = useState(view.count?.lines ?? 0);
  const latest = useRef(0);
  const delay = useRef<ReturnType<typeof setTimeout>>(undefined);
  const queue = useRef<Array<Scan>>([]);
  const isCounting = useRef(false);
  /** The action that got no answer: it may have happened, so it is repeated with its key. */
  const unanswered = useRef({ body: "", key: "" });

  useEffect(() => () => clearTimeout(delay.current), []);

  const show = (message: string, isError: boolean) => {
    setNotice(message ? { text: message, isError } : null);
    giveFeedback(isError);
  };

  const search = async (code: string): Promise<BarcodeAnswer | null> => {
    const mine = ++latest.current;
    setSearching(true);
    setNotice(null);
    try {
      const answer = await searchCode(view, code);
      if (mine !== latest.current) return null;
      setSearching(false);
      setResults(answer.results);
      giveFeedback(answer.code !== 1);
      if (answer.code !== 1) console.info(`barcode ${code}: ${answer.results.error}`);
      else if (answer.redirect_page) window.open(answer.redirect_page, "_blank", "noopener");
      return answer;
    } catch (error) {
      if (mine !== latest.current) return null;
      console.info(error);
      setSearching(false);
      show(barcodesText.failed(), true);
      return null;
    }
  };

  const act = async (
    row: BarcodeRowView,
    status: StockAction,
    amount: string,
    ownKey?: string,
  ): Promise<End> => {
    setBusy({ id: row.id, status });
    const seen = status === "set-stock" ? { seen: row.stock } : {};
    const action = { status, id: row.id, amount, ...seen };
    const body = JSON.stringify(action);
    if (!ownKey && unanswered.current.body !== body) unanswered.current = { body, key: newIdempotencyKey() };
    try {
      const answer = await applyAction(view, action, ownKey ?? unanswered.current.key);
      if (!ownKey) unanswered.current = { body: "", key: "" };
      const [changed] = answer.results.rows;
      if (changed) setResults((now) => now && replaceRow(now, changed, answer.code === 1));
      if (changed && row.counted === null && changed.counted !== null) setLines((now) => now + 1);
      if (answer.code !== 1) console.info(`stock action ${status}: ${answer.message}`);
      show(answer.message, answer.code !== 1);
      return answer.code === 1 ? "done" : "refused";
    } catch (error) {
      console.info(error);
      show(barcodesText.failed(), true);
      return "unanswered";
    } finally {
      setBusy(null);
    }
  };

  const setQueue = (scans: Array<Scan>) => {
    queue.current = scans;
    setWaiting(scans);
    saveScans(view, scans);
  };
  const enqueue = (code: string) => setQueue([...queue.current, { code, key: newIdempotencyKey() }]);

  /** Counts the codes in line one after another. Stops at one that needs a decision; the others go on waiting. */
  const countWaiting = async () => {
    if (isCounting.current) return;
    isCounting.current = true;
    for (let scan = queue.current[0]; scan !== undefined; scan = queue.current[0]) {
      const answer = await search(scan.code);
      if (!answer) break;
      const [row, other] = answer.results.rows;
      const end = row && !other ? await act(row, "count-add", "1", scan.key) : "refused";
      // It may have counted: it is sent again with its key.
      if (end === "unanswered") break;
      setQueue(queue.current.slice(1));
      if (other) show(barcodesText.several(), true);
      if (end === "refused") break;
    }
    isCounting.current = false;
  };

  const goOn = useEffectEvent(() => {
    if (view.isCounting && queue.current.length > 0) void countWaiting();
  });
  const restore = useEffectEvent(() => {
    const saved = view.isCounting ? savedScans(view) : [];
    if (saved.length > 0) setQueue([...saved, ...queue.current]);
    goOn();
  });
  useEffect(() => {
    const online = () => goOn();
    restore();
    window.addEventListener("online", online);
    return () => window.removeEventListener("online", online);
  }, []);

  const searchNow = (code: string) => {
    clearTimeout(delay.current);
    const typed = code.trim();
    if (!view.isCounting) return typed === "" ? undefined : void search(typed);
    if (typed !== "") {
      enqueue(typed);
      setText("");
    }
    void countWaiting();
  };

  const searchLater = (code: string) => {
    clearTimeout(delay.current);
    delay.current = setTimeout(() => searchNow(code), SEARCH_DELAY);
  };

  return {
    text,
    results,
    notice,
    isSearching,
    busy,
    waiting,
    lines,
    act: (row: BarcodeRowView, status: StockAction, amount: string) => void act(row, status, amount),
    type: (code: string) => {
      setText(code);
      searchLater(code);
    },
    /** Enter, the last key of a scanner: the code is complete, and the next one may follow at once. */
    enter: () => {
      if (!view.isCounting || text.trim() === "") return;
      enqueue(text.trim());
      setText("");
      searchLater("");
    },
    searchNow: () => searchNow(text),
    /** A code of the camera. */
    scan: (code: string) => {
      setText(view.isCounting ? "" : code);
      searchNow(code);
    },
    clear: () => {
      clearTimeout(delay.current);
      setText("");
    },
  };
}
