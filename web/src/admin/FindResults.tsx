import type { FindPageView } from "../generated/admin";
import * as adminText from "../generated/messages/admin";
import { AdminIcon } from "./AdminIcon";
import styles from "./FindResults.module.css";

type Props = Pick<FindPageView, "query" | "understood" | "groups">;

/** What was found, as links. */
export function FindResults({ query, understood, groups }: Props) {
  if (groups.length === 0) return <p className={styles.note}>{adminText.findNone({ query })}</p>;
  return (
    <>
      {understood && (
        <p className={styles.note}>{adminText.findUnderstood({ typed: query, meant: understood })}</p>
      )}
      {groups.map(({ label, items }) => (
        <section key={label} aria-label={label}>
          <h2 className={styles.group}>{label}</h2>
          <ul className={styles.list}>
            {items.map((item) => (
              <li key={item.url + item.label}>
                <a className={styles.item} href={item.url}>
                  <AdminIcon name={item.icon} />
                  <span className={styles.text}>
                    <bdi>{item.label}</bdi>
                    {item.detail && (
                      <small>
                        <bdi>{item.detail}</bdi>
                      </small>
                    )}
                  </span>
                  {item.fact && <bdi>{item.fact}</bdi>}
                </a>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}
