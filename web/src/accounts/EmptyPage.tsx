import type { EmptyPageView } from "../generated/accounts";
import { EmptyState } from "../ui/EmptyState";
import { AccountLayout } from "./AccountLayout";

export function EmptyPage({ frame, title, hint, link }: EmptyPageView) {
  return (
    <AccountLayout frame={frame}>
      <EmptyState title={title} hint={hint ?? undefined}>
        <a className="btn btn--primary" href={link.url}>
          {link.label}
        </a>
      </EmptyState>
    </AccountLayout>
  );
}
