import { createStore } from "../runtime/store";

/** The pending change of a line. */
export type LineWork = "changing" | "removing";

/** A text for the drawer's notice area. */
export type SideNotice = { kind: "ok" | "error"; text: string };

/** The browser's state of the visitor's cart except its contents, which are props of the islands that show it. */
export type CartState = {
  /** Pages are rendered with an empty cart; true once the visitor's cart has loaded. */
  fresh: boolean;
  /** The error text if the cart could not be loaded. */
  problem: string | null;
  /** The page's own notice in the open drawer, for a limited time. */
  sideNotice: SideNotice | null;
  /** A product was added since the drawer was last closed. */
  hasAdded: boolean;
  /** While the drawer is open, notices are shown in it. */
  isSideCartOpen: boolean;
  /** Lines with a pending call, by key. */
  busyLines: Readonly<Record<string, LineWork>>;
  /** Counts the answered changes; a refresh does not count. */
  changes: number;
};

export const cartStore = createStore<CartState>({
  fresh: false,
  problem: null,
  sideNotice: null,
  hasAdded: false,
  isSideCartOpen: false,
  busyLines: {},
  changes: 0,
});

export const cartState = cartStore.get;

export function setCartState(change: Partial<CartState>): void {
  cartStore.set({ ...cartStore.get(), ...change });
}

export function setLineWork(key: string, work: LineWork | null): void {
  const { [key]: _, ...others } = cartState().busyLines;
  setCartState({ busyLines: work ? { ...others, [key]: work } : others });
}
