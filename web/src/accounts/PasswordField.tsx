import type { ComponentProps } from "react";
import { Island } from "../renderer/Island";
import { FieldLayout } from "../ui/FieldLayout";
import { type FieldProps, noteAttributes } from "../ui/field-props";
import { PasswordInput } from "../ui/PasswordInput.island";

type Props = ComponentProps<typeof PasswordInput> & FieldProps;

/**
 * A password field with its label. The value is never written into a page. For static pages; inside an island use
 * `PasswordInput`.
 */
export function PasswordField({ id, label, hint, error, isHalf, ...input }: Props) {
  const field = { id, label, hint, error, isHalf };
  return (
    <FieldLayout field={field} isRequired={input.required}>
      <Island
        of={PasswordInput}
        id={id}
        on="interaction"
        props={{ ...input, id, ...noteAttributes(field) }}
      />
    </FieldLayout>
  );
}
