import type { FormView } from "../generated/accounts";
import type { LinkView } from "../generated/edge";
import controls from "../ui/controls.module.css";
import forms from "../ui/forms.module.css";
import { HiddenInputs } from "../ui/HiddenInputs";
import { FormFields } from "./FormFields";

type Props = {
  id: string;
  form: FormView;
  look: "entry" | "main" | "second";
  aside?: LinkView | null;
  /** The page says above that something is wrong, and is entered there. */
  isNoticed?: boolean;
};

function buttonClass(look: Props["look"], isDanger: boolean): string {
  const size = look === "entry" ? ` ${controls.btnLg} ${controls.btnBlock}` : "";
  const colour = isDanger ? ` ${controls.btnDanger}` : look === "second" ? "" : ` ${controls.btnPrimary}`;
  return `${controls.btn}${colour}${size}`;
}

/** Not validated by the browser: the server decides, and says what is wrong in the shop's own words. */
export function AccountForm({ id, form, look, aside, isNoticed }: Props) {
  const { action, hidden, fields, submit, isDanger } = form;
  return (
    <form className={forms.form} method="post" action={action} noValidate>
      <HiddenInputs pairs={hidden} />
      {(fields.length > 0 || aside) && <FormFields {...{ fields, id, aside }} focusWrong={!isNoticed} />}
      <button type="submit" className={buttonClass(look, isDanger)}>
        {submit}
      </button>
    </form>
  );
}
