import type { LayoutView } from "../generated/edge";
import * as checkoutText from "../generated/messages/checkout";
import { Icon } from "../ui/Icon";
import headerStyles from "./Header.module.css";
import { Logo } from "./Logo";
import styles from "./SlimHeader.module.css";

/** The header of payment pages: only the logo leads away. */
export function SlimHeader({ shopName, homeUrl }: LayoutView) {
  return (
    <header className={`${headerStyles.header} ${styles.slim}`}>
      <div className="wrap">
        <div className={headerStyles.row}>
          <Logo shopName={shopName} homeUrl={homeUrl} />
          <p className={styles.secure}>
            <Icon name="lock" />
            {checkoutText.secure()}
          </p>
        </div>
      </div>
    </header>
  );
}
