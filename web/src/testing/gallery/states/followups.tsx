import { CausePage } from "../../../followups/CausePage";
import { EmailPreview } from "../../../followups/EmailPreview";
import { FollowupsPage } from "../../../followups/FollowupsPage";
import { TemplateEditor } from "../../../followups/TemplateEditor";
import { TemplateVersion } from "../../../followups/TemplateVersion";
import type { PreviewView, VersionView } from "../../../generated/followups";
import { cause, followups } from "../../followup-samples";
import type { States } from "../states";

const [preview] = cause.previews as [PreviewView];
const [current, original] = cause.versions as [VersionView, VersionView];
const refused = {
  ...cause.editor.body,
  value: "أهلاً {nam}",
  error: "السطر 1، الموضع 8: لا معنى للاسم nam. المتاح: {shop} {items}",
};

export const states = {
  CausePage: {
    default: <CausePage {...cause} />,
    refused: <CausePage {...cause} editor={{ ...cause.editor, body: refused }} previews={[]} />,
  },
  EmailPreview: { default: <EmailPreview {...preview} /> },
  FollowupsPage: { default: <FollowupsPage {...followups} /> },
  TemplateEditor: {
    default: <TemplateEditor {...cause.editor} />,
    refused: <TemplateEditor {...cause.editor} body={refused} />,
  },
  TemplateVersion: {
    current: <TemplateVersion {...current} />,
    original: <TemplateVersion {...original} />,
  },
} satisfies States;
