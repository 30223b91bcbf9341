import type { TransferView } from "../generated/checkout";
import * as ordersText from "../generated/messages/orders";
import { BankAccounts } from "../payments/BankAccounts";
import { Money } from "../pricing/Money";
import { Island } from "../renderer/Island";
import { Notice } from "../ui/Notice";
import { CopyButton } from "./CopyButton.island";
import ordersStyles from "./orders.module.css";
import { ProofForm } from "./ProofForm";
import styles from "./TransferDetails.module.css";

/** Where the money of an order goes that waits for a transfer, how much it is, and until when. */
export function TransferDetails({ transfer }: { transfer: TransferView }) {
  const { amount, reference, payBy, accounts, refusal, proof, payUrl } = transfer;
  return (
    <section className={`${ordersStyles.orderPart} ${styles.transfer}`} aria-labelledby="transfer">
      <h2 id="transfer">{ordersText.transfer()}</h2>
      {refusal && <Notice kind="warning">{refusal}</Notice>}
      <dl className={styles.facts}>
        <div>
          <dt>{ordersText.transferAmount()}</dt>
          <dd>
            <Money text={amount} />
          </dd>
        </div>
        <div>
          <dt>{ordersText.transferReference()}</dt>
          <dd>
            <bdi dir="ltr">{reference}</bdi>
          </dd>
        </div>
        {payBy && (
          <div>
            <dt>{ordersText.transferBy()}</dt>
            <dd>{payBy}</dd>
          </div>
        )}
      </dl>
      <BankAccounts
        accounts={accounts}
        copy={({ plainIban }, index) => (
          <Island
            of={CopyButton}
            id={`iban-${index}`}
            on="visible"
            props={{ text: plainIban, what: "iban" as const }}
          />
        )}
      />
      <ProofForm proof={proof} />
      {payUrl && (
        <p>
          <a href={payUrl}>{ordersText.transferOther()}</a>
        </p>
      )}
    </section>
  );
}
