import type { ReactNode } from "react";
import { Icon, type IconName } from "./Icon";

type Kind = "ok" | "error" | "warning" | "info";
type Props = { kind: Kind; children: ReactNode; action?: ReactNode };

const ICONS: Record<Kind, IconName> = { ok: "check", error: "alert", warning: "alert", info: "info" };

/** A sentence that the shopper must not miss. An error interrupts a screen reader, the others wait. */
export function Notice({ kind, children, action }: Props) {
  return (
    <div className={`notice notice--${kind}`} role={kind === "error" ? "alert" : "status"}>
      <Icon name={ICONS[kind]} />
      <div>{children}</div>
      {action && <div className="notice__act">{action}</div>}
    </div>
  );
}
