import { useSyncExternalStore } from "react";
import { createStore } from "../runtime/store";
import { useStore } from "../runtime/use-store";
import { askTheTime, serverNow } from "./clock";

/** The server's time in milliseconds at the last full second; null until it is known, and in the server's HTML. */
const clock = createStore<number | null>(null);

let watchers = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

function tick(): void {
  const now = serverNow();
  clock.set(now);
  // At the full second, so that all countdowns of the page change at once.
  timer = setTimeout(tick, 1000 - (now % 1000));
}

// The device's clock may have been adjusted during sleep.
const onVisible = () => {
  if (!document.hidden) void askTheTime();
};

/** The clock runs while it has subscribers. */
const ticking = {
  ...clock,
  subscribe: (watcher: () => void) => {
    const unsubscribe = clock.subscribe(watcher);
    watchers += 1;
    if (watchers === 1) {
      document.addEventListener("visibilitychange", onVisible);
      void askTheTime().then(() => {
        if (watchers === 0) return;
        clearTimeout(timer);
        tick();
      });
    }
    return () => {
      unsubscribe();
      watchers -= 1;
      if (watchers > 0) return;
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", onVisible);
    };
  },
};

/** The server's time, once a second; null on the server and until the clock is known. */
export function useNow(): number | null {
  return useStore(ticking);
}

const never = () => () => {};

/**
 * The value of `read` for the server's time; null until that is known or if there is nothing to read. The component
 * renders only when the value changes, so it must be a primitive.
 */
export function useClock<T extends string | number>(read: ((now: number) => T) | null): T | null {
  const get = () => {
    const now = ticking.get();
    return read === null || now === null ? null : read(now);
  };
  return useSyncExternalStore(read === null ? never : ticking.subscribe, get, () => null);
}
