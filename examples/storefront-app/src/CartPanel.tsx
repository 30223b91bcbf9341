import type { Cart } from "matjar-store-api";
import { money } from "./api.ts";

type Props = {
  cart: Cart;
  onQuantity: (key: string, quantity: number) => void;
  onRemove: (key: string) => void;
};

export function CartPanel({ cart, onQuantity, onRemove }: Props) {
  const { totals } = cart;
  return (
    <section aria-labelledby="cart">
      <h2 id="cart">السلة</h2>
      {cart.items.length === 0 ? (
        <p>سلتك فارغة.</p>
      ) : (
        <>
          <ul className="lines">
            {cart.items.map(({ key, name, quantity, quantity_limits: limits, totals: line }) => (
              <li key={key}>
                <span className="name">{name}</span>
                <input
                  type="number"
                  aria-label={`الكمية: ${name}`}
                  value={quantity}
                  min={limits.minimum}
                  max={limits.maximum}
                  step={limits.multiple_of}
                  onChange={(event) => {
                    if (event.target.validity.valid && event.target.value !== "")
                      onQuantity(key, event.target.valueAsNumber);
                  }}
                />
                <bdi>{money(line.line_total, line)}</bdi>
                <button
                  type="button"
                  className="quiet"
                  onClick={() => onRemove(key)}
                  aria-label={`احذف ${name}`}
                >
                  ×
                </button>
              </li>
            ))}
          </ul>
          <dl>
            <dt>الشحن</dt>
            <dd>
              {totals.total_shipping === null ? "—" : <bdi>{money(totals.total_shipping, totals)}</bdi>}
            </dd>
            <dt>الضريبة</dt>
            <dd>
              <bdi>{money(totals.total_tax, totals)}</bdi>
            </dd>
            <dt>الإجمالي</dt>
            <dd>
              <strong>
                <bdi>{money(totals.total_price, totals)}</bdi>
              </strong>
            </dd>
          </dl>
        </>
      )}
    </section>
  );
}
