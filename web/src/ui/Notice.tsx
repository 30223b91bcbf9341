import type { ReactNode } from "react";
import { Icon, type IconName } from "./Icon";

type Kind = "ok" | "error" | "warning" | "info";
type Props = { kind: Kind; children: ReactNode; action?: ReactNode; quiet?: boolean };

const ICONS: Record<Kind, IconName> = { ok: "check", error: "alert", warning: "alert", info: "info" };

/**
 * A sentence that the shopper must not miss. An error interrupts a screen reader, the others wait; a quiet one stands
 * in a region that speaks already.
 */
export function Notice({ kind, children, action, quiet }: Props) {
  const role = kind === "error" ? "alert" : "status";
  return (
    <div className={`notice notice--${kind}`} role={quiet ? undefined : role}>
      <Icon name={ICONS[kind]} />
      <div>{children}</div>
      {action && <div className="notice__act">{action}</div>}
    </div>
  );
}
