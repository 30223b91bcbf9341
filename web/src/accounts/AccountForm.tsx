import type { FormView } from "../generated/accounts";
import type { LinkView } from "../generated/edge";
import controls from "../ui/controls.module.css";
import forms from "../ui/forms.module.css";
import { HiddenInputs } from "../ui/HiddenInputs";
import { FormFields } from "./FormFields";

type Props = {
  id: string;
  form: FormView;
  variant: "entry" | "main" | "second";
  aside?: LinkView | null;
  /** The page shows an error above the form and focuses it. */
  isNoticed?: boolean;
};

function buttonClass(variant: Props["variant"], isDanger: boolean): string {
  const size = variant === "entry" ? ` ${controls.btnLg} ${controls.btnBlock}` : "";
  const colour = isDanger ? ` ${controls.btnDanger}` : variant === "second" ? "" : ` ${controls.btnPrimary}`;
  return `${controls.btn}${colour}${size}`;
}

/** `noValidate`: the server validates the form and shows the errors in the shop's own texts. */
export function AccountForm({ id, form, variant, aside, isNoticed }: Props) {
  const { action, hidden, fields, submit, isDanger } = form;
  return (
    <form className={forms.form} method="post" action={action} noValidate>
      <HiddenInputs pairs={hidden} />
      {(fields.length > 0 || aside) && <FormFields {...{ fields, id, aside }} focusWrong={!isNoticed} />}
      <button type="submit" className={buttonClass(variant, isDanger)}>
        {submit}
      </button>
    </form>
  );
}
