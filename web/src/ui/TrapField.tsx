import styles from "./TrapField.module.css";

/** A field that people do not see: a review with text in it is held. */
export function TrapField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  return (
    <div className={styles.trap} aria-hidden="true">
      <input
        name="cr_website"
        type="text"
        tabIndex={-1}
        autoComplete="off"
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </div>
  );
}
