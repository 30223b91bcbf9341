import { useSyncExternalStore } from "react";
import type { Store } from "./store";

/** The store's value; while hydrating, the value that the server's HTML was rendered with. */
export function useStore<T>(store: Store<T>): T {
  return useSyncExternalStore(store.subscribe, store.get, () => store.initial);
}
