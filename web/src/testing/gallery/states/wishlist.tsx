import type { WishlistPageView } from "../../../generated/wishlist";
import { Heart } from "../../../wishlist/Heart";
import { RecentlyViewed } from "../../../wishlist/RecentlyViewed.island";
import { WishlistPage } from "../../../wishlist/WishlistPage";
import { card, cartPage } from "../../samples";
import type { States } from "../states";

const cheaper = { ...card, id: "18" };
const page: WishlistPageView = {
  crumbs: cartPage.crumbs,
  items: [
    { card, priceBefore: null },
    { card: cheaper, priceBefore: "75.00\u00a0$" },
  ],
  loginUrl: "/ar/my-account/",
};

export const states = {
  Heart: {
    default: <Heart id="7" name="عسل سدر" />,
    saved: <Heart id="7" name="عسل سدر" isSaved />,
    large: <Heart id="7" name="عسل سدر" size="l" />,
  },
  RecentlyViewed: { "first visit": <RecentlyViewed productId={null} /> },
  WishlistPage: {
    guest: <WishlistPage {...page} />,
    customer: <WishlistPage {...page} loginUrl={null} />,
    empty: <WishlistPage {...page} items={[]} />,
  },
} satisfies States;
