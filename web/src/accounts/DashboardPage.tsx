import type { DashboardPageView } from "../generated/accounts";
import { Icon } from "../ui/Icon";
import { AccountLayout } from "./AccountLayout";
import styles from "./DashboardPage.module.css";

export function DashboardPage({ layout, greeting, tiles }: DashboardPageView) {
  return (
    <AccountLayout layout={layout}>
      <p>{greeting}</p>
      <ul className={styles.tiles}>
        {tiles.map(({ label, hint, url, icon }) => (
          <li key={url}>
            <a className={styles.tileLink} href={url}>
              <Icon name={icon} size="l" />
              <span className={styles.name}>{label}</span>
              <span className={styles.hint}>{hint}</span>
            </a>
          </li>
        ))}
      </ul>
    </AccountLayout>
  );
}
