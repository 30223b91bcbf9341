import { retype, typedFields } from "../runtime/typed-fields";

type Field = ReturnType<typeof typedFields>[number]["field"];

const isTick = (field: Field) => field instanceof HTMLInputElement && /^(checkbox|radio)$/.test(field.type);

/** The stored value that a field was rendered with. */
function storedIn(field: Field): string {
  if (field instanceof HTMLSelectElement)
    return [...field.options].find((option) => option.defaultSelected)?.value ?? "";
  return isTick(field) ? String((field as HTMLInputElement).defaultChecked) : field.defaultValue;
}

const labelOf = (field: Field) => field.labels?.[0]?.textContent?.trim() || field.ariaLabel || field.name;

/**
 * Remembers what was typed into the page. The function that it returns types it into the next one, and returns the labels
 * of the fields that have another stored value there, which the typed text hides.
 */
export function keepTyping(): () => Array<string> {
  const main = document.querySelector("main");
  if (!main) return () => [];
  const typed = typedFields(main).map((one) => ({
    ...one,
    form: one.field.form?.getAttribute("action"),
    was: storedIn(one.field),
  }));
  return () => {
    const fields = [...main.querySelectorAll<Field>("input, select, textarea")];
    const clashing: Array<string> = [];
    for (const { field, form, was, value, isChecked } of typed) {
      const twin = fields.find(
        (one) =>
          one.name === field.name &&
          one.type === field.type &&
          one.form?.getAttribute("action") === form &&
          (!isTick(one) || one.value === field.value),
      );
      if (!twin || twin.disabled) continue;
      const now = storedIn(twin);
      if (now !== was && now !== (isTick(twin) ? String(isChecked) : value)) clashing.push(labelOf(twin));
      if (isTick(twin) && (twin as HTMLInputElement).checked === isChecked) continue;
      retype({ field: twin, value, isChecked });
    }
    return clashing;
  };
}
