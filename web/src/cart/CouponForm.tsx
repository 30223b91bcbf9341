import { type FormEvent, useEffect, useId, useRef, useState, useTransition } from "react";
import * as cartText from "../generated/messages/cart";
import controls from "../ui/controls.module.css";
import forms from "../ui/forms.module.css";
import { noticeTime } from "./side-cart";
import sideCartStyles from "./side-cart.module.css";
import { useCart } from "./use-cart";

type Props = {
  action: string;
  code?: string | null;
  /** The refusal of the code. */
  refused: string | null;
};

/** A plain form of the cart page; with script it is sent without leaving the page. */
export function CouponForm({ action, code, refused }: Props) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const { applyCoupon } = useCart();
  const [isEmpty, setIsEmpty] = useState(false);
  const [isPending, startTransition] = useTransition();

  useEffect(() => {
    if (!isEmpty) return;
    const timer = setTimeout(() => setIsEmpty(false), noticeTime());
    return () => clearTimeout(timer);
  }, [isEmpty]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const field = input.current;
    if (!field?.value.trim()) {
      setIsEmpty(true);
      field?.focus();
      return;
    }
    setIsEmpty(false);
    startTransition(async () => {
      if (await applyCoupon(field.value)) field.value = "";
    });
  };

  const problem = isEmpty ? cartText.couponEmpty() : refused;
  const isWrong = problem !== null;
  return (
    <form
      className={isWrong ? `${sideCartStyles.coupon} ${forms.isError}` : sideCartStyles.coupon}
      method="post"
      action={action}
      aria-busy={isPending || undefined}
      onSubmit={submit}
      noValidate
    >
      <label className="sr" htmlFor={id}>
        {cartText.coupon()}
      </label>
      <input
        ref={input}
        className={forms.input}
        id={id}
        name="coupon_code"
        autoComplete="off"
        placeholder={cartText.coupon()}
        defaultValue={code ?? ""}
        aria-invalid={isWrong || undefined}
        aria-describedby={`${id}e`}
      />
      <button type="submit" name="apply_coupon" value="1" className={controls.btn}>
        {cartText.couponApply()}
      </button>
      <p className={forms.fieldError} id={`${id}e`} role="alert">
        {problem}
      </p>
    </form>
  );
}
