import type { AccountNotice } from "../generated/accounts";
import { Notice } from "../ui/Notice";

/** The result of the form that led to this page. */
export function PageNotice({ notice }: { notice: AccountNotice | null }) {
  return (
    notice && (
      <Notice kind={notice.kind} focused={notice.kind === "error"}>
        {notice.text}
      </Notice>
    )
  );
}
