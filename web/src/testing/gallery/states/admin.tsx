import { AdminFrame } from "../../../admin/AdminFrame";
import { AdminIcon } from "../../../admin/AdminIcon";
import { StaffOrdersPage } from "../../../checkout/StaffOrdersPage";
import { adminFrame } from "../../admin-samples";
import { staffOrders } from "../../checkout-samples";
import type { States } from "../states";

export const states = {
  AdminFrame: {
    default: (
      <AdminFrame frame={adminFrame} shopName="دكان النخلة">
        <StaffOrdersPage {...staffOrders} />
      </AdminFrame>
    ),
  },
  AdminIcon: {
    default: <AdminIcon name="order" />,
  },
} satisfies States;
