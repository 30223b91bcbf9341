import { ActsPage } from "../../../moderation/ActsPage";
import { BulkBar } from "../../../moderation/BulkBar";
import { DecisionNotice } from "../../../moderation/DecisionNotice";
import { ModerationPage } from "../../../moderation/ModerationPage";
import { QueueItem } from "../../../moderation/QueueItem";
import { QueueKeys } from "../../../moderation/QueueKeys.island";
import { QueueSieve } from "../../../moderation/QueueSieve";
import { SpamPage } from "../../../moderation/SpamPage";
import {
  acts,
  filtered,
  forms,
  heldAnswer,
  heldReview,
  moderation,
  sieve,
  spam,
} from "../../moderation-samples";
import type { States } from "../states";

export const states = {
  ActsPage: {
    default: <ActsPage {...acts} />,
    empty: <ActsPage {...acts} acts={[]} />,
  },
  BulkBar: {
    default: <BulkBar {...forms} canPublish canHold={false} canRefuse />,
    published: <BulkBar {...forms} canPublish={false} canHold canRefuse />,
  },
  DecisionNotice: {
    default: (
      <DecisionNotice
        notice={{ text: "رُفضت 14 مشاركة مزعجة.", act: "7" }}
        action={forms.action}
        hidden={forms.hidden}
      />
    ),
  },
  ModerationPage: {
    default: <ModerationPage {...moderation} />,
    "after a decision": <ModerationPage {...moderation} notice={{ text: "نُشرت مشاركة واحدة.", act: "7" }} />,
    empty: <ModerationPage {...moderation} items={[]} nextUrl={null} />,
    "nothing fits": <ModerationPage {...moderation} sieve={filtered} items={[]} nextUrl={null} />,
    "one kind": <ModerationPage {...moderation} kinds={[]} />,
  },
  QueueItem: {
    review: <QueueItem item={heldReview} isSelectable {...forms} />,
    "an answer that is published": <QueueItem item={heldAnswer} isSelectable={false} {...forms} />,
  },
  QueueKeys: { default: <QueueKeys /> },
  QueueSieve: {
    default: <QueueSieve sieve={sieve} action={forms.action} />,
    filtered: <QueueSieve sieve={filtered} action={forms.action} />,
  },
  SpamPage: {
    default: <SpamPage {...spam} />,
    "more than are listed": <SpamPage {...spam} more="ومعها 300 مشاركة لا تظهر هنا." />,
  },
} satisfies States;
