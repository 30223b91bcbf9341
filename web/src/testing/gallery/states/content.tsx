import { MessagePage } from "../../../content/MessagePage";
import { longName, message } from "../../samples";
import type { States } from "../states";

export const states = {
  MessagePage: {
    "not found": <MessagePage {...message} reference={null} />,
    error: <MessagePage {...message} kind="error" title="حدث خطأ من جهتنا" hint="حاول بعد قليل." />,
    refused: <MessagePage {...message} kind="refused" title="لا يُسمح بهذا" reference={null} />,
    expired: <MessagePage {...message} kind="expired" title="انتهت صلاحية الصفحة" reference={null} />,
    busy: <MessagePage {...message} kind="busy" title="طلبات كثيرة" hint="" reference={null} />,
    "long text": <MessagePage {...message} kind="error" title={longName} hint={longName} />,
  },
} satisfies States;
