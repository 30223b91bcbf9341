import type { LayoutView } from "../generated/edge";
import * as checkoutText from "../generated/messages/checkout";
import { Icon } from "../ui/Icon";
import { Logo } from "./Logo";

/** Above pages where somebody pays: nothing here leads away but the logo. */
export function SlimHeader({ shopName, homeUrl }: LayoutView) {
  return (
    <header className="header header--slim">
      <div className="wrap">
        <div className="header__row">
          <Logo shopName={shopName} homeUrl={homeUrl} />
          <p className="secure">
            <Icon name="lock" />
            {checkoutText.secure()}
          </p>
        </div>
      </div>
    </header>
  );
}
