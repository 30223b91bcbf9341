import type { AttributeView } from "../generated/catalog";
import * as catalogText from "../generated/messages/catalog";

type Prospect = { exists: boolean; inStock: boolean };
type Props = AttributeView & {
  chosen: string;
  /** What choosing a value would leave to be bought. */
  prospectOf: (value: string) => Prospect;
  onChoose: (value: string) => void;
};

/** One choice, as colours, as buttons or as a list. */
export function AttributeField({ name, label, look, options, chosen, prospectOf, onChoose }: Props) {
  const field = `attribute_${name}`;
  const stateOf = (value: string) => {
    const { exists, inStock } = prospectOf(value);
    return { disabled: !exists, "data-out": inStock ? undefined : "" };
  };
  if (look === "select") {
    return (
      <div className="field">
        <label className="label" htmlFor={field}>
          {label}
        </label>
        <span className="select">
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
    <fieldset className="opt">
      <legend>
        <span className="opt__name">{label}</span>
        <span className="opt__chosen">{chosen}</span>
      </legend>
      <div className="swatches">
        {options.map(({ value, colour }) => (
          <label
            key={value}
            className={colour ? "swatch swatch--dot" : "swatch"}
            title={colour ? value : undefined}
          >
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
                  <span className="sr">{value}</span>
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
