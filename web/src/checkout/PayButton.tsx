import type { ReactNode, Ref } from "react";
import * as checkoutText from "../generated/messages/checkout";
import * as paymentsText from "../generated/messages/payments";
import { Icon } from "../ui/Icon";
import { BusyButton } from "./BusyButton";
import styles from "./PayButton.module.css";

type Props = { name?: string; isBusy: boolean; children: ReactNode; ref: Ref<HTMLButtonElement> };

/** The primary button of a payment page, with the note below it. */
export function PayButton({ name, isBusy, children, ref }: Props) {
  return (
    <div className={styles.pay}>
      <BusyButton ref={ref} name={name} isBlock isBusy={isBusy} busyText={checkoutText.processing()}>
        {children}
      </BusyButton>
      <p className={styles.safe}>
        <Icon name="lock" size="s" />
        {paymentsText.safe()}
      </p>
    </div>
  );
}
