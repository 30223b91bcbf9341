import type { AttemptRow } from "../generated/checkout";
import * as checkoutText from "../generated/messages/checkout";
import { Money } from "../pricing/Money";
import { type Column, DataTable } from "../ui/DataTable";

const COLUMNS: Array<Column<AttemptRow>> = [
  { label: checkoutText.date(), cell: ({ date }) => date },
  { label: checkoutText.payment(), cell: ({ method }) => <bdi>{method}</bdi> },
  { label: checkoutText.state(), cell: ({ state }) => state },
  { label: checkoutText.staffReference(), cell: ({ reference }) => <bdi dir="ltr">{reference}</bdi> },
  { label: checkoutText.total(), cell: ({ amount }) => <Money text={amount} /> },
];

/** Every attempt to pay an order, oldest first. */
export function OrderAttempts({ attempts }: { attempts: Array<AttemptRow> }) {
  return <DataTable columns={COLUMNS} rows={attempts} keyOf={({ key }) => key} />;
}
