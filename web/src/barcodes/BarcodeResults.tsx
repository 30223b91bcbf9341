import type { BarcodeResultsView, BarcodeRowView, StockAction } from "../generated/barcodes";
import * as barcodesText from "../generated/messages/barcodes";
import { classes } from "../ui/classes";
import controls from "../ui/controls.module.css";
import { Notice } from "../ui/Notice";
import styles from "./BarcodeResults.module.css";
import { BarcodeRow } from "./BarcodeRow";

type Props = BarcodeResultsView & {
  busy?: { id: string; status: StockAction } | null;
  onAct?: (row: BarcodeRowView, status: StockAction, amount: string) => void;
};

/** What a code was found as: `items` of calls 33 and 34. */
export function BarcodeResults({ rows, order, error, form, busy, onAct }: Props) {
  if (error !== null) return <Notice kind="error">{error}</Notice>;
  return (
    <>
      {rows.length > 0 && (
        <ul className={styles.rows}>
          {rows.map((row) => (
            <BarcodeRow
              key={row.id}
              row={row}
              form={form}
              busy={busy?.id === row.id ? busy.status : null}
              onAct={onAct}
            />
          ))}
        </ul>
      )}
      {order && (
        <div className={styles.order}>
          <h3>{barcodesText.order({ number: order.number })}</h3>
          <p>
            {barcodesText.orderState()} {order.state}
          </p>
          <a
            className={classes(controls.btn, controls.btnPrimary)}
            href={order.url}
            target="_blank"
            rel="noopener"
            aria-label={barcodesText.openNamed({ name: barcodesText.order({ number: order.number }) })}
          >
            {barcodesText.open()}
          </a>
        </div>
      )}
    </>
  );
}
