import type { TemplateEditorView } from "../generated/followups";
import * as text from "../generated/messages/followups";
import controls from "../ui/controls.module.css";
import { Field } from "../ui/Field";
import forms from "../ui/forms.module.css";
import { HiddenInputs } from "../ui/HiddenInputs";
import { TextAreaField } from "../ui/TextAreaField";
import styles from "./TemplateEditor.module.css";

/** The form of a template. Plain: a preview is rendered by the server. */
export function TemplateEditor(editor: TemplateEditorView) {
  const { action, hidden, subject, body, button, placeholders, pluralSample } = editor;
  return (
    <form className={forms.form} method="post" action={action} noValidate>
      <HiddenInputs pairs={hidden} />
      <div className={forms.fields}>
        <TextAreaField
          id="template-subject"
          name="subject"
          label={text.subject()}
          error={subject.error}
          defaultValue={subject.value}
          maxLength={subject.maxLength}
          rows={2}
          dir="auto"
          required
          autoFocus={subject.error !== null}
        />
        <TextAreaField
          id="template-body"
          name="body"
          label={text.body()}
          hint={text.bodyHint()}
          error={body.error}
          defaultValue={body.value}
          maxLength={body.maxLength}
          rows={12}
          required
          autoFocus={body.error !== null}
        />
        <Field
          id="template-button"
          name="button"
          type="text"
          label={text.button()}
          error={button.error}
          defaultValue={button.value}
          maxLength={button.maxLength}
          required
          autoFocus={button.error !== null}
        />
      </div>
      <div className={styles.help}>
        <h3>{text.placeholders()}</h3>
        <dl className={styles.names}>
          {placeholders.map(([name, meaning]) => (
            <div key={name}>
              <dt>
                <code dir="ltr">{name}</code>
              </dt>
              <dd>{meaning}</dd>
            </div>
          ))}
        </dl>
        <details>
          <summary>{text.pluralSample()}</summary>
          <pre className={styles.sample}>{pluralSample}</pre>
        </details>
      </div>
      <div className={styles.buttons}>
        <button type="submit" name="do" value="preview" className={controls.btn}>
          {text.preview()}
        </button>
        <button type="submit" name="do" value="save" className={`${controls.btn} ${controls.btnPrimary}`}>
          {text.saveTemplate()}
        </button>
      </div>
    </form>
  );
}
