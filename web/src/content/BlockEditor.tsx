import type { BlockFormView, ContentFieldError } from "../generated/content";
import * as contentText from "../generated/messages/content";
import controls from "../ui/controls.module.css";
import forms from "../ui/forms.module.css";
import { HiddenInputs } from "../ui/HiddenInputs";
import styles from "./BlockEditor.module.css";
import { EditorField } from "./EditorField";

type Props = { block: BlockFormView; isFirst: boolean; isLast: boolean; errors: Array<ContentFieldError> };

/** One block of the editor. Its buttons answer the same form with the blocks in another order. */
export function BlockEditor({ block, isFirst, isLast, errors }: Props) {
  const { index, kindField, kind, label, fields } = block;
  const title = contentText.staffBlock({ number: String(index + 1), label });
  const button = (what: string, text: string, name: string, isOff = false) => (
    <button
      type="submit"
      name="do"
      value={`${what}:${index}`}
      className={`${controls.btn} ${controls.btnSm}`}
      aria-label={name}
      disabled={isOff}
    >
      {text}
    </button>
  );
  return (
    <fieldset className={styles.block}>
      <legend>{title}</legend>
      <HiddenInputs pairs={[[kindField, kind]]} />
      <div className={forms.fields}>
        {fields.map((field) => (
          <EditorField
            key={field.name}
            field={field}
            error={errors.find((error) => error.field === field.name)?.text}
          />
        ))}
      </div>
      <div className={styles.buttons}>
        {button("up", contentText.staffUp(), contentText.staffUpNamed({ block: title }), isFirst)}
        {button("down", contentText.staffDown(), contentText.staffDownNamed({ block: title }), isLast)}
        {button("remove", contentText.staffRemove(), contentText.staffRemoveNamed({ block: title }))}
      </div>
    </fieldset>
  );
}
