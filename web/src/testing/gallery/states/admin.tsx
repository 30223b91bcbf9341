import { AdminIcon } from "../../../admin/AdminIcon";
import { AdminLayout } from "../../../admin/AdminLayout";
import { StaffOrdersPage } from "../../../checkout/StaffOrdersPage";
import { adminLayout } from "../../admin-samples";
import { staffOrders } from "../../checkout-samples";
import type { States } from "../states";

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
  },
  AdminIcon: {
    default: <AdminIcon name="order" />,
  },
} satisfies States;
