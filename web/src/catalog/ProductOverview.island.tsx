import type { ProductPageView } from "../generated/catalog";
import { usePublishedPrice } from "../pricing/product-price";
import { useSale, useSaleEnd } from "../pricing/use-sale";
import controls from "../ui/controls.module.css";
import { ProductSummary } from "./ProductSummary";
import { Stock } from "./Stock";

type Props = Pick<
  ProductPageView,
  "name" | "note" | "price" | "countdown" | "availability" | "stockLeft" | "identity" | "external"
>;

/** The same column for what cannot be bought here: sold out, or sold by somebody else. */
export function ProductOverview({ external, ...product }: Props) {
  const sale = useSale(product.countdown);
  useSaleEnd(sale);
  const price = sale.price ?? product.price;
  usePublishedPrice(price);
  return (
    <ProductSummary
      name={product.name}
      note={product.note}
      identity={product.identity}
      price={price}
      countdown={product.countdown}
      sale={sale}
    >
      {external ? (
        <a
          className={`${controls.btn} ${controls.btnPrimary} ${controls.btnLg} ${controls.btnBlock}`}
          href={external.url}
          rel="nofollow noopener"
        >
          {external.label}
        </a>
      ) : (
        <Stock availability={product.availability} stockLeft={product.stockLeft} />
      )}
    </ProductSummary>
  );
}
