import type { ReactNode, Ref } from "react";
import { classes } from "./classes";
import { Icon, type IconName } from "./Icon";
import styles from "./Notice.module.css";

type Kind = "ok" | "error" | "warning" | "info";
type Props = {
  kind: Kind;
  children: ReactNode;
  action?: ReactNode;
  quiet?: boolean;
  /** The page was rendered to show this notice, so it gets the focus. */
  focused?: boolean;
  ref?: Ref<HTMLDivElement>;
};

const ICONS: Record<Kind, IconName> = { ok: "check", error: "alert", warning: "alert", info: "info" };

/**
 * A notice for the shopper. An error is announced assertively, the others politely; a quiet one is inside a live
 * region already.
 */
export function Notice({ kind, children, action, quiet, focused, ref }: Props) {
  const role = kind === "error" ? "alert" : "status";
  return (
    <div
      ref={ref}
      className={classes(styles.notice, styles[kind])}
      role={quiet ? undefined : role}
      tabIndex={focused ? -1 : undefined}
      // biome-ignore lint/a11y/noAutofocus: an alert that is there from the start is not spoken by every reader
      autoFocus={focused}
    >
      <Icon name={ICONS[kind]} />
      <div>{children}</div>
      {action && <div className={styles.act}>{action}</div>}
    </div>
  );
}
