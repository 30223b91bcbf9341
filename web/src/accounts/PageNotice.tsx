import type { AccountNotice } from "../generated/accounts";
import { Notice } from "../ui/Notice";

/** What came of the form that led here. */
export function PageNotice({ notice }: { notice: AccountNotice | null }) {
  return (
    notice && (
      <Notice kind={notice.kind} focused={notice.kind === "error"}>
        {notice.text}
      </Notice>
    )
  );
}
