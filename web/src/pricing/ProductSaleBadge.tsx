import { useProductPrice } from "./product-price";
import { SaleBadge } from "./SaleBadge";

/** The badge of a product page, which follows the price. `percentOff`: the server's value. */
export function ProductSaleBadge({ percentOff }: { percentOff: number | null }) {
  const price = useProductPrice();
  return <SaleBadge percentOff={price ? price.percentOff : percentOff} />;
}
