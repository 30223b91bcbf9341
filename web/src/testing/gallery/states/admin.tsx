import { AdminIcon } from "../../../admin/AdminIcon";
import { AdminLayout } from "../../../admin/AdminLayout";
import { AuditPage } from "../../../admin/AuditPage";
import { AuditPart } from "../../../admin/AuditPart";
import { Chain } from "../../../admin/Chain";
import { CornerCards } from "../../../admin/CornerCards";
import { FindPage } from "../../../admin/FindPage";
import { FindResults } from "../../../admin/FindResults";
import { HealthPage } from "../../../admin/HealthPage";
import { StaffOrdersPage } from "../../../checkout/StaffOrdersPage";
import * as text from "../../../generated/messages/admin";
import { adminLayout, auditPage, findPage, healthPage, roleBand } from "../../admin-samples";
import { staffOrders } from "../../checkout-samples";
import type { States } from "../states";

const corner = { toast: null, change: null, here: [], onToastEnd: () => {}, onHide: () => {} };
const change = {
  key: "1",
  sentence: text.liveOrderBy({ name: "نورة" }),
  note: text.liveTyping(),
  label: text.liveLoad(),
  href: "/ar/wp-admin/orders/10482/",
  load: () => {},
};
const undo = {
  action: "/ar/wp-admin/products/8/undo/",
  fields: [["nonce", "n0nce"]] as Array<[string, string]>,
};

export const states = {
  AdminLayout: {
    default: (
      <AdminLayout layout={adminLayout} shopName="دكان النخلة">
        <StaffOrdersPage {...staffOrders} />
      </AdminLayout>
    ),
    copy: (
      <AdminLayout layout={{ ...adminLayout, isCopy: true }} shopName="دكان النخلة">
        <StaffOrdersPage {...staffOrders} />
      </AdminLayout>
    ),
    "viewed as a role": (
      <AdminLayout layout={{ ...adminLayout, roleBand }} shopName="دكان النخلة">
        <StaffOrdersPage {...staffOrders} />
      </AdminLayout>
    ),
  },
  AuditPage: {
    default: <AuditPage {...auditPage} />,
    "own acts": <AuditPage {...auditPage} isOwn people={[]} lines={[]} nextUrl={null} />,
  },
  AuditPart: {
    link: <AuditPart text="الطلب رقم 10479" isLtr={false} url="/ar/wp-admin/orders/10479/" />,
    code: <AuditPart text="AB-1" isLtr url={null} />,
  },
  Chain: {
    default: <Chain {...auditPage.chain} />,
    broken: <Chain isBroken label="السلسلة مكسورة" text="السطر 41007 ليس كما كُتب أول مرة." />,
  },
  CornerCards: {
    "others are here": <CornerCards {...corner} here={["نورة", "سالم"]} change={change} />,
    done: <CornerCards {...corner} toast={{ id: 1, undo, renewed: 12 }} />,
    "cannot be taken back": <CornerCards {...corner} toast={{ id: 1, undo: null, renewed: 0 }} />,
  },
  FindPage: {
    default: <FindPage {...findPage} />,
    empty: <FindPage {...findPage} query="فندق" understood={null} groups={[]} />,
  },
  HealthPage: {
    default: <HealthPage {...healthPage} />,
    "no jobs": <HealthPage {...healthPage} jobs={[]} chain={{ ...auditPage.chain, isBroken: true }} />,
  },
  FindResults: {
    default: <FindResults {...findPage} />,
  },
  AdminIcon: {
    default: <AdminIcon name="order" />,
  },
} satisfies States;
