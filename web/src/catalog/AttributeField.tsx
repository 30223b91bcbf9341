import type { AttributeView } from "../generated/catalog";
import * as catalogText from "../generated/messages/catalog";

/** One choice, as colours, as buttons or as a list. All of it is offered until script knows what does not go together. */
export function AttributeField({ name, label, look, options }: AttributeView) {
  const field = `attribute_${name}`;
  if (look === "select") {
    return (
      <div className="field">
        <label className="label" htmlFor={field}>
          {label}
        </label>
        <span className="select">
          <select id={field} name={field} required defaultValue="">
            <option value="">{catalogText.chooseOne({ name: label })}</option>
            {options.map(({ value }) => (
              <option key={value} value={value}>
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
        <span data-chosen={name} />
      </legend>
      <div className="swatches">
        {options.map(({ value, colour }) => (
          <label
            key={value}
            className={colour ? "swatch swatch--dot" : "swatch"}
            title={colour ? value : undefined}
          >
            <input type="radio" name={field} value={value} required />
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
