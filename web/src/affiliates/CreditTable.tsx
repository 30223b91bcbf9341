import type { CreditView } from "../generated/affiliates";
import * as text from "../generated/messages/affiliates";
import { Money } from "../pricing/Money";
import blocks from "../ui/blocks.module.css";
import { CodeLink } from "../ui/CodeLink";
import { type Column, DataTable } from "../ui/DataTable";

const ORDER: Column<CreditView> = {
  label: text.order(),
  cell: ({ orderNumber, orderUrl }) => <CodeLink code={orderNumber} url={orderUrl} />,
};

/** Credits, newest first. Staff see the order of each. */
export function CreditTable({ credits }: { credits: Array<CreditView> }) {
  const hasOrders = credits.some(({ orderNumber }) => orderNumber);
  const columns: Array<Column<CreditView>> = [
    { label: text.date(), cell: ({ date }) => date },
    ...(hasOrders ? [ORDER] : []),
    { label: text.state(), cell: ({ state }) => <span className={blocks.badge}>{state}</span> },
    { label: text.reversed(), cell: ({ reversed }) => (reversed ? <Money text={reversed} /> : "—") },
    { label: text.amount(), cell: ({ amount }) => <Money text={amount} /> },
  ];
  return <DataTable columns={columns} rows={credits} keyOf={({ id }) => id} />;
}
