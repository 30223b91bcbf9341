import { type CartAnswer, change, draw, fire, refreshLater } from "../cart/calls";
import { complain } from "../cart/notices";
import type { CartNotice } from "../generated/cart";
import * as cartText from "../generated/messages/cart";
import { islandProps } from "../runtime/fragments";

/** What the shop said about it: the side cart carries it. */
function noticeOf({ fragments }: CartAnswer): CartNotice | null {
  return (islandProps(fragments, "side-cart")?.notice as CartNotice | null | undefined) ?? null;
}

function tell(text: string, isWrong: boolean): void {
  const place = document.querySelector("[data-coupon-told]");
  if (!place) return;
  place.textContent = text;
  place.classList.toggle("is-wrong", isWrong);
}

let isSending = false;

async function send(call: "apply_coupon" | "remove_coupon", code: string): Promise<void> {
  if (isSending) return;
  isSending = true;
  tell("", false);
  try {
    const answer = await change(call, new URLSearchParams({ coupon_code: code }));
    if (!draw(answer)) refreshLater();
    const notice = noticeOf(answer);
    if (notice) tell(notice.text, notice.kind === "error");
    const field = document.querySelector<HTMLInputElement>("#coupon_code");
    if (field && notice?.kind !== "error") field.value = "";
    fire(call === "apply_coupon" ? "applied_coupon" : "removed_coupon", answer);
    // Whoever shows the cart hears of it, this page among them.
    fire("updated_cart", answer);
  } catch (error) {
    complain(error);
  }
  isSending = false;
}

function apply(): void {
  const field = document.querySelector<HTMLInputElement>("#coupon_code");
  const code = field?.value.trim() ?? "";
  if (code !== "") {
    void send("apply_coupon", code);
    return;
  }
  tell(cartText.couponEmpty(), true);
  field?.focus();
}

/** Coupons without leaving the page. Plain, they are a button of the checkout's form and a link. */
export function startCoupon(form: HTMLFormElement): void {
  document.addEventListener("click", (event) => {
    const pressed = (event.target as Element).closest<HTMLElement>("[name=apply_coupon], [data-take-off]");
    const isOurs =
      pressed && (pressed.dataset.takeOff !== undefined || (pressed as HTMLButtonElement).form === form);
    if (!isOurs) return;
    event.preventDefault();
    if (pressed.dataset.takeOff === undefined) apply();
    else void send("remove_coupon", pressed.dataset.takeOff);
  });
  document.addEventListener(
    "keydown",
    (event) => {
      if (event.key !== "Enter" || (event.target as Element).id !== "coupon_code") return;
      event.preventDefault();
      apply();
    },
    // Before whoever takes Enter for the order.
    { capture: true },
  );
}
