import catalogStyles from "../catalog/catalog.module.css";
import { Picture } from "../catalog/Picture";
import type { BundleItemView, BundleOptionView, BundleSettings } from "../generated/bundles";
import * as bundlesText from "../generated/messages/bundles";
import { formatMoney } from "../pricing/money";
import { Price } from "../pricing/Price";
import { classes } from "../ui/classes";
import forms from "../ui/forms.module.css";
import styles from "./BundleItem.module.css";
import { BundleQuantity } from "./BundleQuantity";
import { decimal, yes } from "./page-data";
import type { Part } from "./rules";

type Props = {
  item: BundleItemView;
  part: Part;
  settings: BundleSettings;
  /** The index of the chosen option. */
  option: number | null;
  /** The cost of the chosen quantity. */
  subtotal: number;
  isRefused: boolean;
  onQuantity: (quantity: string) => void;
  onOption: (option: number | null) => void;
};

/** The value that a form without script posts. */
const named = ({ id, attrs }: BundleOptionView) => `${id}/${attrs}`;

/** One item: product, option, quantity and price. */
export function BundleItem(props: Props) {
  const { item, part, settings, option, subtotal, isRefused, onQuantity, onOption } = props;
  const chosen = option === null ? undefined : item.options[option];
  const shown = chosen ?? item.options[0];
  const isNone = part.quantity === "0";
  const isFixed = item.min === item.max;
  const picture = (settings.changeImage === "yes" && chosen?.picture) || item.picture;
  const asSubtotal = settings.bundledPrice !== "price";
  const price = shown && (
    <Price
      amount={formatMoney(asSubtotal ? subtotal : shown.price)}
      regular={!asSubtotal && shown.regular > shown.price ? formatMoney(shown.regular) : null}
      percentOff={null}
      from={!asSubtotal && !chosen && item.options.some((one) => one.price !== shown.price)}
    />
  );
  const notes = [
    // A row with a choice shows its options instead of the note.
    item.needsChoice ? "" : item.note,
    item.isOptional ? bundlesText.optional() : "",
    item.isUnpurchasable ? bundlesText.unavailable() : "",
  ].filter(Boolean);
  return (
    <li
      className={classes(styles.item, isNone && styles.isZero, isRefused && styles.isBad)}
      data-id={chosen?.id ?? "0"}
      data-key={item.key}
      data-qty={part.quantity}
      data-price={decimal(shown?.price ?? 0)}
      data-regular-price={decimal(shown?.regular ?? 0)}
      data-name={item.name}
      data-attrs={chosen?.attrs ?? ""}
      data-optional={yes(item.isOptional)}
      data-unpurchasable={yes(item.isUnpurchasable)}
    >
      <Picture {...picture} alt="" sizes="88px" />
      <div>
        <h2>
          <a href={item.url}>{item.name}</a>
        </h2>
        {notes.length > 0 && <p className={styles.note}>{notes.join(" · ")}</p>}
        {settings.bundledPrice === "subtotal_under_name" && <p data-price-place="under">{price}</p>}
        {item.needsChoice && (
          <span className={`${forms.select} ${catalogStyles.selectSm}`}>
            <select
              name={`pick_${item.key}`}
              aria-label={bundlesText.chooseNamed({ name: item.name })}
              value={chosen ? named(chosen) : ""}
              onChange={({ currentTarget: { value } }) => {
                const at = item.options.findIndex((one) => named(one) === value);
                onOption(at < 0 ? null : at);
              }}
            >
              <option value="">{bundlesText.choose()}</option>
              {item.options.map((one) => (
                <option key={named(one)} value={named(one)} disabled={one.isUnpurchasable}>
                  {one.label}
                </option>
              ))}
            </select>
          </span>
        )}
      </div>
      <div className={styles.side}>
        {settings.bundledPrice !== "subtotal_under_name" && <span>{price}</span>}
        {isFixed ? (
          <span className={styles.fixed}>
            <bdi>{part.quantity}</bdi> ×<input type="hidden" name={`qty_${item.key}`} value={part.quantity} />
          </span>
        ) : (
          <BundleQuantity
            name={`qty_${item.key}`}
            label={bundlesText.quantityNamed({ name: item.name })}
            value={part.quantity}
            limits={item}
            onSettle={onQuantity}
          />
        )}
      </div>
    </li>
  );
}
