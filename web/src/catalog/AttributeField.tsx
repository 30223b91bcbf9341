import type { AttributeView } from "../generated/catalog";
import * as catalogText from "../generated/messages/catalog";
import forms from "../ui/forms.module.css";
import styles from "./AttributeField.module.css";

type Prospect = { exists: boolean; inStock: boolean };
type Props = AttributeView & {
  chosen: string;
  /** The availability that choosing a value would result in. */
  prospectOf: (value: string) => Prospect;
  onChoose: (value: string) => void;
};

/** One attribute of a variable product, as colours, buttons or a list. */
export function AttributeField({ name, label, look, options, chosen, prospectOf, onChoose }: Props) {
  const field = `attribute_${name}`;
  const stateOf = (value: string) => {
    const { exists, inStock } = prospectOf(value);
    return { disabled: !exists, "data-out": inStock ? undefined : "" };
  };
  if (look === "select") {
    return (
      <div>
        <label className={forms.label} htmlFor={field}>
          {label}
        </label>
        <span className={forms.select}>
          <select
            id={field}
            name={field}
            required
            value={chosen}
            onChange={({ currentTarget }) => onChoose(currentTarget.value)}
          >
            <option value="">{catalogText.chooseOne({ name: label })}</option>
            {options.map(({ value }) => (
              <option key={value} value={value} {...stateOf(value)}>
                {value}
              </option>
            ))}
          </select>
        </span>
      </div>
    );
  }
  return (
    <fieldset className={styles.opt}>
      <legend>
        <span className={styles.name}>{label}</span>
        <span className={styles.chosen}>{chosen}</span>
      </legend>
      <div className={styles.swatches}>
        {options.map(({ value, colour }) => (
          <label key={value} className={colour ? `${styles.swatch} ${styles.dot}` : styles.swatch}>
            <input
              type="radio"
              name={field}
              value={value}
              required
              checked={chosen === value}
              onChange={() => onChoose(value)}
              {...stateOf(value)}
            />
            <span>
              {colour ? (
                <>
                  <svg viewBox="0 0 32 32" aria-hidden="true" focusable="false">
                    <circle cx="16" cy="16" r="15.5" fill={colour} />
                  </svg>
                  {value}
                </>
              ) : (
                value
              )}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
