/** A value that several islands share. */
export type Store<T> = {
  get: () => T;
  set: (next: T) => void;
  subscribe: (watcher: () => void) => () => void;
  /** The value that the server's HTML was rendered with. */
  initial: T;
};

export function createStore<T>(initial: T): Store<T> {
  let now = initial;
  const watchers = new Set<() => void>();
  return {
    initial,
    get: () => now,
    set: (next) => {
      if (Object.is(next, now)) return;
      now = next;
      for (const watcher of [...watchers]) watcher();
    },
    subscribe: (watcher) => {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
  };
}
