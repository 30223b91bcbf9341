import * as moderationText from "../generated/messages/moderation";
import type { QueueNotice } from "../generated/moderation";
import controls from "../ui/controls.module.css";
import { HiddenInputs } from "../ui/HiddenInputs";
import { Notice } from "../ui/Notice";

type Props = { notice: QueueNotice; action: string; hidden: Array<[name: string, value: string]> };

/** What the last decision did, with its undo. */
export function DecisionNotice({ notice, action, hidden }: Props) {
  return (
    <Notice
      kind="ok"
      focused
      action={
        notice.act && (
          <form method="post" action={action} data-undo="">
            <HiddenInputs pairs={[...hidden, ["do", "undo"], ["act", notice.act]]} />
            <button type="submit" className={`${controls.btn} ${controls.btnSm}`}>
              {moderationText.undo()}
            </button>
          </form>
        )
      }
    >
      {notice.text}
    </Notice>
  );
}
