import type { ComponentProps } from "react";
import { Island } from "../renderer/Island";
import { FieldFrame } from "../ui/FieldFrame";
import { type FieldProps, noteAttributes } from "../ui/field-props";
import { PasswordInput } from "../ui/PasswordInput.island";

type Props = ComponentProps<typeof PasswordInput> & FieldProps;

/** A password with its label, which is never written into a page. For pages; inside of an island `PasswordInput` is used itself. */
export function PasswordField({ id, label, hint, error, isHalf, ...input }: Props) {
  const field = { id, label, hint, error, isHalf };
  return (
    <FieldFrame field={field} isRequired={input.required}>
      <Island
        of={PasswordInput}
        id={id}
        on="interaction"
        props={{ ...input, id, ...noteAttributes(field) }}
      />
    </FieldFrame>
  );
}
