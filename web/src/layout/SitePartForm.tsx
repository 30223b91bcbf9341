import * as siteText from "../generated/messages/site";
import type { SitePartView } from "../generated/site";
import { classes } from "../ui/classes";
import controls from "../ui/controls.module.css";
import { Field } from "../ui/Field";
import { HiddenInputs } from "../ui/HiddenInputs";
import { TextAreaField } from "../ui/TextAreaField";
import styles from "./SitePage.module.css";

type Props = { part: SitePartView; action: string; nonce: string; rows: number };

/** The form of one menu or notice. */
export function SitePartForm({ part, action, nonce, rows }: Props) {
  const id = part.name.replace(":", "-");
  return (
    <form className={styles.part} method="post" action={action} aria-labelledby={id}>
      <h3 id={id}>{part.label}</h3>
      <HiddenInputs
        pairs={[
          ["nonce", nonce],
          ["name", part.name],
        ]}
      />
      <TextAreaField
        id={`${id}-text`}
        name="text"
        label={siteText.text()}
        hint={part.hint}
        error={part.error}
        defaultValue={part.text}
        rows={rows}
      />
      <Field
        id={`${id}-from`}
        type="datetime-local"
        name="valid_from"
        label={siteText.validFrom()}
        hint={siteText.validFromHint()}
        defaultValue={part.validFrom}
      />
      <button type="submit" className={classes(controls.btn, controls.btnPrimary)} name="do" value="save">
        {siteText.save()}
      </button>
    </form>
  );
}
