import type { CartPageView } from "../generated/cart";
import { Island } from "../renderer/Island";
import { Region } from "../renderer/Region";
import { Breadcrumbs } from "../ui/Breadcrumbs";
import { CartContents } from "./CartContents.island";
import { CrossSells } from "./CrossSells";
import { SavedForLater } from "./SavedForLater";

/** Contains visitor data: never cached. */
export function CartPage({ contents, suggestions, crumbs, saved }: CartPageView) {
  return (
    <>
      <div className="wrap">
        <Breadcrumbs crumbs={crumbs} />
        <Island of={CartContents} region="cart-page" on="load" props={contents} />
        <SavedForLater lines={saved} action={contents.cartUrl} />
      </div>
      <Region name="cart-suggestions">
        <CrossSells cards={suggestions} isFilled={contents.lines.length > 0} />
      </Region>
    </>
  );
}
