import type { BlockView } from "../generated/content";
import { Icon } from "../ui/Icon";
import styles from "./ContactsBlock.module.css";

type Props = Omit<Extract<BlockView, { kind: "contacts" }>, "kind">;

/** Ways to reach the shop, the best one first. */
export function ContactsBlock({ label, ways }: Props) {
  return (
    <ul className={styles.ways} aria-label={label}>
      {ways.map(({ icon, title, note, url, detail }, index) => {
        const way = (
          <>
            <Icon name={icon} size="l" />
            <span>
              <b>{title}</b>
              {note && <span className={styles.note}>{note}</span>}
            </span>
            {detail ? (
              <bdi dir="ltr" className={styles.detail}>
                {detail}
              </bdi>
            ) : (
              url && <Icon name="next" size="s" />
            )}
          </>
        );
        return (
          <li key={index}>
            {url ? (
              <a className={styles.way} href={url}>
                {way}
              </a>
            ) : (
              <div className={styles.way}>{way}</div>
            )}
          </li>
        );
      })}
    </ul>
  );
}
