import type { LayoutView } from "../generated/edge";
import { Icon } from "../ui/Icon";
import { t } from "../ui/messages";
import { Logo } from "./Logo";
import "../checkout/texts";

/** Above pages where somebody pays: nothing here leads away but the logo. */
export function SlimHeader({ shopName, homeUrl }: LayoutView) {
  return (
    <header className="header header--slim">
      <div className="wrap">
        <div className="header__row">
          <Logo shopName={shopName} homeUrl={homeUrl} />
          <p className="secure">
            <Icon name="lock" />
            {t("checkout.secure")}
          </p>
        </div>
      </div>
    </header>
  );
}
