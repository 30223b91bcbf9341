// Written from the OpenAPI description by `make client`; never edited by hand.
export type AddToCart = { description: string; maximum: number; minimum: number; multiple_of: number; text: string; url: string };

export type AddressDocument = { address_1: string; address_2: string; city: string; company: string; country: string; email?: (string | null); first_name: string; last_name: string; phone: string; postcode: string; state: string };

/** An address as clients send it. A field that is left out keeps its value. */
export type AddressFields = { address_1?: (string | null); address_2?: (string | null); city?: (string | null); company?: (string | null); country?: (string | null); email?: (string | null); first_name?: (string | null); last_name?: (string | null); phone?: (string | null); postcode?: (string | null); state?: (string | null) };

export type Attribute = { has_variations: boolean; id: number; name: string; taxonomy: string; terms: AttributeTerm[] };

export type AttributeRow = { count: number; has_archives: boolean; id: number; name: string; order: string; taxonomy: string; type: string };

export type AttributeTerm = { id: number; name: string; slug: string };

export type Batch = { failed?: (string | null); responses: (BatchEntry | null)[] };

/** The answer to one request of a batch. */
export type BatchEntry = { body: Record<string, unknown>; headers: Record<string, unknown>; status: number };

export type Cart = { billing_address: AddressDocument; coupons: CartCoupon[]; cross_sells: Record<string, unknown>[]; errors: ErrorDocument[]; extensions: Record<string, unknown>; fees: Record<string, unknown>[]; has_calculated_shipping: boolean; items: CartItem[]; items_count: number; items_weight: number; needs_payment: boolean; needs_shipping: boolean; payment_methods: string[]; payment_requirements: string[]; shipping_address: AddressDocument; shipping_rates: PackageDocument[]; totals: TotalsDocument };

export type CartCoupon = { _links?: Record<string, unknown>; code: string; discount_type: string; totals: CouponTotalsDocument };

export type CartItem = { _links?: Record<string, unknown>; backorders_allowed: boolean; catalog_visibility: string; description: string; extensions: Record<string, unknown>; id: number; images: Image[]; item_data: ItemDataDocument[]; key: string; low_stock_remaining: (number | null); name: string; permalink: string; prices: PricesDocument; quantity: number; quantity_limits: LimitsDocument; short_description: string; show_backorder_badge: boolean; sku: string; sold_individually: boolean; totals: ItemTotalsDocument; type: string; variation: ChoiceDocument[] };

export type CategoryRow = (TermRow & { image: (Image | null); permalink: string; review_count: number });

/** A checkout, before or after its order. */
export type Checkout = { additional_fields: Record<string, unknown>[]; billing_address: AddressDocument; customer_id: number; customer_note: string; extensions: Record<string, unknown>; order_id: number; order_key: string; order_number: string; payment_method: string; payment_result: PaymentDocument; shipping_address: AddressDocument; status: string };

export type ChoiceDocument = { attribute: string; value: string };

/** Figures of a selection. What was not requested is `None`. */
export type CollectionData = { attribute_counts: (TermCount[] | null); price_range: (CollectionPrices | null); rating_counts: (RatingCount[] | null); stock_status_counts: (StockCount[] | null) };

export type CollectionPrices = (CurrencyFields & { max_price: (string | null); min_price: (string | null) });

export type CouponTotalsDocument = (CurrencyFields & { total_discount: string; total_discount_tax: string });

/** The token itself is in the header `Cart-Token`. */
export type CreatedToken = { created: boolean };

/** How amounts of the shop's currency are shown: flattened into every object with amounts. */
export type CurrencyFields = { currency_code: string; currency_decimal_separator: string; currency_minor_unit: number; currency_prefix: string; currency_suffix: string; currency_symbol: string; currency_thousand_separator: string };

export type DestinationDocument = { address_1: string; address_2: string; city: string; country: string; postcode: string; state: string };

/** An error, as [`edge::api::ApiRefusal`] writes it. */
export type Error = { code: string; data: ErrorData; message: string };

export type ErrorData = { cart?: (Cart | null); details?: (Record<string, Record<string, unknown>> | null); params?: (Record<string, string> | null); status: number };

export type ErrorDocument = { code: string; message: string };

export type Image = { alt: string; id: number; name: string; sizes: string; src: string; srcset: string; thumbnail: string };

export type Index = { namespace: string; routes: Record<string, Route> };

/** An item of a bundle. */
export type ItemDataDocument = { display: string; name: string; value: string };

export type ItemTotalsDocument = (CurrencyFields & { line_subtotal: string; line_subtotal_tax: string; line_total: string; line_total_tax: string });

export type LimitsDocument = { editable: boolean; maximum: number; minimum: number; multiple_of: number };

export type MetaDocument = { key: string; value: string };

export type Order = { billing_address: AddressDocument; coupons: CartCoupon[]; errors: ErrorDocument[]; fees: Record<string, unknown>[]; id: number; items: OrderItemDocument[]; needs_payment: boolean; needs_shipping: boolean; payment_requirements: string[]; shipping_address: AddressDocument; status: string; totals: OrderTotalsDocument };

export type OrderItemDocument = { backorders_allowed: boolean; catalog_visibility: string; description: string; id: number; images: Image[]; item_data: ItemDataDocument[]; key: string; low_stock_remaining: (number | null); name: string; permalink: string; prices: PricesDocument; quantity: number; quantity_limits: LimitsDocument; short_description: string; show_backorder_badge: boolean; sku: string; sold_individually: boolean; totals: ItemTotalsDocument; variation: ChoiceDocument[] };

export type OrderTotalsDocument = (CurrencyFields & { subtotal: string; tax_lines: TaxDocument[]; total_discount: string; total_discount_tax: string; total_fees: string; total_fees_tax: string; total_items: string; total_items_tax: string; total_price: string; total_refund: string; total_shipping: string; total_shipping_tax: string; total_tax: string });

export type PackageDocument = { destination: DestinationDocument; items: PackageItemDocument[]; name: string; package_id: number; shipping_rates: RateDocument[] };

export type PackageItemDocument = { key: string; name: string; quantity: number };

export type PaymentDetail = { key: string; value: string };

export type PaymentDocument = { payment_details: PaymentDetail[]; payment_status: string; redirect_url: string };

export type PriceRange = { max_amount: string; min_amount: string };

export type PricesDocument = (CurrencyFields & { price: string; price_range: (Record<string, unknown> | null); raw_prices: RawPricesDocument; regular_price: string; sale_price: string });

export type Product = { add_to_cart: AddToCart; attributes: Attribute[]; average_rating: string; brands: Term[]; categories: Term[]; description: string; extensions: Record<string, unknown>; has_options: boolean; id: number; images: Image[]; is_in_stock: boolean; is_on_backorder: boolean; is_purchasable: boolean; low_stock_remaining: (number | null); name: string; on_sale: boolean; parent: number; permalink: string; price_html: string; prices: ProductPrices; review_count: number; short_description: string; sku: string; slug: string; sold_individually: boolean; tags: Term[]; type: string; variation: string; variations: VariationLink[] };

export type ProductPrices = (CurrencyFields & { price: string; price_range: (PriceRange | null); regular_price: string; sale_price: string });

export type RateDocument = (CurrencyFields & { delivery_time: string; description: string; instance_id: number; meta_data: MetaDocument[]; method_id: string; name: string; price: string; rate_id: string; selected: boolean; taxes: string });

export type RatingCount = { count: number; rating: number };

export type RawPricesDocument = { precision: number; price: string; regular_price: string; sale_price: string };

export type ReviewRow = { date_created: string; date_created_gmt: string; formatted_date_created: string; id: number; product_id: number; product_image: (Image | null); product_name: string; product_permalink: string; rating: number; review: string; reviewer: string; reviewer_avatar_urls: Record<string, string>; verified: boolean };

export type RevokedTokens = { revoked: number };

export type Route = { _links?: Record<string, unknown>; endpoints: Record<string, unknown>[]; methods: string[]; namespace: string };

export type StockCount = { count: number; status: string };

export type TaxDocument = { name: string; price: string; rate: string };

export type Term = { id: number; link: string; name: string; slug: string };

export type TermCount = { count: number; term: number };

export type TermRow = { count: number; description: string; id: number; name: string; parent: number; slug: string };

export type TotalsDocument = (CurrencyFields & { tax_lines: TaxDocument[]; total_discount: string; total_discount_tax: string; total_fees: string; total_fees_tax: string; total_items: string; total_items_tax: string; total_price: string; total_shipping: (string | null); total_shipping_tax: (string | null); total_tax: string });

export type VariationLink = { attributes: VariationValue[]; id: number };

export type VariationValue = { name: string; value: (string | null) };

/** The arguments and the answer of each operation. */
export interface Operations {
  addItem: { args: { body: { id: number; quantity?: number; variation?: { attribute: string; value: string }[] } }; answer: Cart };
  applyCoupon: { args: { body: { code: string } }; answer: Cart };
  attribute: { args: { path: { id: string } }; answer: AttributeRow };
  batch: { args: { body: { requests: { body?: Record<string, unknown>; headers?: Record<string, unknown>; method?: string; path: string }[] } }; answer: Batch };
  brand: { args: { path: { id: string } }; answer: TermRow };
  cart: { args: Record<string, never>; answer: Cart };
  cartExtensions: { args: { body: { data?: Record<string, unknown>; namespace: string } }; answer: Cart };
  category: { args: { path: { id: string } }; answer: CategoryRow };
  checkout: { args: Record<string, never>; answer: Checkout };
  collectionData: { args: { query?: { calculate_price_range?: boolean; calculate_stock_status_counts?: boolean; calculate_attribute_counts?: Record<string, Record<string, string>>; calculate_rating_counts?: boolean; search?: string; slug?: string; after?: string; before?: string; date_column?: ("date" | "date_gmt" | "modified" | "modified_gmt"); exclude?: number[]; include?: number[]; order?: ("asc" | "desc"); orderby?: string; parent?: number[]; parent_exclude?: number[]; type?: ("simple" | "grouped" | "external" | "variable" | "variation" | "bundle"); sku?: string; featured?: boolean; category?: string; category_operator?: ("in" | "not_in" | "and"); tag?: string; tag_operator?: ("in" | "not_in" | "and"); brand?: string; brand_operator?: ("in" | "not_in" | "and"); on_sale?: boolean; min_price?: string; max_price?: string; stock_status?: ("instock" | "outofstock" | "onbackorder")[]; attributes?: Record<string, Record<string, string>>; attribute_relation?: ("in" | "and"); catalog_visibility?: ("any" | "visible" | "catalog" | "search" | "hidden"); rating?: number[] } }; answer: CollectionData };
  coupon: { args: { path: { code: string } }; answer: CartCoupon };
  createCoupon: { args: { body: { code: string } }; answer: CartCoupon };
  createItem: { args: { body: { id: number; quantity?: number; variation?: { attribute: string; value: string }[] } }; answer: CartItem };
  createToken: { args: Record<string, never>; answer: CreatedToken };
  deleteCoupon: { args: { path: { code: string } }; answer: undefined };
  deleteCoupons: { args: Record<string, never>; answer: CartCoupon[] };
  deleteItem: { args: { path: { key: string } }; answer: undefined };
  deleteItems: { args: Record<string, never>; answer: CartItem[] };
  index: { args: Record<string, never>; answer: Index };
  item: { args: { path: { key: string } }; answer: CartItem };
  listAttributes: { args: Record<string, never>; answer: AttributeRow[] };
  listBrands: { args: { query?: { page?: number; per_page?: number; search?: string; exclude?: number[]; include?: number[]; order?: ("asc" | "desc"); orderby?: string; hide_empty?: boolean } }; answer: TermRow[] };
  listCategories: { args: { query?: { page?: number; per_page?: number; search?: string; exclude?: number[]; include?: number[]; order?: ("asc" | "desc"); orderby?: string; hide_empty?: boolean } }; answer: CategoryRow[] };
  listCoupons: { args: Record<string, never>; answer: CartCoupon[] };
  listItems: { args: Record<string, never>; answer: CartItem[] };
  listProducts: { args: { query?: { page?: number; per_page?: number; offset?: number; search?: string; slug?: string; after?: string; before?: string; date_column?: ("date" | "date_gmt" | "modified" | "modified_gmt"); exclude?: number[]; include?: number[]; order?: ("asc" | "desc"); orderby?: string; parent?: number[]; parent_exclude?: number[]; type?: ("simple" | "grouped" | "external" | "variable" | "variation" | "bundle"); sku?: string; featured?: boolean; category?: string; category_operator?: ("in" | "not_in" | "and"); tag?: string; tag_operator?: ("in" | "not_in" | "and"); brand?: string; brand_operator?: ("in" | "not_in" | "and"); on_sale?: boolean; min_price?: string; max_price?: string; stock_status?: ("instock" | "outofstock" | "onbackorder")[]; attributes?: Record<string, Record<string, string>>; attribute_relation?: ("in" | "and"); catalog_visibility?: ("any" | "visible" | "catalog" | "search" | "hidden"); rating?: number[] } }; answer: Product[] };
  listReviews: { args: { query?: { page?: number; per_page?: number; offset?: number; order?: ("asc" | "desc"); orderby?: string; category_id?: string; product_id?: string } }; answer: ReviewRow[] };
  listTags: { args: { query?: { page?: number; per_page?: number; search?: string; exclude?: number[]; include?: number[]; order?: ("asc" | "desc"); orderby?: string; hide_empty?: boolean } }; answer: TermRow[] };
  listTerms: { args: { path: { id: string }; query?: { page?: number; per_page?: number; search?: string; exclude?: number[]; include?: number[]; order?: ("asc" | "desc"); orderby?: string; hide_empty?: boolean } }; answer: TermRow[] };
  order: { args: { path: { id: string }; query?: { key?: string; billing_email?: string } }; answer: Order };
  payOrder: { args: { path: { id: string }; body: { billing_address?: AddressFields; billing_email?: string; customer_note?: string; expected_total?: string; extensions?: Record<string, unknown>; key: string; payment_data?: { key: string; value: unknown }[]; payment_method: string; shipping_address?: AddressFields } }; answer: Checkout };
  placeOrder: { args: { body: { billing_address?: AddressFields; customer_note?: string; expected_total?: string; extensions?: Record<string, unknown>; payment_data?: { key: string; value: unknown }[]; payment_method?: string; shipping_address?: AddressFields } }; answer: Checkout };
  product: { args: { path: { id: string } }; answer: Product };
  removeCoupon: { args: { body: { code: string } }; answer: Cart };
  removeItem: { args: { body: { key: string } }; answer: Cart };
  replaceItem: { args: { path: { key: string }; body: { quantity: number } }; answer: (CartItem | undefined) };
  revokeTokens: { args: Record<string, never>; answer: RevokedTokens };
  selectShippingRate: { args: { body: { package_id?: (number | string | null); rate_id: string } }; answer: Cart };
  updateCheckout: { args: { body: { billing_address?: AddressFields; customer_note?: string; expected_total?: string; extensions?: Record<string, unknown>; payment_data?: { key: string; value: unknown }[]; payment_method?: string; shipping_address?: AddressFields } }; answer: Checkout };
  updateCustomer: { args: { body: { billing_address?: AddressFields; shipping_address?: AddressFields } }; answer: Cart };
  updateItem: { args: { body: { key: string; quantity: number } }; answer: Cart };
}

/** Method and path of each operation. */
export const operations = {
  addItem: { method: "POST", path: "/ar/wp-json/wc/store/v1/cart/add-item" },
  applyCoupon: { method: "POST", path: "/ar/wp-json/wc/store/v1/cart/apply-coupon" },
  attribute: { method: "GET", path: "/ar/wp-json/wc/store/v1/products/attributes/{id}" },
  batch: { method: "POST", path: "/ar/wp-json/wc/store/v1/batch" },
  brand: { method: "GET", path: "/ar/wp-json/wc/store/v1/products/brands/{id}" },
  cart: { method: "GET", path: "/ar/wp-json/wc/store/v1/cart" },
  cartExtensions: { method: "POST", path: "/ar/wp-json/wc/store/v1/cart/extensions" },
  category: { method: "GET", path: "/ar/wp-json/wc/store/v1/products/categories/{id}" },
  checkout: { method: "GET", path: "/ar/wp-json/wc/store/v1/checkout" },
  collectionData: { method: "GET", path: "/ar/wp-json/wc/store/v1/products/collection-data" },
  coupon: { method: "GET", path: "/ar/wp-json/wc/store/v1/cart/coupons/{code}" },
  createCoupon: { method: "POST", path: "/ar/wp-json/wc/store/v1/cart/coupons" },
  createItem: { method: "POST", path: "/ar/wp-json/wc/store/v1/cart/items" },
  createToken: { method: "POST", path: "/ar/wp-json/wc/store/v1/cart/tokens" },
  deleteCoupon: { method: "DELETE", path: "/ar/wp-json/wc/store/v1/cart/coupons/{code}" },
  deleteCoupons: { method: "DELETE", path: "/ar/wp-json/wc/store/v1/cart/coupons" },
  deleteItem: { method: "DELETE", path: "/ar/wp-json/wc/store/v1/cart/items/{key}" },
  deleteItems: { method: "DELETE", path: "/ar/wp-json/wc/store/v1/cart/items" },
  index: { method: "GET", path: "/ar/wp-json/wc/store/v1" },
  item: { method: "GET", path: "/ar/wp-json/wc/store/v1/cart/items/{key}" },
  listAttributes: { method: "GET", path: "/ar/wp-json/wc/store/v1/products/attributes" },
  listBrands: { method: "GET", path: "/ar/wp-json/wc/store/v1/products/brands" },
  listCategories: { method: "GET", path: "/ar/wp-json/wc/store/v1/products/categories" },
  listCoupons: { method: "GET", path: "/ar/wp-json/wc/store/v1/cart/coupons" },
  listItems: { method: "GET", path: "/ar/wp-json/wc/store/v1/cart/items" },
  listProducts: { method: "GET", path: "/ar/wp-json/wc/store/v1/products" },
  listReviews: { method: "GET", path: "/ar/wp-json/wc/store/v1/products/reviews" },
  listTags: { method: "GET", path: "/ar/wp-json/wc/store/v1/products/tags" },
  listTerms: { method: "GET", path: "/ar/wp-json/wc/store/v1/products/attributes/{id}/terms" },
  order: { method: "GET", path: "/ar/wp-json/wc/store/v1/order/{id}" },
  payOrder: { method: "POST", path: "/ar/wp-json/wc/store/v1/checkout/{id}" },
  placeOrder: { method: "POST", path: "/ar/wp-json/wc/store/v1/checkout" },
  product: { method: "GET", path: "/ar/wp-json/wc/store/v1/products/{id}" },
  removeCoupon: { method: "POST", path: "/ar/wp-json/wc/store/v1/cart/remove-coupon" },
  removeItem: { method: "POST", path: "/ar/wp-json/wc/store/v1/cart/remove-item" },
  replaceItem: { method: "PUT", path: "/ar/wp-json/wc/store/v1/cart/items/{key}" },
  revokeTokens: { method: "DELETE", path: "/ar/wp-json/wc/store/v1/cart/tokens" },
  selectShippingRate: { method: "POST", path: "/ar/wp-json/wc/store/v1/cart/select-shipping-rate" },
  updateCheckout: { method: "PUT", path: "/ar/wp-json/wc/store/v1/checkout" },
  updateCustomer: { method: "POST", path: "/ar/wp-json/wc/store/v1/cart/update-customer" },
  updateItem: { method: "POST", path: "/ar/wp-json/wc/store/v1/cart/update-item" },
} as const satisfies Record<keyof Operations, { method: string; path: string }>;
