import { addIslands } from "../runtime/islands";

/** The islands of staff's pages: the shop's own script does not know them. */
addIslands(
  import.meta.glob([
    "../{barcodes,media_library,moderation,settings,staff_*}/*.island.tsx",
    "../checkout/NewOrders.island.tsx",
  ]),
);
