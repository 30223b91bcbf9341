import type { BarcodeAnswer, BarcodeToolView, PickAnswer, StockAction } from "../generated/barcodes";
import { callAction } from "../runtime/request";

type Tool = Pick<BarcodeToolView, "codeType" | "actions" | "storeId">;

/** Call 33. */
export const searchCode = ({ codeType, actions, storeId }: Tool, text: string) =>
  callAction<BarcodeAnswer>(`barcode_actions_search_${codeType}`, [
    ["text", text],
    ["barcode-actions", actions],
    ["store_id", storeId],
  ]);

/** `seen`: the quantity that is replaced, if the action replaces one. */
export type RowAction = { status: StockAction; id: string; amount: string; seen?: string };

/** Call 34. A retry with the same key acts once. */
export const applyAction = (
  { actions, storeId }: Tool,
  { status, id, amount, seen }: RowAction,
  key: string,
) =>
  callAction<BarcodeAnswer>(
    "apply_barcode_action",
    [
      ["status", status],
      ["type", "product"],
      ["barcode-actions", actions],
      ["id", id],
      ["stock_unit", amount],
      ...(seen === undefined ? [] : ([["stock_seen", seen]] as Array<[string, string]>)),
      ["store_id", storeId],
    ],
    key,
  );

/** An act while an order is packed. A retry with the same key acts once. */
export const pickCall = (order: string, act: string, value: string, key: string) =>
  callAction<PickAnswer>(
    "staff_order_pick",
    [
      ["order", order],
      ["act", act],
      ["value", value],
    ],
    key,
  );
