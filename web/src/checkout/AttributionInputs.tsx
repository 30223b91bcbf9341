import { memo } from "react";
import type { AttributionField } from "../generated/checkout";

type Props = { fields: Array<AttributionField> };

/**
 * Where the order came from. A script that is not React's writes into these inputs, and React sets a hidden input back to
 * its value at every rendering: so this one is rendered once.
 */
export const AttributionInputs = memo(function AttributionInputs({ fields }: Props) {
  return fields.map(({ name, value }) => <input key={name} type="hidden" name={name} defaultValue={value} />);
});
