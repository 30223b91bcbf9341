import { expect, t, test } from "./shop";
import { CART } from "./support/carts";
import { leftCart } from "./support/database";
import { coffee } from "./support/products";
import { signInStaff } from "./support/staff";

const STAFF = "/ar/wp-admin/follow-ups/";

const FORMS = `{ PLURAL(items) ->
    [zero] صفر
    [one] واحد
    [two] اثنان
    [few] {items} قليلة
    [many] {items} كثيرًا
   *[other] {items} غيرها
}`;

test("staff edit a template, see the six plural forms and restore the text", { tag: "@any" }, async ({
  page,
  shop,
  pageErrors,
}) => {
  // The answer to a template with a wrong placeholder.
  pageErrors.allow(/422/);
  await signInStaff(page);
  await shop.visit(STAFF);
  await expect(page.getByRole("heading", { level: 1, name: t("followups.title") })).toBeVisible();
  const cause = page.getByRole("link", {
    name: t("followups.edit-named", { name: t("followups.win-back") }),
  });
  await shop.arriving(() => cause.click());

  const body = page.getByRole("textbox", { name: t("followups.body") });
  const press = (name: string) =>
    shop.arriving(() => page.getByRole("button", { name, exact: true }).click());
  await body.fill("سطر\nعندك {item}");
  await press(t("followups.save-template"));
  const known = "{name} {shop} {items} {product} {products} {number} {link}";
  const refused = { line: "2", column: "7", name: "item", known };
  await expect(page.getByText(t("followups.template-placeholder", refused))).toBeVisible();
  await expect(body).toHaveValue("سطر\nعندك {item}");

  await body.fill(FORMS);
  await press(t("followups.preview"));
  const previews = page.getByRole("region", { name: t("followups.preview") }).getByRole("article");
  await expect(previews).toHaveCount(6);
  for (const [place, form] of ["صفر", "واحد", "اثنان", "قليلة", "كثيرًا", "غيرها"].entries())
    await expect(previews.nth(place)).toContainText(form);

  await press(t("followups.save-template"));
  await expect(page.getByText(t("followups.template-saved"))).toBeVisible();
  await page.getByText(t("followups.version-original"), { exact: true }).click();
  await press(t("followups.restore-original"));
  await expect(page.getByText(t("followups.version-restored"))).toBeVisible();
});

test("a link restores a cart on another device", { tag: ["@any", "@phone"] }, async ({ page, shop }) => {
  const link = leftCart(coffee);
  await shop.visit(link);
  await expect(page.getByRole("heading", { level: 1, name: t("followups.restore-title") })).toBeVisible();
  await expect(page.getByRole("main")).not.toContainText("@example.com");
  await shop.arriving(() => page.getByRole("button", { name: t("followups.restore-button") }).click());
  await expect(page).toHaveURL(CART);
  await expect(page.getByRole("main")).toContainText(coffee.name);
});
