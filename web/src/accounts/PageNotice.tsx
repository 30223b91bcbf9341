import type { AccountNotice } from "../generated/accounts";
import { Notice } from "../ui/Notice";

type Props = {
  notice: AccountNotice | null;
  /** Also a success has the focus: in the admin it comes into a standing document, where a reader would not say it. */
  focused?: boolean;
};

/** The result of the form that led to this page. */
export function PageNotice({ notice, focused = false }: Props) {
  return (
    notice && (
      <Notice kind={notice.kind} focused={focused || notice.kind === "error"}>
        {notice.text}
      </Notice>
    )
  );
}
