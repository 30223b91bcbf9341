import type { StaffPageView } from "../generated/accounts";
import controls from "../ui/controls.module.css";
import { AccountForm } from "./AccountForm";
import accountsStyles from "./accounts.module.css";
import styles from "./StaffPage.module.css";

/** The signed-in staff member and their rights. */
export function StaffPage({ title, name, facts, links, logout }: StaffPageView) {
  return (
    <div className={`wrap section ${styles.staff}`}>
      <h1>{title}</h1>
      <section className={accountsStyles.accCard}>
        <h2>{name}</h2>
        <dl className={accountsStyles.facts}>
          {facts.map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <ul>
          {links.map(({ label, url }) => (
            <li key={url}>
              <a className={controls.link} href={url}>
                {label}
              </a>
            </li>
          ))}
        </ul>
        <AccountForm id="logout" form={logout} variant="second" />
      </section>
    </div>
  );
}
