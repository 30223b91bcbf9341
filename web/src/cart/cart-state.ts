import { createStore } from "../runtime/store";

/** What the browser knows about the visitor's cart beside its contents, which are props of the islands that show it. */
export type CartState = {
  /** Pages are rendered with an empty cart; true once the visitor's own has arrived. */
  fresh: boolean;
  /** Why the last change did not go through, as a sentence. */
  problem: string | null;
  /** What is wrong with the code in the drawer's own form, before the shop is asked. */
  codeProblem: string | null;
};

export const cartStore = createStore<CartState>({ fresh: false, problem: null, codeProblem: null });

export const cartState = cartStore.get;

export function setCartState(change: Partial<CartState>): void {
  cartStore.set({ ...cartStore.get(), ...change });
}
