import type { ProductPageView } from "../generated/catalog";
import { Price } from "../pricing/Price";
import { SaleBadge } from "../pricing/SaleBadge";
import { Breadcrumbs } from "../ui/Breadcrumbs";
import { t } from "../ui/messages";
import { BuyBar } from "./BuyBar";
import { BuyForm } from "./BuyForm";
import { Gallery } from "./Gallery";
import { Shelf } from "./Shelf";
import { Stock } from "./Stock";
import "./texts";

/** A product's own page. Only the quantity ships script. */
export function ProductPage(product: ProductPageView) {
  const { name, note, crumbs, pictures, price, buy, description, facts, related } = product;
  return (
    <>
      <div className="wrap">
        <Breadcrumbs crumbs={crumbs} />
        <div className="pdp">
          <Gallery
            pictures={pictures}
            badge={price.percentOff !== null && <SaleBadge percentOff={price.percentOff} />}
          />
          <div className="buy">
            <div>
              <h1>{name}</h1>
              {note && <p className="buy__note">{note}</p>}
            </div>
            <p className="buy__price">
              <Price {...price} />
            </p>
            <Stock availability={product.availability} stockLeft={product.stockLeft} />
            {buy && <BuyForm {...buy} />}
            {description.length > 0 && (
              <section className="about">
                <h2>{t("catalog.description")}</h2>
                <div className="prose">
                  {description.map((paragraph, index) => (
                    <p key={index}>{paragraph}</p>
                  ))}
                </div>
              </section>
            )}
            {facts.length > 0 && (
              <section className="facts" aria-label={t("catalog.facts")}>
                <h2>{t("catalog.facts")}</h2>
                <dl>
                  {facts.map(({ label, value }) => (
                    <div key={label}>
                      <dt>{label}</dt>
                      <dd>{value}</dd>
                    </div>
                  ))}
                </dl>
              </section>
            )}
          </div>
        </div>
      </div>
      {buy && <BuyBar productId={buy.productId} value={buy.value} price={price} />}
      {related && related.cards.length > 0 && (
        <section className="section section--lime">
          <Shelf {...related} />
        </section>
      )}
    </>
  );
}
