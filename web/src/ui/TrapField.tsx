import styles from "./TrapField.module.css";

type Props = { name?: string; value: string; onChange: (value: string) => void };

/** A field that people do not see: what is sent with text in it is held. */
export function TrapField({ name = "cr_website", value, onChange }: Props) {
  return (
    <div className={styles.trap} aria-hidden="true">
      <input
        name={name}
        type="text"
        tabIndex={-1}
        autoComplete="off"
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </div>
  );
}
