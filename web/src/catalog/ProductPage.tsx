import { BundleBuilder } from "../bundles/BundleBuilder.island";
import type { ProductPageView } from "../generated/catalog";
import * as bundlesText from "../generated/messages/bundles";
import * as catalogText from "../generated/messages/catalog";
import { DiscountTableSkeleton } from "../pricing/DiscountTableSkeleton";
import { Price } from "../pricing/Price";
import { Island } from "../renderer/Island";
import { Breadcrumbs } from "../ui/Breadcrumbs";
import { BuyBar } from "./BuyBar";
import { BuyForm } from "./BuyForm";
import { Gallery } from "./Gallery.island";
import { Identity } from "./Identity";
import { ProductCountdown } from "./ProductCountdown";
import { ProductTabs } from "./ProductTabs";
import { Shelf } from "./Shelf";
import { Stock } from "./Stock";

/** A product's own page. Only the quantity is an island; the rest works as it is, and better with script. */
export function ProductPage(product: ProductPageView) {
  const { name, note, crumbs, gallery, price, availability, stockLeft, identity } = product;
  const { buy, external, related } = product;
  return (
    <>
      <div className="wrap">
        <Breadcrumbs crumbs={crumbs} />
        <div className="pdp">
          <Island
            of={Gallery}
            region="gallery"
            on="idle"
            props={{ ...gallery, counts: product.countdown !== null }}
          />
          <div className="buy summary">
            <div>
              <p className="buy__brand" data-identity="" hidden={!identity.brand}>
                <bdi data-fact="brand">{identity.brand}</bdi>
              </p>
              <h1>{name}</h1>
              {note && <p className="buy__note">{note}</p>}
              <p className="buy__links">
                <a className="woocommerce-review-link review-link" href="#reviews">
                  {catalogText.reviewCount({ count: 0 })}
                </a>
                <a className="cr-qna-link" href="#tab-cr_qna">
                  {catalogText.questionCount({ count: 0 })}
                </a>
              </p>
            </div>
            <div className="buy__price" data-price-area="">
              <Price {...price} />
            </div>
            <ProductCountdown {...product} />
            {product.bundle && (
              <div className="buy__bundle">
                <h2>{bundlesText.title()}</h2>
                <Island of={BundleBuilder} id="bundle" on="load" props={product.bundle} />
              </div>
            )}
            {buy ? (
              <BuyForm
                {...buy}
                {...{ availability, stockLeft }}
                discounts={product.discounts}
                tableRows={product.tableRows}
              />
            ) : (
              !external && !product.bundle && <Stock availability={availability} stockLeft={stockLeft} />
            )}
            {product.hasTable && buy && (
              <div className="qty-place" data-discount-table="" aria-busy="true">
                {product.tableRows > 0 && <DiscountTableSkeleton rows={product.tableRows} />}
              </div>
            )}
            {external && (
              <a className="btn btn--primary btn--lg btn--block" href={external.url} rel="nofollow noopener">
                {external.label}
              </a>
            )}
            <Identity {...identity} />
          </div>
        </div>
        <ProductTabs description={product.description} facts={product.facts} />
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
