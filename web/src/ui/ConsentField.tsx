import { CheckField } from "./CheckField";
import styles from "./ConsentField.module.css";

type Props = {
  id: string;
  terms: { label: string; link: { label: string; url: string } | null };
  isInvalid: boolean;
  checked: boolean;
  onChange: (isChecked: boolean) => void;
};

/** The consent that a form asks for, with a link to what is agreed to. */
export function ConsentField({ id, terms, isInvalid, checked, onChange }: Props) {
  return (
    <div>
      <CheckField
        {...{ id, isInvalid, checked }}
        label={terms.label}
        name="terms"
        value="1"
        onChange={({ target }) => onChange(target.checked)}
      />
      {terms.link && (
        <a className={styles.terms} href={terms.link.url} target="_blank" rel="noopener">
          {terms.link.label}
        </a>
      )}
    </div>
  );
}
