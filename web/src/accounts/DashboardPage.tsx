import type { DashboardPageView } from "../generated/accounts";
import { Icon, type IconName } from "../ui/Icon";
import { AccountLayout } from "./AccountLayout";

export function DashboardPage({ frame, greeting, tiles }: DashboardPageView) {
  return (
    <AccountLayout frame={frame}>
      <p>{greeting}</p>
      <ul className="tiles">
        {tiles.map(({ label, hint, url, icon }) => (
          <li key={url}>
            <a className="tile-link" href={url}>
              <Icon name={icon as IconName} size="l" />
              <span className="tile-link__name">{label}</span>
              <span className="tile-link__hint">{hint}</span>
            </a>
          </li>
        ))}
      </ul>
    </AccountLayout>
  );
}
