import * as text from "../generated/messages/staff_products";
import type { ConflictField, ConflictView } from "../generated/staff_products";
import controls from "../ui/controls.module.css";
import { Field } from "../ui/Field";
import { HiddenInputs } from "../ui/HiddenInputs";
import { Notice } from "../ui/Notice";
import { TextAreaField } from "../ui/TextAreaField";
import styles from "./ConflictPage.module.css";

function Version({
  field,
  label,
  shown,
  value,
  isChosen,
}: {
  field: string;
  label: string;
  shown: string;
  value: string;
  isChosen: boolean;
}) {
  return (
    <label className={styles.version}>
      <span>
        <input type="radio" name={field} value={value} defaultChecked={isChosen} /> {label}
      </span>
      <bdi className={styles.value}>{shown}</bdi>
    </label>
  );
}

export function Clash({ one }: { one: ConflictField }) {
  const { field, label, who, when } = one;
  const own = { id: `own_${field}`, name: `own_${field}`, label: text.conflictOwn() };
  return (
    <fieldset className={styles.field}>
      <legend>{label}</legend>
      <div className={styles.versions}>
        <div className={styles.version}>
          <span>{text.conflictBefore()}</span>
          <bdi className={styles.value}>{one.before}</bdi>
        </div>
        <Version field={field} label={text.conflictMine()} shown={one.mine} value={one.mineValue} isChosen />
        <Version
          field={field}
          label={who ? text.conflictTheirs({ name: who, when }) : text.conflictStored()}
          shown={one.theirs}
          value={one.theirsValue}
          isChosen={false}
        />
      </div>
      {one.isText && (field === "description" ? <TextAreaField {...own} /> : <Field {...own} />)}
    </fieldset>
  );
}

/** Two people changed the same fields: nothing was written, and each field is asked. */
export function ConflictPage({ title, productUrl, action, hidden, fields }: ConflictView) {
  return (
    <div className={`wrap section ${styles.page}`}>
      <a className={controls.link} href={productUrl}>
        <bdi>{title}</bdi>
      </a>
      <h1>{text.conflictTitle()}</h1>
      <Notice kind="warning" focused>
        {text.conflictIntro()}
      </Notice>
      <form method="post" action={action} className={styles.page}>
        <HiddenInputs pairs={hidden} />
        {fields.map((one) => (
          <Clash key={one.field} one={one} />
        ))}
        <p className={styles.acts}>
          <button type="submit" className={`${controls.btn} ${controls.btnPrimary}`}>
            {text.conflictSave()}
          </button>
          <a className={controls.btn} href={productUrl}>
            {text.conflictLeave()}
          </a>
        </p>
      </form>
    </div>
  );
}
