import { expect, t, test } from "./shop";
import { expectNoSidewaysScroll } from "./support/audit";
import {
  bodiesOf,
  CALLBACK,
  CONTACT,
  captcha,
  datePart,
  digits,
  enquiry,
  expectSent,
  fileErrors,
  fileInput,
  fileOf,
  fileRows,
  fillComplaint,
  fillContact,
  Gate,
  isSubmit,
  isUpload,
  liveForm,
  newMessage,
  newSender,
  openForm,
  RETURN,
  recordAnimations,
  submitOf,
  submitted,
  successArea,
  takeAnimations,
  textField,
  topic,
  WHOLESALE,
} from "./support/enquiries";
import { signInStaff } from "./support/staff";

test("a form is sent in place: its fields, then the text of the shop; the form is empty again [FORM-10] [FORM-11] [API-36]", {
  tag: "@phone",
}, async ({ page, shop }) => {
  const form = await openForm(page, shop, CONTACT);
  const message = newMessage();
  await fillContact(form, message);
  const body = await submitted(page, CONTACT);
  for (const field of ["iphorm_id", "iphorm_uid", "iphorm_ajax", message]) expect(body).toContain(field);
  await expectSent(page, "وصلتنا رسالتك، وسنردّ عليك قريبًا.");
  await expect(successArea(page)).toBeFocused();
  await expect(successArea(page)).toBeInViewport();
  await expect(textField(form, "رسالتك")).toHaveValue("");
  expect(new URL(page.url()).search).toBe("");
  await shop.audit();
  // The next one is another form.
  await fillContact(form);
  expect(await submitted(page, CONTACT)).not.toContain(message);
  await expect(submitOf(form)).not.toHaveAttribute("aria-busy");
  await expectSent(page, "وصلتنا رسالتك");
});

test("without script a form is an ordinary page submission [FORM-10] [FORM-12]", {
  tag: "@no-script",
}, async ({ page, shop }) => {
  await shop.visit(CONTACT);
  await fillContact(enquiry(page));
  await shop.arriving(() => submitOf(enquiry(page)).click());
  expect(new URL(page.url()).pathname).toBe(CONTACT);
  await expectSent(page, "وصلتنا رسالتك، وسنردّ عليك قريبًا.");
  await expect(textField(enquiry(page), "رسالتك")).toHaveValue("");
});

test("without script the server names what is wrong and keeps what was typed [FORM-14] [FORM-35]", {
  tag: "@no-script",
}, async ({ page, shop, pageErrors }) => {
  pageErrors.allow(/422/);
  await shop.visit(CONTACT);
  await textField(enquiry(page), "البريد الإلكتروني").fill("maha@");
  await textField(enquiry(page), "رسالتك").fill("هل يصل قبل الجمعة؟");
  await shop.arriving(() => submitOf(enquiry(page)).click());
  const form = enquiry(page);
  for (const label of ["الاسم", "البريد الإلكتروني"])
    await expect(textField(form, label)).toHaveAttribute("aria-invalid", "true");
  await expect(form.getByText(t("enquiries.full-name-error"))).toBeVisible();
  await expect(form.getByText(t("enquiries.email-invalid"))).toBeVisible();
  await expect(textField(form, "البريد الإلكتروني")).toHaveValue("maha@");
  await expect(textField(form, "رسالتك")).toHaveValue("هل يصل قبل الجمعة؟");
  await expect(textField(form, "رسالتك")).not.toHaveAttribute("aria-invalid");
});

test("without script every element is visible, and what does not apply is ignored; files come with the form [FORM-36]", {
  tag: "@no-script",
}, async ({ page, shop, pageErrors }) => {
  pageErrors.allow(/422/);
  await shop.visit(RETURN);
  const form = enquiry(page);
  await expect(fileInput(form)).toBeVisible();
  await expect(textField(form, "اشرح السبب")).toBeVisible();
  await expect(form.getByText(t("enquiries.only-for", { choices: "«سبب آخر»" }))).toBeVisible();
  await textField(form, "رقم الطلب").fill("10482");
  await form.getByRole("radio", { name: "وصلت القطعة تالفة" }).check();
  await fileInput(form).setInputFiles([fileOf("وجه.jpg"), fileOf("ظهر.png")]);
  // Refused for the address alone: the files have arrived and are listed.
  await shop.arriving(() => submitOf(form).click());
  await expect(textField(enquiry(page), "البريد الإلكتروني")).toHaveAttribute("aria-invalid", "true");
  await expect(textField(enquiry(page), "اشرح السبب")).not.toHaveAttribute("aria-invalid");
  await expect(fileRows(enquiry(page))).toHaveText([/وجه\.jpg/, /ظهر\.png/]);
  await textField(enquiry(page), "البريد الإلكتروني").fill(newSender());
  await shop.arriving(() => submitOf(enquiry(page)).click());
  await expectSent(page, "وصلنا طلبك");
});

test("an empty form is not sent; every error is named at its element, and the page moves to the first [FORM-02] [FORM-14]", {
  tag: "@phone",
}, async ({ page, shop }) => {
  const form = await openForm(page, shop, WHOLESALE);
  await submitOf(form).click();
  await expect(textField(form, "الاسم الكامل")).toBeFocused();
  await expect(textField(form, "الاسم الكامل")).toBeInViewport();
  for (const text of ["full-name-error", "message-error", "date-error"] as const)
    await expect(form.getByText(t(`enquiries.${text}`))).toHaveCount(1);
  await expect(form.getByText(t("enquiries.field-required"))).toHaveCount(2);
  await expect(datePart(form, "day")).toHaveAttribute("aria-invalid", "true");
  await expect(textField(form, "رقم الهاتف")).not.toHaveAttribute("aria-invalid");
  await shop.audit();
  await textField(form, "الاسم الكامل").fill("مها");
  await expect(form.getByText(t("enquiries.full-name-error"))).toHaveCount(0);
});

test("elements appear and disappear with the answers that they depend on, in 400 milliseconds [FORM-31] [FORM-32] [FORM-33] [FORM-34]", {
  tag: "@phone",
}, async ({ page, shop }) => {
  await recordAnimations(page);
  const form = await openForm(page, shop, WHOLESALE);
  await expect(datePart(form, "day")).toBeVisible();
  await expect(textField(form, "اسم الشركة")).toBeHidden();
  await topic(form).selectOption("wholesale");
  await expect(datePart(form, "day")).toBeHidden();
  await expect(textField(form, "اسم الشركة")).toBeVisible();
  expect(await takeAnimations(page, "div")).toEqual([400, 400]);
  // Needs the kind of order and one of its boxes.
  const other = textField(form, "اذكر ما تبحث عنه");
  await expect(other).toBeHidden();
  await form.getByRole("checkbox", { name: "غير ذلك" }).check();
  await expect(other).toBeVisible();
  await shop.audit();
  await topic(form).selectOption("gifts");
  await expect(other).toBeHidden();
  await topic(form).selectOption("wholesale");
  // The box is still ticked.
  await expect(other).toBeVisible();
});

test("what is hidden is not sent [FORM-36]", async ({ page, shop }) => {
  const form = await openForm(page, shop, WHOLESALE);
  await form.getByRole("radio", { name: "أكثر من 150" }).check();
  await fillComplaint(form);
  const body = await submitted(page, WHOLESALE);
  expect(body).toContain("complaint");
  expect(body).not.toContain("over-150");
  await expectSent(page, "شكرًا لك");
});

test("the calendar fills in the three selects [FORM-03]", async ({ page, shop }) => {
  const form = await openForm(page, shop, WHOLESALE);
  const year = new Date().getUTCFullYear() + 1;
  await expect(form.getByRole("button", { name: /من التقويم/ })).toBeVisible();
  await form.locator("input[type=date]").fill(`${year}-02-03`);
  await expect(datePart(form, "day")).toHaveValue("3");
  await expect(datePart(form, "month")).toHaveValue("2");
  await expect(datePart(form, "year")).toHaveValue(String(year));
  await datePart(form, "month").selectOption("4");
  await expect(form.locator("input[type=date]")).toHaveValue(`${year}-04-03`);
  // By keyboard, in the browser's own calendar.
  await form.getByRole("button", { name: /من التقويم/ }).focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(datePart(form, "day")).toHaveValue("10");
});

test("files wait, are sent one at a time before the form, and get a tick [FORM-06] [FORM-07] [FORM-19] [FORM-23] [API-35] [API-43]", {
  tag: "@phone",
}, async ({ page, shop }) => {
  const form = await openForm(page, shop, WHOLESALE);
  await fillComplaint(form);
  await fileInput(form).setInputFiles([fileOf("logo.pdf", 1536), fileOf("hall.jpg"), fileOf("list.png")]);
  await expect(fileRows(form)).toHaveText([/logo\.pdf.*1\.5 KB/s, /hall\.jpg.*2\.0 KB/s, /list\.png/s]);
  await form.getByRole("button", { name: t("enquiries.file-remove", { name: "hall.jpg" }) }).click();
  await expect(fileRows(form)).toHaveCount(2);
  await shop.audit();

  const gate = await Gate.at(page, (request) => isUpload(request) || isSubmit(WHOLESALE)(request));
  await submitOf(form).click();
  await expect(fileRows(form).first()).toHaveAttribute("data-state", "uploading");
  await expect.poll(() => gate.held.length).toBe(1);
  const first = gate.held[0]?.postData() ?? "";
  for (const name of ["iphorm_id", "iphorm_uid", "iphorm_element_id", "iphorm_upload_id", "logo.pdf"])
    expect(first).toContain(name);
  expect(first).not.toContain('name="action"');
  await shop.audit();
  await gate.next();
  await expect(fileRows(form).first()).toHaveAttribute("data-state", "uploaded");
  await expect(fileRows(form).first().getByRole("button")).toHaveCount(0);
  await expect.poll(() => gate.held.length).toBe(2);
  expect(gate.held[1]?.postData()).toContain("list.png");
  await gate.next();
  await expect.poll(() => gate.held.length).toBe(3);
  expect(isUpload(gate.held[2] as (typeof gate.held)[0])).toBe(false);
  await gate.next();
  await expectSent(page, "شكرًا لك");
  await expect(fileRows(form)).toHaveCount(0);
});

test("a failed upload returns to the head of the queue, and the next submit goes on with it [FORM-08] [FORM-26]", async ({
  page,
  shop,
  pageErrors,
}) => {
  pageErrors.allow(/admin-ajax|ERR_FAILED/);
  const form = await openForm(page, shop, WHOLESALE);
  await fillComplaint(form);
  await fileInput(form).setInputFiles([fileOf("logo.pdf"), fileOf("list.png")]);
  const gate = await Gate.at(page, isUpload);
  await submitOf(form).click();
  await gate.next((route) => route.abort());
  await expect(fileErrors(form)).toContainText(t("enquiries.ajax-error"));
  await expect(fileRows(form)).toHaveText([/logo\.pdf/, /list\.png/]);
  await expect(fileRows(form).first()).toHaveAttribute("data-state", "queued");
  await expect(submitOf(form)).not.toHaveAttribute("aria-busy");
  await shop.audit();
  await submitOf(form).click();
  await gate.next();
  await gate.next();
  await expectSent(page, "شكرًا لك");
  expect(gate.held.map((request) => /logo\.pdf|list\.png/.exec(request.postData() ?? "")?.[0])).toEqual([
    "logo.pdf",
    "logo.pdf",
    "list.png",
  ]);
});

test("files are checked before they wait [FORM-20] [FORM-21] [FORM-22]", { tag: "@phone" }, async ({
  page,
  shop,
}) => {
  const form = await openForm(page, shop, WHOLESALE);
  await fileInput(form).setInputFiles([fileOf("catalog.exe"), fileOf("video.PNG", 10 * 1024 * 1024 + 1)]);
  await expect(fileErrors(form)).toContainText(
    `catalog.exe - ${t("enquiries.upload-file-type-not-allowed")}`,
  );
  await expect(fileErrors(form)).toContainText(`video.PNG - ${t("enquiries.upload-file-too-big")}`);
  await expect(fileRows(form)).toHaveCount(0);
  await shop.audit();
  await fileInput(form).setInputFiles([1, 2, 3, 4].map((number) => fileOf(`${number}.png`)));
  await expect(fileRows(form)).toHaveCount(3);
  await expect(fileErrors(form)).toHaveText(t("enquiries.upload-too-many"));
});

test("a second submit is ignored while the first is on its way [FORM-02] [FORM-04]", async ({
  page,
  shop,
}) => {
  const form = await openForm(page, shop, CONTACT);
  await fillContact(form);
  const gate = await Gate.at(page, isSubmit(CONTACT));
  await submitOf(form).click();
  await expect(submitOf(form)).toHaveText(t("enquiries.sending"));
  const spinner = await submitOf(form).evaluate(
    (button) => getComputedStyle(button, "::before").animationName,
  );
  expect(spinner).not.toBe("none");
  await submitOf(form).press("Enter");
  await textField(form, "الاسم").press("Enter");
  await gate.next();
  await expectSent(page, "وصلتنا رسالتك");
  expect(gate.held).toHaveLength(1);
});

test("if the form cannot be sent an alert says so, and everything typed is still there [FORM-29]", {
  tag: "@phone",
}, async ({ page, shop, pageErrors }) => {
  pageErrors.allow(/contact|ERR_FAILED/);
  const form = await openForm(page, shop, CONTACT);
  const message = newMessage();
  await fillContact(form, message);
  const gate = await Gate.at(page, isSubmit(CONTACT));
  await submitOf(form).click();
  await gate.next((route) => route.abort());
  const alert = form.getByRole("alert").filter({ hasText: t("enquiries.error-submitting-form") });
  await expect(alert).toBeVisible();
  await expect(textField(form, "رسالتك")).toHaveValue(message);
  await shop.audit();
  await submitOf(form).click();
  await gate.next((route) => route.fulfill({ status: 200, body: "" }));
  await expect(alert).toBeVisible();
  await submitOf(form).click();
  await gate.next();
  await expectSent(page, "وصلتنا رسالتك");
  await expect(alert).toHaveCount(0);
});

test("the invisible captcha runs first and then sends the form [FORM-17]", async ({ page, shop }) => {
  const form = await openForm(page, shop, CONTACT);
  await fillContact(form);
  const gate = await Gate.at(page, (request) => request.url().includes("/forms/challenge/"));
  const posts = bodiesOf(page, isSubmit(CONTACT));
  await submitOf(form).click();
  await expect.poll(() => gate.held.length).toBe(1);
  expect(posts).toEqual([]);
  await gate.next();
  await expectSent(page, "وصلتنا رسالتك");
  expect(posts).toHaveLength(1);
  expect(posts[0]).toMatch(/name="cptcha"\r\n\r\n[\w+/=]{40}/);
});

test("the picture with digits is another one on request and after the form was sent [FORM-16]", async ({
  page,
  shop,
}) => {
  const form = await openForm(page, shop, WHOLESALE);
  const address = () => captcha(form).getAttribute("src");
  const loaded = () =>
    expect
      .poll(() => captcha(form).evaluate((image) => (image as HTMLImageElement).naturalWidth))
      .toBeGreaterThan(0);
  await captcha(form).scrollIntoViewIfNeeded();
  await loaded();
  const first = await address();
  await digits(form).fill("1");
  await form.getByRole("button", { name: t("enquiries.captcha-another") }).click();
  expect(await address()).not.toBe(first);
  await expect(digits(form)).toHaveValue("");
  await loaded();
  const second = await address();
  await fillComplaint(form);
  await submitOf(form).click();
  await expectSent(page, "شكرًا لك");
  expect(await address()).not.toBe(second);
});

test("without script wrong digits are refused [FORM-16] [FORM-35]", { tag: "@no-script" }, async ({
  page,
  shop,
  pageErrors,
}) => {
  pageErrors.allow(/422/);
  await shop.visit(WHOLESALE);
  await expect(captcha(enquiry(page))).toBeVisible();
  await fillComplaint(enquiry(page));
  await shop.arriving(() => submitOf(enquiry(page)).click());
  await expect(enquiry(page).getByText(t("enquiries.captcha-wrong"))).toBeVisible();
  await expect(digits(enquiry(page))).toHaveValue("");
});

test("a form is filled in and sent by keyboard alone [FORM-03] [FORM-19] [FORM-33]", async ({
  page,
  shop,
}) => {
  const form = await openForm(page, shop, WHOLESALE);
  const { keyboard } = page;
  const tab = async (to: ReturnType<typeof textField>) => {
    await keyboard.press("Tab");
    await expect(to).toBeFocused();
  };
  await textField(form, "الاسم الكامل").focus();
  await keyboard.type("مها الأنصاري");
  await tab(textField(form, "البريد الإلكتروني"));
  await keyboard.type(newSender());
  await tab(textField(form, "رقم الهاتف"));
  await tab(topic(form));
  await tab(form.getByRole("radio").first());
  await keyboard.press("Space");
  await keyboard.press("ArrowDown");
  await expect(form.getByRole("radio", { name: "من 50 إلى 150" })).toBeChecked();
  await tab(datePart(form, "day"));
  await keyboard.type("20");
  await tab(datePart(form, "month"));
  await keyboard.press("End");
  await tab(datePart(form, "year"));
  await keyboard.type(String(new Date().getUTCFullYear() + 1));
  await tab(form.getByRole("button", { name: /من التقويم/ }));
  await expect(datePart(form, "day")).toHaveValue("20");
  await expect(datePart(form, "month")).toHaveValue("12");
  await tab(textField(form, "رسالتك"));
  await keyboard.type(newMessage());
  await tab(fileInput(form));
  // The dialog of files is the browser's.
  await fileInput(form).setInputFiles([fileOf("logo.pdf"), fileOf("list.png")]);
  await tab(form.getByRole("button", { name: t("enquiries.file-remove", { name: "logo.pdf" }) }));
  await keyboard.press("Enter");
  await expect(fileRows(form)).toHaveText([/list\.png/]);
  await expect(fileInput(form)).toBeFocused();
  await keyboard.press("Tab");
  await tab(form.getByRole("button", { name: t("enquiries.captcha-another") }));
  await tab(digits(form));
  await keyboard.type("١٢٣٤٥");
  await tab(submitOf(form));
  await keyboard.press("Enter");
  await expect(successArea(page)).toBeFocused();
  await expectSent(page, "شكرًا لك");
});

test("what was typed is there after leaving and coming back, with the elements that belong to it [FORM-33]", async ({
  page,
  shop,
}) => {
  await shop.visit(WHOLESALE);
  await liveForm(page);
  await topic(enquiry(page)).selectOption("wholesale");
  await textField(enquiry(page), "اسم الشركة").fill("محامص الشام");
  await enquiry(page).getByRole("checkbox", { name: "غير ذلك" }).check();
  await shop.visit(CONTACT);
  await shop.arriving(() => page.goBack());
  await liveForm(page);
  const form = enquiry(page);
  await expect(topic(form)).toHaveValue("wholesale");
  await expect(textField(form, "اسم الشركة")).toHaveValue("محامص الشام");
  await expect(textField(form, "اذكر ما تبحث عنه")).toBeVisible();
  await expect(datePart(form, "day")).toBeHidden();
});

test("a page that the browser has put aside comes back as it was left, and its form can be sent [FORM-33]", {
  tag: "@back",
}, async ({ playwright, launchOptions, baseURL }) => {
  // Playwright disables the back/forward cache unless it is enabled explicitly.
  const browser = await playwright.chromium.launch({
    ...launchOptions,
    ignoreDefaultArgs: ["--disable-back-forward-cache"],
  });
  const page = await browser.newPage({ baseURL });
  await page.goto(WHOLESALE);
  await liveForm(page);
  await page.evaluate(() => {
    addEventListener("pageshow", ({ persisted }) => Object.assign(window, { broughtBack: persisted }));
  });
  const form = enquiry(page);
  await fillComplaint(form);
  await page.goto("/ar/");
  await page.evaluate(() => history.back());
  await expect(page).toHaveURL(WHOLESALE);
  expect(await page.evaluate(() => (window as { broughtBack?: boolean }).broughtBack)).toBe(true);
  await expect(topic(form)).toHaveValue("complaint");
  await expect(datePart(form, "day")).toBeHidden();
  await submitOf(form).click();
  await expectSent(page, "شكرًا لك");
  await browser.close();
});

test("a form in a lightbox opens over the page, moves back to the middle, shows its text for its seconds and is empty again [FORM-10] [FORM-11] [FORM-13]", {
  tag: "@phone",
}, async ({ page, shop }) => {
  await recordAnimations(page);
  await shop.visit(CALLBACK);
  await liveForm(page);
  const dialog = page.getByRole("dialog", { name: "اطلب اتصالًا" });
  const opener = page.getByRole("button", { name: "اطلب اتصالًا" });
  await expect(dialog).toBeHidden();
  await opener.click();
  await expect(dialog).toBeVisible();
  await expect(dialog.getByRole("heading", { name: "اطلب اتصالًا" })).toBeFocused();
  await shop.audit();
  const middle = () =>
    dialog.evaluate((box) => {
      const { top, bottom } = box.getBoundingClientRect();
      return Math.abs((top + bottom) / 2 - innerHeight / 2);
    });
  const form = dialog.locator("form");
  await submitOf(form).click();
  await expect(form.getByText(t("enquiries.full-name-error"))).toBeVisible();
  // Errors have made it larger.
  await expect.poll(() => takeAnimations(page, "dialog")).toEqual([400]);
  await expect.poll(middle).toBeLessThan(2);
  await textField(form, "الاسم").fill("مها");
  await textField(form, "رقم الهاتف").fill("+1 202 555 0148");
  await page.clock.install();
  await submitOf(form).click();
  await expectSent(page, "وصلنا رقمك");
  await expect(textField(form, "الاسم")).toHaveValue("");
  await page.clock.fastForward(8000);
  await expect(successArea(page)).toHaveText("");
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(opener).toBeFocused();
});

test("without script the form of a lightbox is a part of the page [FORM-13]", { tag: "@no-script" }, async ({
  page,
  shop,
}) => {
  await shop.visit(CALLBACK);
  const form = enquiry(page);
  await textField(form, "الاسم").fill("مها");
  await textField(form, "رقم الهاتف").fill("+1 202 555 0148");
  await shop.arriving(() => submitOf(form).click());
  await expectSent(page, "وصلنا رقمك");
});

test("a preview of staff cannot be sent [FORM-05]", async ({ page, shop }) => {
  await signInStaff(page);
  const form = await openForm(page, shop, "/ar/wp-admin/inbox/preview/?form=1");
  await fillContact(form);
  const posts = bodiesOf(page, (request) => request.method() === "POST");
  await form.getByRole("button").last().click();
  await expect(form.getByRole("alert")).toContainText(t("enquiries.preview-no-submit"));
  await textField(form, "الاسم").press("Enter");
  expect(posts).toEqual([]);
});

test("forms fit a window of 320 pixels", async ({ page, shop }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  for (const path of [CONTACT, WHOLESALE, RETURN]) {
    await shop.visit(path);
    await liveForm(page);
    if (path === WHOLESALE) await fileInput(enquiry(page)).setInputFiles(fileOf(`${"a".repeat(80)}.pdf`));
    await submitOf(enquiry(page)).click();
    await expectNoSidewaysScroll(page);
  }
});
