import { memo } from "react";
import type { AttributionField } from "../generated/checkout";

type Props = { fields: Array<AttributionField> };

/**
 * The attribution of the order. Another script writes into these inputs, and React resets a hidden input to its value
 * at every render, so this component renders only once.
 */
export const AttributionInputs = memo(function AttributionInputs({ fields }: Props) {
  return fields.map(({ name, value }) => <input key={name} type="hidden" name={name} defaultValue={value} />);
});
