import type { AddressCard, AddressesPageView } from "../generated/accounts";
import controls from "../ui/controls.module.css";
import { AccountLayout } from "./AccountLayout";
import styles from "./AddressesPage.module.css";
import accountsStyles from "./accounts.module.css";

function Card({ title, lines, phone, email, empty, edit, editLabel }: AddressCard) {
  return (
    <section className={accountsStyles.accCard}>
      <div className={styles.head}>
        <h2>{title}</h2>
        <a className={controls.link} href={edit.url} aria-label={editLabel}>
          {edit.label}
        </a>
      </div>
      {lines.length === 0 ? (
        <p className={styles.empty}>{empty}</p>
      ) : (
        <address>
          {lines.map((line, index) => (
            <bdi key={index}>{line}</bdi>
          ))}
          {phone && <bdi dir="ltr">{phone}</bdi>}
          {email && <bdi dir="ltr">{email}</bdi>}
        </address>
      )}
    </section>
  );
}

export function AddressesPage({ layout, addresses }: AddressesPageView) {
  return (
    <AccountLayout layout={layout}>
      <div className={styles.accCards}>
        {addresses.map((address) => (
          <Card key={address.title} {...address} />
        ))}
      </div>
    </AccountLayout>
  );
}
