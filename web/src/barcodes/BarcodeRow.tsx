import { type KeyboardEvent, useState } from "react";
import { Picture } from "../catalog/Picture";
import type { BarcodeFormView, BarcodeRowView, StockAction } from "../generated/barcodes";
import * as barcodesText from "../generated/messages/barcodes";
import { classes } from "../ui/classes";
import controls from "../ui/controls.module.css";
import { HiddenInputs } from "../ui/HiddenInputs";
import { Icon, type IconName } from "../ui/Icon";
import { clampQuantity, fresh, pressMinus, pressPlus } from "../ui/quantity";
import { foldField, Stepper } from "../ui/Stepper";
import styles from "./BarcodeRow.module.css";
import { BinForm } from "./BinForm";

type Props = {
  row: BarcodeRowView;
  form: BarcodeFormView;
  /** The action that is being saved. */
  busy?: StockAction | null;
  /** Without it the forms are sent by the browser. */
  onAct?: (row: BarcodeRowView, status: StockAction, amount: string) => void;
};

const LABELS: Record<StockAction, () => string> = {
  "increase-stock": barcodesText.stockUp,
  "decrease-stock": barcodesText.stockDown,
  "set-stock": barcodesText.stockSet,
  "count-add": barcodesText.countAdd,
  "count-set": barcodesText.countSet,
  undo: barcodesText.undo,
};
const ICONS: Partial<Record<StockAction, IconName>> = {
  "increase-stock": "plus",
  "decrease-stock": "minus",
  "count-add": "plus",
  undo: "reply",
};
const PRIMARY: Array<StockAction> = ["increase-stock", "count-add"];

/** Without it the browser would press the first button. */
const ignoreEnter = (event: KeyboardEvent) => {
  if (event.key === "Enter" && event.target instanceof HTMLInputElement) event.preventDefault();
};

/** A product that was found, with what the store has of it and what can be done. */
export function BarcodeRow({ row, form, busy, onAct }: Props) {
  const { id, name, label, code, bin, stock, reserved, counted, url } = row;
  const limits = { min: "0", max: null, step: row.hasDecimals ? "0.5" : "1" };
  const [amount, setAmount] = useState(fresh("1"));
  const less = pressMinus(amount, limits);
  const more = pressPlus(amount, limits);
  const actions: Array<StockAction> = row.canUndo ? [...row.actions, "undo"] : row.actions;
  return (
    <li className={styles.row}>
      <div className={styles.picture}>
        <Picture {...row.picture} sizes="72px" />
      </div>
      <div className={styles.facts}>
        <h3 className={styles.name}>
          {name} {label && <span className={styles.label}>{label}</span>}
        </h3>
        <p className={styles.line}>
          <span>
            {barcodesText.code()} <bdi dir="ltr">{code}</bdi>
          </span>
          {bin && (
            <span>
              {barcodesText.bin()} <bdi>{bin}</bdi>
            </span>
          )}
          <span className={classes(styles.stock, row.isLow && styles.low)}>
            {barcodesText.stock({ count: stock })}
          </span>
          {counted !== null && (
            <span className={styles.stock}>{barcodesText.counted({ count: counted })}</span>
          )}
        </p>
        {row.isLow && <p className={styles.note}>{barcodesText.stockLow()}</p>}
        {reserved && <p className={styles.note}>{barcodesText.reserved({ count: reserved })}</p>}
      </div>
      <form
        className={styles.actions}
        method="post"
        action={form.action}
        onSubmit={(event) => {
          if (!onAct) return;
          event.preventDefault();
          const { submitter } = event.nativeEvent as SubmitEvent;
          if (submitter instanceof HTMLButtonElement && !busy)
            onAct(row, submitter.value as StockAction, amount.text);
        }}
      >
        <HiddenInputs
          pairs={[
            ["nonce", form.nonce],
            ["key", `${form.key}${id}`],
            ["type", "product"],
            ["barcode-actions", form.actions],
            ["id", id],
            ["stock_seen", stock],
            ["store_id", form.storeId],
            ["text", form.text],
          ]}
        />
        {row.actions.length > 0 && (
          // biome-ignore lint/a11y/noStaticElementInteractions: a quantity alone is no action, whatever key ends it
          <div className={styles.amount} onKeyDown={ignoreEnter}>
            <Stepper
              name="stock_unit"
              label={barcodesText.amountOf({ name })}
              text={amount.text}
              limits={limits}
              onType={({ target }) => setAmount(fresh(foldField(target)))}
              onLeave={() => setAmount((now) => fresh(clampQuantity(now.text, limits)))}
              onLess={less && (() => setAmount(less))}
              onMore={more && (() => setAmount(more))}
            />
          </div>
        )}
        {actions.map((status) => (
          <button
            key={status}
            type="submit"
            name="status"
            value={status}
            className={classes(
              controls.btn,
              styles.button,
              PRIMARY.includes(status) && controls.btnPrimary,
              status === "undo" && controls.btnBare,
            )}
            aria-busy={busy === status || undefined}
          >
            {ICONS[status] && busy !== status && <Icon name={ICONS[status]} size="s" />}
            {LABELS[status]()}
          </button>
        ))}
        <a className={classes(controls.btn, controls.btnBare, styles.button)} href={row.stockUrl}>
          {barcodesText.toStock()}
        </a>
        {url && (
          <a
            className={classes(controls.btn, controls.btnBare, styles.button)}
            href={url}
            target="_blank"
            rel="noopener"
            aria-label={barcodesText.openNamed({ name })}
          >
            {barcodesText.open()}
          </a>
        )}
      </form>
      <BinForm row={row} form={form} />
    </li>
  );
}
