import { useEffect, useState } from "react";
import type { DiscountTableView } from "../generated/pricing";
import { fetchDiscountTable, isRealId } from "./calls";

/** The discount table of a product or a variation; undefined until the first one has loaded. Null id: there is none. */
export function useDiscountTable(id: string | null): DiscountTableView | null | undefined {
  const [table, setTable] = useState<DiscountTableView | null>();
  useEffect(() => {
    if (id === null || !isRealId(id)) return;
    let isLatest = true;
    fetchDiscountTable(id)
      .catch(() => null)
      .then((fresh) => {
        if (isLatest) setTable(fresh);
      });
    return () => {
      isLatest = false;
    };
  }, [id]);
  return table;
}
