import { startDismissable } from "../runtime/dismissable";
import { startInteraction } from "../runtime/interaction";
import { addIslands, startIslands } from "../runtime/islands";
import { focusAlert } from "../ui/focus-alert";
import { startNavigation } from "./navigation";
import { startPaletteKey } from "./palette-key";

addIslands(
  import.meta.glob(["../{barcodes,moderation,staff_*}/*.island.tsx", "../checkout/NewOrders.island.tsx"]),
);
startInteraction();
startDismissable();
startIslands();
startNavigation();
startPaletteKey();
const alert = document.querySelector<HTMLElement>("main [role=alert][autofocus]");
if (alert) focusAlert(alert);
