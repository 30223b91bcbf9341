import type { FieldView } from "../generated/accounts";
import * as accountsText from "../generated/messages/accounts";
import { PasswordField } from "./PasswordField";

type Props = { field: FieldView; id: string; isFocused: boolean };

export function AccountPassword({ field, id, isFocused }: Props) {
  const { name, label, hint, error, isHalf, isRequired, autocomplete } = field;
  return (
    <PasswordField
      {...{ id, name, label, hint, error, isHalf }}
      required={isRequired}
      autoFocus={isFocused}
      autoComplete={autocomplete}
      showLabel={accountsText.passwordShow()}
      hideLabel={accountsText.passwordHide()}
    />
  );
}
