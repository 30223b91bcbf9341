import type { BarcodeToolView } from "../generated/barcodes";

/** A code that was scanned, with the key under which it counts: however often it is sent, it counts once. */
export type Scan = { code: string; key: string };

type Tool = Pick<BarcodeToolView, "storeId" | "count">;

/** Of one count: scans of a closed one are not added to the next. */
const nameOf = ({ storeId, count }: Tool) => `barcode-queue-${storeId}-${count?.id ?? ""}`;

const isScan = (value: unknown): value is Scan =>
  typeof value === "object" && value !== null && "code" in value && "key" in value;

/** Scans that were not answered when the page was left. */
export function savedScans(tool: Tool): Array<Scan> {
  try {
    const saved: unknown = JSON.parse(localStorage.getItem(nameOf(tool)) ?? "[]");
    return Array.isArray(saved) ? saved.filter(isScan) : [];
  } catch {
    return [];
  }
}

export function saveScans(tool: Tool, scans: Array<Scan>): void {
  try {
    if (scans.length > 0) localStorage.setItem(nameOf(tool), JSON.stringify(scans));
    else localStorage.removeItem(nameOf(tool));
  } catch {
    // A browser without storage forgets them when the page is left.
  }
}
