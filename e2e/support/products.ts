/** Products of the demo shop (`seeds/shop.json`) that the specs use, with their visible names and prices. */
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
/** Costs more than 1,000; two in stock. */
export const oud = product("دهن-عود-هندي-قديم", "دهن عود هندي قديم", "1,250.00");
/** On sale without an end date. */
export const cerrado = {
  ...product("بن-سيرادو-البرازيلي", "بنّ سيرادو البرازيلي", "10.40"),
  regular: "13.00\u00a0$",
};
/** Variable; the lowest price. */
export const haraz = product("بن-حراز-اليمني", "بنّ حَراز اليمني", "18.00");
/** Sold out. */
export const saffron = product("زعفران-سوبر-نقين", "زعفران سوبر نقين", "19.00");
/** One in stock. */
export const honeycomb = product("شهد-العسل-بشمعه", "شهد العسل بشمعه", "52.00");
/** Variable, with pictures for each colour. */
export const finjan = product("sadu-finjan-set", "طقم فناجين «سدو»", "34.00");
/** One picture only. */
export const cardamom = product("هيل-أخضر", "هيل أخضر", "11.00");
/** Sold on another site. */
export const book = product("كتاب-فن-القهوة", "كتاب «فنّ القهوة العربية»", "22.00");
/** On sale for several days. */
export const dallah = {
  ...product("دلة-نحاسية-مصقولة", "دلّة نحاسية مصقولة", "60.00"),
  regular: "75.00\u00a0$",
};
/** The sale begins within hours. */
export const lemonHoney = { ...product("عسل-الليمون", "عسل أزهار الليمون", "19.00"), sale: "15.20\u00a0$" };
/** A recurring sale, active now, that restarts 30 minutes after its end. */
export const candle = {
  ...product("شمعة-العود-والعنبر", "شمعة العود والعنبر", "19.20"),
  regular: "24.00\u00a0$",
};
/** A recurring sale, in its pause now. */
export const smallCandle = product("شمعة-صغيرة", "شمعة صغيرة", "7.50");
/** Variable; the first option is on sale for several days. */
export const perfume = product("عطر-ليل-النخيل", "عطر «ليل النخيل»", "51.20");

/** In ample stock, for the checkout specs. */
export const greeting = product("بطاقة-تهنئة-بخط-اليد", "بطاقة تهنئة بخطّ اليد", "3.50");

/** Bundles. The price is the one on the card. */
export const hospitality = product("صندوق-الضيافة", "صندوق الضيافة", "69.84");
/** A fixed price for any selection. */
export const morning = product("صندوق-قهوة-الصباح", "صندوق قهوة الصباح", "58.00");
/** Starts empty; the total must lie between two amounts. */
export const feast = product("صندوق-العيد", "صندوق العيد", "60.00");
/** One of its items is sold out. */
export const oudBox = product("صندوق-العود", "صندوق العود", "0.00");
