import * as commonText from "../generated/messages/common";
import { notify } from "../runtime/announce";
import { isTooMany } from "../runtime/request";
import { cartState, type SideNotice, setCartState } from "./cart-state";
import { noticeTime } from "./side-cart";

let hiding: ReturnType<typeof setTimeout> | undefined;

/** Shows a notice in the drawer if it is open, otherwise over the page; in both cases for the notification time. */
export function showNotice(text: string, kind: SideNotice["kind"] = "error"): void {
  const time = noticeTime();
  if (!cartState().isSideCartOpen) {
    notify(text, time);
    return;
  }
  clearTimeout(hiding);
  setCartState({ sideNotice: { kind, text } });
  hiding = setTimeout(() => setCartState({ sideNotice: null }), time);
}

/** Shows why a change failed. */
export function showFailure(error: unknown): void {
  showNotice(isTooMany(error) ? commonText.tooMany() : commonText.offline());
}
