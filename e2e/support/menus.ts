import type { Locator, Page } from "@playwright/test";
import { t } from "./texts";

/** The navigation of wide screens. */
export const mainNav = (page: Page): Locator =>
  page.getByRole("banner").getByRole("navigation", { name: t("layout.sections") });

/** The menu of small screens, which the toggle opens. */
export const mobileMenu = (page: Page): Locator =>
  page.getByRole("banner").getByRole("navigation", { name: t("layout.menu"), includeHidden: true });

export const menuToggle = (page: Page): Locator => page.getByRole("banner").locator("summary").first();

/** An item of the first level. */
export const item = (menu: Locator, name: string): Locator =>
  menu
    .locator(":scope > ul > li")
    .filter({ has: menu.page().getByRole("link", { name, exact: true, includeHidden: true }) });

export const link = (menu: Locator, name: string): Locator =>
  menu.getByRole("link", { name, exact: true, includeHidden: true });

/** Waits until a menu reacts to keys. */
export async function menuReady(page: Page, id: "main-nav" | "mobile-menu"): Promise<void> {
  await page.waitForFunction((name) => {
    const root = document.querySelector(`[data-id="${name}"] > [data-root]`);
    return root !== null && Object.keys(root).some((key) => key.startsWith("__reactContainer"));
  }, id);
}
