import { StockAlert } from "../../../stock_alerts/StockAlert.island";
import type { States } from "../states";

export const states = {
  StockAlert: { default: <StockAlert productId="7" variationId="0" /> },
} satisfies States;
