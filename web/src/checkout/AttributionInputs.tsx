import { useState } from "react";
import type { CheckoutFormView } from "../generated/checkout";

/**
 * Where the order came from, filled in by a script that is not React's. React sets a hidden input's value back whenever it renders it
 * anew, so it renders these once.
 */
export function AttributionInputs({ attribution }: Pick<CheckoutFormView, "attribution">) {
  const [inputs] = useState(() =>
    attribution.map(({ name, value }) => <input key={name} type="hidden" name={name} defaultValue={value} />),
  );
  return inputs;
}
