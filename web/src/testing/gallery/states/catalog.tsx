import { AttributeField } from "../../../catalog/AttributeField";
import { BuyBar } from "../../../catalog/BuyBar";
import { CardAction } from "../../../catalog/CardAction";
import { CardBadges } from "../../../catalog/CardBadges";
import { CardPrice } from "../../../catalog/CardPrice.island";
import { CardRating } from "../../../catalog/CardRating";
import { CardSale } from "../../../catalog/CardSale.island";
import { CategoryTiles } from "../../../catalog/CategoryTiles";
import { FilterChips } from "../../../catalog/FilterChips";
import { FilterGroup } from "../../../catalog/FilterGroup";
import { FilterPanel } from "../../../catalog/FilterPanel.island";
import { Gallery } from "../../../catalog/Gallery.island";
import { GalleryArrow } from "../../../catalog/GalleryArrow";
import { GalleryLinks } from "../../../catalog/GalleryLinks";
import { GalleryPicture } from "../../../catalog/GalleryPicture";
import { GallerySlides } from "../../../catalog/GallerySlides";
import { Hero } from "../../../catalog/Hero";
import { HomePage } from "../../../catalog/HomePage";
import { ListingEmpty } from "../../../catalog/ListingEmpty";
import { ListingPage } from "../../../catalog/ListingPage";
import { NoHits } from "../../../catalog/NoHits";
import { Pager } from "../../../catalog/Pager";
import { Picture } from "../../../catalog/Picture";
import { PriceRange } from "../../../catalog/PriceRange";
import { ProductAddButton } from "../../../catalog/ProductAddButton";
import { ProductCard } from "../../../catalog/ProductCard";
import { ProductForm } from "../../../catalog/ProductForm.island";
import { ProductIdentifiers } from "../../../catalog/ProductIdentifiers";
import { ProductOverview } from "../../../catalog/ProductOverview.island";
import { ProductPage } from "../../../catalog/ProductPage";
import { ProductQuantity } from "../../../catalog/ProductQuantity";
import { ProductRow } from "../../../catalog/ProductRow";
import { ProductSummary } from "../../../catalog/ProductSummary";
import { ProductTabs } from "../../../catalog/ProductTabs";
import { Promises } from "../../../catalog/Promises";
import { SortForm } from "../../../catalog/SortForm";
import { SortSheet } from "../../../catalog/SortSheet";
import { StickyAddToCart } from "../../../catalog/StickyAddToCart";
import { Stock } from "../../../catalog/Stock";
import { Story } from "../../../catalog/Story";
import type {
  AttributeView,
  PagesView,
  PriceRangeView,
  ProductFormView,
  StoryView,
} from "../../../generated/catalog";
import { bundle } from "../../bundle-samples";
import { noQuestions } from "../../question-samples";
import { noReviews } from "../../review-samples";
import {
  card,
  countdownAt,
  gallery,
  galleryImage,
  gallerySettings,
  home,
  listing,
  longName,
  picture,
  product,
} from "../../samples";
import type { States } from "../states";

const DAY = 86_400_000;
const countdown = countdownAt(Date.now());
const inDays = countdownAt(Date.now() + 3 * DAY, { days: true });
const noPicture = { ...picture, sources: [], fallbackUrl: "" };
const plainPrice = { ...card.price, regular: null, percentOff: null };
const cards = Array.from({ length: 8 }, (_, index) => ({ ...card, id: `${30 + index}` }));

const form = product.form as ProductFormView;
const simple = { ...form, attributes: [], variations: [] };
const pages = listing.pages as PagesView;
const story = home.story as StoryView;
const noHits = {
  categories: [{ label: "التمور", url: "/ar/product-category/dates/" }],
  askUrl: "/ar/contact/",
  bestSellers: { title: "الأكثر طلبًا", moreUrl: null, cards },
};
const origin = {
  name: "origin",
  label: "بلد المنشأ",
  options: [
    { label: "اليمن", url: "/ar/shop/?filter_origin=1", count: 9, selected: false },
    { label: "إثيوبيا", url: "/ar/shop/?filter_origin=2", count: 1, selected: false },
  ],
};
const priceRange = listing.priceRange as PriceRangeView;
const [colours, buttons, select] = form.attributes as [AttributeView, AttributeView, AttributeView];
const soldOut = { ...product, form: null, availability: "sold-out" as const, stockLeft: 0, canNotify: true };
const elsewhere = { label: "اشترِ من المزرعة", url: "https://farm.example/" };

const ignore = () => {};
const attribute = {
  chosen: "",
  prospectOf: () => ({ exists: true, inStock: true }),
  onChoose: ignore,
};
const someMissing = (value: string) => ({ exists: value !== "داكن", inStock: value !== "1 كغ" });
const button = { productId: "17", quantity: "1", status: "idle" as const, isBlocked: false, className: "" };
const quantity = { limits: { min: "1", max: "9", step: "1" }, onChange: ignore, onSettle: ignore };
const noSale = { countdown: null, phase: null, price: null, isFirst: true };
const { name, note, identifiers, price } = product;
const summary = { name, note, identifiers, price, countdown: null, sale: noSale };
const links = { images: gallery.images, className: "", index: 1, onChoose: ignore };

export const states = {
  HomePage: {
    default: <HomePage {...home} />,
    "sale that ends": (
      <HomePage
        {...home}
        productRows={[{ title: "العروض", moreUrl: null, cards: cards.map((one) => ({ ...one, countdown })) }]}
      />
    ),
    "hero alone": <HomePage {...home} categories={[]} productRows={[]} story={null} />,
  },
  ListingPage: {
    default: <ListingPage {...listing} />,
    "one page, no filters": (
      <ListingPage
        {...listing}
        {...{ cards, count: cards.length, first: 1, pages: null, filters: [], priceRange: null, chips: [] }}
      />
    ),
    "more than were counted": <ListingPage {...listing} isMore />,
    "search that was corrected": (
      <ListingPage
        {...listing}
        title="نتائج البحث"
        query="قهوا"
        corrected="قهوة"
        asTypedUrl="/ar/shop/"
        chips={[]}
      />
    ),
    "search without results": (
      <ListingPage {...listing} cards={[]} count={0} pages={null} chips={[]} query="مسباح" noHits={noHits} />
    ),
    "empty by its filters": <ListingPage {...listing} cards={[]} count={0} pages={null} />,
    "long text": (
      <ListingPage
        {...listing}
        title={longName}
        intro={longName}
        cards={cards.map((one) => ({ ...one, name: longName, note: longName }))}
      />
    ),
  },
  ProductPage: {
    default: <ProductPage {...product} />,
    simple: <ProductPage {...product} form={simple} availability="in-stock" stockLeft={null} />,
    "on sale that ends": (
      <ProductPage
        {...product}
        form={simple}
        countdown={{ ...inDays, width: 64, share: { sold: 16, offered: 25 } }}
      />
    ),
    "discounts by quantity": <ProductPage {...product} form={simple} hasTable tableRows={3} />,
    bundle: <ProductPage {...product} form={null} bundle={bundle} />,
    "sold out": <ProductPage {...soldOut} />,
    "sold elsewhere": <ProductPage {...product} form={null} external={elsewhere} />,
    "no pictures, no texts": (
      <ProductPage
        {...product}
        {...{ note: "", description: [], specifications: [], related: null }}
        gallery={{ ...gallery, images: [] }}
      />
    ),
    "long text": (
      <ProductPage {...product} name={longName} note={longName} description={[longName, longName]} />
    ),
  },
  AttributeField: {
    colours: <AttributeField {...colours} {...attribute} />,
    "colours, one chosen": <AttributeField {...colours} {...attribute} chosen="فاتح" />,
    buttons: <AttributeField {...buttons} {...attribute} />,
    "buttons, one chosen": <AttributeField {...buttons} {...attribute} chosen="250 غ" />,
    "buttons, one sold out": <AttributeField {...buttons} {...attribute} prospectOf={someMissing} />,
    "colours, one disabled": <AttributeField {...colours} {...attribute} prospectOf={someMissing} />,
    list: <AttributeField {...select} {...attribute} />,
    "list, one chosen": <AttributeField {...select} {...attribute} chosen="حبوب كاملة" />,
  },
  CardAction: {
    "to be bought": <CardAction {...card} />,
    "with options": <CardAction {...card} state="options" />,
    "sold out": <CardAction {...card} state="sold-out" />,
  },
  CardBadges: {
    "on sale": <CardBadges percentOff={20} isNew={false} isSoldOut={false} />,
    new: <CardBadges percentOff={null} isNew isSoldOut={false} />,
    "sold out": <CardBadges percentOff={null} isNew={false} isSoldOut />,
    all: <CardBadges percentOff={20} isNew isSoldOut />,
    none: <CardBadges percentOff={null} isNew={false} isSoldOut={false} />,
  },
  CardPrice: { "sale that ends": <CardPrice price={card.price} countdown={countdown} /> },
  CardRating: {
    default: <CardRating average="4.9" count={212} />,
    "one review": <CardRating average="1.0" count={1} />,
  },
  CardSale: {
    hours: <CardSale percentOff={20} isNew={false} isSoldOut={false} countdown={countdown} />,
    days: <CardSale percentOff={20} isNew isSoldOut={false} countdown={inDays} />,
  },
  CategoryTiles: {
    plurals: (
      <CategoryTiles
        tiles={[0, 1, 2, 3, 11, 100].map((count) => ({
          name: "التمور",
          url: `/ar/${count}/`,
          count,
          picture,
        }))}
      />
    ),
    "no picture, long text": (
      <CategoryTiles tiles={[{ name: longName, url: "/ar/x/", count: 9, picture: noPicture }]} />
    ),
  },
  FilterChips: {
    one: <FilterChips chips={listing.chips} clearUrl="/ar/shop/" />,
    "several, long text": (
      <FilterChips
        clearUrl="/ar/shop/"
        chips={["التمور", "متوفر", longName].map((label, index) => ({ label, url: `/ar/shop/?${index}` }))}
      />
    ),
  },
  // On a phone it is a popover: see the states of ListingPage.
  FilterPanel: {
    default: <FilterPanel {...listing} />,
    "nothing chosen": <FilterPanel {...listing} chips={[]} />,
    "not counted, no prices": (
      <FilterPanel
        {...listing}
        priceRange={null}
        filters={listing.filters.map((filter) => ({
          ...filter,
          options: filter.options.map((option) => ({ ...option, count: null })),
        }))}
      />
    ),
  },
  Gallery: {
    default: <Gallery {...gallery} />,
    "one picture": <Gallery {...gallery} images={[galleryImage]} />,
    "no picture": <Gallery {...gallery} images={[]} />,
    "neither new nor on sale": <Gallery {...gallery} percentOff={null} isNew={false} />,
  },
  GallerySlides: {
    "thumbs beside it": (
      <Gallery {...gallery} settings={{ ...gallerySettings, thumb_v: true, thumb_v_tablet: true }} />
    ),
    "thumbs above it on a phone": (
      <Gallery {...gallery} settings={{ ...gallerySettings, thumb_position_mobile: "top" }} />
    ),
    dots: <Gallery {...gallery} settings={{ ...gallerySettings, slider_dots: true }} />,
    carousel: <Gallery {...gallery} settings={{ ...gallerySettings, carousel_mode: true }} />,
    "left to right": <Gallery {...gallery} settings={{ ...gallerySettings, slider_rtl: false }} />,
    zoom: <Gallery {...gallery} settings={{ ...gallerySettings, zoom: true, zoom_level: 2 }} />,
    "moves by itself": <Gallery {...gallery} settings={{ ...gallerySettings, slider_autoplay: true }} />,
    "without script": <GallerySlides {...gallery} />,
  },
  GalleryArrow: {
    back: <GalleryArrow to="prev" />,
    on: <GalleryArrow to="next" />,
    disabled: <GalleryArrow to="next" isDisabled />,
  },
  GalleryLinks: {
    thumbs: <GalleryLinks {...links} thumbs show="4" />,
    dots: <GalleryLinks {...links} />,
  },
  GalleryPicture: {
    default: (
      <ul>
        <GalleryPicture image={galleryImage} settings={gallerySettings} isFirst />
      </ul>
    ),
    "no picture": (
      <ul>
        <GalleryPicture image={{ ...galleryImage, picture: noPicture }} settings={gallerySettings} isFirst />
      </ul>
    ),
  },
  Hero: {
    default: <Hero {...home.hero} />,
    "one action": <Hero {...home.hero} secondary={null} />,
    "long text": <Hero {...home.hero} title={longName} text={longName} />,
  },
  ListingEmpty: {
    "by its filters": <ListingEmpty {...listing} />,
    "by a search": <ListingEmpty {...listing} chips={[]} query="مسباح" />,
    "by itself": <ListingEmpty {...listing} chips={[]} />,
  },
  Pager: {
    default: <Pager {...pages} />,
    "first page": <Pager {...pages} current={1} prevUrl={null} />,
    "last page": <Pager {...pages} current={4} nextUrl={null} />,
    "with a gap": (
      <Pager
        {...pages}
        links={[...pages.links, { label: "…", url: null, current: false }, ...pages.links.slice(0, 1)]}
      />
    ),
  },
  Picture: {
    default: <Picture {...picture} sizes="320px" />,
    main: <Picture {...picture} sizes="320px" main />,
    empty: <Picture {...noPicture} sizes="320px" />,
  },
  PriceRange: {
    default: <PriceRange range={priceRange} onPrices={() => {}} />,
    empty: <PriceRange range={{ ...priceRange, from: null }} onPrices={() => {}} />,
    both: <PriceRange range={{ ...priceRange, to: 200 }} onPrices={() => {}} />,
  },
  ProductAddButton: {
    default: <ProductAddButton {...button} />,
    "to be chosen first": <ProductAddButton {...button} isBlocked />,
    loading: <ProductAddButton {...button} status="loading" />,
    added: <ProductAddButton {...button} status="added" />,
    refused: <ProductAddButton {...button} status="refused" />,
  },
  ProductCard: {
    default: <ProductCard {...card} price={plainPrice} isNew={false} />,
    "on sale, new": <ProductCard {...card} />,
    "sale that ends": <ProductCard {...card} countdown={countdown} />,
    "with options": <ProductCard {...card} state="options" price={{ ...plainPrice, from: true }} />,
    "sold out": <ProductCard {...card} state="sold-out" />,
    "no picture, no note, no rating": <ProductCard {...card} picture={noPicture} note="" rating={null} />,
    "long text": <ProductCard {...card} name={longName} note={longName} />,
  },
  ProductForm: {
    default: <ProductForm {...product} form={form} />,
    simple: <ProductForm {...product} form={simple} availability="in-stock" stockLeft={null} />,
    "price of several": <ProductForm {...product} form={form} price={{ ...plainPrice, from: true }} />,
    "sale that ends": <ProductForm {...product} form={simple} countdown={{ ...inDays, width: 64 }} />,
    "in steps": <ProductForm {...product} form={{ ...simple, min: "2", value: "2", step: "2" }} />,
    "table of discounts on its way": <ProductForm {...product} form={simple} hasTable tableRows={3} />,
    "long text": <ProductForm {...product} form={form} name={longName} note={longName} />,
  },
  ProductIdentifiers: {
    default: <ProductIdentifiers {...identifiers} />,
    "no barcode": <ProductIdentifiers {...identifiers} barcodeImg="" barcodeValue="" />,
    "none, so hidden": <ProductIdentifiers brand="" gtin="" mpn="" barcodeImg="" barcodeValue="" />,
  },
  ProductOverview: {
    "sold out": <ProductOverview {...soldOut} />,
    "sold out, sale that ends": <ProductOverview {...soldOut} countdown={countdown} />,
    "sold elsewhere": <ProductOverview {...product} external={elsewhere} />,
  },
  ProductQuantity: {
    least: <ProductQuantity {...quantity} quantity={{ text: "1", unused: "0" }} />,
    most: <ProductQuantity {...quantity} quantity={{ text: "9", unused: "0" }} />,
    "being typed": <ProductQuantity {...quantity} quantity={{ text: "", unused: "0" }} />,
  },
  ProductSummary: {
    default: <ProductSummary {...summary}>نموذج الشراء</ProductSummary>,
    countdown: (
      <ProductSummary {...summary} countdown={countdown}>
        نموذج الشراء
      </ProductSummary>
    ),
    "countdown of a variation": (
      <ProductSummary {...summary} countdown={countdown} variationCountdown={countdown} isVariation>
        نموذج الشراء
      </ProductSummary>
    ),
    "no brand, no note": (
      <ProductSummary {...summary} note="" identifiers={{ ...identifiers, brand: "" }}>
        نموذج الشراء
      </ProductSummary>
    ),
  },
  ProductTabs: {
    default: (
      <ProductTabs
        description={product.description}
        specifications={product.specifications}
        reviews={product.reviews}
        questions={product.questions}
      />
    ),
    empty: (
      <ProductTabs
        description={[]}
        specifications={[]}
        reviews={{ rating: null, section: noReviews, classicForm: null }}
        questions={{ count: 0, section: noQuestions }}
      />
    ),
    "long text": (
      <ProductTabs
        description={[longName, longName]}
        specifications={[{ label: longName, value: longName }]}
        reviews={{ rating: null, section: noReviews, classicForm: null }}
        questions={{ count: 0, section: noQuestions }}
      />
    ),
  },
  ProductRow: {
    "fits in a row": <ProductRow title="الأكثر طلبًا" moreUrl="/ar/shop/" cards={cards.slice(0, 3)} />,
    "with arrows": <ProductRow title="الأكثر طلبًا" moreUrl={null} cards={cards} />,
  },
  SortForm: { default: <SortForm {...listing.sort} /> },
  SortSheet: { default: <SortSheet {...listing.sort} /> },
  Promises: { default: <Promises promises={home.promises} /> },
  NoHits: { default: <NoHits query="مسباح" shopUrl="/ar/shop/" ways={noHits} /> },
  BuyBar: {
    default: (
      <BuyBar price={price} row={{ current: null }}>
        <ProductAddButton {...button} />
      </BuyBar>
    ),
  },
  FilterGroup: {
    default: <FilterGroup filter={origin} isTicked={({ selected }) => selected} onTick={() => {}} />,
    chosen: <FilterGroup filter={origin} isTicked={({ label }) => label === "اليمن"} onTick={() => {}} />,
  },
  StickyAddToCart: {
    "option missing": (
      <StickyAddToCart
        button={button}
        price={price}
        row={{ current: null }}
        missing={{ label: "الطحن", show: () => {} }}
        hasAdded={false}
      />
    ),
    "hidden until it is needed": (
      <StickyAddToCart
        button={button}
        price={price}
        row={{ current: null }}
        missing={null}
        hasAdded={false}
      />
    ),
  },
  Stock: {
    "in stock": <Stock availability="in-stock" stockLeft={null} />,
    "sold out": <Stock availability="sold-out" stockLeft={0} />,
    "one left": <Stock availability="low" stockLeft={1} />,
    "two left": <Stock availability="low" stockLeft={2} />,
    "three left": <Stock availability="low" stockLeft={3} />,
    "eleven left": <Stock availability="low" stockLeft={11} />,
  },
  Story: {
    default: <Story {...story} />,
    link: <Story {...story} link={{ label: "الحكاية", url: "/ar/story/" }} />,
    "long text": <Story {...story} title={longName} text={longName} />,
  },
} satisfies States;
