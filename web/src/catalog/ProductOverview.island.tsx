import type { ProductPageView } from "../generated/catalog";
import { usePublishedPrice } from "../pricing/product-price";
import { useSale, useSaleEnd } from "../pricing/use-sale";
import controls from "../ui/controls.module.css";
import { type ProductRating, ProductSummary } from "./ProductSummary";
import { Stock } from "./Stock";

type Props = Pick<
  ProductPageView,
  "name" | "note" | "price" | "countdown" | "availability" | "stockLeft" | "identifiers" | "external"
> & { rating?: ProductRating | null; questionCount?: number };

/** The summary of a product that cannot be bought here: sold out, or sold on another site. */
export function ProductOverview({ external, ...product }: Props) {
  const sale = useSale(product.countdown);
  useSaleEnd(sale);
  const price = sale.price ?? product.price;
  usePublishedPrice(price);
  return (
    <ProductSummary
      name={product.name}
      note={product.note}
      identifiers={product.identifiers}
      rating={product.rating}
      questionCount={product.questionCount}
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
