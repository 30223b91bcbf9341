import type { Product } from "matjar-store-api";
import { money } from "./api.ts";

export function ProductCard({ product, onAdd }: { product: Product; onAdd: () => void }) {
  const { price, regular_price: regular } = product.prices;
  const [picture] = product.images;
  return (
    <li>
      {picture && <img src={picture.thumbnail} alt="" width={320} height={320} loading="lazy" />}
      <h3>{product.name}</h3>
      <p className="price">
        {product.on_sale && <del>{money(regular, product.prices)}</del>}{" "}
        <bdi>{money(price, product.prices)}</bdi>
      </p>
      <button type="button" onClick={onAdd} aria-label={`أضف إلى السلة: ${product.name}`}>
        أضف إلى السلة
      </button>
    </li>
  );
}
