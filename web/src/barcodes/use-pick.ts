import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { PickToolView } from "../generated/barcodes";
import * as barcodesText from "../generated/messages/barcodes";
import { newIdempotencyKey } from "../runtime/request";
import { pickCall } from "./calls";
import { giveFeedback } from "./feedback";
import { type Scan, savedScans, saveScans } from "./scan-queue";

export type PickAct = "scan" | "take-back" | "finish" | "reopen";

/**
 * What is in the box, and the scans that wait. They are sent one after another, each with its key, so that none is lost and
 * none counts twice; without a connection they go on waiting, also on a page that is left. What was refused stays until it
 * is acknowledged: the next scan must not hide it.
 */
export function usePick(view: PickToolView) {
  const first = view.notice;
  const [state, setState] = useState(view.state);
  const [done, setDone] = useState(first && !first.isError ? first.text : "");
  const [refused, setRefused] = useState(first?.isError ? [first.text] : []);
  const [waiting, setWaiting] = useState<Array<Scan>>([]);
  const [isBusy, setBusy] = useState(false);
  const queue = useRef<Array<Scan>>([]);
  const isSending = useRef(false);
  const saved = { storeId: `order-${view.order}`, count: null };

  const setQueue = (scans: Array<Scan>) => {
    queue.current = scans;
    setWaiting(scans);
    saveScans(saved, scans);
  };

  /** False without an answer. */
  const send = async (act: PickAct, value: string, key: string): Promise<boolean> => {
    try {
      const { notice, state: now } = await pickCall(view.order, act, value, key);
      setState(now);
      setDone(notice.isError ? "" : notice.text);
      if (notice.isError) setRefused((before) => [...before, notice.text]);
      giveFeedback(notice.isError);
      return true;
    } catch (error) {
      console.info(error);
      setDone("");
      setRefused((before) =>
        before.includes(barcodesText.failed()) ? before : [...before, barcodesText.failed()],
      );
      giveFeedback(true);
      return false;
    }
  };

  const sendWaiting = async () => {
    if (isSending.current) return;
    isSending.current = true;
    setBusy(true);
    for (let scan = queue.current[0]; scan !== undefined; scan = queue.current[0]) {
      if (!(await send("scan", scan.code, scan.key))) break;
      setQueue(queue.current.slice(1));
    }
    isSending.current = false;
    setBusy(false);
  };

  const restore = useEffectEvent(() => {
    const scans = savedScans(saved);
    if (scans.length > 0) setQueue([...scans, ...queue.current]);
    if (queue.current.length > 0) void sendWaiting();
  });
  const goOn = useEffectEvent(() => {
    if (queue.current.length > 0) void sendWaiting();
  });
  useEffect(() => {
    const online = () => goOn();
    restore();
    window.addEventListener("online", online);
    return () => window.removeEventListener("online", online);
  }, []);

  return {
    state,
    done,
    refused,
    waiting,
    isBusy,
    acknowledge: () => setRefused([]),
    retry: () => void sendWaiting(),
    scan: (typed: string) => {
      const code = typed.trim();
      if (code === "") return;
      setQueue([...queue.current, { code, key: newIdempotencyKey() }]);
      void sendWaiting();
    },
    act: async (act: PickAct, value: string) => {
      if (isSending.current) return;
      isSending.current = true;
      setBusy(true);
      await send(act, value, newIdempotencyKey());
      isSending.current = false;
      setBusy(false);
      // Scanned meanwhile.
      void sendWaiting();
    },
  };
}
