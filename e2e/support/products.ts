/** What the specs buy: products of the demo shop (`seeds/shop.json`), as a shopper knows them. */
export type Product = { path: string; name: string; price: string };

const product = (slug: string, name: string, price: string): Product => ({
  path: `/ar/product/${slug}/`,
  name,
  price: `${price}\u00a0$`,
});

/** Simple, in stock, at its regular price. */
export const coffee = product("قهوة-سعودية-بالهيل-والزعفران", "قهوة سعودية بالهيل والزعفران", "14.50");
export const incense = product("بخور-معمول", "بخور معمول", "19.00");
export const ribbon = product("شريط-سدو-للتغليف", "شريط سدو للتغليف", "4.00");
/** Above a thousand, and only two of it. */
export const oud = product("دهن-عود-هندي-قديم", "دهن عود هندي قديم", "1,250.00");
/** On sale without an end. */
export const cerrado = {
  ...product("بن-سيرادو-البرازيلي", "بنّ سيرادو البرازيلي", "10.40"),
  regular: "13.00\u00a0$",
};
/** Sold by options, from this price. */
export const haraz = product("بن-حراز-اليمني", "بنّ حَراز اليمني", "18.00");
/** Sold out. */
export const saffron = product("زعفران-سوبر-نقين", "زعفران سوبر نقين", "19.00");
/** The last one. */
export const honeycomb = product("شهد-العسل-بشمعه", "شهد العسل بشمعه", "52.00");
/** Sold in colours, each with pictures of its own. */
export const finjan = product("sadu-finjan-set", "طقم فناجين «سدو»", "34.00");
/** One picture only. */
export const cardamom = product("هيل-أخضر", "هيل أخضر", "11.00");
/** Sold elsewhere. */
export const book = product("كتاب-فن-القهوة", "كتاب «فنّ القهوة العربية»", "22.00");
/** On sale, for days to come. */
export const dallah = {
  ...product("دلة-نحاسية-مصقولة", "دلّة نحاسية مصقولة", "60.00"),
  regular: "75.00\u00a0$",
};
/** Its sale begins within hours. */
export const lemonHoney = { ...product("عسل-الليمون", "عسل أزهار الليمون", "19.00"), sale: "15.20\u00a0$" };
/** Its sale comes back half an hour after its end, and runs now. */
export const candle = {
  ...product("شمعة-العود-والعنبر", "شمعة العود والعنبر", "19.20"),
  regular: "24.00\u00a0$",
};
/** Its sale comes back too, and rests now. */
export const smallCandle = product("شمعة-صغيرة", "شمعة صغيرة", "7.50");
/** Sold by options, of which the first is on sale for days to come. */
export const perfume = product("عطر-ليل-النخيل", "عطر «ليل النخيل»", "51.20");

/** Plenty of it: what the specs of the checkout buy. */
export const greeting = product("بطاقة-تهنئة-بخط-اليد", "بطاقة تهنئة بخطّ اليد", "3.50");

/** Boxes whose parts are picked. The price is what a card tells. */
export const hospitality = product("صندوق-الضيافة", "صندوق الضيافة", "69.84");
/** At one price, whatever is picked. */
export const morning = product("صندوق-قهوة-الصباح", "صندوق قهوة الصباح", "58.00");
/** Begins with nothing; between two amounts. */
export const feast = product("صندوق-العيد", "صندوق العيد", "60.00");
/** One of its parts is sold out. */
export const oudBox = product("صندوق-العود", "صندوق العود", "0.00");
