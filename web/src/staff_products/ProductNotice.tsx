import * as text from "../generated/messages/staff_products";
import type { StaffNotice, UndoForm } from "../generated/staff_products";
import controls from "../ui/controls.module.css";
import { HiddenInputs } from "../ui/HiddenInputs";
import { Notice } from "../ui/Notice";

/** Takes a change back. */
export function UndoButton({ action, nonce, version, label }: UndoForm & { label?: string }) {
  return (
    <form method="post" action={action}>
      <HiddenInputs
        pairs={[
          ["nonce", nonce],
          ["version", version],
        ]}
      />
      <button type="submit" className={controls.btn} aria-label={label}>
        {text.undo()}
      </button>
    </form>
  );
}

export function ProductNotice({ notice: { text: sentence, isError, undo } }: { notice: StaffNotice }) {
  return (
    <Notice kind={isError ? "error" : "ok"} focused action={undo && <UndoButton {...undo} />}>
      {sentence}
    </Notice>
  );
}
