import { BundleBuilder } from "../bundles/BundleBuilder.island";
import { PreviewBand } from "../content/PreviewBand";
import type { ProductPageView } from "../generated/catalog";
import { JsonScript } from "../payments/JsonScript";
import { Island } from "../renderer/Island";
import { Breadcrumbs } from "../ui/Breadcrumbs";
import { Heart } from "../wishlist/Heart";
import { RecentlyViewed } from "../wishlist/RecentlyViewed.island";
import { Gallery } from "./Gallery.island";
import { ProductForm } from "./ProductForm.island";
import { ProductOverview } from "./ProductOverview.island";
import styles from "./ProductPage.module.css";
import { ProductRow } from "./ProductRow";
import { ProductTabs } from "./ProductTabs";

/** The column beside the pictures: an island that owns the price, if anything can change it. */
function Offer(product: ProductPageView) {
  const { name, note, price, countdown, availability, stockLeft, identifiers, delivery } = product;
  const about = {
    name,
    note,
    price,
    countdown,
    availability,
    stockLeft,
    identifiers,
    delivery,
    rating: product.reviews.rating,
    questionCount: product.questions.count,
  };
  const { tableRows, hasTable, discounts, form, bundle, external } = product;
  if (bundle) return <Island of={BundleBuilder} id="bundle" on="load" props={{ ...about, bundle }} />;
  if (form) {
    const props = { ...about, tableRows, hasTable, discounts, form };
    return <Island of={ProductForm} id="product" on="load" props={props} />;
  }
  const props = { ...about, external, id: product.id, canNotify: product.canNotify };
  if (countdown || product.canNotify)
    return <Island of={ProductOverview} id="product" on="load" props={props} />;
  return <ProductOverview {...props} />;
}

export function ProductPage(product: ProductPageView) {
  const { crumbs, gallery, related, tracks, preview } = product;
  return (
    <>
      {preview && <PreviewBand {...preview} />}
      <div className="wrap">
        <Breadcrumbs crumbs={crumbs} />
        <div className={styles.pdp}>
          <div className={styles.pictures}>
            <Island of={Gallery} region="gallery" on="idle" props={gallery} />
            <Heart id={product.id} name={product.name} size="l" />
          </div>
          <Offer {...product} />
        </div>
        <ProductTabs
          description={product.description}
          specifications={product.specifications}
          reviews={product.reviews}
          questions={product.questions}
        />
      </div>
      {related && related.cards.length > 0 && (
        <section className="section section--lime">
          <ProductRow {...related} />
        </section>
      )}
      <div data-viewed={product.id}>
        <Island of={RecentlyViewed} id="recent" on="history" props={{ productId: product.id }} />
      </div>
      {tracks && <JsonScript value={tracks.events} data-tracks="" data-nonce={tracks.nonce} />}
    </>
  );
}
