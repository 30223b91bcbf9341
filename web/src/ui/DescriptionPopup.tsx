import styles from "./DescriptionPopup.module.css";
import { Icon } from "./Icon";

type Props = { id: string; label: string; text: string };

/** A button that shows a short description. A popover, so the browser closes it on Escape, also without script. */
export function DescriptionPopup({ id, label, text }: Props) {
  return (
    <>
      <button type="button" className={styles.button} popoverTarget={id} aria-label={label}>
        <Icon name="info" />
      </button>
      <div id={id} className={styles.popup} popover="auto" role="note">
        {text}
      </div>
    </>
  );
}
