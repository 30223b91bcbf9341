import type { AddressCard, AddressesPageView } from "../generated/accounts";
import { AccountLayout } from "./AccountLayout";

function Card({ title, lines, phone, email, empty, edit, editLabel }: AddressCard) {
  return (
    <section className="acc-card">
      <div className="acc-card__head">
        <h2>{title}</h2>
        <a className="link" href={edit.url} aria-label={editLabel}>
          {edit.label}
        </a>
      </div>
      {lines.length === 0 ? (
        <p className="acc-card__empty">{empty}</p>
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

export function AddressesPage({ frame, addresses }: AddressesPageView) {
  return (
    <AccountLayout frame={frame}>
      <div className="acc-cards">
        {addresses.map((address) => (
          <Card key={address.title} {...address} />
        ))}
      </div>
    </AccountLayout>
  );
}
