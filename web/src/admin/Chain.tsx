import type { ChainView } from "../generated/admin";
import { Notice } from "../ui/Notice";

/** Whether the audit log is as it was written. */
export function Chain({ isBroken, label, text }: ChainView) {
  return (
    <Notice kind={isBroken ? "error" : "ok"}>
      <b>{label}</b>
      <p>{text}</p>
    </Notice>
  );
}
