import { memo, useEffect } from "react";
import { INPUTS_READY } from "../attribution/inputs-ready";
import type { AttributionField } from "../generated/checkout";

type Props = { fields: Array<AttributionField> };

/**
 * The attribution of the order. Another script writes into these inputs, and React resets a hidden input to its value
 * at every render, so this component renders only once. Hydration resets them too, and the script writes again.
 */
export const AttributionInputs = memo(function AttributionInputs({ fields }: Props) {
  useEffect(() => {
    document.dispatchEvent(new Event(INPUTS_READY));
  }, []);
  return fields.map(({ name, value }) => <input key={name} type="hidden" name={name} defaultValue={value} />);
});
