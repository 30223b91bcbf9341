import type { StaffPageView } from "../generated/accounts";
import { AccountForm } from "./AccountForm";
import accountsStyles from "./accounts.module.css";
import styles from "./StaffPage.module.css";

/** The signed-in staff member and their rights. */
export function StaffPage({ title, name, facts, logout }: StaffPageView) {
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
        <AccountForm id="logout" form={logout} variant="second" />
      </section>
    </div>
  );
}
