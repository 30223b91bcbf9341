import type { ReactNode, Ref } from "react";
import { classes } from "../ui/classes";
import controls from "../ui/controls.module.css";

type Props = {
  name?: string;
  isBlock?: boolean;
  isBusy: boolean;
  busyText: string;
  children: ReactNode;
  ref: Ref<HTMLButtonElement>;
};

/** The submit button of a payment form, with a label while it is busy. */
export function BusyButton({ name, isBlock, isBusy, busyText, children, ref }: Props) {
  return (
    <button
      ref={ref}
      type="submit"
      name={name}
      value={name && "1"}
      className={classes(
        controls.btn,
        controls.btnPrimary,
        controls.btnLg,
        isBlock && controls.btnBlock,
        isBusy && "loading",
      )}
      aria-busy={isBusy || undefined}
      data-place-order=""
    >
      {isBusy ? busyText : children}
    </button>
  );
}
