import type { PromiseView } from "../generated/catalog";
import * as catalogText from "../generated/messages/catalog";
import { Icon } from "../ui/Icon";
import styles from "./Promises.module.css";

/** What a shopper can rely on, below the first picture. */
export function Promises({ promises }: { promises: Array<PromiseView> }) {
  return (
    <ul className={styles.promises} aria-label={catalogText.promises()}>
      {promises.map(({ icon, title, text }) => (
        <li key={title}>
          <Icon name={icon} size="l" />
          <b>{title}</b>
          <span>{text}</span>
        </li>
      ))}
    </ul>
  );
}
