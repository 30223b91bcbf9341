import { useProductPrice } from "./product-price";
import { SaleBadge } from "./SaleBadge";

/** The badge of a product's page: it follows the price. `percentOff`: as the server rendered it. */
export function ProductSaleBadge({ percentOff }: { percentOff: number | null }) {
  const price = useProductPrice();
  return <SaleBadge percentOff={price ? price.percentOff : percentOff} />;
}
