import { ComingSoonBanner } from "../../../layout/ComingSoonBanner.island";
import { Footer } from "../../../layout/Footer";
import { Header } from "../../../layout/Header";
import { Logo } from "../../../layout/Logo";
import { MainNav } from "../../../layout/MainNav.island";
import { MobileMenu } from "../../../layout/MobileMenu.island";
import { SearchBox } from "../../../layout/SearchBox.island";
import { SearchStart } from "../../../layout/SearchStart";
import { ShopLayout } from "../../../layout/ShopLayout";
import { SitePage } from "../../../layout/SitePage";
import { SitePartForm } from "../../../layout/SitePartForm";
import { SlimFooter } from "../../../layout/SlimFooter";
import { SlimHeader } from "../../../layout/SlimHeader";
import { StoreNotice } from "../../../layout/StoreNotice.island";
import { SuggestionGroup } from "../../../layout/SuggestionGroup";
import { SuggestionList } from "../../../layout/SuggestionList";
import { SuggestionOption } from "../../../layout/SuggestionOption";
import { layout, longName, suggestions } from "../../samples";
import type { States } from "../states";

const ignore = () => {};
const otherName = { ...layout, shopName: "مؤسسة الواحة للتمور والقهوة" };
const [first, ...others] = layout.nav;
const manySections = Array.from({ length: 9 }, (_, index) => ({
  label: `قسم طويل الاسم ${index + 1}`,
  url: `/ar/product-category/${index}/`,
  accent: index === 8,
  description: "",
  children: first?.children ?? [],
}));
const comingSoon = { text: "قريبًا: صناديق رمضان.", stateUrl: "/state", restUrl: "/rest" };
const menuPart = {
  name: "menu:main",
  label: "القائمة الرئيسية",
  hint: "عنصر في كل سطر.",
  text: "القهوة | /ar/product-category/coffee/",
  validFrom: "",
  error: null,
};
const noticePart = { ...menuPart, name: "notice:store", label: "إعلان المتجر", text: "الشحن مجاني." };
const refusedPart = { ...menuPart, error: "السطر 1: العنوان غير مسموح." };
const scheduled = {
  name: "notice:store",
  id: "7",
  label: "إعلان المتجر",
  summary: "عروض العيد.",
  date: "14 نوفمبر 2026",
};
const sitePage = {
  action: "/ar/wp-admin/menus/",
  nonce: "n",
  notice: null,
  menus: [menuPart],
  notices: [noticePart],
};
const list = { listId: "list", marked: -1, onPoint: ignore };
const option = { id: "one", url: "/ar/product/1/", className: "", onPoint: ignore };

export const states = {
  ShopLayout: {
    default: <ShopLayout {...layout} />,
    "payment page": <ShopLayout {...layout} isSlim />,
    "no notice, no accounts": <ShopLayout {...layout} storeNotice={null} accountUrl={null} />,
    "long notice": <ShopLayout {...layout} storeNotice={{ id: "4", text: longName }} />,
    "coming soon": <ShopLayout {...layout} comingSoon={comingSoon} />,
    "basket over the page": (
      <ShopLayout
        {...layout}
        sideCart={{
          ...layout.sideCart,
          settings: { ...layout.sideCart.settings, showBasket: "always_show" },
        }}
      />
    ),
  },
  Header: {
    default: <Header {...layout} />,
    "name as text": <Header {...otherName} />,
    "no accounts": <Header {...layout} accountUrl={null} />,
    "many sections": <Header {...layout} nav={manySections} />,
  },
  SlimFooter: { default: <SlimFooter {...layout} /> },
  SlimHeader: { default: <SlimHeader {...layout} />, "name as text": <SlimHeader {...otherName} /> },
  Footer: {
    default: <Footer {...layout} />,
    "no phone, no links": <Footer {...layout} phone="" footer={[]} />,
    "no contact, no cards": (
      <Footer {...layout} {...{ phone: "", email: "", whatsapp: "", hours: "", cardBrands: [] }} />
    ),
    "several columns, long text": (
      <Footer
        {...layout}
        tagline={longName}
        footer={["تسوّق", "المساعدة", "عن المتجر"].map((title) => ({
          title,
          links: layout.nav.map(({ label, url }) => ({ label, url })),
        }))}
      />
    ),
  },
  StoreNotice: {
    default: <StoreNotice id="3" text="الشحن مجاني." />,
    "long text": <StoreNotice id="3" text={longName} />,
  },
  ComingSoonBanner: { default: <ComingSoonBanner {...comingSoon} /> },
  SitePage: {
    default: <SitePage {...sitePage} scheduled={[]} />,
    scheduled: <SitePage {...sitePage} scheduled={[scheduled]} notice="حُفظ التغيير." />,
  },
  SitePartForm: {
    default: <SitePartForm part={noticePart} action="/ar/wp-admin/menus/" nonce="n" rows={3} />,
    refused: <SitePartForm part={refusedPart} action="/ar/wp-admin/menus/" nonce="n" rows={3} />,
  },
  Logo: { logo: <Logo {...layout} />, text: <Logo {...otherName} /> },
  MainNav: {
    default: <MainNav items={layout.nav} />,
    "no submenus": <MainNav items={others} />,
    "many sections": <MainNav items={manySections} />,
  },
  MobileMenu: {
    default: (
      <MobileMenu items={layout.nav} accountUrl={layout.accountUrl} serviceLinks={layout.serviceLinks} />
    ),
    "no accounts": <MobileMenu items={layout.nav} accountUrl={null} serviceLinks={[]} />,
  },
  // Typing sends requests to the shop; the result is SuggestionList.
  SearchBox: { default: <SearchBox inputId="search" action="/ar/" homeUrl="/ar/" /> },
  SearchStart: { default: <SearchStart action="/ar/" popular={layout.popularSearches} /> },
  SuggestionList: {
    default: <SuggestionList {...list} found={suggestions} />,
    "one marked": <SuggestionList {...list} found={suggestions} marked={1} />,
    "mistyped word": <SuggestionList {...list} found={{ ...suggestions, corrected: "قهوة" }} />,
    articles: (
      <SuggestionList
        {...list}
        found={{ ...suggestions, articles: [{ name: "كيف تُحضّر قهوة سعودية متوازنة", url: "/ar/coffee/" }] }}
      />
    ),
    "products only": <SuggestionList {...list} found={{ ...suggestions, categories: [] }} />,
    "categories only": <SuggestionList {...list} found={{ ...suggestions, products: [] }} />,
    empty: <SuggestionList {...list} found={{ ...suggestions, products: [], categories: [], total: 0 }} />,
    "long text": (
      <SuggestionList
        {...list}
        found={{
          ...suggestions,
          products: suggestions.products.map((one) => ({ ...one, name: longName })),
        }}
      />
    ),
  },
  SuggestionGroup: {
    default: (
      <div role="listbox" aria-label="اقتراحات البحث">
        <SuggestionGroup title="الأقسام">
          <SuggestionOption {...option} isMarked={false}>
            القهوة
          </SuggestionOption>
        </SuggestionGroup>
      </div>
    ),
  },
  SuggestionOption: {
    default: (
      <div role="listbox" aria-label="اقتراحات البحث">
        <SuggestionOption {...option} isMarked={false}>
          القهوة
        </SuggestionOption>
      </div>
    ),
    marked: (
      <div role="listbox" aria-label="اقتراحات البحث">
        <SuggestionOption {...option} isMarked>
          القهوة
        </SuggestionOption>
      </div>
    ),
  },
} satisfies States;
