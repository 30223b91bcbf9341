import type { AccountLayoutView } from "../generated/accounts";
import * as accountsText from "../generated/messages/accounts";
import { HiddenInputs } from "../ui/HiddenInputs";
import { Icon } from "../ui/Icon";
import styles from "./AccountNav.module.css";

/** The account menu. Logging out changes state, so it is a form among links. */
export function AccountNav({ nav, logout }: Pick<AccountLayoutView, "nav" | "logout">) {
  return (
    <nav className={styles.accNav} data-account-nav="" aria-label={accountsText.title()}>
      <ul>
        {nav.map(({ label, url, icon, isCurrent }) => (
          <li key={url}>
            <a className={styles.link} href={url} aria-current={isCurrent ? "page" : undefined}>
              <Icon name={icon} />
              {label}
            </a>
          </li>
        ))}
        <li>
          <form method="post" action={logout.action}>
            <HiddenInputs pairs={logout.hidden} />
            <button type="submit" className={styles.link}>
              <Icon name="out" />
              {logout.submit}
            </button>
          </form>
        </li>
      </ul>
    </nav>
  );
}
