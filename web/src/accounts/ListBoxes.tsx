import type { ListView } from "../generated/accounts";
import forms from "../ui/forms.module.css";
import styles from "./ListBoxes.module.css";

export function ListBoxes({ title, lists }: { title: string; lists: Array<ListView> }) {
  return (
    <fieldset className={styles.subs}>
      <legend className="sr">{title}</legend>
      {lists.map(({ id, name, description, isOn }) => (
        <label key={id} className={forms.check}>
          <input type="checkbox" name="lists[]" value={id} defaultChecked={isOn} />
          <span>
            {name}
            {description && <small>{description}</small>}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
