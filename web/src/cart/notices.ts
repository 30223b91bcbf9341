import * as commonText from "../generated/messages/common";
import * as contentText from "../generated/messages/content";
import { notify } from "../runtime/announce";
import { isTooMany } from "../runtime/request";
import { cartState, type SideNotice, setCartState } from "./cart-state";
import { noticeTime } from "./side-cart";

let hiding: ReturnType<typeof setTimeout> | undefined;

/** Says something in the drawer when it is open, else over the page; either way for the notification time. */
export function say(text: string, kind: SideNotice["kind"] = "error"): void {
  const time = noticeTime();
  if (!cartState().isSideCartOpen) {
    notify(text, time);
    return;
  }
  clearTimeout(hiding);
  setCartState({ sideNotice: { kind, text } });
  hiding = setTimeout(() => setCartState({ sideNotice: null }), time);
}

/** Says why a change did not go through. */
export function complain(error: unknown): void {
  say(isTooMany(error) ? contentText.tooMany() : commonText.offline());
}
