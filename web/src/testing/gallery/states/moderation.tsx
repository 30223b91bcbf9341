import { BulkBar } from "../../../moderation/BulkBar";
import { ModerationPage } from "../../../moderation/ModerationPage";
import { QueueItem } from "../../../moderation/QueueItem";
import { QueueKeys } from "../../../moderation/QueueKeys.island";
import { forms, heldAnswer, heldReview, moderation } from "../../moderation-samples";
import type { States } from "../states";

export const states = {
  BulkBar: {
    default: <BulkBar {...forms} canPublish canRefuse />,
    published: <BulkBar {...forms} canPublish={false} canRefuse />,
  },
  ModerationPage: {
    default: <ModerationPage {...moderation} />,
    "after a decision": <ModerationPage {...moderation} notice={{ text: "نُشرت مشاركة واحدة.", act: "7" }} />,
    empty: <ModerationPage {...moderation} items={[]} nextUrl={null} />,
    "one kind": <ModerationPage {...moderation} kinds={[]} />,
  },
  QueueItem: {
    review: <QueueItem item={heldReview} isSelectable {...forms} />,
    "an answer that is published": <QueueItem item={heldAnswer} isSelectable={false} {...forms} />,
  },
  QueueKeys: { default: <QueueKeys /> },
} satisfies States;
