import type { BankAccountView, OfflineOfferView } from "../generated/payments";
import forms from "../ui/forms.module.css";
import { Icon } from "../ui/Icon";
import { BankAccounts } from "./BankAccounts";
import styles from "./OfflineSection.module.css";
import section from "./PaymentMethodSection.module.css";

type Props = {
  offer: OfflineOfferView;
  isChosen: boolean;
  copy: (account: BankAccountView) => React.ReactNode;
};

/** A method without a provider: its radio, and what the buyer has to do. One that this order cannot use says why. */
export function OfflineSection({ offer, isChosen, copy }: Props) {
  const { id, title, hint, refusal, accounts } = offer;
  const radio = `payment_method_${id}`;
  const note = `${radio}_note`;
  return (
    <div className={section.o} data-offline={id}>
      <div className={section.h}>
        <label className={forms.check}>
          <input
            type="radio"
            id={radio}
            name="payment_method"
            value={id}
            defaultChecked={isChosen && !refusal}
            disabled={refusal !== null}
            aria-describedby={note}
          />
          <span>{title}</span>
        </label>
        <Icon name={id === "cod" ? "truck" : "bank"} />
      </div>
      {refusal ? (
        <p id={note} className={styles.refusal}>
          {refusal}
        </p>
      ) : (
        <div className={section.b}>
          <p id={note} className={styles.hint}>
            {hint}
          </p>
          {accounts.length > 0 && (
            <div className={styles.accounts}>
              <BankAccounts accounts={accounts} copy={copy} />
            </div>
          )}
        </div>
      )}
    </div>
  );
}
