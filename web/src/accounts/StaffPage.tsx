import type { StaffPageView } from "../generated/accounts";
import { AccountForm } from "./AccountForm";

/** Who is at work here, and with which rights. */
export function StaffPage({ title, name, facts, links, logout }: StaffPageView) {
  return (
    <div className="wrap section staff">
      <h1>{title}</h1>
      <section className="acc-card">
        <h2>{name}</h2>
        <dl className="facts">
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
              <a className="link" href={url}>
                {label}
              </a>
            </li>
          ))}
        </ul>
        <AccountForm id="logout" form={logout} look="second" />
      </section>
    </div>
  );
}
