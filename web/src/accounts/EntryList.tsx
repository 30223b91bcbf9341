import type { EntryView } from "../generated/accounts";
import blocks from "../ui/blocks.module.css";
import controls from "../ui/controls.module.css";
import { Icon } from "../ui/Icon";
import styles from "./EntryList.module.css";

/** What a form is about: files with the customer's data, or the places where the customer is signed in. */
export function EntryList({ entries }: { entries: Array<EntryView> }) {
  return (
    <ul className={styles.entries}>
      {entries.map(({ icon, label, url, state }, index) => (
        <li key={index}>
          <Icon name={icon} />
          <span className={styles.name}>{label}</span>
          {url ? (
            <a className={controls.link} href={url} download="" aria-label={`${state} ${label}`}>
              <Icon name="download" size="s" />
              {state}
            </a>
          ) : (
            <span className={blocks.badge}>{state}</span>
          )}
        </li>
      ))}
    </ul>
  );
}
