import type { Page } from "@playwright/test";
import { t } from "./texts";

/** Opens the search panel of small screens; wide ones always show the search box. */
export async function openSearch(page: Page): Promise<void> {
  const opener = page.getByRole("banner").getByRole("button", { name: t("layout.search-open"), exact: true });
  if (await opener.isVisible()) await opener.click();
}
