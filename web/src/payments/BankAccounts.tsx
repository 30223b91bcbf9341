import type { ReactNode } from "react";
import * as paymentsText from "../generated/messages/payments";
import type { BankAccountView } from "../generated/payments";
import styles from "./BankAccounts.module.css";

type Props = {
  accounts: Array<BankAccountView>;
  /** The button beside an IBAN: an island of its own, or a part of the island around it. */
  copy: (account: BankAccountView, index: number) => ReactNode;
};

/** The shop's accounts. Numbers are written from left to right and can be selected in one piece. */
export function BankAccounts({ accounts, copy }: Props) {
  return accounts.map((account, index) => (
    <dl key={account.plainIban} className={styles.account} data-bank-account="">
      {account.bank && (
        <div>
          <dt>{paymentsText.accountBank()}</dt>
          <dd>
            <bdi>{account.bank}</bdi>
          </dd>
        </div>
      )}
      {account.holder && (
        <div>
          <dt>{paymentsText.accountHolder()}</dt>
          <dd>
            <bdi>{account.holder}</bdi>
          </dd>
        </div>
      )}
      <div>
        <dt>{paymentsText.accountIban()}</dt>
        <dd className={styles.number}>
          <bdi dir="ltr">{account.iban}</bdi>
          {copy(account, index)}
        </dd>
      </div>
      {account.bic && (
        <div>
          <dt>{paymentsText.accountBic()}</dt>
          <dd>
            <bdi dir="ltr">{account.bic}</bdi>
          </dd>
        </div>
      )}
    </dl>
  ));
}
