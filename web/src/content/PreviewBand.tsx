import type { PreviewView } from "../generated/content";
import * as contentText from "../generated/messages/content";
import controls from "../ui/controls.module.css";
import { Notice } from "../ui/Notice";

/** On top of a page that is not public: what it shows, and for staff the way back. */
export function PreviewBand({ text, editUrl }: PreviewView) {
  const back = editUrl && (
    <a className={`${controls.btn} ${controls.btnSm}`} href={editUrl}>
      {contentText.previewEdit()}
    </a>
  );
  return (
    <aside className="wrap" aria-label={text}>
      <Notice kind="warning" quiet action={back}>
        {text}
      </Notice>
    </aside>
  );
}
