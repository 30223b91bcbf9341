import type { Cart, Checkout, Product } from "matjar-store-api";
import { useEffect, useState } from "react";
import { api } from "./api.ts";
import { CartPanel } from "./CartPanel.tsx";
import { CheckoutForm } from "./CheckoutForm.tsx";
import { ProductCard } from "./ProductCard.tsx";

const messageOf = (error: unknown) => (error instanceof Error ? error.message : "حدث خطأ. حاول مرة أخرى.");

/** The whole shop on one page: products, the cart and the checkout. */
export function App() {
  const [products, setProducts] = useState<Product[] | null>(null);
  const [cart, setCart] = useState<Cart | null>(null);
  const [order, setOrder] = useState<Checkout | null>(null);
  const [problem, setProblem] = useState("");

  useEffect(() => {
    const list = api.call("listProducts", {
      query: { type: "simple", stock_status: ["instock"], per_page: 12 },
    });
    Promise.all([list, api.call("cart", {})])
      .then(([found, current]) => {
        setProducts(found);
        setCart(current);
      })
      .catch((error) => setProblem(messageOf(error)));
  }, []);

  /** Every change of the cart answers with the whole cart. */
  const change = (answer: Promise<Cart>) =>
    answer
      .then((changed) => {
        setProblem("");
        setOrder(null);
        setCart(changed);
      })
      .catch((error) => setProblem(messageOf(error)));

  const placed = async (checkout: Checkout) => {
    setOrder(checkout);
    setCart(await api.call("cart", {}));
  };

  return (
    <>
      <header>
        <h1>دكان صغير</h1>
        <p>واجهة أخرى للمتجر نفسه، عبر واجهة المتجر البرمجية.</p>
      </header>
      <main>
        <section aria-labelledby="products">
          <h2 id="products">المنتجات</h2>
          {products === null && problem === "" && <p role="status">جارٍ التحميل…</p>}
          <ul className="products">
            {products?.map((product) => (
              <ProductCard
                key={product.id}
                product={product}
                onAdd={() => change(api.call("addItem", { body: { id: product.id, quantity: 1 } }))}
              />
            ))}
          </ul>
        </section>
        <aside>
          <p role="alert">{problem}</p>
          {order && (
            <section aria-labelledby="done" className="done">
              <h2 id="done">شكرًا لك، استلمنا طلبك</h2>
              <p>
                رقم الطلب <bdi>{order.order_number}</bdi>
              </p>
            </section>
          )}
          {cart && (
            <CartPanel
              cart={cart}
              onQuantity={(key, quantity) => change(api.call("updateItem", { body: { key, quantity } }))}
              onRemove={(key) => change(api.call("removeItem", { body: { key } }))}
            />
          )}
          {cart && cart.items.length > 0 && (
            <CheckoutForm cart={cart} onPlaced={placed} onProblem={(error) => setProblem(messageOf(error))} />
          )}
        </aside>
      </main>
    </>
  );
}
