import { useRef } from "react";
import type { ProductPageView } from "../generated/catalog";
import * as catalogText from "../generated/messages/catalog";
import { usePublishedPrice } from "../pricing/product-price";
import { useSale, useSaleEnd } from "../pricing/use-sale";
import { StockAlert } from "../stock_alerts/StockAlert.island";
import { showStockAlert } from "../stock_alerts/show-alert";
import controls from "../ui/controls.module.css";
import { type ProductRating, ProductSummary } from "./ProductSummary";
import { StickyAddToCart } from "./StickyAddToCart";
import { Stock } from "./Stock";

type Props = Pick<
  ProductPageView,
  | "id"
  | "name"
  | "note"
  | "price"
  | "countdown"
  | "availability"
  | "stockLeft"
  | "identifiers"
  | "external"
  | "canNotify"
> & { rating?: ProductRating | null; questionCount?: number };

/** The summary of a product that cannot be bought here: sold out, or sold on another site. */
export function ProductOverview({ external, ...product }: Props) {
  const sale = useSale(product.countdown);
  useSaleEnd(sale);
  const price = sale.price ?? product.price;
  usePublishedPrice(price);
  const alert = useRef<HTMLDivElement>(null);
  const missing = { label: catalogText.notify(), show: () => showStockAlert(alert.current) };
  return (
    <>
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
        {product.canNotify && (
          <div ref={alert}>
            <StockAlert productId={product.id} variationId="0" />
          </div>
        )}
      </ProductSummary>
      {product.canNotify && (
        <StickyAddToCart button={null} price={price} row={alert} missing={missing} hasAdded={false} />
      )}
    </>
  );
}
