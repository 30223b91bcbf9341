import { useEffect, useRef } from "react";
import type { OrderStatusAnswer, ReceivedKind } from "../generated/checkout";
import { post, storeCall } from "../runtime/request";

/** Delays before each poll in milliseconds; the last one is repeated. */
const PAUSES = [2000, 3000, 5000];

/** Polls the status of an order until `isDone` returns true. */
export function useOrderStatus(order: string, key: string, isDone: (kind: ReceivedKind) => boolean): void {
  const done = useRef(isDone);
  done.current = isDone;
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isGone = false;
    const ask = async (): Promise<boolean> => {
      // A hidden page does not poll.
      if (document.hidden) return false;
      const { kind } = await post<OrderStatusAnswer>(
        storeCall("order_status"),
        new URLSearchParams({ order, key }),
      );
      return !isGone && done.current(kind);
    };
    const wait = (attempt: number) => {
      timer = setTimeout(
        async () => {
          // A failed request is ignored: the next poll may succeed.
          const isOver = await ask().catch(() => false);
          if (!isOver && !isGone) wait(attempt + 1);
        },
        PAUSES[Math.min(attempt, PAUSES.length - 1)],
      );
    };
    wait(0);
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [order, key]);
}
