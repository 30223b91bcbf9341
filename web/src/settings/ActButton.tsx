import type { SettingAct } from "../generated/settings";
import controls from "../ui/controls.module.css";
import { HiddenInputs } from "../ui/HiddenInputs";

/** A form of one button. */
export function ActButton({ action, label, name, hidden }: SettingAct) {
  return (
    <form method="post" action={action}>
      <HiddenInputs pairs={hidden} />
      <button
        type="submit"
        className={controls.btn}
        aria-label={name.includes(label) ? name : `${label}: ${name}`}
      >
        {label}
      </button>
    </form>
  );
}
