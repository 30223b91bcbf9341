import { startDismissable } from "../runtime/dismissable";
import { startInteraction } from "../runtime/interaction";
import { startIslands } from "../runtime/islands";
import { focusAlert } from "../ui/focus-alert";
import { startLiveLater } from "./live-start";
import { startNavigation } from "./navigation";
import { startPaletteKey } from "./palette-key";
import "./staff-islands";

startInteraction();
startDismissable();
startIslands();
startNavigation();
startPaletteKey();
startLiveLater();
const alert = document.querySelector<HTMLElement>("main [role=alert][autofocus]");
if (alert) focusAlert(alert);
