import styles from "./Facts.module.css";

/** Figures with their labels. */
export function Facts({ facts }: { facts: Array<[string, string]> }) {
  return (
    <dl className={styles.facts}>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <bdi>{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}
