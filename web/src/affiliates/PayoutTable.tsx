import { AccountForm } from "../accounts/AccountForm";
import type { PayoutView } from "../generated/affiliates";
import * as text from "../generated/messages/affiliates";
import { Money } from "../pricing/Money";
import blocks from "../ui/blocks.module.css";
import { CodeLink } from "../ui/CodeLink";
import { type Column, DataTable } from "../ui/DataTable";
import styles from "./PayoutTable.module.css";

const AFFILIATE: Column<PayoutView> = {
  label: text.affiliate(),
  cell: ({ affiliate, affiliateUrl }) => <CodeLink code={affiliate} url={affiliateUrl} />,
};

/** Payouts, newest first. Staff see whose they are, and change those that are open. */
export function PayoutTable({ payouts }: { payouts: Array<PayoutView> }) {
  const isForStaff = payouts.some(({ affiliate }) => affiliate);
  const columns: Array<Column<PayoutView>> = [
    { label: text.number(), cell: ({ id }) => <bdi dir="ltr">{id}</bdi> },
    { label: text.date(), cell: ({ date }) => date },
    ...(isForStaff ? [AFFILIATE] : []),
    { label: text.reference(), cell: ({ reference }) => <bdi>{reference || "—"}</bdi> },
    {
      label: text.state(),
      cell: ({ id, state, pay, cancel }) => (
        <div className={styles.state}>
          <span className={blocks.badge}>{state}</span>
          {pay && <AccountForm id={`pay-${id}`} form={pay} variant="main" />}
          {cancel && <AccountForm id={`cancel-${id}`} form={cancel} variant="second" />}
        </div>
      ),
    },
    { label: text.amount(), cell: ({ amount }) => <Money text={amount} /> },
  ];
  return <DataTable columns={columns} rows={payouts} keyOf={({ id }) => id} />;
}
