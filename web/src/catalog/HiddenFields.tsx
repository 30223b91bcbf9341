import type { HiddenField } from "../generated/catalog";

/** What a form keeps of the address it was drawn at. */
export function HiddenFields({ fields }: { fields: Array<HiddenField> }) {
  return fields.map(({ name, value }, index) => (
    <input key={index} type="hidden" name={name} value={value} />
  ));
}
